select id, name, type, status, config, generation, created_at, updated_at
  from executors
 where type = 'ssh'
   and status = 'active'
   and deleted_at is null
 order by id

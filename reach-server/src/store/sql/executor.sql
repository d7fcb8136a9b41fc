select id, name, type, status, config, generation, created_at, updated_at
  from executors
 where id = $1
   and deleted_at is null

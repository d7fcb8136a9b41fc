select e.id, e.name, e.type, e.status, e.config, e.generation, e.created_at, e.updated_at,
       r.state, r.reason, r.message, r.consecutive_failures, r.host, r.config_digest, r.checked_at,
       r.last_success_at, r.updated_at as record_updated_at
  from executors e
  left join executor_reachability r on r.executor_id = e.id
 where e.type = 'ssh'
   and e.deleted_at is null
 order by e.id

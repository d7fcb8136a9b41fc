select id, executor_id, name, spec, state, step, failure, config_digest, resume,
       controller_may_remain, started_at, created_at, updated_at
  from sessions
 where id = $1

update sessions
   set executor_id = $2,
       name = $3,
       spec = $4,
       state = $5,
       step = $6,
       failure = $7,
       config_digest = $8,
       resume = $9,
       controller_may_remain = $10,
       started_at = $11,
       updated_at = case when $12 > updated_at then $12 else updated_at + 1 end
 where id = $1
returning id, executor_id, name, spec, state, step, failure, config_digest, resume,
       controller_may_remain, started_at, created_at, updated_at

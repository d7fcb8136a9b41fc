select state, reason, message, consecutive_failures, host, config_digest, checked_at,
       last_success_at, updated_at as record_updated_at
  from executor_reachability
 where executor_id = $1

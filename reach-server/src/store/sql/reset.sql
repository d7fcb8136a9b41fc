-- A reset is ordered by the save that caused it, not by a completion, so it wins over whatever is
-- stored. Inactive executors keep their record: the guard says so once more.
--   $1 executor   $2 host   $3 configuration digest   $4 now
insert into executor_reachability as r (
    executor_id, state, reason, message, consecutive_failures, host, config_digest, checked_at,
    last_success_at, updated_at)
select $1, 'unknown', '', '', 0, $2, $3, null, null, $4
 where exists (
    select 1
      from executors e
     where e.id = $1
       and e.type = 'ssh'
       and e.status = 'active'
       and e.deleted_at is null)
on conflict (executor_id) do update set
    state = 'unknown',
    reason = '',
    message = '',
    consecutive_failures = 0,
    host = excluded.host,
    config_digest = excluded.config_digest,
    checked_at = null,
    last_success_at = null,
    updated_at = case when $4 > r.updated_at then $4 else r.updated_at + 1 end
returning state, reason, message, consecutive_failures, host, config_digest, checked_at,
          last_success_at, updated_at as record_updated_at

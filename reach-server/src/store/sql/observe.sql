-- One statement decides an observation; `reach_logic::observe` is its readable form.
--   $1 executor        $2 generation     $3 reason, '' for a success   $4 message   $5 host
--   $6 configuration digest   $7 checked_at   $8 now   $9 failure threshold
--   $10 the latest stored completion that is believed (now + 60 s)
insert into executor_reachability as r (
    executor_id, state, reason, message, consecutive_failures, host, config_digest, checked_at,
    last_success_at, updated_at)
select $1,
       case when $3 = '' then 'reachable'
            when $3 in ('config', 'host_key') then 'unreachable'
            when 1 >= $9 then 'unreachable'
            else 'unknown' end,
       $3,
       $4,
       case when $3 = '' then 0 else 1 end,
       $5,
       $6,
       $7,
       case when $3 = '' then $7 end,
       $8
 where exists (
    select 1
      from executors e
     where e.id = $1
       and e.type = 'ssh'
       and e.status = 'active'
       and e.deleted_at is null
       and e.generation = $2
       -- Also where the row is locked already: without it a writer that passed this guard on its
       -- snapshot could wait for the record and then write over a reset.
       /*postgres: for share*/)
on conflict (executor_id) do update set
    state = case when $3 = '' then 'reachable'
                 when $3 in ('config', 'host_key') then 'unreachable'
                 when r.consecutive_failures + 1 >= $9 then 'unreachable'
                 else r.state end,
    reason = excluded.reason,
    message = excluded.message,
    consecutive_failures = case when $3 = '' then 0 else r.consecutive_failures + 1 end,
    host = excluded.host,
    config_digest = excluded.config_digest,
    checked_at = excluded.checked_at,
    last_success_at = case when $3 = '' then $7
                           -- In a record that is replaced, a success beyond now is cut.
                           when r.checked_at > $10 and r.last_success_at > $8
                                and r.last_success_at > $7 then $7
                           else r.last_success_at end,
    updated_at = case when $8 > r.updated_at then $8 else r.updated_at + 1 end
where r.checked_at is null
   or excluded.checked_at > r.checked_at
   or r.checked_at > $10
returning state, reason, message, consecutive_failures, host, config_digest, checked_at,
          last_success_at, updated_at as record_updated_at

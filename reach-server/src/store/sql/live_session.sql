-- A session that holds its executor. Run in a transaction that has locked or written the executor's
-- row: sessions are added under the same lock.
select id
  from sessions
 where executor_id = $1
   and state in ('starting', 'running', 'stopping')
 limit 1

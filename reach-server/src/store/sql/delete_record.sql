delete from executor_reachability
 where executor_id = $1

update executors
   set deleted_at = $2,
       generation = generation + 1,
       updated_at = case when $2 > updated_at then $2 else updated_at + 1 end
 where id = $1
   and deleted_at is null
returning id

update executors
   set name = $2,
       name_key = $3,
       status = $4,
       config = $5,
       generation = generation + $6,
       updated_at = case when $7 > updated_at then $7 else updated_at + 1 end
 where id = $1
   and deleted_at is null
returning id, name, type, status, config, generation, created_at, updated_at

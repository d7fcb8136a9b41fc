-- The first statement of every transaction that may write an executor or its record: on PostgreSQL
-- writers of one executor queue here, before they read what they decide on.
select id, name, type, status, config, generation, created_at, updated_at
  from executors
 where id = $1
   and deleted_at is null
   /*postgres: for no key update*/

insert into executors (id, name, name_key, type, status, config, generation, created_at, updated_at)
values ($1, $2, $3, $4, $5, $6, 1, $7, $7)
on conflict (id) do nothing
returning id, name, type, status, config, generation, created_at, updated_at

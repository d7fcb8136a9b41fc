insert into sessions (
    id, executor_id, name, spec, state, step, failure, config_digest, resume,
    controller_may_remain, started_at, created_at, updated_at)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
on conflict (id) do nothing
returning id

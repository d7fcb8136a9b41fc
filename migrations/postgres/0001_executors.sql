create table if not exists executors (
    id         text collate "C" not null primary key,
    name       text             not null,
    -- The name without case, folded by Reach, so that both databases agree beyond ASCII.
    name_key   text collate "C" not null,
    type       text             not null,
    status     text             not null default 'active',
    config     text             not null,
    generation bigint           not null,
    created_at bigint           not null,
    updated_at bigint           not null,
    deleted_at bigint
);

create unique index if not exists executors_name on executors (name_key) where deleted_at is null;

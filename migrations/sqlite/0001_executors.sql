create table if not exists executors (
    id         text    not null primary key,
    name       text    not null,
    -- The name without case, folded by Reach: SQLite's lower() knows ASCII only.
    name_key   text    not null,
    type       text    not null,
    status     text    not null default 'active',
    config     text    not null,
    generation integer not null,
    created_at integer not null,
    updated_at integer not null,
    deleted_at integer
) strict;

create unique index if not exists executors_name on executors (name_key) where deleted_at is null;

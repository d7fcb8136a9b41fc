-- No foreign key: an executor is deleted softly. Instants are microseconds; spec, failure and resume
-- are JSON, read and written whole.
create table if not exists sessions (
    id                    text    not null primary key,
    executor_id           text    not null,
    name                  text    not null,
    spec                  text    not null,
    state                 text    not null,
    step                  text,
    failure               text,
    config_digest         text    not null,
    resume                text,
    controller_may_remain integer not null default 0,
    started_at            integer,
    created_at            integer not null,
    updated_at            integer not null
) strict;

create index if not exists sessions_executor on sessions (executor_id);

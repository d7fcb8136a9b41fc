-- No foreign key: an executor is deleted softly. Instants are microseconds; spec, failure and resume
-- are JSON, read and written whole.
create table if not exists sessions (
    id                    text collate "C" not null primary key,
    executor_id           text collate "C" not null,
    name                  text             not null,
    spec                  text             not null,
    state                 text             not null,
    step                  text,
    failure               text,
    config_digest         text             not null,
    resume                text,
    controller_may_remain bigint           not null default 0,
    started_at            bigint,
    created_at            bigint           not null,
    updated_at            bigint           not null
);

create index if not exists sessions_executor on sessions (executor_id);

-- No foreign key: a deletion is soft, so no cascade could fire; the record is deleted beside it.
create table if not exists executor_reachability (
    executor_id          text collate "C" not null primary key,
    state                text             not null default 'unknown',
    reason               text             not null default '',
    message              text             not null default '',
    consecutive_failures bigint           not null default 0,
    host                 text             not null default '',
    config_digest        text             not null default '',
    checked_at           bigint,
    last_success_at      bigint,
    updated_at           bigint           not null
);

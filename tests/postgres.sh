#!/usr/bin/env bash
# A private PostgreSQL for tests: own data, own socket, no TCP port, gone afterwards.
#
#   tests/postgres.sh run DIR COMMAND…   runs the command with REACH_TEST_POSTGRES_URL set
#   tests/postgres.sh start DIR          starts one that stays, prints the URL
#   tests/postgres.sh stop DIR           stops it and removes it
#
# DIR is created if it is missing. `run` uses a directory of its own below it, so that two runs do
# not meet. As root, everything runs as the user postgres, because PostgreSQL refuses root.
set -euo pipefail

fail() {
    echo "tests/postgres.sh: $*" >&2
    exit 1
}

# The newest installed version.
binaries() {
    local newest
    newest=$(printf '%s\n' /usr/lib/postgresql/*/bin | sort -V | tail -n 1)
    if [ -x "$newest/initdb" ]; then
        echo "$newest"
    elif command -v initdb >/dev/null; then
        dirname "$(command -v initdb)"
    else
        fail "PostgreSQL is not installed (Debian: apt-get install postgresql)"
    fi
}

as_owner() {
    if [ "$EUID" -eq 0 ]; then
        runuser -u postgres -- "$@"
    else
        "$@"
    fi
}

# A short path below the system's temporary directory: a socket's path may have 107 bytes.
sockets() {
    cat "$1/sockets"
}

url() {
    echo "postgres://postgres@localhost/postgres?host=$(sockets "$1")"
}

start() {
    local dir=$1 bin
    bin=$(binaries)
    [ ! -e "$dir/data" ] || fail "$dir is in use; stop it first"
    mkdir -p "$dir"
    mktemp -d "${TMPDIR:-/tmp}/reach-pg.XXXXXX" >"$dir/sockets"
    if [ "$EUID" -eq 0 ]; then
        chown postgres "$dir" "$(sockets "$dir")"
        as_owner test -w "$dir" || fail "the user postgres cannot enter $dir"
    fi
    cd "$dir"
    local init=(as_owner "$bin/initdb" --pgdata "$dir/data" --auth trust --username postgres
        --encoding UTF8 --no-sync)
    # Any order but C's, so that a forgotten collation shows.
    "${init[@]}" --locale-provider icu --icu-locale en-US --locale C.UTF-8 >"$dir/initdb.log" 2>&1 ||
        { as_owner rm -rf "$dir/data"; "${init[@]}" >"$dir/initdb.log" 2>&1; } ||
        { cat "$dir/initdb.log" >&2; fail "initdb failed"; }
    as_owner "$bin/pg_ctl" --silent --wait --pgdata "$dir/data" --log "$dir/data/server.log" \
        --options "-c listen_addresses='' -c unix_socket_directories='$(sockets "$dir")' \
            -c fsync=off -c full_page_writes=off -c max_connections=200" start >/dev/null ||
        { cat "$dir/data/server.log" >&2; fail "the server did not start"; }
}

stop() {
    local dir=$1
    [ ! -e "$dir/data/postmaster.pid" ] ||
        as_owner "$(binaries)/pg_ctl" --silent --wait --pgdata "$dir/data" --mode immediate stop || true
    [ ! -e "$dir/sockets" ] || rm -rf "$(sockets "$dir")"
    rm -rf "$dir"
}

# Servers of runs that were killed.
sweep() {
    local left
    for left in "$1"/run.*; do
        [ -e "$left/owner" ] || continue
        kill -0 "$(cat "$left/owner")" 2>/dev/null || stop "$left"
    done
}

run() {
    local base=$1 dir status=0
    shift
    sweep "$base"
    dir=$(mktemp -d "$base/run.XXXXXX")
    chmod 755 "$dir"
    echo $$ >"$dir/owner"
    # shellcheck disable=SC2064 # the directory as it is now
    trap "stop '$dir'" EXIT
    (start "$dir")
    REACH_TEST_POSTGRES_URL=$(url "$dir") "$@" || status=$?
    exit "$status"
}

[ $# -ge 2 ] || fail "usage: run DIR COMMAND… | start DIR | stop DIR"
action=$1
mkdir -p "$2"
dir=$(cd "$2" && pwd)
shift 2
case $action in
run) run "$dir" "$@" ;;
start) (start "$dir") && url "$dir" ;;
stop) stop "$dir" ;;
*) fail "no such action: $action" ;;
esac

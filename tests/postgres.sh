#!/usr/bin/env bash
# A private PostgreSQL for tests: own data, own socket, no TCP port, gone afterwards.
#
#   tests/postgres.sh run DIR COMMAND…   runs the command with REACH_TEST_POSTGRES_URL set
#   tests/postgres.sh start DIR          starts one that stays, prints the URL
#   tests/postgres.sh stop DIR           stops it and removes it
#
# DIR holds what is needed to find it again; `run` uses one of its own below DIR, so that two runs
# do not meet. The data lie in the system's temporary directory: a socket's path must be short, and
# as root everything belongs to the user postgres, who may not enter the tree.
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

# PostgreSQL refuses root.
as_owner() {
    if [ "$EUID" -eq 0 ]; then
        runuser -u postgres -- "$@"
    else
        "$@"
    fi
}

start() {
    local bin place
    [ ! -e "$1/place" ] || fail "$1 is in use; stop it first"
    bin=$(binaries)
    place=$(mktemp -d "${TMPDIR:-/tmp}/reach-pg.XXXXXX")
    echo "$place" >"$1/place"
    [ "$EUID" -ne 0 ] || chown postgres "$place"
    cd "$place"
    local init=(as_owner "$bin/initdb" --pgdata data --auth trust --username postgres
        --encoding UTF8 --no-sync)
    # Any order but C's, so that a forgotten collation shows.
    "${init[@]}" --locale-provider icu --icu-locale en-US --locale C.UTF-8 >"$1/log" 2>&1 ||
        { as_owner rm -rf data; "${init[@]}" >"$1/log" 2>&1; } ||
        { cat "$1/log" >&2; fail "initdb failed"; }
    as_owner "$bin/pg_ctl" --silent --wait --pgdata data --log "$place/log" \
        --options "-c listen_addresses='' -c unix_socket_directories='$place' \
            -c fsync=off -c full_page_writes=off -c max_connections=200" start >/dev/null ||
        { cat "$place/log" >&2; fail "the server did not start"; }
}

url() {
    echo "postgres://postgres@localhost/postgres?host=$(cat "$1/place")"
}

stop() {
    if [ -e "$1/place" ]; then
        local place
        place=$(cat "$1/place")
        [ ! -e "$place/data/postmaster.pid" ] ||
            as_owner "$(binaries)/pg_ctl" --silent --wait --pgdata "$place/data" --mode immediate stop || true
        rm -rf "$place"
    fi
    rm -rf "$1"
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

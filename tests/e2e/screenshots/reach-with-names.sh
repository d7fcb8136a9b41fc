#!/bin/sh
# The built server, in a mount namespace where names of a picture lead to loopback.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
server=$here/../../../${CARGO_TARGET_DIR:-target}/debug/reach
exec unshare --mount sh -c 'mount --bind "$1" /etc/hosts && shift && exec "$@"' sh "$here/hosts" "$server" "$@"

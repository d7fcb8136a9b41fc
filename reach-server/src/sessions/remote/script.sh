# Runs one of the session's scripts to its end. Its output goes through pipes of ours, so that what
# it leaves in the background cannot hold our output open; only the end of it leaves the host.
find_detacher
write "$reach_name.sh" "$reach_script"
write "$reach_name.limit" "$reach_deadline"

reach_pipe=$reach_dir/$reach_name.out
reach_end=$reach_dir/$reach_name.end
rm -f "$reach_pipe" "$reach_end"
mkfifo "$reach_pipe" "$reach_end" || fail "cannot make a pipe in $reach_dir"
tail -c "$reach_keep" <"$reach_end" &
reach_tail=$!
cat <"$reach_pipe" >"$reach_end" &
reach_relay=$!
(
    register "$reach_name.pid"
    [ "$reach_name" = cleanup ] || unless_abandoned
    with_environment
    cd -- "$reach_dir" || exit 1
    become "$reach_dir/$reach_name.sh"
) >"$reach_pipe" 2>&1 &
reach_pid=$!
(
    reach_file=$reach_dir/$reach_name.pid
    export reach_limit reach_file REACH_SESSION_DIR="$reach_dir/"
    become "$reach_dir/$reach_name.limit"
) >/dev/null 2>&1 &
reach_limiter=$!

wait "$reach_pid"
reach_code=$?
signal KILL "$reach_limiter"
(sleep 1; kill "$reach_relay") >/dev/null 2>&1 &
reach_sweeper=$!
wait "$reach_tail"
kill "$reach_sweeper" 2>/dev/null
rm -f "$reach_pipe" "$reach_end" "$reach_dir/$reach_name.pid" "$reach_dir/$reach_name.limit"
printf '\n'
say code "$reach_code"

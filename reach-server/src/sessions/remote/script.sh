# Runs one of the session's scripts to its end. Its output goes through pipes of ours, so that what
# it leaves in the background cannot hold our output open; only the end of it leaves the host.
find_detacher
write "$reach_name.sh" "$reach_script"

# Ends it when its time is up, whoever still waits for it.
write "$reach_name.limit" 'sleep "$reach_limit"
kill -TERM -- "-$reach_pid" 2>/dev/null || kill -TERM "$reach_pid" 2>/dev/null
sleep 2
kill -KILL -- "-$reach_pid" 2>/dev/null || kill -KILL "$reach_pid" 2>/dev/null'

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
    export reach_limit reach_pid REACH_SESSION_DIR="$reach_dir/"
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

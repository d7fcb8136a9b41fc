# Starts the controller, detached.
find_detacher
write controller.sh "$reach_command"
: >>"$reach_dir/log" || fail "cannot write to $reach_dir"
rm -f "$reach_dir/port"
enter
(
    with_environment
    become "$reach_dir/controller.sh"
) >>"$reach_dir/log" 2>&1 &
reach_pid=$!
reach_start=$(start_time "$reach_pid") || fail 'it ended at once'
write controller.pid "$reach_pid
$reach_start
$(boot_id)"
say boot "$(boot_id)"
say start "$reach_start"
say pid "$reach_pid"

# Starts the controller, detached.
find_detacher
write controller.sh "$reach_command"
printf '' >>"$reach_dir/log" || fail "cannot write to $reach_dir"
rm -f "$reach_dir/port"
enter
# All that it says is said before it becomes the controller.
reach_said=$(
    (
        register controller.pid
        unless_abandoned
        say node "$reach_node"
        say boot "$reach_boot"
        say start "$reach_start"
        say pid "$reach_pid"
        with_environment
        export REACH_CONTROLLER_DIR="$reach_dir/"
        exec >>"$reach_dir/log" 2>&1
        become "$reach_dir/controller.sh"
    ) &
)
printf '%s\n' "$reach_said"

# Whether the controller runs, or something that it has started; what a script has left running is not
# the controller. Waits for a port when asked to.
same_node "$reach_boot" "$reach_node"

is_alive() {
    is_process "$reach_process" "$reach_start" "$reach_boot" || [ -n "$(of_session REACH_CONTROLLER_DIR)" ]
}

reach_tries=0
reach_last=
while :; do
    # A pipe or a device has no end.
    reach_port=
    if [ -f "$reach_dir/port" ]; then
        # The first line, without blanks around it. What else is in it makes it no port.
        reach_port=$(head -c 64 "$reach_dir/port" 2>/dev/null | {
            read -r reach_line
            printf '%s' "$reach_line"
        })
    fi
    if [ -n "$reach_port" ] && [ "$reach_port" = "$reach_last" ]; then
        say port "$reach_port"
        break
    fi
    reach_last=$reach_port
    is_alive || break
    [ "$reach_tries" -lt "$reach_wait" ] || break
    reach_tries=$((reach_tries + 1))
    pause
done
if is_alive; then
    say alive yes
else
    say alive no
fi

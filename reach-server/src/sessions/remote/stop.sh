# Ends the controller, with all it has started: asks first, waits, then kills. Processes are known by
# start time and boot, or by the environment they carry.
# Prints those that are left. A group is ours as long as its leader is: what a gone leader has left
# is found by its environment.
left() {
    if is_process "$reach_process" "$reach_start" "$reach_boot"; then
        printf '%s\n' "$reach_process"
    fi
    of_session
}

signal_left() {
    for reach_one in $(left); do
        signal "$1" "$reach_one"
    done
}

wait_for_end() {
    reach_tries=0
    while [ -n "$(left)" ]; do
        [ "$reach_tries" -lt "$1" ] || return 1
        reach_tries=$((reach_tries + 1))
        pause
    done
}

if [ -z "$(left)" ]; then
    say stopped gone
    exit 0
fi
signal_left TERM
if ! wait_for_end "$reach_patience"; then
    signal_left KILL
    wait_for_end 30 || fail "processes do not end: $(left | tr '\n' ' ')"
fi
say stopped yes

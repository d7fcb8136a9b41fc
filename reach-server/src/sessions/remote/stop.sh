# Ends the controller, with all it has started: asks first, waits, then kills. Processes are known by
# start time and boot, by the group of one so known, or by the environment they carry.

same_node "$reach_boot" "$reach_node"

# A group is ours for sure while its leader runs, and from then on as long as anything is in it: its
# number is not given out again before. What a leader that was gone at the start has left is found by
# its environment.
reach_group=
if is_process "$reach_process" "$reach_start" "$reach_boot" && group_lives "$reach_process"; then
    reach_group=$reach_process
fi

# Prints those that are left.
left() {
    if is_process "$reach_process" "$reach_start" "$reach_boot"; then
        printf '%s\n' "$reach_process"
    elif [ -n "$reach_group" ] && group_lives "$reach_group"; then
        printf '%s\n' "$reach_group"
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

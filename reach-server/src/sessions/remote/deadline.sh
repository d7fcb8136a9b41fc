# Ends the script that has registered in a file when its time is up, whoever still waits for it; a
# process of its own. When it wakes up the script may be gone, and its number another's.
end() {
    [ -f "$reach_file" ] || exit 0
    recall "$reach_file"
    is_process "$reach_process" "$reach_start" "$reach_boot" || exit 0
    signal "$1" "$reach_process"
}

sleep "$reach_limit"
end TERM
sleep 2
end KILL

# The tail of the controller's log: everything after the mark.
say log "$reach_dir/log"
tail -n "$reach_lines" "$reach_dir/log" 2>/dev/null | tail -c 262144

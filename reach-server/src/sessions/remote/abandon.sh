# Ends whatever carries this session's environment, and a script that is still running or about to.
if [ ! -d "$reach_dir" ]; then
    say done yes
    exit 0
fi
printf '' >"$reach_dir/abandoned"
for reach_file in "$reach_dir"/*.pid; do
    [ -f "$reach_file" ] || continue
    recall "$reach_file"
    same_node "$reach_boot" "$reach_node"
    is_process "$reach_process" "$reach_start" "$reach_boot" && signal KILL "$reach_process"
done
for reach_one in $(of_session); do
    signal KILL "$reach_one"
done
say done yes

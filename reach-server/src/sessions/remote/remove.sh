# Removes the session directory, and nothing else.
case $reach_dir in
    */.reach/sessions/?*) rm -rf -- "$reach_dir" || fail "cannot remove $reach_dir" ;;
    *) fail "not a session directory: $reach_dir" ;;
esac
say removed yes

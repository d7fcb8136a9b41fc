# Makes the session directory.
[ -n "$HOME" ] || fail 'HOME is not set'
reach_parent=$HOME/.reach/sessions
mkdir -p "$reach_parent" || fail "cannot make the directory $reach_parent"
chmod 700 "$HOME/.reach" "$reach_parent"
mkdir "$reach_parent/$reach_id" || fail "cannot make the directory $reach_parent/$reach_id"
say dir "$reach_parent/$reach_id"

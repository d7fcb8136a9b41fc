# The head of every script. It comes by standard input, inside a group whose own input is /dev/null,
# and must run under any POSIX shell. What it has to say stands on lines that begin with a mark of
# this one run: a login script may print anything before.
reach_umask=$(umask)
umask 077

say() {
    printf '%s %s=%s\n' "$reach_mark" "$1" "$2"
}

fail() {
    say error "$1"
    exit 1
}

pause() {
    sleep 0.1 2>/dev/null || sleep 1
}

# Not kern.boottime: that moves when the clock is set.
boot_id() {
    cat /proc/sys/kernel/random/boot_id 2>/dev/null || sysctl -n kern.bootsessionuuid 2>/dev/null
}

# When a process started, as the platform writes it; fails for one that is gone or a zombie.
start_time() {
    if [ -r /proc/self/stat ]; then
        reach_stat=
        { IFS= read -r reach_stat <"/proc/$1/stat"; } 2>/dev/null || return 1
        # The name, in parentheses, may contain anything: count from its end.
        set -- ${reach_stat##*)}
        case ${1-Z} in Z | X | x) return 1 ;; esac
        shift 19
        printf '%s\n' "$1"
    else
        case $(ps -o stat= -p "$1" 2>/dev/null) in '' | Z*) return 1 ;; esac
        ps -o lstart= -p "$1" 2>/dev/null
    fi
}

# Whether process $1 started at $2 in boot $3: a number alone is given out again. Without a start it is
# none: neither has one that is gone.
is_process() {
    [ -n "$2" ] && [ "$(boot_id)" = "$3" ] && [ "$(start_time "$1")" = "$2" ]
}

# Fails where nothing can be known of what was started in boot $1 of node $2: machines that share a
# name and a host key, as login nodes do, do not see each other's processes. The same node in another
# boot has lost them for sure.
same_node() {
    [ "$(boot_id)" = "$1" ] || [ -z "$2" ] || [ "$(uname -n)" = "$2" ] ||
        fail "this is $(uname -n), which cannot see what was started on $2"
}

# Whether anything of the process group $1 runs; a zombie does not.
group_lives() {
    kill -0 "-$1" 2>/dev/null || return 1
    if [ -r /proc/self/stat ]; then
        grep -qE "\\) [^ZXx] -?[0-9]+ $1 " /proc/[0-9]*/stat 2>/dev/null
    else
        ps -A -o pgid= -o stat= 2>/dev/null | grep -qE "^ *$1 +[^ Z]"
    fi
}

# Every process that carries this session's environment, wherever it has gone; with $1, one of its
# variables: only those that do. Linux only: elsewhere a process's environment is not shown.
of_session() {
    for reach_file in $(grep -lF "${1-REACH_SESSION_DIR}=$reach_dir/" /proc/[0-9]*/environ 2>/dev/null); do
        reach_pid=${reach_file#/proc/}
        reach_pid=${reach_pid%/environ}
        start_time "$reach_pid" >/dev/null && printf '%s\n' "$reach_pid"
    done
}

# Finds out how to start a process that outlives this shell, in a group of its own. `setsid` is
# missing on macOS; without it and without perl the process shares our group.
find_detacher() {
    reach_setsid=$(command -v setsid) || reach_setsid=
    reach_perl=$(command -v perl) || reach_perl=
    reach_nohup=$(command -v nohup) || reach_nohup=
}

# The number of the subshell that asks: "$$" is that of its first ancestor.
own_number() {
    exec /bin/sh -c 'printf "%s\n" "$PPID"'
}

# Writes into the file $1 which process this is. It says so itself, and before it becomes a script:
# what has ended has no start time, and nothing may run that nobody could find.
register() {
    reach_pid=$(own_number)
    reach_start=$(start_time "$reach_pid") || fail 'the process table cannot be read'
    reach_boot=$(boot_id)
    reach_node=$(uname -n)
    write "$1" "$reach_pid
$reach_start
$reach_boot
$reach_node"
}

# Reads which process has registered in the file $1.
recall() {
    {
        IFS= read -r reach_process
        IFS= read -r reach_start
        IFS= read -r reach_boot
        IFS= read -r reach_node
    } <"$1"
}

# Ends here when the launch was given up. Called after `register`: whoever gives it up makes this
# file first and then looks for those that have registered.
unless_abandoned() {
    [ ! -e "$reach_dir/abandoned" ] || fail 'the launch was given up'
}

# Becomes the script $1, detached. Called in a subshell.
become() {
    if [ -n "$reach_setsid" ]; then
        exec "$reach_setsid" /bin/sh "$1"
    elif [ -n "$reach_perl" ]; then
        exec "$reach_perl" -e 'use POSIX (); POSIX::setsid(); exec @ARGV' /bin/sh "$1"
    elif [ -n "$reach_nohup" ]; then
        exec "$reach_nohup" /bin/sh "$1"
    fi
    trap '' HUP
    exec /bin/sh "$1"
}

# Signals a process, and its group where it leads one. Without `--`, which dash takes for a number.
signal() {
    kill "-$1" "-$2" 2>/dev/null || kill "-$1" "$2" 2>/dev/null
}

# Changes to the directory that was asked for.
enter() {
    if [ -n "$reach_workdir" ]; then
        case $reach_workdir in
            '~') reach_workdir=$HOME ;;
            '~/'*) reach_workdir=$HOME/${reach_workdir#'~/'} ;;
        esac
        cd -- "$reach_workdir" || fail "cannot change to the directory $reach_workdir"
    else
        cd -- "$reach_dir" || fail "cannot change to the directory $reach_dir"
    fi
}

# Writes $2 to the file $1 in the session directory. `cat` says why it cannot, some shells do not.
write() {
    printf '%s\n' "$2" | cat >"$reach_dir/$1" || fail "cannot write to $reach_dir"
}

# Sets what scripts and controller find in their environment. Our own files are for the user alone;
# theirs are as the user has it.
with_environment() {
    umask "$reach_umask"
    reach_env
    export REACH_SESSION_DIR="$reach_dir/" REACH_PORT_FILE="$reach_dir/port"
}

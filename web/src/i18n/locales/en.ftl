# The page
app-name = Reach
skip-to-content = Skip to content
language = Language
sign-out = Sign out
back-to-hosts = All hosts
loading = Loading…
not-found-title = There is no such page
broken-title = This page has broken
broken-body = Something went wrong in the page itself. Reach goes on watching your hosts.
broken-again = Show it again

# Access
sign-in-title = Sign in
sign-in-help = Reach printed a sign-in link when it started. Open that link, or run “reach token” on the server and paste what it shows here.
sign-in-token = Access token
sign-in-submit = Sign in
sign-in-checking = Checking…
sign-in-refused = This token is not the one of this server. Run “reach token” on the server to see the current one.
sign-in-too-many = Too many attempts. Wait a minute, then try again.
sign-in-foreign = The server does not answer to this address. Open the page as localhost, by the server's IP address, or by the name in server.publicUrl.
sign-in-failed = The server could not be reached. Check that Reach is running, then try again.
sign-in-expired = You were signed out: the server no longer accepts this token.

# Live updates
live-connecting = Connecting…
live-on = Live
live-lost = Live updates lost
live-lost-detail = Until the connection is back, changes do not show up by themselves. Reach keeps trying.
live-blocked = No live updates
live-blocked-detail = The server answers, but the connection for live updates does not come through. A proxy in between may block WebSocket. Hosts are re-read once per probe interval instead.

# States
state-reachable = Reachable
state-unreachable = Unreachable
state-unknown = Unknown
state-not-loaded = Not known
state-loading = Loading…
state-local = This machine
mark-stale = Out of date
mark-inactive = Deactivated
mark-probing-off = Probing off

# Reasons: a short label, what it means, what to do next
reason-config = Settings incomplete
reason-config-meaning = Reach did not even try: the settings do not lead to a host that may be dialled. The address or alias, the pinned host key or the key file is missing or cannot be read.
reason-config-next = Open the settings, put right what the message names, and save. Reach probes again at once.
reason-timeout = No answer in time
reason-timeout-meaning = The host did not let Reach in within 10 seconds. It may be asleep or overloaded, or a firewall swallows the packets.
reason-timeout-next = Check that the machine is awake and that its address is still right. If it was only busy, the next probe will tell.
reason-host-key = Wrong host key
reason-host-key-meaning = The server, or the jump host in front of it, showed a key that is not the one on record. The machine may have been reinstalled, its address may belong to another machine now, or someone may be in between.
reason-host-key-next = Compare the fingerprint on the machine itself. Only if it really is your machine, trust the new key.
reason-auth = Login refused
reason-auth-meaning = This is the right host, but it did not accept Reach's key.
reason-auth-next = Check the user name, and that the public key is in that user's authorized_keys. With an agent: it must be unlocked and hold the key.
reason-network = No connection
reason-network-meaning = No connection could be opened: the name does not resolve, the address has moved, the port is closed, or there is no route.
reason-network-next = Check address and port, that the machine is on, and that its SSH server is running.
reason-unknown = Broke off
reason-unknown-meaning = The connection was opened and then ended too early, or what answers there does not speak SSH as expected.
reason-unknown-next = Read the message, then the SSH server's log on the host. A server that limits new connections (MaxStartups) also looks like this.

# Ages
age-checked = Checked { $age }
age-never-checked = Never checked

# Overview
hosts-title = Hosts
hosts-add = Add host
hosts-search = Search by name or address
hosts-filter = Show
hosts-sort = Sort by
filter-all = All
filter-unreachable = Unreachable
filter-reachable = Reachable
filter-unknown = Unknown
filter-inactive = Deactivated
filter-count = { $label } ({ $count })
sort-severity = Most urgent first
sort-name = Name
sort-checked = Last checked
hosts-empty-title = No hosts yet
hosts-empty-body = Add the first SSH host. Reach then keeps checking that it is there, that it is still the host you trusted, and that it lets you in.
hosts-none-match = No host matches.
hosts-clear-filter = Show all hosts
hosts-load-failed = The hosts could not be loaded. { $problem }
hosts-refresh-failed = The list could not be refreshed; it may be out of date. { $problem }
retry = Try again
probing-off = Periodic probing is off. What is shown is the last result on record; “Probe now” still works.

# One host
host-missing-title = This host does not exist
host-missing-body = It was deleted, or the link is wrong.
host-load-failed = This host could not be loaded. { $problem }
reachability-title = Reachability
reachability-not-known = It is not known whether this host is reachable: the result could not be loaded. { $problem }
reachability-refresh-failed = The result could not be refreshed. { $problem }
reachability-local = Sessions of this executor run on the machine that Reach runs on. There is nothing to probe.
reachability-inactive = This host is deactivated and is not probed. What is shown is the last result on record.
reachability-stale = This result is out of date: the last check is more than three intervals old.
reachability-never = No probe has completed yet.
below-threshold = Last probe failed: { $reason }
probed-host = Probed host
probed-host-none = None yet
last-check = Last check
last-check-none = No completed check
last-success = Last success
last-success-none = None recorded
failure-count = Failures in a row
failure-count-value =
    { $count ->
        [one] { $count } failure
       *[other] { $count } failures
    }
failure-message = Message
failure-next = What to do:
probe-interval = Checked every
probe-interval-value =
    { $seconds ->
        [one] { $seconds } second
       *[other] { $seconds } seconds
    }
probe-interval-off = Only on request
probe-now = Probe now
probe-pending = Probing…
probe-failed = The probe could not be run. { $problem }
probe-done = Probe finished: { $state }
probe-unstored-title = Result of your probe, not stored
probe-unstored-body = The settings changed meanwhile, a newer result exists, or it could not be written. The result on record stays as it was.

# Settings of a host
connection-title = Connection
edit = Edit
save = Save
saving = Saving…
cancel = Cancel
add-title = Add a host
edit-title = Edit { $name }
field-name = Name
field-host = Address
field-host-help = Host name or IP address.
field-host-alias = Alias from ssh config
field-host-alias-help = Instead of an address, or beside it: a Host entry of the server's ssh config. What is filled in here wins.
field-port = Port
field-user = User
field-identity-source = Key from
field-identity-file = Key file
field-identity-file-help = Path on the machine that Reach runs on, without a passphrase.
field-proxy-jump = Jump host
field-proxy-jump-help = user@host:port, or an alias.
field-host-fingerprint = Fingerprint of the host key
field-host-fingerprint-help = If you know it; the test then compares. On the machine itself: ssh-keygen -lf /etc/ssh/ssh_host_ed25519_key.pub. Left empty, the test shows the key, and you decide.
field-host-key-algorithm = Key type
identity-default = As ssh would
identity-agent = SSH agent
identity-file = Key file
value-none = Not set
optional = optional
form-has-errors =
    { $count ->
        [one] { $count } field needs another look.
       *[other] { $count } fields need another look.
    }
form-save-failed = Not saved. { $problem }
form-conflict = Someone else changed this host meanwhile. Their changes are in the form now, beside yours. Look at it again, then save.
error-required = Needed.
error-too-long = Too long.
error-control-character = Contains characters that cannot be used here.
error-out-of-range = Must be a number from 1 to 65535.
error-invalid-fingerprint = A fingerprint looks like SHA256: and 43 more characters.
error-invalid = Not a valid value.
error-name-taken = Another host already has this name.

# Testing a connection, trusting its key
test-title = Connection test
test-help = Tries what is filled in above and shows the host’s key. It saves nothing.
test-run = Test connection
test-again = Test again
test-running = Testing…
test-waiting = Waiting for its turn…
test-cancel = Stop the test
test-stale = The settings were changed after this test. Test again.
test-not-run = The test could not be run. { $problem }
test-ok = The connection works.
test-ok-unpinned = The host lets Reach in. Trust its key, then test again: platform and git are only looked at on a trusted host.
test-refused = The test did not get through: { $reason }
test-timeout-meaning = The host did not answer within 30 seconds. It may be asleep or overloaded, or a firewall swallows the packets.
test-config-next = Put right what the message names, then test again.
test-jump-key-next = It is the key of the jump host. Compare it on the jump host itself; if it has really changed, remove its old line from known_hosts on the server: ssh-keygen -R.
test-step-resolve = Settings
test-step-connect = Connection
test-step-host-key = Host key
test-step-authenticate = Login
test-step-platform = Platform
test-step-git = git
test-step-passed = OK
test-step-missing = Not found
test-step-failed = Failed
key-first = Reach does not know the key of { $host } yet. The host showed this one:
key-same = The host shows the expected key.
key-changed-title = The key of { $host } has changed.
key-changed-warning = This is no first contact: another key was trusted until now. The machine may have been reinstalled, its address may belong to another machine, or someone may be in between and read everything. Trust the new key only after you have compared it on the machine itself.
key-unexpected-title = { $host } shows another key than the one entered.
key-unexpected-warning = Either the fingerprint was mistyped or is that of another machine, or someone is in between and reads everything. Trust the key that was shown only after you have compared it on the machine itself.
key-entered = Entered above
key-pinned = Trusted until now
key-shown = Shown now
key-compare = On the machine itself, not over this connection:
trust-key = I trust this key
trust-compared = I have compared the fingerprint on the machine itself, and it is the same
trust-changed = Trust the new key in place of the old one
trust-unexpected = Trust the key that was shown in place of the one entered
save-needs-trust = To save, test the connection and trust its key, or choose to save without a test.
save-untested = Save without a test
save-untested-pinned = Reach then connects only if the host shows exactly the key with the fingerprint above.
save-untested-unpinned = Without a trusted key Reach does not connect: the host is shown as “{ $reason }” until you trust its key.
sessions-stay-question =
    { $count ->
        [one] { $count } session is running on { $name }. It stays on the old host; only new sessions use the new settings.
       *[other] { $count } sessions are running on { $name }. They stay on the old host; only new sessions use the new settings.
    }
sessions-stay-confirm = Save all the same
trust-title = Host key of { $name }
trust-many-title = Changed host keys
trust-many-help = These hosts show another key than the trusted one. Unless you have just reinstalled or replaced the machines, find out why before you trust anything.
trust-nothing = No host shows a changed key.
trust-tick = Trust the new key of { $name }
trust-compared-many = I have compared every ticked fingerprint on its own machine, and they are the same
trust-run =
    { $count ->
        [one] Trust { $count } key
       *[other] Trust { $count } keys
    }
trust-done = Trusted. Reach is checking the host now.
trust-back = Back
trust-review = Compare the keys
trust-first = Test and trust its key
hosts-changed-keys =
    { $count ->
        [one] { $count } host shows another key than the trusted one.
       *[other] { $count } hosts show another key than the trusted one.
    }

# Acting on a host
activate = Activate
deactivate = Deactivate
delete = Delete
delete-question = Delete { $name }? Reach stops watching it and forgets its result.
delete-confirm = Delete host
deactivate-question = Deactivate { $name }? It is no longer probed; its last result is kept.
deactivate-confirm = Deactivate host
action-failed = Not done. { $problem }
deleted = { $name } was deleted.

# Announcements for screen readers
announce-state = { $name }: { $state }
announce-state-reason = { $name }: { $state }, { $reason }
announce-many =
    { $count ->
        [one] { $count } host changed its state
       *[other] { $count } hosts changed their state
    }

# Import
hosts-import = Import
hosts-import-long = Import from ssh config
import-title = Import hosts
import-help = Reach makes a host of every name in an ssh config, with its key from known_hosts. Private keys stay where they are; nothing changes before you have seen what would be done.
import-from = Read from
import-from-server = The server’s own files
import-from-text = Pasted text
import-ssh-config = ssh config
import-known-hosts = known_hosts
import-known-hosts-help = Left empty, the server’s own known_hosts is used.
import-preview = Show what would be imported
import-reading = Reading…
import-failed = Nothing could be read or imported. { $problem }
import-preview-title = What would be imported
import-empty = No host is named there.
import-nothing = There is nothing to import.
import-run =
    { $count ->
        [one] Import { $count } host
       *[other] Import { $count } hosts
    }
import-importing = Importing…
import-done =
    { $count ->
        [one] { $count } host imported
       *[other] { $count } hosts imported
    }
import-created = New
import-merged = Merged
import-skipped = Skipped
import-warnings = Lines that were left out
import-pinned = With its key from known_hosts.
import-no-known-key = No key of this host is on record. It is added without one, and Reach does not connect to it until you trust its key.
import-completed = Already here; takes from known_hosts what it lacks about its key.
import-same-host = The same host as another name.
import-exists = Already here, with nothing to add.
import-key-differs = Already here, but it trusts another key than known_hosts. If the host’s key has really changed, trust the new one on the host’s page.
import-name-taken = A different host already has this name.
import-no-usable-key = Every key on record for it is revoked, or of a type that Reach does not speak.
import-not-expressible = It uses options that a host in Reach has no field for. Put it into the ssh config of the user that Reach runs as.
import-changed = Changed by someone else meanwhile. Import again.
import-config = The ssh config does not lead to a host:
import-name = Not a name that a host can have:
import-wildcard = A pattern, not the name of one host.

# Settings of the page and the server
settings-title = Settings
page-settings-title = This browser
theme = Colours
theme-system = System
theme-light = Light
theme-dark = Dark
configuration-title = Server configuration
configuration-help = What the running server uses, and where each value comes from. It is changed there, not here.
configuration-load-failed = The configuration could not be loaded. { $problem }
source-default = Default
source-file = File
source-environment = Environment variable
source-flag = Command-line flag
value-on = On
value-off = Off
interval-replaced = { $configured } → { $effective }
interval-seconds = { $seconds } s
clamp-negative = A negative interval is not used; the default applies.
clamp-raised = Shorter than the smallest interval, which applies instead.
clamp-lowered = Longer than the largest interval, which applies instead.
clamp-not-a-number = Not a whole number of seconds; the default applies.

# Problems with a request
problem-offline = The server could not be reached.
problem-timeout = The server did not answer in time.
problem-store = The database is not available at the moment.
problem-has-sessions = The host still has running sessions. Stop them first.
problem-not-found = The host no longer exists.
problem-not-active = The host is deactivated.
problem-shutting-down = The server is shutting down.
problem-busy = The server is busy with other tests. Try again in a moment.
problem-other = The server says: { $detail }

# Sessions
sessions-title = Sessions
sessions-start = Start a session
sessions-all = All sessions
sessions-none = There are no sessions here.
sessions-about = A session is a program that Reach starts on a host, and that you reach through a port of the machine that Reach runs on.
sessions-load-failed = The sessions could not be loaded. { $problem }
sessions-running =
    { $count ->
        [one] { $count } session
       *[other] { $count } sessions
    }
session-missing-title = This session does not exist
session-load-failed = This session could not be loaded. { $problem }
session-state-starting = Starting
session-state-running = Running
session-state-stopping = Stopping
session-state-stopped = Stopped
session-state-failed = Failed
transport-none = Not connected
transport-up = Connected
transport-unresponsive = No answer
transport-lost = Connection lost
session-unreachable = Host unreachable
session-unreachable-detail = The last probe of { $host } failed: { $reason }.
session-remains = May still run
session-host = Host
session-show-host = Show host
session-connection = Connection
session-remote-port = Port on the host
session-remote-pid = Process on the host
session-created = Created
session-started = Started
session-not-started = Has not run yet
age-created = Created { $age }
age-started = Started { $age }

# A launch
launch-title = Launch
launch-warning = { $host } was unreachable at its last probe: { $reason }. Reach tries all the same.
launch-warning-success = Last success: { $age }.
launch-warning-never = No success is on record.
step-resolve = Look up the host
step-resolve-next = Check the host's address, alias and jump host.
step-dial = Connect
step-dial-next = Check that the host is on and lets Reach in; “Probe now” on its page says more.
step-platform = Identify the system
step-platform-next = Sessions need Linux or macOS, a key that may run commands, and a login script that neither asks nor exits.
step-prepare = Prepare
step-prepare-next = Look at the end of the prepare script's output, in the message.
step-start = Start the command
step-start-next = Check the working directory, and that the host's disk is not full.
step-port = Learn its port
step-port-next = Read the log. The command must keep running and write its port to $REACH_PORT_FILE, unless a port is given.
step-forward = Open a local port
step-forward-next = Check that the machine that Reach runs on has ports and memory left.
step-ready = Wait until it accepts connections
step-ready-next = Read the log. The command must listen on 127.0.0.1, and the host must allow forwarding (AllowTcpForwarding).
step-done = done
step-current = under way
step-failed = failed here
step-waiting = not reached
session-failed-at = Failed at “{ $step }” on { $host }
session-failed-later = Ended by itself on { $host }
session-failed-later-next = Read the log, then start a new session.

# A session's connection, and acting on it
session-lost = The connection to { $host } was given up. The local port refuses connections; the program on the host runs on. Resume the session to connect again.
session-cut = The connection to { $host } ended. The local port refuses connections; the program on the host runs on. Resume the session to connect again.
session-unresponsive = { $host } does not answer at the moment. If that goes on, the connection is given up.
session-silence =
    { $seconds ->
        [one] No answer for { $seconds } second.
       *[other] No answer for { $seconds } seconds.
    }
session-disconnected = Reach is not connected to { $host }. After a restart it connects again by itself, as often as it takes; you can also resume the session now.
session-may-remain = The program may still run on { $host }: Reach could not make sure that it ended.
session-stop-now = Stop it now
session-stop = Stop
session-stop-pending = Stopping…
session-resume = Resume
session-resume-pending = Resuming…
session-reset = Reset
session-reset-pending = Resetting…
session-reset-help = For sessions with a credential broker: once the broker answers, the program is ended so that it can be started afresh.
session-delete-question = Delete { $name }? Its directory on the host goes too, with the log.
session-delete-forced-question = Delete { $name } although it may still run on { $host }? Reach then knows nothing of it any more, and you have to end it yourself.
session-delete-confirm = Delete session
session-delete-forced = Delete all the same
session-action-waits = It takes longer than usual. The server goes on with it, and this page shows what comes of it.
log-title = Log
log-help = The last 200 lines, read on the host when you ask for them.
log-read = Show log
log-refresh = Refresh
log-reading = Reading…
log-empty = The log is empty.
log-failed = The log could not be read. { $problem }
address-title = Local address
address-help = Can be opened only on the machine that Reach runs on.
address-copy = Copy
address-copied = Copied.
address-not-copied = The browser does not let the page copy. The address is selected instead.
address-open = Open

# Starting a session
start-on-none = Choose a host
start-command = Command
start-command-help = Runs in the foreground and listens on 127.0.0.1.
start-port-from = Its port
start-port-file = The command tells it
start-port-given = Always the same
start-port-file-help = The command writes the number to the file that $REACH_PORT_FILE names.
start-port = Port number
start-workdir = Working directory
start-workdir-help = Left empty, the session's own directory on the host.
start-prepare = Prepare script
start-prepare-help = For /bin/sh, before the command. If it fails, nothing is started.
start-cleanup = Cleanup script
start-cleanup-help = For /bin/sh, before the command is ended.
start-env = Environment
start-env-value = Value
start-env-add = Add a variable
start-env-remove = Remove variable { $name }
start-broker = Credential broker
start-broker-help = Its URL as seen from the host. Makes a reset possible.
start-submit = Start session
start-pending = Starting…
start-failed = Not started. { $problem }
error-env = A name is letters, digits and _, does not start with a digit, and not with REACH_.
error-env-twice = Two variables have this name.
error-url = Must be an http:// or https:// URL.

# Announcements about sessions
announce-session = Session { $name }: { $state }
announce-session-lost = Session { $name }: connection lost
announce-sessions-many =
    { $count ->
        [one] { $count } session changed its state
       *[other] { $count } sessions changed their state
    }

# Problems with a session
problem-broker = The credential broker does not answer: { $detail }
problem-not-connected = Reach could not connect to the host: { $detail }
problem-host-failed = The host did not do it: { $detail }
problem-host-changed = The host's connection was changed since the session was started. Change it back, or start a new session.
problem-may-remain = The program may still run. Stop it first.
problem-no-broker = This session has no credential broker.
problem-not-resumable = Nothing of it is left to resume. Start a new session.
problem-running = The session has not ended yet. Stop it first.
problem-too-many-sessions = There are too many sessions. Stop some that are not needed.
problem-transport-lost = The connection was lost. Resume the session.
problem-no-session = The session no longer exists.

//! The scripts, run by this machine's `/bin/sh` in a home directory of their own.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::PathBuf;
use std::time::Instant;

use async_trait::async_trait;
use reach_logic::session::Controller;
use tempfile::TempDir;
use tokio::process::Command;

use super::*;
use crate::sessions::shell::feed;
use crate::ssh::ScriptOutput;

/// For anything that is waited for.
const BOUND: Duration = Duration::from_secs(20);

/// What `ps` of macOS answers to the scripts.
const PS: &str = r#"#!/bin/sh
case $* in
'-o stat= -p '*) fields='\1' files="/proc/$4/stat" ;;
'-o lstart= -p '*) fields='Mon Jan  1 \4' files="/proc/$4/stat" ;;
'-A -o pgid= -o stat=') fields='  \2 \1s' files='/proc/[0-9]*/stat' ;;
*) exit 1 ;;
esac
cat $files 2>/dev/null | sed -nE "s/^[0-9]+ \(.*\) (.) -?[0-9]+ (-?[0-9]+) ([^ ]+ ){16}([0-9]+) .*/$fields/p"
"#;

/// A machine.
struct Machine {
    home: TempDir,
    has_proc: bool,
}

impl Machine {
    fn linux() -> Self {
        let home = tempfile::tempdir().unwrap();
        fs::create_dir(home.path().join("bin")).unwrap();
        Self {
            home,
            has_proc: true,
        }
    }

    /// As macOS is to the scripts: no `/proc`, so no environment of processes either.
    fn macos() -> Self {
        let machine = Self {
            has_proc: false,
            ..Self::linux()
        };
        machine.has_command("ps", PS);
        machine
    }

    /// Puts a command before those of its name.
    fn has_command(&self, name: &str, text: &str) {
        let path = self.home.path().join("bin").join(name);
        fs::write(&path, text).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    }

    fn path(&self, name: &str) -> PathBuf {
        self.home.path().join(".reach/sessions/s1").join(name)
    }

    /// What something has written there, once it has.
    async fn read(&self, name: &str) -> String {
        let started = Instant::now();
        loop {
            let text = fs::read_to_string(self.path(name)).unwrap_or_default();
            if text.ends_with('\n') {
                return text.trim().to_owned();
            }
            assert!(started.elapsed() < BOUND, "{name} was never written");
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    async fn on<T>(&self, what: impl AsyncFnOnce(Host<'_>) -> T) -> T {
        let session = "s1".parse().unwrap();
        let host = Host {
            shell: self,
            session: &session,
        };
        what(host).await
    }
}

#[async_trait]
impl Shell for Machine {
    async fn run(&self, script: &str, keep: usize) -> Result<ScriptOutput, ShellError> {
        let path = std::env::var("PATH").unwrap();
        let home = self.home.path();
        let mut shell = Command::new("/bin/sh");
        shell
            .args(["-c", "umask 027; exec /bin/sh -s"])
            .env("HOME", home)
            .env("PATH", format!("{}/bin:{path}", home.display()));
        let script = if self.has_proc {
            script.to_owned()
        } else {
            script.replace("/proc/", "/nowhere/")
        };
        Ok(feed(shell, &script, keep).await?)
    }
}

fn spec(command: &str) -> SessionSpec {
    SessionSpec {
        controller: Controller {
            command: command.to_owned(),
            port: 0,
            workdir: None,
        },
        prepare_script: None,
        cleanup_script: None,
        env: [].into(),
        credential_broker_url: None,
    }
}

/// Whether the process runs; a zombie does not.
fn runs(pid: &str) -> bool {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    let state = stat.rsplit_once(") ").map(|(_, rest)| rest.as_bytes()[0]);
    !matches!(state, None | Some(b'Z' | b'X'))
}

/// Waits for the end of a process.
async fn until_gone(pid: &str) {
    let started = Instant::now();
    while runs(pid) {
        assert!(started.elapsed() < BOUND, "{pid} runs");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

/// A controller whose child hides its environment and ignores the request to end.
const DEAF_CHILD: &str = r#"env -i /bin/sh -c 'trap "" TERM; echo $$ > "$0/child"; exec sleep 1000' \
    "$REACH_SESSION_DIR" & wait"#;

#[tokio::test]
async fn a_stop_kills_what_outlives_the_leader_of_its_group() {
    let stop = async |machine: Machine| {
        machine
            .on(async |host| {
                host.make_directory().await.unwrap();
                let process = host.start(&spec(DEAF_CHILD)).await.unwrap();
                let child = machine.read("child").await;
                assert!(runs(&child));
                host.stop(&process, Duration::from_millis(200))
                    .await
                    .unwrap();
                assert!(!runs(&child), "has_proc: {}", machine.has_proc);
                assert!(!runs(&process.pid.to_string()));
            })
            .await;
    };
    tokio::join!(stop(Machine::linux()), stop(Machine::macos()));
}

#[tokio::test]
async fn a_clock_that_is_set_is_no_other_boot() {
    let machine = Machine::macos();
    let sysctl = |time: u32| {
        let text = format!(
            "#!/bin/sh\ncase $2 in kern.boottime) echo {time} ;; kern.bootsessionuuid) echo b1 ;; esac"
        );
        machine.has_command("sysctl", &text);
    };
    sysctl(1);
    machine
        .on(async |host| {
            host.make_directory().await.unwrap();
            let process = host.start(&spec("exec sleep 1000")).await.unwrap();
            assert_eq!(process.boot_id, "b1");
            sysctl(2);
            assert!(host.look(&process, false).await.unwrap().is_alive);
            host.stop(&process, PATIENCE).await.unwrap();
            assert!(!runs(&process.pid.to_string()));
        })
        .await;
}

#[tokio::test]
async fn what_a_controller_has_started_is_the_controller_as_long_as_it_runs() {
    let machine = Machine::linux();
    machine
        .on(async |host| {
            host.make_directory().await.unwrap();
            let command = "setsid sleep 1000 & echo $! > child
                until [ -e end ]; do sleep 0.05; done";
            let process = host.start(&spec(command)).await.unwrap();
            let child = machine.read("child").await;
            fs::write(machine.path("end"), "").unwrap();
            until_gone(&process.pid.to_string()).await;
            assert!(host.look(&process, false).await.unwrap().is_alive);
            host.stop(&process, PATIENCE).await.unwrap();
            assert!(!runs(&child));
        })
        .await;
}

#[tokio::test]
async fn the_end_of_a_script_s_time_ends_no_other_process_of_its_number() {
    let machine = Machine::linux();
    let shell = |text: &str| {
        let mut shell = Command::new("/bin/sh");
        shell.args(["-c", text]).kill_on_drop(true);
        shell
    };
    let mut other = shell("exec sleep 1000").spawn().unwrap();
    let pid = other.id().unwrap().to_string();
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap();
    let started = stat.split_whitespace().nth(21).unwrap();
    let boot = fs::read_to_string("/proc/sys/kernel/random/boot_id").unwrap();
    let file = machine.home.path().join("prepare.pid");
    let limit = async |started: &str| {
        fs::write(&file, format!("{pid}\n{started}\n{boot}node\n")).unwrap();
        let mut limiter = shell(DEADLINE);
        limiter.env("reach_limit", "0").env("reach_file", &file);
        limiter.status().await.unwrap()
    };
    for another in ["1", ""] {
        limit(another).await;
        assert!(runs(&pid), "{another:?}");
    }
    let (_, status) = tokio::join!(limit(started), other.wait());
    assert!(!status.unwrap().success());
}

#[tokio::test]
async fn scripts_and_controller_have_the_user_s_umask_and_our_files_have_not() {
    let machine = Machine::linux();
    machine
        .on(async |host| {
            host.make_directory().await.unwrap();
            let prepare = "umask > prepared";
            let prepared = host
                .run_script("prepare", prepare, &spec(""), Duration::from_secs(20))
                .await;
            prepared.unwrap();
            let command = "umask > started; exec sleep 1000";
            let process = host.start(&spec(command)).await.unwrap();
            for name in ["prepared", "started"] {
                assert_eq!(machine.read(name).await, "0027");
            }
            let log = fs::metadata(machine.path("log")).unwrap();
            assert_eq!(log.permissions().mode() & 0o777, 0o600);
            host.stop(&process, PATIENCE).await.unwrap();
        })
        .await;
}

#[tokio::test]
async fn a_port_is_the_first_line_of_its_file_as_it_stands() {
    let machine = Machine::linux();
    machine
        .on(async |host| {
            host.make_directory().await.unwrap();
            let process = host.start(&spec("exec sleep 1000")).await.unwrap();
            for (text, port) in [
                ("80", "80"),
                (" 80 \t\r\n", "80"),
                ("12\n34\n", "12"),
                ("12 34", "12 34"),
                ("12\t\\x34", "12\t\\x34"),
            ] {
                fs::write(machine.path("port"), text).unwrap();
                let look = host.look(&process, true).await.unwrap();
                assert_eq!(look.port.as_deref(), Some(port), "{text:?}");
            }
            host.stop(&process, PATIENCE).await.unwrap();
        })
        .await;
}

//! A terminal of the test's own, for what a command does only on one.

use std::fs::{File, OpenOptions};
use std::io::{Read as _, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::PathBuf;
use std::process::Stdio;
use std::time::Duration;

use rustix::fs::OFlags;
use rustix::io::{FdFlags, fcntl_setfd};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use tokio::sync::mpsc;
use tokio::time::timeout;

const DEADLINE: Duration = Duration::from_secs(20);

/// A pseudo-terminal: the test is the person in front of it.
#[derive(Debug)]
pub struct Terminal {
    keyboard: File,
    /// Kept open, so that the terminal outlives a command.
    end: File,
    path: PathBuf,
    screen: mpsc::UnboundedReceiver<Vec<u8>>,
    shown: String,
}

impl Terminal {
    /// Opens one.
    pub fn open() -> Self {
        let controller = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
        fcntl_setfd(&controller, FdFlags::CLOEXEC).expect("a flag");
        grantpt(&controller).expect("the terminal's mode");
        unlockpt(&controller).expect("the terminal's lock");
        let name = ptsname(&controller, Vec::new()).expect("the terminal's name");
        let path = PathBuf::from(name.into_string().expect("text"));
        let end = open(&path);
        let keyboard = File::from(controller);
        let mut output = keyboard.try_clone().expect("a second handle");
        let (to_screen, screen) = mpsc::unbounded_channel();
        // Ends with the last handle on the other side, or when nobody looks any more.
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count) = output.read(&mut bytes) {
                if count == 0 || to_screen.send(bytes[..count].to_vec()).is_err() {
                    break;
                }
            }
        });
        Self {
            keyboard,
            end,
            path,
            screen,
            shown: String::new(),
        }
    }

    /// A stream of a command that is this terminal.
    pub fn stream(&self) -> Stdio {
        open(&self.path).into()
    }

    /// Types a line.
    pub fn type_line(&mut self, line: &str) {
        writeln!(self.keyboard, "{line}").expect("a key press");
    }

    /// Waits until the screen shows this text; returns everything that it has shown.
    pub async fn shows(&mut self, text: &str) -> &str {
        while !self.shown.contains(text) {
            let more = timeout(DEADLINE, self.screen.recv()).await;
            let Ok(Some(more)) = more else {
                panic!("the terminal does not show {text:?}: {}", self.shown);
            };
            self.shown += &text_of(&more);
        }
        &self.shown
    }

    /// Everything that was ever shown; for when the commands on it have ended.
    pub async fn everything(mut self) -> String {
        drop(self.end);
        while let Ok(Some(more)) = timeout(DEADLINE, self.screen.recv()).await {
            self.shown += &text_of(&more);
        }
        self.shown
    }
}

/// Lines as they were written; a terminal ends them with a carriage return, too.
fn text_of(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).replace('\r', "")
}

/// Without making it the terminal that the test itself runs on.
fn open(path: &PathBuf) -> File {
    let flags = i32::try_from(OFlags::NOCTTY.bits()).expect("a flag of open");
    OpenOptions::new()
        .read(true)
        .write(true)
        .custom_flags(flags)
        .open(path)
        .expect("the terminal's other side")
}

//! Connections that no session owns.

use std::time::{Duration, Instant};

use reach_logic::session::SessionState;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;
use tokio::time::sleep;

use crate::rig::{GREETER, INTERVAL, PATIENCE, Rig, session_id, spec};

/// A broker that takes its time: longer than several probes would be apart.
async fn slow_broker() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/", listener.local_addr().unwrap());
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let _ = stream.read(&mut [0; 512]).await;
            sleep(3 * INTERVAL).await;
            let _ = stream.write_all(b"HTTP/1.1 204 No Content\r\n\r\n").await;
        }
    });
    url
}

impl Rig {
    /// Liveness probes that the host has seen.
    fn probes(&self) -> usize {
        self.sshd
            .log()
            .matches("rtype keepalive@openssh.com")
            .count()
    }

    async fn until_alone(&self) {
        let started = Instant::now();
        while self.directory().exists() || !self.sshd.connections().is_empty() {
            assert!(
                started.elapsed() < PATIENCE,
                "{:?}",
                self.sshd.connections()
            );
            sleep(Duration::from_millis(10)).await;
        }
    }
}

// covers: SSH-TRANSPORT-LIVENESS-002.2
#[tokio::test]
async fn the_dials_of_a_reset_and_of_a_removal_are_not_watched() {
    let rig = Rig::new().await;
    let mut wanted = spec(GREETER);
    wanted.credential_broker_url = Some(slow_broker().await);
    rig.runs(wanted).await;
    let started = Instant::now();
    while rig.probes() < 2 {
        assert!(started.elapsed() < PATIENCE, "{}", rig.sshd.log());
        sleep(Duration::from_millis(10)).await;
    }
    // Another server knows of the session, and has not connected to it.
    rig.sessions.shutdown().await;
    let another = rig.another_server();
    let probes = rig.probes();
    let reset = another.reset(session_id("s1")).await.unwrap();
    assert_eq!(reset.state, SessionState::Stopped);
    assert_eq!(rig.processes(), [0; 0]);
    another.delete(session_id("s1"), false).await.unwrap();
    rig.until_alone().await;
    assert_eq!(rig.probes(), probes);
    another.shutdown().await;
}

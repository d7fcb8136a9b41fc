//! Real wedges: the process of a connection is stopped, TCP stays up. Shortened tuning.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use reach_logic::Tuning;
use reach_tests::ports::is_refused;
use reach_tests::sshd::Sshd;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::time::{sleep, timeout};

use crate::real::{DEADLINE, GRACE, INTERVAL, PATIENCE, Rig, client, echo};

/// What the session is doing when its host freezes.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Wedge {
    Idle,
    MidRequest,
    FullSendBuffer,
}

async fn wedge(how: Wedge) {
    let sshd = Sshd::start();
    let rig = Rig::new().await;
    let wedged = rig.session("wedged", &sshd.connection()).await;
    let mut waiting = client(&wedged).await;
    echo(&mut waiting).await;
    let wedged_processes = sshd.connections();
    let healthy = rig.session("healthy", &sshd.connection()).await;
    let mut other = client(&healthy).await;
    echo(&mut other).await;

    sshd.freeze(&wedged_processes);
    let frozen = Instant::now();
    match how {
        Wedge::Idle => {}
        Wedge::MidRequest => waiting.write_all(b"e").await.unwrap(),
        Wedge::FullSendBuffer => {
            let block = vec![b'e'; 1024 * 1024];
            let fill = async { while waiting.write_all(&block).await.is_ok() {} };
            let _ = timeout(DEADLINE / 3, fill).await;
        }
    }
    // Whoever waits gets an error, within the deadline and a second.
    let mut answer = Vec::new();
    let end = timeout(PATIENCE, waiting.read_to_end(&mut answer)).await;
    let error = end.expect("an end").expect_err("an error");
    let took = frozen.elapsed();
    assert_eq!(error.kind(), std::io::ErrorKind::ConnectionReset, "{how:?}");
    assert!(took < INTERVAL + DEADLINE + GRACE, "{how:?}: {took:?}");
    assert!(is_refused(wedged.local_port().unwrap()), "{how:?}");
    while rig.warnings().is_empty() {
        assert!(frozen.elapsed() < PATIENCE, "{how:?}: no warning");
        sleep(Duration::from_millis(1)).await;
    }
    let warnings = rig.warnings();
    assert_eq!(warnings.len(), 1, "{how:?}: {warnings:?}");
    assert!(warnings[0].fields.contains("session.id=wedged"));

    echo(&mut other).await;
    assert!(!healthy.is_lost());
    sshd.thaw_connections();
    drop((waiting, other));
    rig.finish().await;
}

// covers: SSH-TRANSPORT-LIVENESS-001.3, SSH-TRANSPORT-LIVENESS-001.6
#[tokio::test]
async fn an_idle_session_whose_host_freezes_ends_in_time_and_alone() {
    wedge(Wedge::Idle).await;
}

// covers: SSH-TRANSPORT-LIVENESS-001.3, SSH-TRANSPORT-LIVENESS-001.6
#[tokio::test]
async fn a_request_under_way_when_the_host_freezes_gets_an_error_in_time() {
    wedge(Wedge::MidRequest).await;
}

// covers: SSH-TRANSPORT-LIVENESS-001.3, SSH-TRANSPORT-LIVENESS-001.6
#[tokio::test]
async fn a_full_send_buffer_does_not_delay_the_loss() {
    wedge(Wedge::FullSendBuffer).await;
}

// covers: SSH-TRANSPORT-LIVENESS-001.4
#[tokio::test]
async fn a_connection_that_is_killed_is_lost_at_once() {
    let sshd = Sshd::start();
    // The next probe and the deadline are too far away to notice it.
    let hour = Duration::from_hours(1);
    let mut rig = Rig::with(Tuning::new(hour, 3 * hour)).await;
    let live = rig.session("s", &sshd.connection()).await;
    let mut waiting = client(&live).await;
    echo(&mut waiting).await;
    sshd.kill_connections();
    let killed = Instant::now();
    let mut answer = Vec::new();
    let end = timeout(PATIENCE, waiting.read_to_end(&mut answer)).await;
    assert!(end.expect("an end").is_err());
    while rig.losses().is_empty() {
        assert!(killed.elapsed() < PATIENCE, "it is not lost");
        sleep(Duration::from_millis(1)).await;
    }
    assert!(live.is_lost());
    assert!(is_refused(live.local_port().unwrap()));
    drop(waiting);
    rig.finish().await;
}

// covers: SSH-TRANSPORT-LIVENESS-001.2
#[tokio::test]
async fn a_healthy_host_that_declines_every_probe_is_never_lost() {
    let sshd = Sshd::start();
    let rig = Rig::new().await;
    let live = rig.session("s", &sshd.connection()).await;
    sleep(2 * DEADLINE + INTERVAL).await;
    assert!(!live.is_lost());
    assert!(live.look().silence.unwrap() < DEADLINE);
    let mut still = client(&live).await;
    echo(&mut still).await;
    drop(still);
    rig.finish().await;
}

// S14
#[tokio::test]
async fn bulk_in_both_directions_at_once_arrives_whole_and_nothing_is_lost() {
    let sshd = Sshd::start();
    let rig = Rig::new().await;
    let live = rig.session("s", &sshd.connection()).await;
    let bytes: Vec<u8> = (0..=250).cycle().take(30_000_000).collect();
    let (mut reader, mut writer) = client(&live).await.into_split();
    let send = async {
        writer.write_all(&bytes).await.unwrap();
        writer.shutdown().await.unwrap();
    };
    let receive = async {
        let mut back = Vec::new();
        let end = timeout(PATIENCE, reader.read_to_end(&mut back)).await;
        end.expect("an end").unwrap();
        back
    };
    let ((), back) = tokio::join!(send, receive);
    assert!(back == bytes);
    assert!(rig.warnings().is_empty());
    drop((reader, writer));
    rig.finish().await;
}

// S8
#[tokio::test]
async fn five_hundred_clients_that_connect_and_leave_harm_neither_a_transfer_nor_the_port() {
    let sshd = Sshd::start();
    // Of a busy machine the watchdog is to have nothing to say.
    let rig = Rig::with(Some(Tuning::DEFAULT)).await;
    let live = rig.session("s", &sshd.connection()).await;
    let have_left = AtomicBool::new(false);
    let leaving = async {
        for _ in 0..10 {
            let clients = join_all((0..50).map(|_| client(&live))).await;
            for (number, mut client) in clients.into_iter().enumerate() {
                match number % 3 {
                    0 => client.set_zero_linger().unwrap(),
                    1 => client.write_all(b"e").await.unwrap(),
                    _ => {}
                }
            }
        }
        have_left.store(true, Ordering::SeqCst);
    };
    let block: Vec<u8> = (0..=250).cycle().take(251 * 256).collect();
    let (mut reader, mut writer) = client(&live).await.into_split();
    // At least a hundred blocks, and until the last of them has left.
    let send = async {
        let mut sent = 0;
        while sent < 100 * block.len() || !have_left.load(Ordering::SeqCst) {
            let written = writer.write_all(&block).await;
            assert!(written.is_ok(), "{written:?}: {:?}", rig.warnings());
            sent += block.len();
        }
        writer.shutdown().await.unwrap();
        sent
    };
    let receive = async {
        let mut back = Vec::new();
        let end = timeout(PATIENCE, reader.read_to_end(&mut back)).await;
        end.expect("an end").unwrap();
        back
    };
    let ((), total, back) = tokio::join!(leaving, send, receive);
    assert_eq!(back.len(), total);
    assert!(back.chunks(block.len()).all(|chunk| chunk == block));
    let mut after = client(&live).await;
    echo(&mut after).await;
    assert!(rig.warnings().is_empty(), "{:?}", rig.warnings());
    drop((reader, writer, after));
    rig.finish().await;
}

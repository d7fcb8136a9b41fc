//! Whoever pauses on this side, Reach or a client, makes no host look dead.

use std::time::{Duration, Instant};

use reach_logic::Tuning;
use reach_server::sessions::{Forward, Limits};
use reach_tests::alone::Alone;
use reach_tests::memory_host::FLOOD;
use reach_tests::sshd::Sshd;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::sleep;

use crate::{real, rig};

// S6
#[tokio::test]
async fn a_reach_that_was_stopped_beside_a_healthy_host_declares_nothing() {
    let name = "pauses::a_reach_that_was_stopped_beside_a_healthy_host_declares_nothing";
    let Some(alone) = Alone::enter(name) else {
        return;
    };
    let stop = Stop {
        tuning: Tuning::new(real::INTERVAL, real::DEADLINE),
        outstanding_at: real::INTERVAL + real::INTERVAL / 4,
        how_long: 2 * real::DEADLINE,
        // Longer than a probe that is sent then may take.
        watched_for: real::DEADLINE + real::INTERVAL,
    };
    beside_a_healthy_host(&alone, stop).await;
}

/// The product's own 15 and 45 seconds.
// S6
#[tokio::test]
async fn a_reach_that_was_stopped_for_a_minute_declares_nothing() {
    let name = "pauses::a_reach_that_was_stopped_for_a_minute_declares_nothing";
    let Some(alone) = Alone::enter(name) else {
        return;
    };
    let stop = Stop {
        tuning: Limits::default().tuning,
        outstanding_at: Duration::from_secs(16),
        how_long: Duration::from_mins(1),
        watched_for: Duration::from_secs(16),
    };
    beside_a_healthy_host(&alone, stop).await;
}

/// A process that is stopped, and goes on.
struct Stop {
    tuning: Option<Tuning>,
    /// After so much silence a probe is on its way.
    outstanding_at: Duration,
    how_long: Duration,
    /// How long nothing may be declared afterwards.
    watched_for: Duration,
}

async fn beside_a_healthy_host(alone: &Alone, stop: Stop) {
    let sshd = Sshd::start();
    let mut rig = real::Rig::with(stop.tuning).await;
    let idle = rig.session("idle", &sshd.connection()).await;
    let before = sshd.connections();
    let asked = rig.session("asked", &sshd.connection()).await;
    let mut clients = Vec::new();
    for live in [&idle, &asked] {
        let mut client = real::client(live).await;
        real::echo(&mut client).await;
        clients.push(client);
    }
    // The one is stopped between two probes, the other with a probe outstanding, whose answer
    // arrives in the meantime.
    let mut slow = sshd.connections();
    slow.retain(|pid| !before.contains(pid));
    sshd.freeze(&slow);
    while asked.look().silence.unwrap() < stop.outstanding_at {
        sleep(Duration::from_millis(1)).await;
    }
    let pids: Vec<String> = slow.iter().map(u32::to_string).collect();
    let thaw = format!("kill -CONT {}", pids.join(" "));
    let stopped = Instant::now();
    alone.stand_still(stop.how_long, &thaw).await;
    assert!(stopped.elapsed() > stop.how_long);
    let resumed = Instant::now();
    while resumed.elapsed() < stop.watched_for {
        for client in &mut clients {
            real::echo(client).await;
        }
        sleep(Duration::from_millis(20)).await;
    }
    assert!(!idle.is_lost() && !asked.is_lost());
    assert!(rig.losses().is_empty() && rig.warnings().is_empty());
    drop(clients);
    rig.finish().await;
}

const MEGABYTE: usize = 1024 * 1024;

/// Loopback delivers at once, so that virtual time does not run away from these sockets.
// S14, S16
#[tokio::test(start_paused = true)]
async fn a_client_that_pauses_for_five_minutes_loses_nothing_and_holds_up_nobody() {
    const BYTES: usize = 40 * MEGABYTE;
    let name = "pauses::a_client_that_pauses_for_five_minutes_loses_nothing_and_holds_up_nobody";
    let Some(alone) = Alone::enter(name) else {
        return;
    };
    let mut rig = rig::Rig::new();
    let (live, wire) = rig.session("s").await;
    let directory = tempfile::tempdir().unwrap();
    let spools = real::spools(directory.path());
    let connection = live.look().connection.unwrap();
    let flood = Forward::open(connection, FLOOD, None, spools.clone());
    let flood = flood.await.unwrap();

    let before = alone.memory();
    let mut paused = TcpStream::connect(("127.0.0.1", flood.port()))
        .await
        .unwrap();
    let order = format!("{BYTES} 32768\n");
    paused.write_all(order.as_bytes()).await.unwrap();
    for second in 0..300 {
        rig.at(Duration::from_secs(second)).await;
        if second % 5 == 0 {
            let mut other = real::client(&live).await;
            other.write_all(b"e").await.unwrap();
            assert_eq!(other.read_u8().await.unwrap(), b'e');
        }
        assert!(live.look().silence.unwrap() <= rig::INTERVAL);
        let more = alone.memory().saturating_sub(before);
        assert!(more < BYTES / 2, "{more} bytes more after {second} s");
    }
    assert!(
        usize::try_from(spools.used()).unwrap() > BYTES - 8 * MEGABYTE,
        "it has all arrived"
    );
    assert!(rig.warnings().is_empty(), "{:?}", rig.warnings());

    let mut rest = Vec::new();
    paused.read_to_end(&mut rest).await.unwrap();
    assert_eq!(rest.len(), BYTES);
    assert_eq!(spools.used(), 0);
    flood.shut().await.unwrap();
    rig.dispose("s").await;
    drop((paused, flood, live, wire));
    rig.finish().await;
}

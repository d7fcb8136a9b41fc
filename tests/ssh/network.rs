//! What a network can do. Every test here runs in a network namespace of its own; without root,
//! or where the kernel makes none, it is skipped and says so.

use std::net::UdpSocket;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use reach_logic::{ConnectionConfig, Reason};
use reach_server::ssh::Probe as _;
use reach_tests::netns::{BLACK_HOLE, Namespace};
use reach_tests::sshd::{Sshd, executor};
use tokio_util::sync::CancellationToken;

use crate::rig::{Rig, SHORT, row, sockets_to, stall};

fn to_host(sshd: &Sshd, host: &str) -> ConnectionConfig {
    ConnectionConfig {
        host: Some(host.to_owned()),
        ..sshd.connection()
    }
}

/// A DNS server that knows no name.
fn name_server() {
    let socket = UdpSocket::bind("127.0.0.1:53").unwrap();
    thread::spawn(move || {
        let mut query = [0; 512];
        while let Ok((length, from)) = socket.recv_from(&mut query) {
            // The question sent back as a response, with the code for "no such name".
            query[2] |= 0x80;
            query[3] = (query[3] & 0xf0) | 3;
            let _ = socket.send_to(&query[..length], from);
        }
    });
}

// covers: SSH-REACHABILITY-001.27, SSH-REACHABILITY-001.8
#[tokio::test]
async fn routes_that_lead_nowhere_are_classified() {
    let Some(network) = Namespace::enter("network::routes_that_lead_nowhere_are_classified") else {
        return;
    };
    let sshd = Sshd::start();
    let no_route = row("no route", Reason::Network, &["network is unreachable"]);
    no_route
        .run(&no_route.rig(), to_host(&sshd, "198.51.100.1"), None)
        .await;
    for (kind, net, says) in [
        ("unreachable", "203.0.113.0/28", "no route to host"),
        ("prohibit", "203.0.113.16/28", "permission denied"),
        ("blackhole", "203.0.113.32/28", "cannot connect"),
    ] {
        network.route(kind, net);
        let host = net
            .replace("0/28", "1")
            .replace("16/28", "17")
            .replace("32/28", "33");
        let failure = Rig::new().failure(to_host(&sshd, &host)).await;
        assert_eq!(failure.reason, Reason::Network, "{kind}: {failure:?}");
        assert!(failure.message.contains(says), "{kind}: {failure:?}");
    }
    let dropped = stall("dropped SYN", &["while connecting"]);
    dropped
        .run(&dropped.rig(), to_host(&sshd, BLACK_HOLE), None)
        .await;
}

// covers: SSH-REACHABILITY-001.27, SSH-REACHABILITY-001.8
#[tokio::test]
async fn names_that_lead_nowhere_are_classified() {
    let Some(network) = Namespace::enter("network::names_that_lead_nowhere_are_classified") else {
        return;
    };
    let sshd = Sshd::start();
    let no_server = row(
        "no name server",
        Reason::Network,
        &["name cannot be resolved"],
    );
    no_server
        .run(&no_server.rig(), to_host(&sshd, "web.test"), None)
        .await;
    name_server();
    let no_name = row(
        "no such name",
        Reason::Network,
        &["name or service not known"],
    );
    no_name
        .run(&no_name.rig(), to_host(&sshd, "web.test"), None)
        .await;

    network.resolver(BLACK_HOLE);
    let rig = Rig::with_deadline(SHORT);
    let failure = rig.failure(to_host(&sshd, "web.test")).await;
    assert_eq!(failure.reason, Reason::Timeout, "{failure:?}");
    assert!(
        failure.message.contains("while looking up the name"),
        "{failure:?}"
    );
}

// covers: SSH-REACHABILITY-001.8
#[test]
fn a_resolver_that_never_answers_holds_up_nothing_else() {
    let name = "network::a_resolver_that_never_answers_holds_up_nothing_else";
    let Some(network) = Namespace::enter(name) else {
        return;
    };
    network.resolver(BLACK_HOLE);
    let sshd = Sshd::start();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .unwrap();
    let prober = Arc::new(Rig::with_deadline(2 * SHORT).prober());
    runtime.block_on(async {
        let probe = async |id: &str, connection: ConnectionConfig| {
            let executor = executor(id, connection, None);
            let report = prober.probe(&executor, &CancellationToken::new()).await;
            report.unwrap().failure.map(|failure| failure.reason)
        };
        for id in ["a", "b", "c", "d", "e"] {
            let reason = probe(id, to_host(&sshd, "web.test")).await;
            assert_eq!(reason, Some(Reason::Timeout));
        }
        assert_eq!(probe("f", sshd.connection()).await, None);
    });
    let started = Instant::now();
    drop(runtime);
    assert!(
        started.elapsed() < Duration::from_secs(1),
        "{:?}",
        started.elapsed()
    );
}

#[tokio::test]
async fn each_probe_resolves_anew_and_tries_every_address() {
    let name = "network::each_probe_resolves_anew_and_tries_every_address";
    let Some(network) = Namespace::enter(name) else {
        return;
    };
    let sshd = Sshd::start();
    let rig = Rig::new();
    let prober = rig.prober();
    let executor = executor("a", to_host(&sshd, "moved.test"), None);
    let probe = async || rig.probe_with(&prober, &executor).await.failure;

    network.hosts("127.0.0.9 moved.test");
    assert_eq!(probe().await.unwrap().reason, Reason::Network);
    network.hosts("127.0.0.1 moved.test");
    assert_eq!(probe().await, None);

    // One that answers with a refusal, one that never answers, and the right one.
    network.hosts("127.0.0.9 moved.test\n192.0.2.9 moved.test\n127.0.0.1 moved.test");
    let started = Instant::now();
    assert_eq!(probe().await, None);
    assert!(
        started.elapsed() < Duration::from_secs(5),
        "{:?}",
        started.elapsed()
    );
    assert_eq!(
        sockets_to(sshd.port()),
        0,
        "the other attempts are gone too"
    );
}

// covers: SSH-REACHABILITY-001.27, SSH-REACHABILITY-001.8
#[tokio::test]
async fn the_network_behind_a_bastion_is_the_bastions() {
    let Some(network) = Namespace::enter("network::the_network_behind_a_bastion_is_the_bastions")
    else {
        return;
    };
    let target = Sshd::start();
    let bastion = Sshd::builder().hosts("127.0.0.1 inner.test\n").start();
    bastion.authorize(&target.user_key().with_extension("pub"));
    let behind = |host: &str| ConnectionConfig {
        proxy_jump: Some(format!("{}@127.0.0.1:{}", bastion.user(), bastion.port())),
        ..to_host(&target, host)
    };
    // The name means another machine here.
    network.hosts("127.0.0.9 inner.test");
    let report = Rig::new()
        .probe(&executor("a", behind("inner.test"), None))
        .await;
    assert_eq!(report.failure, None, "{}", bastion.log());
    assert_eq!(report.host, "inner.test");

    network.route("unreachable", "203.0.113.0/24");
    let unroutable = row("unroutable", Reason::Network, &["cannot connect"]);
    unroutable
        .run(&unroutable.rig(), behind("203.0.113.1"), None)
        .await;
    let dropped = crate::rig::late_stall("dropped SYN", &["while connecting"]);
    dropped.run(&dropped.rig(), behind(BLACK_HOLE), None).await;
}

//! Links that break without a word: packets vanish, or a bastion's process is stopped, and TCP hears
//! of nothing. In network namespaces; without root, or where the kernel makes none, the tests are
//! skipped and say so.
//!
//! Each break meets three sessions at once, each over a connection of its own: one that is idle, one
//! in the middle of a request, and one whose send buffers are full.

use std::io::{self, ErrorKind};
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use reach_logic::{ConnectionConfig, Tuning};
use reach_server::sessions::{Limits, Live};
use reach_tests::netns::Namespace;
use reach_tests::sockets::sockets_to;
use reach_tests::sshd::{Sshd, current_user};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};

use crate::real::{DEADLINE, GRACE, Rig, client, echo};

/// What the session is doing when its link breaks.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Doing {
    Nothing,
    Asking,
    Sending,
}

const ALL: [Doing; 3] = [Doing::Nothing, Doing::Asking, Doing::Sending];

impl Doing {
    fn id(self) -> String {
        format!("{self:?}").to_lowercase()
    }
}

/// More than all buffers on the way hold.
const TOO_MUCH: usize = 8 * 1024 * 1024;

/// How the sessions reach their host.
struct Ways {
    /// The one that breaks.
    broken: ConnectionConfig,
    /// The port that its sockets lead to, and how many of them stay.
    first_hop: u16,
    stay: usize,
    /// Another to the same host.
    sound: ConnectionConfig,
}

fn at(address: &str, way: ConnectionConfig) -> ConnectionConfig {
    ConnectionConfig {
        host: Some(address.to_owned()),
        ..way
    }
}

fn through(bastion: &Sshd, address: &str, way: ConnectionConfig) -> ConnectionConfig {
    let jump = format!("{}@{address}:{}", current_user(), bastion.port());
    ConnectionConfig {
        proxy_jump: Some(jump),
        ..way
    }
}

/// A host with an address for every way to it.
fn host() -> Sshd {
    Sshd::builder().config("ListenAddress 0.0.0.0").start()
}

/// A bastion that the target's key opens, known by any address.
fn bastion_to(target: &Sshd, rig: &Rig) -> Sshd {
    let bastion = host();
    bastion.authorize(&target.user_key().with_extension("pub"));
    let known = bastion.known_hosts();
    let key = known.split_once(' ').unwrap().1;
    rig.knows(&format!("* {key}"));
    bastion
}

/// A network whose buffers are soon full; `None` as [`Namespace::enter`] has it.
fn small_network(test: &str) -> Option<Namespace> {
    let network = Namespace::enter(test)?;
    network.small_buffers();
    Some(network)
}

/// A host behind a bastion, in a network of their own.
struct BehindBastion {
    rig: Rig,
    bastion: Sshd,
    target: Sshd,
    network: Namespace,
}

impl BehindBastion {
    /// `None` as [`Namespace::enter`] has it.
    async fn enter(test: &str) -> Option<Self> {
        let network = small_network(test)?;
        let rig = Rig::new().await;
        let target = host();
        let bastion = bastion_to(&target, &rig);
        Some(Self {
            rig,
            bastion,
            target,
            network,
        })
    }
}

/// Breaks the way under the sessions and sees every one to its end: in time, once, and alone.
async fn breaks(mut rig: Rig, ways: Ways, deadline: Duration, break_it: impl FnOnce()) {
    let other = rig.session("other", &ways.sound).await;
    let mut unharmed = client(&other).await;
    echo(&mut unharmed).await;
    let mut sessions = Vec::new();
    for doing in ALL {
        let live = rig.session(&doing.id(), &ways.broken).await;
        let mut client = client(&live).await;
        echo(&mut client).await;
        sessions.push((doing, live, client));
    }
    assert_eq!(sockets_to(ways.first_hop), ALL.len() + ways.stay);

    break_it();
    let broken = Instant::now();
    let limit = deadline + GRACE;
    let in_time = || assert!(broken.elapsed() < limit, "{:?}", broken.elapsed());
    let ends = sessions.iter_mut().map(|(doing, live, client)| async {
        end(*doing, client, limit).await;
        while is_accepted(live).await {
            in_time();
            sleep(Duration::from_millis(1)).await;
        }
        in_time();
        assert!(live.is_lost());
    });
    join_all(ends).await;

    let mut losses = rig.losses();
    while losses.len() < ALL.len() {
        in_time();
        sleep(Duration::from_millis(1)).await;
        losses.extend(rig.losses());
    }
    assert_eq!(sockets_to(ways.first_hop), ways.stay);
    echo(&mut unharmed).await;
    assert!(!other.is_lost());

    let disposing = Instant::now();
    rig.dispose_all().await;
    assert!(disposing.elapsed() < GRACE, "{:?}", disposing.elapsed());
    losses.extend(rig.losses());
    let warnings = rig.warnings();
    assert_eq!(
        (warnings.len(), losses.len()),
        (ALL.len(), ALL.len()),
        "{warnings:?}"
    );
    for doing in ALL {
        let id = doing.id();
        let loss = losses.iter().find(|loss| loss.session_id.as_str() == id);
        let loss = loss.expect("it was pushed");
        assert_eq!(Some(&loss.host), ways.broken.host.as_ref());
        let silence = Duration::from_millis(loss.silence_ms);
        assert!(
            deadline <= silence && silence < limit,
            "{doing:?}: {silence:?}"
        );
        let warning = format!(
            "session.id={id} ssh.host={:?} silence_ms={}",
            loss.host, loss.silence_ms
        );
        let logged = warnings.iter().filter(|line| line.fields == warning);
        assert_eq!(logged.count(), 1, "{warning}: {warnings:?}");
    }
    drop((unharmed, sessions));
    rig.finish().await;
}

/// Whoever waits gets an error, the one who reads as well as the one who writes.
async fn end(doing: Doing, client: &mut TcpStream, limit: Duration) {
    let waits = async {
        match doing {
            Doing::Nothing => {}
            Doing::Asking => client.write_all(b"e").await?,
            Doing::Sending => return send_on(client).await,
        }
        client.read_u8().await.map(drop)
    };
    let error = timeout(limit, waits).await.expect("an end").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::ConnectionReset, "{doing:?}");
}

async fn send_on(client: &mut TcpStream) -> io::Result<()> {
    let block = vec![b'e'; 64 * 1024];
    let mut sent = 0;
    loop {
        assert!(sent < TOO_MUCH, "the buffers are never full");
        sent += client.write(&block).await?;
    }
}

async fn is_accepted(live: &Live) -> bool {
    let address = ("127.0.0.1", live.local_port().unwrap());
    TcpStream::connect(address).await.is_ok()
}

/// Two ways that differ in one address, one of which is cut.
async fn address_is_cut(
    network: &Namespace,
    rig: Rig,
    first_hop: u16,
    deadline: Duration,
    by: impl Fn(&str) -> ConnectionConfig,
) {
    let ways = Ways {
        broken: by("127.0.0.2"),
        first_hop,
        stay: 1,
        sound: by("127.0.0.3"),
    };
    breaks(rig, ways, deadline, || network.cut("127.0.0.2")).await;
}

async fn packets_vanish(network: &Namespace, tuning: Tuning, deadline: Duration) {
    let sshd = host();
    let rig = Rig::with(Some(tuning)).await;
    let by = |address: &str| at(address, sshd.connection());
    address_is_cut(network, rig, sshd.port(), deadline, by).await;
}

fn shortened() -> Tuning {
    Tuning::new(crate::real::INTERVAL, DEADLINE).unwrap()
}

// covers: SSH-TRANSPORT-LIVENESS-001.3, SSH-TRANSPORT-LIVENESS-001.6
// covers: SSH-TRANSPORT-LIVENESS-001.9
#[tokio::test]
async fn a_link_that_drops_every_packet_ends_its_sessions_in_time_and_no_other() {
    let name = "wedges::a_link_that_drops_every_packet_ends_its_sessions_in_time_and_no_other";
    let Some(network) = small_network(name) else {
        return;
    };
    packets_vanish(&network, shortened(), DEADLINE).await;
}

/// The product's own 15 and 45 seconds.
// covers: SSH-TRANSPORT-LIVENESS-001.3, SSH-TRANSPORT-LIVENESS-001.10
#[tokio::test]
async fn a_link_that_drops_every_packet_ends_its_sessions_in_45_seconds() {
    let name = "wedges::a_link_that_drops_every_packet_ends_its_sessions_in_45_seconds";
    let Some(network) = small_network(name) else {
        return;
    };
    let tuning = Limits::default().tuning.unwrap();
    packets_vanish(&network, tuning, Duration::from_secs(45)).await;
}

// covers: SSH-TRANSPORT-LIVENESS-001.3, SSH-TRANSPORT-LIVENESS-001.8
#[tokio::test]
async fn a_link_that_breaks_behind_a_bastion_ends_its_sessions_and_their_bastion_sockets() {
    let name =
        "wedges::a_link_that_breaks_behind_a_bastion_ends_its_sessions_and_their_bastion_sockets";
    let Some(behind) = BehindBastion::enter(name).await else {
        return;
    };
    let (bastion, target) = (&behind.bastion, &behind.target);
    let by = |address: &str| through(bastion, "127.0.0.1", at(address, target.connection()));
    address_is_cut(&behind.network, behind.rig, bastion.port(), DEADLINE, by).await;
}

// covers: SSH-TRANSPORT-LIVENESS-001.3, SSH-TRANSPORT-LIVENESS-001.8
#[tokio::test]
async fn a_bastion_whose_own_link_breaks_ends_the_sessions_behind_it() {
    let name = "wedges::a_bastion_whose_own_link_breaks_ends_the_sessions_behind_it";
    let Some(behind) = BehindBastion::enter(name).await else {
        return;
    };
    let (bastion, target) = (&behind.bastion, &behind.target);
    let by = |address: &str| through(bastion, address, target.connection());
    address_is_cut(&behind.network, behind.rig, bastion.port(), DEADLINE, by).await;
}

// covers: SSH-TRANSPORT-LIVENESS-001.3, SSH-TRANSPORT-LIVENESS-001.8
#[tokio::test]
async fn a_bastion_that_is_stopped_ends_the_sessions_behind_it() {
    let name = "wedges::a_bastion_that_is_stopped_ends_the_sessions_behind_it";
    let Some(behind) = BehindBastion::enter(name).await else {
        return;
    };
    let (bastion, target) = (&behind.bastion, &behind.target);
    let ways = Ways {
        broken: through(bastion, "127.0.0.1", target.connection()),
        first_hop: bastion.port(),
        stay: 0,
        sound: target.connection(),
    };
    breaks(behind.rig, ways, DEADLINE, || bastion.freeze_connections()).await;
}

//! Many sessions at once.

use std::sync::Arc;

use futures_util::future::join_all;
use reach_logic::Reading;
use reach_logic::disposal::DisposalPath;
use reach_server::sessions::{RemoteCommands, dispose};
use reach_tests::alone::Alone;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

use crate::disposal::Scripts;
use crate::real::client;
use crate::rig::{DEADLINE, INTERVAL, Rig, id};

const SESSIONS: usize = 200;

// covers: SSH-TRANSPORT-LIVENESS-002.4, SSH-TRANSPORT-LIVENESS-002.8
#[tokio::test(start_paused = true)]
async fn two_hundred_sessions_of_which_half_wedge_leave_nothing() {
    let name = "crowd::two_hundred_sessions_of_which_half_wedge_leave_nothing";
    let Some(alone) = Alone::enter(name) else {
        return;
    };
    let mut rig = Rig::new();
    let sockets = alone.sockets();
    let (mut sessions, mut clients) = (Vec::new(), Vec::new());
    for number in 0..SESSIONS {
        let (live, wire) = rig.session(&format!("s{number}")).await;
        let mut client = client(&live).await;
        client.write_all(b"e").await.unwrap();
        assert_eq!(client.read_u8().await.unwrap(), b'e');
        sessions.push((live, wire));
        clients.push(client);
    }
    // A listener and the two ends of a connection each.
    assert_eq!(alone.sockets(), sockets + 3 * SESSIONS);

    for (number, (_, wire)) in sessions.iter().enumerate() {
        match number % 6 {
            1 => wire.silence(),
            3 => wire.freeze(),
            5 => wire.cut(),
            _ => {}
        }
    }
    rig.at(DEADLINE + 2 * INTERVAL).await;
    for (number, (live, _)) in sessions.iter().enumerate() {
        let reading = if number % 2 == 0 {
            Reading::Answering
        } else {
            Reading::Lost
        };
        assert_eq!(live.reading(), reading, "{number}");
    }
    assert_eq!(rig.warnings().len(), SESSIONS / 2);
    // Of the wedged ones only the clients' ends are left.
    assert_eq!(alone.sockets(), sockets + 2 * SESSIONS);

    let scripts = Arc::new(Scripts::default());
    let stops = (0..SESSIONS).map(|number| {
        let scripts: Arc<dyn RemoteCommands> = Arc::<Scripts>::clone(&scripts);
        let (registry, id) = (&rig.registry, id(&format!("s{number}")));
        async move { dispose(registry, &id, DisposalPath::Stop, scripts).await }
    });
    for (number, disposed) in join_all(stops).await.into_iter().enumerate() {
        let disposed = disposed.expect("it was tracked");
        assert_eq!(
            disposed.controller_may_remain(),
            number % 2 == 1,
            "{number}"
        );
    }
    assert_eq!(rig.host.scripts(), SESSIONS, "two for each that answered");
    assert!(rig.registry.all().is_empty());
    assert_eq!(rig.warnings().len(), SESSIONS / 2);
    drop((sessions, clients));
    assert_eq!(alone.sockets(), sockets);
    rig.finish().await;
}

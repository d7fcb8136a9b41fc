//! A client that goes away cancels nothing that it began (A1).

use std::time::{Duration, Instant};

use reach_tests::http::Request;
use reach_tests::memory_store::{Call, Fault};
use reach_tests::server::TestServer;
use serde_json::{Value, json};

use crate::host::until_nothing_runs;
use crate::life::broker;
use crate::rig::{GREETER, PATIENCE, Rig};

const ONE: &str = "/api/v1/sessions/s1";

struct Client<'a> {
    rig: &'a Rig,
    server: &'a TestServer,
    /// Requests that were left behind and had begun by then.
    begun: usize,
}

impl Client<'_> {
    fn request(&self, method: &str, what: &str) -> Request {
        self.server.request(method, &format!("{ONE}{what}"))
    }

    /// Sends the request and leaves after so many turns of the scheduler. It is sent again, and
    /// waited for, if the service has never heard of it.
    async fn leaves(&mut self, request: Request, turns: usize) {
        let heard = self.rig.store.calls(Call::Session);
        let stream = request.write().await.unwrap();
        for _ in 0..turns {
            tokio::task::yield_now().await;
        }
        // Resets the connection, so that the server learns of it at once.
        stream.set_zero_linger().unwrap();
        drop(stream);
        // A request that comes later is answered later, so the first has been dealt with.
        for _ in 0..3 {
            self.server.request("GET", "/healthz").send().await;
        }
        if self.rig.store.calls(Call::Session) > heard {
            self.begun += 1;
        } else {
            let answer = request.send().await;
            assert!(answer.status < 300, "{}", answer.text());
        }
    }

    /// Waits, without asking for anything.
    async fn until(&self, what: &str, is_so: impl Fn(u16, &Value) -> bool) -> Value {
        let started = Instant::now();
        loop {
            let answer = self.request("GET", "").send().await;
            let session = answer.json();
            if is_so(answer.status, &session) {
                return session;
            }
            assert!(started.elapsed() < PATIENCE, "not {what}: {session}");
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }
}

/// A session from its creation to its removal, each step left after so many turns.
async fn rounds(all_turns: &[usize], ends_by: &str) {
    let rig = Rig::new().await;
    let server = TestServer::builder().store(rig.store.clone()).start().await;
    for call in [
        Call::Session,
        Call::InsertSession,
        Call::PutSession,
        Call::RemoveSession,
    ] {
        rig.store.break_down(call, Fault::Yields(2));
    }
    let broker = broker(usize::MAX).await;
    let new = json!({
        "id": "s1",
        "executor_id": "gpu",
        "controller": { "command": GREETER, "port": 0 },
        "credential_broker_url": broker,
    });
    let mut client = Client {
        rig: &rig,
        server: &server,
        begun: 0,
    };
    for turns in all_turns {
        let create = server.request("POST", "/api/v1/sessions").json(&new);
        client.leaves(create, *turns).await;
        let is_up = |_: u16, session: &Value| session["transport"] == "up";
        client.until("running", is_up).await;
        rig.sshd.kill_connections();
        client
            .until("lost", |_, session| session["transport"] == "lost")
            .await;
        client
            .leaves(client.request("POST", "/resume"), *turns)
            .await;
        client.until("resumed", is_up).await;
        client.leaves(client.request("POST", ends_by), *turns).await;
        let ended = client
            .until("stopped", |_, session| session["state"] == "stopped")
            .await;
        assert_eq!(ended["controller_may_remain"], json!(false), "{ended}");
        client.leaves(client.request("DELETE", ""), *turns).await;
        client.until("removed", |status, _| status == 404).await;
        until_nothing_runs(rig.home.path()).await;
    }
    assert!(client.begun > all_turns.len(), "only {}", client.begun);
    server.finish().await;
}

#[tokio::test]
async fn wherever_the_client_leaves_a_session_is_made_resumed_stopped_and_removed() {
    rounds(&[0, 8, 11, 14, 18, 30], "/stop").await;
}

#[tokio::test]
async fn wherever_the_client_leaves_a_reset_comes_to_its_end() {
    rounds(&[6, 10, 13, 16, 24], "/reset").await;
}

/// The same below HTTP: the service's own futures are polled so many times and dropped.
#[tokio::test]
async fn whoever_drops_a_request_of_the_service_drops_nothing_else() {
    use reach_logic::session::SessionState;
    use std::future::poll_fn;
    use std::pin::Pin;
    use std::task::Poll;

    use crate::rig::{session_id, spec};

    async fn polled<T>(times: usize, mut what: Pin<Box<impl Future<Output = T>>>) {
        for _ in 0..times {
            let once = poll_fn(|context| Poll::Ready(what.as_mut().poll(context).is_ready()));
            if once.await {
                return;
            }
            tokio::task::yield_now().await;
        }
    }

    let rig = Rig::new().await;
    for times in 1..4 {
        let id = || session_id("s1");
        polled(times, Box::pin(rig.try_create("s1", "gpu", spec(GREETER)))).await;
        let started = Instant::now();
        while rig.sessions.get(&id()).await.is_err() {
            assert!(started.elapsed() < PATIENCE);
            tokio::task::yield_now().await;
        }
        rig.until(|session| session.state == SessionState::Running)
            .await;
        polled(times, Box::pin(rig.sessions.stop(id()))).await;
        rig.until(|session| session.state == SessionState::Stopped)
            .await;
        polled(times, Box::pin(rig.sessions.delete(id(), false))).await;
        while rig.sessions.get(&id()).await.is_ok() {
            assert!(started.elapsed() < PATIENCE);
            tokio::task::yield_now().await;
        }
        until_nothing_runs(rig.home.path()).await;
    }
    rig.sessions.shutdown().await;
}

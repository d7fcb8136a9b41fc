//! PostgreSQL: a result that is written while a save or a deletion is not yet committed. Two real
//! connections, stopped at the moment that matters.

use std::sync::Arc;
use std::time::{Duration, Instant};

use reach_logic::{ReachabilityRecord, State};
use reach_server::store::{Observed, Store, StoredExecutor};
use sqlx::postgres::PgRow;
use sqlx::{AssertSqlSafe, Connection as _, PgConnection, Row as _};
use tokio::task::JoinHandle;

use crate::bed::Bed;
use crate::sample::{Usual as _, at, id, saw, ssh};

/// The statement as the store sends it to SQLite: no locks.
const OBSERVE: &str = include_str!("../../reach-server/src/store/sql/observe.sql");

const REPOINTED: &str = "
update executors set generation = generation + 1, updated_at = updated_at + 1;
update executor_reachability
   set state = 'unknown', checked_at = null, host = 'new', updated_at = updated_at + 1;";

const DELETED: &str = "
update executors set generation = generation + 1, deleted_at = 1;
delete from executor_reachability;";

/// An executor, and a session that has changed it but has not committed.
struct Scene {
    bed: Bed,
    probed: StoredExecutor,
    saving: PgConnection,
}

impl Scene {
    async fn with(change: &'static str) -> Self {
        let bed = Bed::postgres().await;
        let probed = bed.store.made("gpu", &ssh("gpu")).await;
        let mut saving = bed.database().connect().await;
        run(&mut saving, "begin").await;
        run(&mut saving, change).await;
        Self {
            bed,
            probed,
            saving,
        }
    }

    /// Sends a statement that writes the old target's result, on a connection of its own, and
    /// waits until it waits.
    async fn old_result_by(&self, statement: String) -> JoinHandle<Vec<PgRow>> {
        let mut connection = self.bed.database().connect().await;
        let digest = self.probed.executor.config.connection.digest();
        let writing = tokio::spawn(async move {
            sqlx::query(AssertSqlSafe(statement))
                .bind("gpu")
                .bind(1_i64)
                .bind("")
                .bind("")
                .bind("10.0.0.5")
                .bind(digest)
                .bind(at(9).as_micros())
                .bind(at(9).as_micros())
                .bind(2_i64)
                .bind(at(60_000_009).as_micros())
                .fetch_all(&mut connection)
                .await
                .expect("it ends without an error")
        });
        self.until_waiting(1).await;
        writing
    }

    /// Writes the old target's result through the store, and waits until that waits.
    async fn old_result(&self) -> JoinHandle<Observed> {
        let writing = observing(&self.bed.store, &self.probed, 9);
        self.until_waiting(1).await;
        writing
    }

    async fn until_waiting(&self, sessions: i64) {
        until_waiting(&self.bed, sessions).await;
    }

    async fn commit(&mut self) {
        run(&mut self.saving, "commit").await;
    }

    async fn record(&self) -> Option<ReachabilityRecord> {
        self.bed.store.record_of(&id("gpu")).await
    }

    /// Whether there is a record, whatever became of the executor.
    async fn records_stored(&mut self) -> i64 {
        let count = "select count(*) from executor_reachability";
        let row = sqlx::query(count).fetch_one(&mut self.saving).await;
        row.expect("it counts").get(0)
    }
}

fn observing(store: &Arc<dyn Store>, probed: &StoredExecutor, micros: i64) -> JoinHandle<Observed> {
    let (store, probed) = (Arc::clone(store), probed.clone());
    tokio::spawn(async move {
        let observation = saw(&probed, None, at(micros));
        let (id, generation) = (id("gpu"), probed.generation);
        let observed = store.observe(&id, generation, &observation, at(micros));
        observed.await.expect("the store answers")
    })
}

async fn until_waiting(bed: &Bed, sessions: i64) {
    let waiting = "
        select count(*) from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'";
    let mut watching = bed.database().connect().await;
    let bound = Instant::now() + Duration::from_secs(20);
    loop {
        let row = sqlx::query(waiting).fetch_one(&mut watching).await;
        if row.expect("it counts").get::<i64, _>(0) == sessions {
            break;
        }
        assert!(Instant::now() < bound, "{sessions} sessions never waited");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    watching.close().await.expect("it closes");
}

async fn run(connection: &mut PgConnection, statements: &'static str) {
    let ran = sqlx::raw_sql(statements).execute(connection).await;
    ran.expect("the statements run");
}

/// Why the locks are there: without them both accidents happen.
#[tokio::test]
async fn without_locks_an_old_result_overwrites_a_reset_and_revives_a_deleted_record() {
    let mut scene = Scene::with(REPOINTED).await;
    let writing = scene.old_result_by(OBSERVE.to_owned()).await;
    scene.commit().await;
    assert_eq!(writing.await.expect("it ends").len(), 1);
    let record = scene.record().await.expect("a record");
    assert_eq!(record.state, State::Reachable, "the old host's");

    let mut scene = Scene::with(DELETED).await;
    let writing = scene.old_result_by(OBSERVE.to_owned()).await;
    scene.commit().await;
    assert_eq!(writing.await.expect("it ends").len(), 1);
    assert_eq!(scene.records_stored().await, 1, "revived");
}

/// R10: the statement alone refuses, whatever locked the row before it.
// covers: SSH-REACHABILITY-001.19, SSH-REACHABILITY-001.20
#[tokio::test]
async fn the_statements_own_lock_refuses_an_old_result() {
    let locking = OBSERVE.replace("/*postgres: for share*/", "for share");
    for change in [REPOINTED, DELETED] {
        let mut scene = Scene::with(change).await;
        let writing = scene.old_result_by(locking.clone()).await;
        scene.commit().await;
        assert_eq!(writing.await.expect("it ends").len(), 0);
    }
}

/// R10: a weaker lock is not enough, so nobody may soften it.
#[tokio::test]
async fn a_weaker_lock_would_not_refuse_it() {
    let weaker = OBSERVE.replace("/*postgres: for share*/", "for key share");
    let mut scene = Scene::with(REPOINTED).await;
    let writing = scene.old_result_by(weaker).await;
    scene.commit().await;
    assert_eq!(writing.await.expect("it ends").len(), 1);
}

// covers: SSH-REACHABILITY-001.19
#[tokio::test]
async fn a_result_that_waits_for_a_save_is_refused_and_sees_the_reset() {
    let mut scene = Scene::with(REPOINTED).await;
    let writing = scene.old_result().await;
    scene.commit().await;
    let observed = writing.await.expect("it ends");
    let record = scene.record().await;
    assert_eq!(record.as_ref().map(|one| one.host.as_str()), Some("new"));
    assert_eq!(observed, Observed::Refused(record));
}

// covers: SSH-REACHABILITY-001.16, SSH-REACHABILITY-001.20
#[tokio::test]
async fn a_result_that_waits_for_a_deletion_revives_nothing() {
    let mut scene = Scene::with(DELETED).await;
    let writing = scene.old_result().await;
    scene.commit().await;
    let observed = writing.await.expect("it ends");
    assert_eq!(observed, Observed::Refused(None));
    assert_eq!(scene.records_stored().await, 0);
}

#[tokio::test]
async fn a_result_that_waited_for_a_save_that_failed_is_written() {
    let mut scene = Scene::with(REPOINTED).await;
    let writing = scene.old_result().await;
    run(&mut scene.saving, "rollback").await;
    let observed = writing.await.expect("it ends");
    assert!(matches!(observed, Observed::Written { .. }), "{observed:?}");
}

/// R5: under a weaker lock both would see no record, and a change would be told twice.
#[tokio::test]
async fn of_two_first_results_only_one_sees_no_record() {
    let bed = Bed::postgres().await;
    let probed = bed.store.made("gpu", &ssh("gpu")).await;
    let mut holding = bed.database().connect().await;
    run(&mut holding, "delete from executor_reachability").await;
    // Records can be read, not written: whoever gets as far as writing has read what it needs.
    run(
        &mut holding,
        "begin; lock table executor_reachability in share mode",
    )
    .await;
    let first = observing(&bed.store, &probed, 1);
    let second = observing(&bed.store, &probed, 2);
    until_waiting(&bed, 2).await;
    run(&mut holding, "commit").await;

    let (first, second) = tokio::join!(first, second);
    let (first, second) = (first.expect("it ends"), second.expect("it ends"));
    let saw_nothing = |observed: &Observed| match observed {
        Observed::Refused(stands) => stands.is_none(),
        Observed::Written { before, .. } => before.is_none(),
    };
    let count = [&first, &second].into_iter().filter(|one| saw_nothing(one));
    assert_eq!(count.count(), 1, "{first:?} {second:?}");
    let last = bed.store.record_of(&id("gpu")).await.expect("a record");
    assert_eq!(last.checked_at, Some(at(2)));
}

//! What is wrong with each method, and how often each was called.

use std::collections::HashMap;
use std::sync::Mutex;
use std::time::Duration;

use reach_server::store::StoreError;
use tokio::sync::Notify;

use super::{lock, unavailable};

/// One method of the store.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
#[expect(missing_docs, reason = "each is the trait's method of the same name")]
pub enum Call {
    Executors,
    Executor,
    Create,
    Save,
    Delete,
    Eligible,
    Records,
    Record,
    Observe,
    LearnKeyType,
    Ready,
    Sessions,
    Session,
    InsertSession,
    PutSession,
    RemoveSession,
}

/// What is wrong with a method until [`MemoryStore::heal`](super::MemoryStore::heal).
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Fault {
    /// It answers [`StoreError::Unavailable`] and does nothing.
    Fails,
    /// It panics before it does anything.
    Panics,
    /// It takes this long before it does anything.
    Slow(Duration),
    /// It does nothing before it is mended.
    Waits,
    /// It gives up its turn this many times before, and again after, it does anything.
    Yields(u32),
}

/// The faults that are there now, and the calls that have met them or none.
#[derive(Debug, Default)]
pub(super) struct Faults {
    present: Mutex<HashMap<Call, Fault>>,
    calls: Mutex<Vec<Call>>,
    mended: Notify,
}

impl Faults {
    pub(super) fn put(&self, call: Call, fault: Fault) {
        lock(&self.present).insert(call, fault);
    }

    pub(super) fn mend(&self, call: Call) {
        lock(&self.present).remove(&call);
        self.mended.notify_waiters();
    }

    pub(super) fn calls(&self, call: Call) -> usize {
        lock(&self.calls).iter().filter(|one| **one == call).count()
    }

    /// Counts the call and suffers its fault, as far as that comes before the transaction.
    pub(super) async fn meet(&self, call: Call) -> Result<Option<Fault>, StoreError> {
        lock(&self.calls).push(call);
        let fault = lock(&self.present).get(&call).copied();
        match fault {
            None => {}
            Some(Fault::Fails) => return Err(unavailable("broken down")),
            Some(Fault::Panics) => std::panic::resume_unwind(Box::new("as the test wants it")),
            Some(Fault::Slow(delay)) => tokio::time::sleep(delay).await,
            Some(Fault::Waits) => self.until_mended(call).await,
            Some(Fault::Yields(turns)) => give_up(turns).await,
        }
        Ok(fault)
    }

    async fn until_mended(&self, call: Call) {
        loop {
            let mended = self.mended.notified();
            if lock(&self.present).get(&call) != Some(&Fault::Waits) {
                return;
            }
            mended.await;
        }
    }
}

/// Suffers what of the fault comes after the transaction.
pub(super) async fn leave(fault: Option<Fault>) {
    if let Some(Fault::Yields(turns)) = fault {
        give_up(turns).await;
    }
}

async fn give_up(turns: u32) {
    for _ in 0..turns {
        tokio::task::yield_now().await;
    }
}

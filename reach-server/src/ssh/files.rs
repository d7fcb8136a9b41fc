//! The user's SSH files, for those who ask about them outside of a dial.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::timeout;

use super::PROBE_DEADLINE;
use super::blocking::{BlockingError, BlockingPool};
use super::settings::SshSettings;

/// Why the files were not read.
#[derive(Clone, Copy, Debug, Eq, PartialEq, thiserror::Error)]
pub enum FilesError {
    /// A dead mount, most likely.
    #[error("the SSH files could not be read within {} s", .0.as_secs())]
    Deadline(Duration),
    /// Too many reads hang.
    #[error(transparent)]
    SystemCall(#[from] BlockingError),
}

/// Reads files on threads of their own, within the deadline of a probe. Cheap to clone.
#[derive(Clone, Debug)]
pub struct SshFiles {
    settings: Arc<SshSettings>,
    pool: BlockingPool,
}

impl SshFiles {
    /// For the user that these settings are about.
    pub fn new(settings: SshSettings) -> Self {
        Self {
            settings: Arc::new(settings),
            pool: BlockingPool::new(PROBE_DEADLINE),
        }
    }

    /// Runs the work, which may block on a read.
    pub async fn with<T: Send + 'static>(
        &self,
        work: impl FnOnce(&SshSettings) -> T + Send + 'static,
    ) -> Result<T, FilesError> {
        let settings = Arc::clone(&self.settings);
        let running = self.pool.run(None, move || work(&settings));
        match timeout(PROBE_DEADLINE, running).await {
            Ok(done) => Ok(done?),
            Err(_elapsed) => Err(FilesError::Deadline(PROBE_DEADLINE)),
        }
    }
}

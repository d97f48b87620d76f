//! CPU work that is too long for an async thread.

use std::sync::Arc;

use tokio::sync::Semaphore;

use super::problem::Problem;

/// Bytes of chess text that are read in place: some tens of microseconds.
const SHORT: usize = 4096;

/// Runs CPU work beside the async threads, no more at a time than there are permits.
#[derive(Clone, Debug)]
pub(super) struct Blocking {
    permits: Arc<Semaphore>,
}

impl Blocking {
    pub(super) fn new(permits: usize) -> Self {
        Self {
            permits: Arc::new(Semaphore::new(permits)),
        }
    }

    /// Runs `work` on `size` bytes of input: in place when they are few, else on a blocking thread.
    pub(super) async fn run<T, F>(&self, size: usize, work: F) -> Result<T, Problem>
    where
        T: Send + 'static,
        F: FnOnce() -> T + Send + 'static,
    {
        if size <= SHORT {
            return Ok(work());
        }
        let permit = Arc::clone(&self.permits)
            .acquire_owned()
            .await
            .map_err(Problem::internal)?;
        let done = tokio::task::spawn_blocking(move || {
            let _permit = permit;
            work()
        });
        done.await.map_err(Problem::internal)
    }
}

//! CPU work that is too long for an async thread.

use std::sync::Arc;
use std::time::Duration;

use axum::http::StatusCode;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

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

/// Pictures at a time; each takes up to some hundred MiB while it is unpacked.
const PICTURES: usize = 2;
/// Pictures that may wait, with their bodies in memory.
const PICTURES_WAITING: usize = 16;

/// Runs work on pictures beside the async threads, few at a time, and says at once when too many
/// wait.
#[derive(Clone, Debug)]
pub(super) struct Pictures {
    places: Arc<Semaphore>,
    blocking: Blocking,
}

/// A place in the queue, to be had before a body is read.
#[derive(Debug)]
pub(super) struct Place {
    _permit: OwnedSemaphorePermit,
    blocking: Blocking,
}

impl Pictures {
    pub(super) fn new(cores: usize) -> Self {
        let at_once = PICTURES.min(cores);
        Self {
            places: Arc::new(Semaphore::new(at_once + PICTURES_WAITING)),
            blocking: Blocking::new(at_once),
        }
    }

    pub(super) fn place(&self) -> Result<Place, Problem> {
        let permit = Arc::clone(&self.places).try_acquire_owned();
        let permit = permit.map_err(|_| {
            let detail = format!(
                "{} pictures wait already, no more are taken",
                PICTURES_WAITING
            );
            let problem = Problem::new(StatusCode::SERVICE_UNAVAILABLE, "queue-full", detail);
            problem.retry_after(Duration::from_secs(1))
        })?;
        Ok(Place {
            _permit: permit,
            blocking: self.blocking.clone(),
        })
    }
}

impl Place {
    /// Runs `work` on a blocking thread when its turn comes.
    pub(super) async fn run<T, F>(self, work: F) -> Result<T, Problem>
    where
        T: Send + 'static,
        F: FnOnce() -> T + Send + 'static,
    {
        self.blocking.run(usize::MAX, work).await
    }
}

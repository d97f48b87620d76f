//! What the handlers share.

use std::ops::Deref;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::FromRef;
use tokio_util::task::TaskTracker;

use super::HttpOptions;
use super::blocking::{Blocking, Pictures};
use super::door::Places;
use super::gate::Gate;
use super::guard::Guard;
use super::keys::Keys;
use super::metrics::Metrics;
use crate::pool::Pool;

/// The state of the router; handlers ask for its parts. One pointer, since each request copies it.
#[derive(Clone, Debug)]
pub struct AppState(Arc<Parts>);

/// What there is to share.
#[derive(Debug)]
pub struct Parts {
    pub(super) pool: Pool,
    pub(super) http: HttpOptions,
    pub(super) blocking: Blocking,
    pub(super) pictures: Pictures,
    pub(super) metrics: Arc<Metrics>,
    pub(super) gate: Gate,
    pub(super) places: Places,
    /// `None`: there is nothing to guard.
    pub(super) guard: Option<Arc<Guard>>,
    /// The open WebSockets, which outlive the requests that opened them.
    pub(super) sockets: TaskTracker,
}

impl AppState {
    /// What the service needs: the pool, its options, and a bound for CPU work.
    pub fn new(pool: Pool, http: HttpOptions) -> Self {
        Self::guarded(pool, http, None)
    }

    /// The same, with keys that clients have to show.
    pub fn guarded(pool: Pool, http: HttpOptions, keys: Option<Keys>) -> Self {
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        Self(Arc::new(Parts {
            metrics: Metrics::new(&pool),
            gate: Gate::new(&http),
            places: Places::new(http.max_requests),
            guard: Guard::new(&http, keys).map(Arc::new),
            sockets: TaskTracker::new(),
            pool,
            http,
            blocking: Blocking::new(cores),
            pictures: Pictures::new(cores),
        }))
    }

    /// Waits until every WebSocket has been closed; the pool has to be drained first.
    pub async fn sockets_closed(&self) {
        self.sockets.close();
        self.sockets.wait().await;
    }
}

/// What bounds a stream.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    /// Longest silence of the client.
    pub(super) silence: Duration,
    /// Bytes of body that may wait.
    pub(super) spool: u64,
}

impl Parts {
    pub(super) fn bounds(&self) -> Bounds {
        Bounds {
            silence: self.http.read_timeout(),
            spool: self.http.spool_bytes(),
        }
    }
}

impl Deref for AppState {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.0
    }
}

impl FromRef<AppState> for Pool {
    fn from_ref(state: &AppState) -> Self {
        state.pool.clone()
    }
}

impl FromRef<AppState> for Blocking {
    fn from_ref(state: &AppState) -> Self {
        state.blocking.clone()
    }
}

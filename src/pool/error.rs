//! Why the pool gave no report.

use std::time::Duration;

use thiserror::Error;

use crate::engine::EngineError;

/// How busy the pool is.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Load {
    /// Search slots.
    pub slots: u16,
    /// Searches that wait.
    pub waiting: u16,
    /// Searches that may wait.
    pub places: u16,
    /// How long one more would probably wait.
    pub expected_wait: Duration,
}

/// Why a search gave nothing.
#[derive(Clone, Debug, Error)]
pub enum PoolError {
    /// No engine of that name.
    #[error("no engine is called {asked:?}; there is {}", known.join(", "))]
    UnknownEngine {
        /// The name asked.
        asked: String,
        /// The names there are.
        known: Vec<String>,
    },
    /// Every queue place is taken; nothing was started.
    #[error("all {} search slots are busy and all {} queue places are taken", load.slots, load.places)]
    Full {
        /// How busy the pool is.
        load: Load,
    },
    /// No slot came free before the request's deadline.
    #[error("no search slot came free within {} s", waited.as_secs())]
    Deadline {
        /// How long it waited.
        waited: Duration,
        /// How busy the pool is.
        load: Load,
    },
    /// The engine failed, and failed again on a fresh one.
    #[error("{engine}: {cause}")]
    Engine {
        /// The engine's name.
        engine: String,
        /// What happened last.
        #[source]
        cause: EngineError,
        /// When the engine is started again.
        retry_after: Duration,
    },
    /// The engine can never do what was asked; another may.
    #[error("{engine}: {cause}")]
    Unsuited {
        /// The engine's name.
        engine: String,
        /// What it cannot do.
        #[source]
        cause: EngineError,
    },
    /// The engine crashed again and again; it is started again later.
    #[error("{engine} rests after crashes")]
    Resting {
        /// The engine's name.
        engine: String,
        /// When it is started again.
        retry_after: Duration,
    },
    /// The server is shutting down.
    #[error("the server is shutting down")]
    Closed,
}

impl PoolError {
    /// The stable code: public, never reworded.
    pub fn code(&self) -> &'static str {
        match self {
            Self::UnknownEngine { .. } => "unknown-engine",
            Self::Full { .. } => "queue-full",
            Self::Deadline { .. } => "queue-deadline",
            Self::Engine { .. } | Self::Resting { .. } => "engine-failed",
            Self::Unsuited { cause, .. } => cause.code(),
            Self::Closed => "shutting-down",
        }
    }

    /// How busy the pool is, where that is why.
    pub fn load(&self) -> Option<Load> {
        match self {
            Self::Full { load } | Self::Deadline { load, .. } => Some(*load),
            Self::UnknownEngine { .. }
            | Self::Engine { .. }
            | Self::Unsuited { .. }
            | Self::Resting { .. }
            | Self::Closed => None,
        }
    }

    /// When to try again; `None` where trying again is no use.
    pub fn retry_after(&self) -> Option<Duration> {
        match self {
            Self::UnknownEngine { .. } | Self::Unsuited { .. } => None,
            Self::Full { load } | Self::Deadline { load, .. } => Some(load.expected_wait),
            Self::Engine { retry_after, .. } | Self::Resting { retry_after, .. } => {
                Some(*retry_after)
            }
            Self::Closed => Some(Duration::from_secs(5)),
        }
    }
}

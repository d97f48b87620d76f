//! What the pool looks like from outside.

use std::time::Duration;

use super::Load;
use crate::engine::{EngineKind, Identity};

/// One engine of the pool.
#[derive(Clone, Debug)]
pub struct EngineState {
    /// Its name in requests.
    pub name: String,
    /// Embedded or a UCI program.
    pub kind: EngineKind,
    /// What it said of itself; `None` until it was started for the first time.
    pub identity: Option<Identity>,
    /// Searches that run on it now.
    pub busy: u16,
    /// Failed starts and crashes since its last success; 0: well.
    pub failures: u32,
    /// Whether a request that names no engine gets it.
    pub is_default: bool,
}

impl EngineState {
    /// Whether it has never worked: it was tried, and failed, before anything was learnt of it.
    pub fn is_lost(&self) -> bool {
        self.identity.is_none() && self.failures > 0
    }
}

/// The pool at one moment.
#[derive(Clone, Debug)]
pub struct PoolStatus {
    /// Every engine, in the order of the configuration.
    pub engines: Vec<EngineState>,
    /// Search slots.
    pub slots: u16,
    /// Slots taken.
    pub busy: u16,
    /// Searches that wait.
    pub queued: u16,
    /// Queue places.
    pub queue: u16,
    /// Whether new work is taken.
    pub open: bool,
    /// How long one more search would probably wait.
    pub expected_wait: Duration,
}

impl PoolStatus {
    /// How busy it is.
    pub fn load(&self) -> Load {
        Load {
            slots: self.slots,
            waiting: self.queued,
            places: self.queue,
            expected_wait: self.expected_wait,
        }
    }
}

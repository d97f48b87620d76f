//! The search pool: one budget of search slots for all engines, a bounded queue that says "full"
//! at once, a deadline for each request, and cancellation when nobody waits any more.
//!
//! [`Pool`] is the stub that everyone holds; the actor behind it owns the slots, the queue and the
//! idle engines. Searches of one session find an engine as the one before left it, all others a clean one. The same question asked by many at once is one search, which ends when the last of
//! them leaves, and its result is kept for the next one who asks. A search runs in a task of its own, so that a caller who leaves stops it without
//! leaving an engine out of step.

mod actor;
mod backoff;
mod cache;
mod ceilings;
mod error;
mod flight;
mod idle;
mod job;
mod options;
mod question;
mod queue;
mod search;
mod session;
mod status;
mod stub;
mod tally;
mod traced;

pub use cache::CacheUse;
pub use ceilings::{Applied, Ceilings};
pub use error::{Load, PoolError};
pub use options::PoolOptions;
pub use queue::{Place, Pressing, Turn};
pub use search::{News, Search};
pub use session::SessionKey;
pub use status::{EngineState, PoolStatus};
pub use stub::{Answer, Pool, Request};

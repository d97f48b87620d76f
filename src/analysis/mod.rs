//! The values that every engine speaks: what is asked ([`Task`], [`Limits`]) and what is answered
//! ([`Report`], [`Line`], [`Score`]).
//!
//! Scores are from the side to move here; they are turned to the asked side once, in `wire`.

mod limits;
mod report;
mod score;
mod task;
mod win_percent;

pub use limits::{Clock, Depth, Limits, MateIn, MoveTime, MultiPv, Nodes, OutOfRange, Threads};
pub use report::{Line, Report, StopReason};
pub use score::{Bound, Score, Value, Wdl, WdlSource};
pub use task::{Setting, Task};
pub use win_percent::win_percent;

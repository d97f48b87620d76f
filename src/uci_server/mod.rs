//! kibitz as a UCI engine: one session over any stream of lines (standard input for a GUI, a WebSocket).
//!
//! A session has an engine of its own, or searches by the pool, within its ceilings. `player` is who searches, `session` answers commands and runs searches, `settings` holds the options that it declares,
//! `setup` turns `position` and `go` into a task, `speech` writes what the protocol asks for.

mod player;
mod session;
mod settings;
mod setup;
mod speech;

pub use player::Seat;
pub use session::{Session, SessionError};
pub use setup::position;

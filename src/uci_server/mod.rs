//! kibitz as a UCI engine: one session over any stream of lines (standard input for a GUI).
//!
//! `session` answers commands and runs searches, `settings` holds the options that it declares,
//! `setup` turns `position` and `go` into a task, `speech` writes what the protocol asks for.

mod session;
mod settings;
mod setup;
mod speech;

pub use session::{Session, SessionError};
pub use setup::position;

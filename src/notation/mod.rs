//! How chess is read and written.

mod alternatives;
mod codes;
pub mod epd;
pub mod fen;
mod finding;
mod game_source;
mod language;
pub mod moves;
pub mod pgn;
mod pgn_text;
mod quote;
pub mod source;
mod text;
mod words;

pub use alternatives::read_alternatives;
pub use codes::CODES;
pub use finding::{Field, Finding, Findings, Severity, Span};
pub use language::{Language, UnknownLanguage};
use language::{figurine, look_alike};
pub use pgn_text::{pgn_of, pgn_of_game};
pub use quote::{MAX_QUOTED, quote};

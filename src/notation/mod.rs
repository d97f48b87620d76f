//! How chess is read and written: FEN and EPD, moves in every notation, positions as requests give
//! them.
//!
//! * [`fen`]: FEN, X-FEN, Shredder-FEN; everything that is wrong at once, with mended texts.
//! * [`epd`]: EPD with its operations; the repetition count becomes part of the history.
//! * [`moves`]: UCI, SAN, long algebraic, figurine, numeric and descriptive notation, in the piece
//!   letters of 33 languages.
//! * [`source`]: a position out of the fields of a request.
//!
//! Readers are tolerant and say what they mended as [`Findings`]; a finding's code is one of
//! [`CODES`]. A move is never read as another move: where two readings are legal it is an error.

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
pub use game_source::{findings_of, game_of, position_of};
pub use language::{Language, UnknownLanguage};
use language::{figurine, look_alike};
pub use pgn_text::pgn_of;
pub use quote::{MAX_QUOTED, quote};

//! FEN, X-FEN and Shredder-FEN: read with everything that is wrong at once, and written.
//!
//! [`read`] is tolerant: it never stops at the first fault. [`write()`] writes what [`read`] takes
//! without a finding.

mod alphabet;
mod assemble;
mod castling;
mod counters;
mod draft;
mod en_passant;
mod explain;
mod fast;
mod fields;
mod legality;
mod mend;
mod orientation;
mod placement;
mod plausible;
mod read;
mod repair;
mod split;
mod startpos;
mod structure;
mod tokens;
mod turn;
mod wrapping;
mod write;

pub use explain::{Explained, explain};
pub(super) use read::read_epd_line;
pub use read::{MAX_CHARS, Reading, read};
pub(super) use startpos::looks_like_pgn;
pub(super) use write::four_fields;
pub use write::{write, write_board};

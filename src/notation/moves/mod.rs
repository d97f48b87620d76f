//! Moves in every notation: read with sense, written in any spelling.

mod clean;
mod descriptive;
mod error;
mod failure;
mod fast;
mod list;
mod numeric;
mod read;
mod remarks;
mod resolve;
mod shape;
mod special;
mod tokens;
mod why;
mod write;

pub use error::{Candidate, MoveError};
pub use list::{ListError, MAX_MOVES, Moves, read_moves};
pub use read::{ReadAs, read_move, read_on};
pub use write::{Notation, Spelling, san, spell, spell_all, uci};

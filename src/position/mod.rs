//! A position with its history: whether the game is over, which draws can be claimed, and the
//! dialects in which moves and positions are written.
//!
//! shakmaty's types are the vocabulary; nothing here reads text.

mod dialect;
mod history;
mod status;
mod variant;

pub use dialect::{CastlingStyle, Dialect, EpStyle, FenStyle, is_orthodox};
pub use history::{IllegalMove, Position, PositionKey};
pub use status::{Claim, Status};
pub use variant::Variant;

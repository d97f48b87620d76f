//! The JSON that `http` and `cli` share: scores turned to the asked side, moves written in the
//! asked dialect.

mod analysis;
mod choice;
mod conversion;
mod game;
mod moves;
mod position;
mod recognized;
mod score;
mod validation;

pub use analysis::{Analysis, AnalysisLine, Applied, BestMove, Searched};
pub use choice::{Orientation, Pov, Style, Turn};
pub use conversion::{Conversion, Converted, Form};
pub use game::{Command, GameError, GameFacts, Tag, TreeMove};
pub use moves::{LegalMove, Move, Spelling};
pub use position::{Board, Explained, PositionFacts};
pub use recognized::Recognized;
pub use score::{Score, Wdl};
pub use validation::{Include, Validation};

//! The JSON that `http` and `cli` share: scores turned to the asked side, moves written in the
//! asked dialect.

mod analysis;
mod choice;
mod moves;
mod position;
mod score;
mod validation;

pub use analysis::{Analysis, AnalysisLine, Applied, BestMove, Searched};
pub use choice::{Pov, Style};
pub use moves::{LegalMove, Move, Spelling};
pub use position::{Board, Explained, PositionFacts};
pub use score::{Score, Wdl};
pub use validation::{Include, Validation};

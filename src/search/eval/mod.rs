//! The hand-crafted evaluation: [`evaluate`] is its one entry, [`State`] what it keeps from move
//! to move.
//!
//! Everything that is counted is a term with a middlegame and an endgame weight (`terms`); the
//! weights were fitted to ten million labelled positions (`training/hce`). The same code tells the
//! search the sum and the tuner the counts ([`Trace`]).

mod attack_maps;
mod endgame;
mod pair;
mod pawns;
mod pieces;
mod state;
mod terms;
mod trace;
mod weights;

use shakmaty::Color;

use super::board::Board;
use attack_maps::AttackMaps;
use state::FULL_PHASE;
use terms::{Sum, Tally};

pub(super) use state::State;
pub use trace::Trace;

/// Bound of what [`evaluate`] answers, far from every mate value.
pub(super) const MAX_EVAL: i32 = 20_000;

/// What a quiet position is worth to the side to move, in centipawns.
pub(super) fn evaluate(board: &Board, state: &State) -> i32 {
    let mut sum = Sum::default();
    count(board, &mut sum);
    let pair = state.squares + sum.difference();
    let strong = Color::from_white(pair.end() > 0);
    let end = pair.end() * endgame::scale(board, strong) / endgame::FULL_SCALE;
    let phase = state.phase();
    let mut white = (pair.middle() * phase + end * (FULL_PHASE - phase)) / FULL_PHASE;
    white += endgame::drive(board, Color::White) - endgame::drive(board, Color::Black);
    // An advantage that nothing is made of fades towards the fifty-move draw.
    white = white * (200 - i32::from(board.halfmoves().min(100))) / 200;
    board
        .turn()
        .fold_wb(white, -white)
        .clamp(-MAX_EVAL, MAX_EVAL)
}

/// Counts everything but the piece squares, which [`State`] follows.
fn count(board: &Board, tally: &mut impl Tally) {
    let maps = AttackMaps::new(board, tally);
    tally.add(board.turn(), terms::TEMPO, 1);
    for color in Color::ALL {
        pieces::places(board, color, tally);
        pawns::structure(board, &maps, color, tally);
        pawns::shelter(board, color, tally);
        pieces::threats(board, &maps, color, tally);
        pieces::king_attack(board, &maps, color, tally);
    }
}

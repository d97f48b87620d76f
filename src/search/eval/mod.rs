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

#[cfg(test)]
mod tests {
    use shakmaty::{Chess, EnPassantMode, Position as _};

    use super::super::board::Board;
    use super::super::packed::PackedMove;
    use super::super::walks::walk;
    use super::*;

    #[test]
    fn a_mirrored_board_is_worth_the_same() {
        walk(30, |chess, _| {
            let mode = chess.castles().mode();
            let mirrored = chess.to_setup(EnPassantMode::Legal).into_mirrored();
            let mirrored: Chess = mirrored.position(mode).unwrap();
            let value = |chess: &Chess| {
                let board = Board::new(chess);
                evaluate(&board, &State::new(&board))
            };
            assert_eq!(value(chess), value(&mirrored), "{chess:?}");
        });
    }

    #[test]
    fn the_state_follows_every_move() {
        walk(30, |chess, m| {
            let mut board = Board::new(chess);
            let mut state = State::new(&board);
            board.play(PackedMove::pack(m), &mut state);
            assert_eq!(state, State::new(&board), "{chess:?} {m}");
        });
    }

    #[test]
    fn the_trace_sums_to_the_evaluation() {
        walk(10, |chess, _| {
            let trace = Trace::new(chess);
            let weights = Trace::weights();
            let (mut middle, mut end) = (0.0, 0.0);
            for &(term, count) in &trace.counts {
                let weight = weights[usize::from(term)];
                middle += f32::from(count) * weight.0 as f32;
                end += f32::from(count) * weight.1 as f32;
            }
            let scale = trace.scale[usize::from(end <= 0.0)];
            let sum = middle * trace.phase + end * scale * (1.0 - trace.phase);
            let left = (200 - chess.halfmoves().min(100)) as f32 / 200.0;
            let white = (sum + trace.rest as f32) * left;
            let board = Board::new(chess);
            let value = evaluate(&board, &State::new(&board)) as f32;
            let own = chess.turn().fold_wb(value, -value);
            assert!((own - white).abs() < 3.0, "{own} {white} {chess:?}");
        });
    }
}

//! Games of the embedded engine against itself, few nodes a move, with everything checked that can be:
//! `cargo bench --bench soak -- GAMES NODES [SEED]`.
//!
//! Every move must be legal, every line must be, and a reported mate must be one: up to two moves
//! it is proven by trying everything, beyond that its line, where complete, must end in mate.
#![expect(clippy::print_stdout, reason = "it prints its figures")]

use std::env;
use std::sync::atomic::AtomicBool;

use kibitz::analysis::{Limits, Nodes, Report, Task, Value};
use kibitz::position::{Position, Variant};
use kibitz::search::{HashMib, Searcher};
use shakmaty::{Chess, Position as _};

/// Moves up to which mates are proven.
const PROVEN: i32 = 2;
/// The longest game, in plies.
const LONGEST: usize = 400;

#[derive(Debug, Default)]
struct Tally {
    moves: usize,
    mates: usize,
    proven: usize,
    played: usize,
}

fn main() {
    let numbers: Vec<u64> = env::args().skip(1).flat_map(|text| text.parse()).collect();
    let [games, nodes, seed] = [(0, 10_000), (1, 1_000), (2, 1)]
        .map(|(index, usual)| numbers.get(index).copied().unwrap_or(usual));
    let nodes = Nodes::try_from(i128::from(nodes)).expect("a number of nodes");
    let mut searcher = Searcher::new(HashMib::try_from(16).expect("16 MiB"));
    let (mut state, mut tally) = (
        seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1,
        Tally::default(),
    );
    for game in 1..=games {
        searcher.clear();
        play(&mut searcher, opening(&mut state), nodes, &mut tally);
        if game % 100 == 0 || game == games {
            println!("{game} games, {tally:?}");
        }
    }
}

/// Eight random plies (Marsaglia's xorshift generator).
fn opening(state: &mut u64) -> Chess {
    loop {
        let mut chess = Chess::default();
        for _ in 0..8 {
            *state ^= *state << 13;
            *state ^= *state >> 7;
            *state ^= *state << 17;
            let moves = chess.legal_moves();
            if !moves.is_empty() {
                chess.play_unchecked(moves[(*state >> 20) as usize % moves.len()]);
            }
        }
        if !chess.is_game_over() {
            return chess;
        }
    }
}

fn play(searcher: &mut Searcher, start: Chess, nodes: Nodes, tally: &mut Tally) {
    let mut position = Position::new(start, Variant::Standard);
    while !position.status().is_over()
        && position.repetitions() < 3
        && position.board().halfmoves() < 100
        && position.moves().len() < LONGEST
    {
        let task = Task::new(position.clone(), Limits::nodes(nodes));
        let report = searcher.search(&task, &AtomicBool::new(false), &mut |_| {});
        check(position.board(), &report, tally);
        let best = report.bestmove.expect("there is a legal move");
        position.play(best).expect("the best move is legal");
        tally.moves += 1;
    }
}

fn check(board: &Chess, report: &Report, tally: &mut Tally) {
    let line = report.lines.first().expect("a line");
    let mut end = board.clone();
    for &m in &line.pv {
        assert!(end.is_legal(m), "{board:?}: {report:?}");
        end.play_unchecked(m);
    }
    let Value::Mate(moves) = line.score.value else {
        return;
    };
    tally.mates += 1;
    let plies = moves.unsigned_abs() as usize * 2 - usize::from(moves > 0);
    if moves.abs() <= PROVEN {
        let proven = if moves > 0 {
            mates(board, moves)
        } else {
            is_mated(board, -moves)
        };
        assert!(proven, "{board:?}: {report:?}");
        tally.proven += 1;
    } else if line.pv.len() == plies {
        assert!(end.is_checkmate(), "{board:?}: {report:?}");
        tally.played += 1;
    }
}

/// Whether the side to move mates in so many moves whatever the other does.
fn mates(board: &Chess, moves: i32) -> bool {
    moves > 0
        && board.legal_moves().into_iter().any(|m| {
            let mut child = board.clone();
            child.play_unchecked(m);
            is_mated(&child, moves - 1)
        })
}

/// Whether the side to move is mated, or will be in so many moves whatever it does.
fn is_mated(board: &Chess, moves: i32) -> bool {
    let answers = board.legal_moves();
    if answers.is_empty() {
        return board.is_check();
    }
    moves > 0
        && answers.into_iter().all(|m| {
            let mut child = board.clone();
            child.play_unchecked(m);
            mates(&child, moves)
        })
}

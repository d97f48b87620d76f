//! The embedded engine through its public surface.

mod answers;
mod limits;
mod mates;
mod perft;

use std::sync::atomic::AtomicBool;

use kibitz::analysis::{Depth, Limits, Nodes, Report, Task};
use kibitz::position::{Position, Variant};
use kibitz::search::{HashMib, Searcher};
use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess};

/// Nothing stops this search.
static GO: AtomicBool = AtomicBool::new(false);

fn chess(fen: &str) -> Chess {
    let fen: Fen = fen.parse().unwrap();
    let setup = fen.into_setup();
    let standard = setup.clone().position(CastlingMode::Standard);
    standard.unwrap_or_else(|_| setup.position(CastlingMode::Chess960).unwrap())
}

fn position(fen: &str) -> Position {
    Position::new(chess(fen), Variant::Standard)
}

/// Plays UCI moves on.
fn played(mut position: Position, moves: &[&str]) -> Position {
    for text in moves {
        let m = text.parse::<UciMove>().unwrap();
        let m = m.to_move(position.board()).unwrap();
        position.play(m).unwrap();
    }
    position
}

fn depth(plies: i128) -> Limits {
    Limits::depth(Depth::try_from(plies).unwrap())
}

fn nodes(count: i128) -> Limits {
    Limits::nodes(Nodes::try_from(count).unwrap())
}

fn searcher() -> Searcher {
    Searcher::new(HashMib::try_from(4).unwrap())
}

fn search(task: &Task) -> Report {
    searcher().search(task, &GO, &mut |_| {})
}

fn best(report: &Report) -> String {
    let best = report.bestmove.expect("a best move");
    UciMove::from_standard(best).to_string()
}

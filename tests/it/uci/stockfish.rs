//! The same driver with a real engine, where one is installed.

use std::time::Duration;

use kibitz::analysis::{StopReason, Task, Value};
use kibitz::engine::find;
use kibitz::position::Variant;
use kibitz::uci::{EngineCommand, UciEngine};
use shakmaty::Position as _;

use super::support::{
    brief, depth, movetime, multipv, position, search, search_for, start, task, with_guard,
};

async fn stockfish() -> Option<UciEngine> {
    let path = std::env::var_os("PATH");
    let Some(path) = find::stockfish(path.as_deref()) else {
        eprintln!("SKIPPED: no Stockfish is installed");
        return None;
    };
    Some(start(&with_guard(EngineCommand::new(path))).await)
}

#[tokio::test]
async fn stockfish_introduces_itself() {
    let Some(engine) = stockfish().await else {
        return;
    };
    let identity = engine.identity();
    assert!(
        identity.name.as_str().starts_with("Stockfish"),
        "{identity:?}"
    );
    assert!(identity.has("MultiPV") && identity.has("UCI_Chess960"));
    engine.quit().await;
}

#[tokio::test]
async fn stockfish_mates_and_knows_chances() {
    let Some(mut engine) = stockfish().await else {
        return;
    };
    let report = search(&mut engine, &task("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"))
        .await
        .unwrap();
    assert_eq!(brief(&report), ["1 mate 1 depth 8 a1a8", "best a1a8"]);
    assert_eq!(report.lines[0].score.wdl.map(|wdl| wdl.win), Some(1_000));
    assert_eq!(report.stop_reason, StopReason::Depth);
}

#[tokio::test]
async fn stockfish_gives_consistent_lines() {
    let Some(mut engine) = stockfish().await else {
        return;
    };
    let mut question = multipv(task("startpos"), 5);
    question.limits = movetime(300);
    let report = search(&mut engine, &question).await.unwrap();
    assert_eq!(report.lines.len(), 5);
    assert_eq!(report.stop_reason, StopReason::Movetime);
    let mut firsts: Vec<_> = report.lines.iter().map(|line| line.pv[0]).collect();
    firsts.dedup();
    assert_eq!(firsts.len(), 5);
    let depths: Vec<u16> = report.lines.iter().map(|line| line.depth).collect();
    assert!(
        depths.iter().all(|depth| depths[0] - depth <= 1),
        "depths: {depths:?}"
    );
}

#[tokio::test]
async fn stockfish_castles_in_chess960() {
    let Some(mut engine) = stockfish().await else {
        return;
    };
    let fen = "brkr4/p1p1bppp/1pq1p1nn/6N1/3P3P/1P4P1/PBP2P2/1RKRQBN1 b KQkq - 0 9";
    let mut question = Task::new(position(fen, &[], Variant::Chess960), depth(6));
    let side = shakmaty::CastlingSide::KingSide;
    question.searchmoves = question.position.board().castling_moves(side).to_vec();
    let report = search(&mut engine, &question).await.unwrap();
    assert!(report.bestmove.unwrap().is_castle(), "{:?}", brief(&report));
}

#[tokio::test]
async fn stockfish_sees_the_repetition_in_the_history() {
    let Some(mut engine) = stockfish().await else {
        return;
    };
    // Black, a queen down, can only hold by playing ... Ng8 for the third time.
    let shuffle = ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1"];
    let fen = "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let question = Task::new(position(fen, &shuffle, Variant::Standard), depth(10));
    let report = search(&mut engine, &question).await.unwrap();
    assert_eq!(brief(&report).last().unwrap(), "best f6g8");
    assert_eq!(report.lines[0].score.value, Value::Cp(0));
}

#[tokio::test]
async fn stockfish_stops_and_starts_clean() {
    let Some(mut engine) = stockfish().await else {
        return;
    };
    let mut question = task("startpos");
    question.limits.depth = None;
    let report = search_for(&mut engine, &question, Duration::from_millis(100))
        .await
        .unwrap();
    assert_eq!(report.stop_reason, StopReason::Cancelled);
    assert!(report.bestmove.is_some());
    let mut nodes = Vec::new();
    for _ in 0..2 {
        engine.new_game().await.unwrap();
        let report = search(&mut engine, &task("startpos")).await.unwrap();
        nodes.push((report.nodes, brief(&report)));
        let other = task("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3");
        search(&mut engine, &other).await.unwrap();
    }
    assert_eq!(nodes[0], nodes[1]);
}

//! Either kind of engine behind one set of methods.

use std::time::{Duration, Instant};

use kibitz::analysis::{Depth, Limits, Report, StopReason, Task};
use kibitz::engine::{Engine, EngineSpec};
use kibitz::position::{Position, Variant};
use kibitz::search::HashMib;
use shakmaty::CastlingMode;
use shakmaty::fen::Fen;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

async fn embedded() -> Engine {
    let hash = HashMib::try_from(4).unwrap();
    Engine::spawn(&EngineSpec::Embedded { hash }).await.unwrap()
}

fn depth(depth: i128) -> Limits {
    Limits::depth(Depth::try_from(depth).unwrap())
}

async fn analyse(engine: &mut Engine, task: &Task) -> Report {
    let progress = watch::Sender::new(None);
    let never = CancellationToken::new();
    engine.analyse(task, &never, &progress).await.unwrap()
}

#[tokio::test]
async fn searches_may_move_between_threads() {
    let mut engine = embedded().await;
    let task = Task::new(Position::default(), depth(2));
    let search = async move { analyse(&mut engine, &task).await };
    assert!(tokio::spawn(search).await.unwrap().bestmove.is_some());
}

#[tokio::test]
async fn the_embedded_engine_searches_and_tells_how_it_goes() {
    let mut engine = embedded().await;
    let task = Task::new(Position::default(), depth(5));
    let progress = watch::Sender::new(None);
    let never = CancellationToken::new();
    let report = engine.analyse(&task, &never, &progress).await.unwrap();
    assert_eq!((report.depth, report.stop_reason), (5, StopReason::Depth));
    let last = progress.borrow().clone().unwrap();
    assert_eq!(last.lines[0].pv[0], report.bestmove.unwrap());
    assert!(engine.identity().name.as_str().starts_with("kibitz "));
}

#[tokio::test]
async fn a_stop_and_a_dropped_future_end_the_search_at_once() {
    let mut engine = embedded().await;
    let endless = Task::new(Position::default(), Limits::default());
    let progress = watch::Sender::new(None);
    let stop = CancellationToken::new();
    let stopper = stop.clone();
    tokio::spawn(async move {
        tokio::time::sleep(Duration::from_millis(50)).await;
        stopper.cancel();
    });
    let report = engine.analyse(&endless, &stop, &progress).await.unwrap();
    assert_eq!(report.stop_reason, StopReason::Cancelled);
    assert!(report.bestmove.is_some());

    let never = CancellationToken::new();
    let dropped = engine.analyse(&endless, &never, &progress);
    let timeout = tokio::time::timeout(Duration::from_millis(50), dropped).await;
    assert!(timeout.is_err());
    let begun = Instant::now();
    engine.clean().await.unwrap();
    assert!(begun.elapsed() < Duration::from_millis(500));
}

#[tokio::test]
async fn a_clean_engine_answers_the_same_whatever_it_did_before() {
    let mut engine = embedded().await;
    let task = Task::new(Position::default(), depth(6));
    let first = analyse(&mut engine, &task).await;
    let fen: Fen = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"
        .parse()
        .unwrap();
    let board = fen.into_position(CastlingMode::Standard).unwrap();
    let other = Task::new(Position::new(board, Variant::Standard), depth(7));
    analyse(&mut engine, &other).await;
    engine.clean().await.unwrap();
    let again = analyse(&mut engine, &task).await;
    assert_eq!((again.nodes, again.lines), (first.nodes, first.lines));
}

#[tokio::test]
async fn a_finished_game_is_not_searched() {
    let mut engine = embedded().await;
    for fen in [
        "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1",
        "8/8/8/3k4/8/8/4Q3/4K3 w - - 150 120",
        "8/8/8/3k4/8/8/8/4K3 w - - 0 1",
    ] {
        let board: Fen = fen.parse().unwrap();
        let board = board.into_position(CastlingMode::Standard).unwrap();
        let task = Task::new(Position::new(board, Variant::Standard), depth(5));
        let report = analyse(&mut engine, &task).await;
        assert_eq!(report.stop_reason, StopReason::Terminal, "input: {fen:?}");
    }
}

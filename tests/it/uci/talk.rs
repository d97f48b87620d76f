//! What is said to an engine: history, options, limits; and that nothing of one search reaches the
//! next.

use std::fs;
use std::time::Duration;

use kibitz::analysis::{Clock, Limits, StopReason, Task};
use kibitz::position::Variant;
use kibitz::uci::{OptionName, OptionValue};
use shakmaty::uci::UciMove;
use tokio_util::sync::CancellationToken;

use super::support::{
    brief, channel, depth, logged, multipv, position, scripted, search, search_for, start, task,
};

/// The lines that came after the introduction.
fn heard(path: &std::path::Path) -> Vec<String> {
    let text = fs::read_to_string(path).unwrap();
    let lines = text.lines().skip_while(|line| *line != "isready").skip(1);
    lines.map(str::to_owned).collect()
}

#[tokio::test]
async fn history_and_limits_reach_the_engine() {
    let (command, log) = logged(scripted(""), "history");
    let mut engine = start(&command).await;
    let shuffle = ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1"];
    let mut task = Task::new(position("startpos", &shuffle, Variant::Standard), depth(3));
    task.limits.nodes = 5_000_i128.try_into().ok();
    task.searchmoves = vec![
        "f6g8"
            .parse::<UciMove>()
            .unwrap()
            .to_move(task.position.board())
            .unwrap(),
    ];
    let report = search(&mut engine, &task).await.unwrap();
    assert_eq!(report.bestmove, Some(task.searchmoves[0]));
    task.position = position(
        "4k3/8/8/8/8/8/8/4K2R w K - 3 40",
        &["e1g1"],
        Variant::Standard,
    );
    task.searchmoves.clear();
    task.limits = Limits {
        clock: Some(Clock {
            remaining: Duration::from_secs(60),
            increment: Duration::from_millis(500),
            moves_to_go: Some(12),
        }),
        ..Limits::default()
    };
    search(&mut engine, &task).await.unwrap();
    assert_eq!(
        heard(&log),
        [
            "setoption name Threads value 1",
            "setoption name MultiPV value 1",
            "setoption name UCI_Chess960 value false",
            "isready",
            "position startpos moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1",
            "go depth 3 nodes 5000 searchmoves f6g8",
            "isready",
            "position fen 4k3/8/8/8/8/8/8/4K2R w K - 3 40 moves e1g1",
            "go wtime 60000 btime 60000 winc 500 binc 500 movestogo 12",
        ]
    );
}

#[tokio::test]
async fn chess960_is_spoken_only_where_it_is_played() {
    let (command, log) = logged(scripted(""), "chess960");
    let mut engine = start(&command).await;
    let fen = "1k6/8/8/8/8/8/8/1K1R4 w D - 0 1";
    let mut task = Task::new(position(fen, &["b1d1"], Variant::Chess960), depth(1));
    search(&mut engine, &task).await.unwrap();
    task.position = position("startpos", &[], Variant::Standard);
    search(&mut engine, &task).await.unwrap();
    let heard = heard(&log);
    let said = |line: &str| heard.iter().position(|heard| heard == line);
    let on = said("setoption name UCI_Chess960 value true").unwrap();
    let off = said("setoption name UCI_Chess960 value false").unwrap();
    let at = said("position fen 1k6/8/8/8/8/8/8/1K1R4 w K - 0 1 moves b1d1").unwrap();
    assert!(on < at && at < off, "heard: {heard:?}");
}

#[tokio::test]
async fn an_engine_without_chess960_says_so_and_stays() {
    let script = "on uci\nsay id name Old\nsay uciok";
    let mut engine = start(&scripted(script)).await;
    let mut task = task("startpos");
    task.position = position("1k6/8/8/8/8/8/8/1K1R4 w D - 0 1", &[], Variant::Chess960);
    let error = search(&mut engine, &task).await.unwrap_err();
    assert_eq!(
        (error.code(), error.is_fatal()),
        ("engine-no-chess960", false)
    );
    let orthodox = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    task.position = position(orthodox, &[], Variant::Chess960);
    assert!(search(&mut engine, &task).await.is_ok());
}

#[tokio::test]
async fn options_of_one_search_do_not_reach_the_next() {
    let mut engine = start(&scripted("")).await;
    let many = search(&mut engine, &multipv(task("startpos"), 500))
        .await
        .unwrap();
    assert_eq!(many.lines.len(), 20, "one line for each legal move");
    let one = search(&mut engine, &task("startpos")).await.unwrap();
    assert_eq!(one.lines.len(), 1);
}

#[tokio::test]
async fn options_are_clamped_to_what_is_declared() {
    let (mut command, log) = logged(scripted(""), "options");
    command.hash_mib = Some(33_554_432);
    let option = |name, value| {
        (
            OptionName::new(name).unwrap(),
            OptionValue::new(value).unwrap(),
        )
    };
    command.options = vec![
        option("threads", "1024"),
        option("Debug Log File", "/tmp/x"),
        option("Clear Hash", "now"),
    ];
    start(&command).await;
    let text = fs::read_to_string(log).unwrap();
    let heard: Vec<&str> = text.lines().collect();
    assert_eq!(
        heard,
        [
            "uci",
            "setoption name Hash value 1024",
            "setoption name Threads value 8",
            "isready"
        ]
    );
}

#[tokio::test]
async fn a_new_game_is_told_once_and_only_after_a_search() {
    let (command, log) = logged(scripted(""), "newgame");
    let mut engine = start(&command).await;
    engine.new_game().await.unwrap();
    search(&mut engine, &task("startpos")).await.unwrap();
    engine.new_game().await.unwrap();
    engine.new_game().await.unwrap();
    let heard = heard(&log);
    let told = heard.iter().filter(|line| *line == "ucinewgame").count();
    assert_eq!((told, heard.last().unwrap().as_str()), (1, "isready"));
}

/// Lines of the first position, a best move only when stopped, and late at that.
const SLOW: &str = "on go\nsay info depth 5 score cp 20 pv e2e4\nwait\nsleep 5\n\
    say info depth 6 score cp 20 pv e2e4\nsay bestmove e2e4\non go every 2\nwell";

#[tokio::test]
async fn a_cancelled_search_leaves_nothing_behind() {
    let mut engine = start(&scripted(SLOW)).await;
    let endgame = "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1";
    for _ in 0..50 {
        let first = search_for(&mut engine, &task("startpos"), Duration::from_millis(2)).await;
        assert_eq!(first.unwrap().stop_reason, StopReason::Cancelled);
        let second = search(&mut engine, &task(endgame)).await.unwrap();
        assert_eq!(brief(&second).last().unwrap(), "best e1d1");
        assert_eq!(second.lines.len(), 1);
    }
}

#[tokio::test]
async fn a_dropped_search_leaves_nothing_behind() {
    // Every search waits for its stop: a dropped one may not have reached the engine at all.
    let (slow, _) = SLOW.split_once("on go every").unwrap();
    let mut engine = start(&scripted(slow)).await;
    for _ in 0..50 {
        let (question, never, progress) = (task("startpos"), CancellationToken::new(), channel());
        let dropped = engine.search(&question, &never, &progress);
        let timeout = tokio::time::timeout(Duration::from_millis(2), dropped).await;
        assert!(timeout.is_err());
        engine.new_game().await.unwrap();
        // The first search may not have begun when it was dropped.
        let report = search_for(&mut engine, &task("startpos"), Duration::from_millis(50)).await;
        assert!(report.unwrap().bestmove.is_some());
    }
}

#[tokio::test]
async fn a_finished_game_asks_nothing() {
    let (command, log) = logged(scripted(""), "terminal");
    let mut engine = start(&command).await;
    search(&mut engine, &task("startpos")).await.unwrap();
    let before = heard(&log).len();
    for fen in [
        "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
        "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1",
    ] {
        let report = search(&mut engine, &task(fen)).await.unwrap();
        assert_eq!(report.stop_reason, StopReason::Terminal, "input: {fen:?}");
        assert_eq!(
            (report.bestmove, report.lines.len()),
            (None, 0),
            "input: {fen:?}"
        );
    }
    assert_eq!(heard(&log).len(), before);
}

#[tokio::test]
async fn progress_holds_whole_rounds() {
    let script = "on go\nsay info depth 3 multipv 1 score cp 9 pv e2e4\n\
        say info depth 3 multipv 2 score cp 8 pv d2d4\n\
        say info depth 4 multipv 1 score cp 7 pv c2c4\nwait\nsay bestmove c2c4";
    let mut engine = start(&scripted(script)).await;
    let (stop, progress) = (CancellationToken::new(), channel());
    let mut watch = progress.subscribe();
    let stopper = stop.clone();
    let watcher = tokio::spawn(async move {
        let seen = watch.wait_for(Option::is_some).await.unwrap().clone();
        tokio::time::sleep(Duration::from_millis(50)).await;
        let later = watch.borrow().clone();
        stopper.cancel();
        (seen, later)
    });
    let question = multipv(task("startpos"), 2);
    let report = engine.search(&question, &stop, &progress).await.unwrap();
    let (seen, later) = watcher.await.unwrap();
    for state in [seen, later] {
        assert_eq!(
            brief(&state.unwrap()),
            ["1 cp 9 depth 3 e2e4", "2 cp 8 depth 3 d2d4", "best e2e4"]
        );
    }
    assert_eq!(
        brief(&report),
        ["1 cp 7 depth 4 c2c4", "2 cp 9 depth 3 e2e4", "best c2c4"]
    );
}

#[tokio::test]
async fn very_long_games_are_shortened_to_what_the_rules_need() {
    let mut moves = Vec::new();
    for rank in 0..150 {
        moves.extend(["g1f3", "g8f6", "f3g1", "f6g8"]);
        if rank == 148 {
            moves.extend(["e2e4", "e7e5"]);
        }
    }
    // Four times two plies and the pawn moves repeat nothing five times after the pawns moved.
    let (command, log) = logged(scripted(""), "long");
    let mut engine = start(&command).await;
    let task = Task::new(position("startpos", &moves, Variant::Standard), depth(1));
    search(&mut engine, &task).await.unwrap();
    let heard = heard(&log);
    let sent = heard
        .iter()
        .find(|line| line.starts_with("position"))
        .unwrap();
    let fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 300";
    assert_eq!(
        *sent,
        format!("position fen {fen} moves g1f3 g8f6 f3g1 f6g8")
    );
}

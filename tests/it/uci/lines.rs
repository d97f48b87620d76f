//! What is made of an engine's lines: transcripts in, reports out.

use kibitz::analysis::{MateIn, Setting, StopReason};
use kibitz::position::Variant;
use kibitz::uci::read_transcript;

use super::support::{brief, depth, multipv, position, scripted, search, start, task};

/// A script that answers every search with these lines.
fn answering(lines: &[&str]) -> String {
    let says = lines.iter().map(|line| format!("say {line}\n"));
    "on go\n".to_owned() + &says.collect::<String>()
}

/// What it shows, where, the lines asked, what the engine says, the report in short.
type Case = (
    &'static str,
    &'static str,
    u16,
    &'static [&'static str],
    &'static [&'static str],
);

const CASES: &[Case] = &[
    (
        "the engine stops in the middle of a round: each line says its depth",
        "startpos",
        2,
        &[
            "info depth 8 multipv 1 score cp 20 pv e2e4",
            "info depth 8 multipv 2 score cp 15 pv d2d4",
            "info depth 9 multipv 1 score cp 25 pv d2d4",
            "bestmove d2d4",
        ],
        &["1 cp 25 depth 9 d2d4", "2 cp 20 depth 8 e2e4", "best d2d4"],
    ),
    (
        "a variation is cut at its first illegal move",
        "R7/8/2p5/1p6/4kn2/7K/p5r1/8 w - - 6 61",
        1,
        &[
            "info depth 4 score cp -242 nodes 112 pv h3h4 d3c1 g2f2 e4e5",
            "bestmove h3h4",
        ],
        &["1 cp -242 depth 4 h3h4", "best h3h4"],
    ),
    (
        "a best move without a line never borrows another's score as its own",
        "1Q3bk1/5p2/2p3p1/1p1b3p/4n2P/5N2/r5PK/8 w - - 0 34",
        1,
        &[
            "info depth 13 score cp -1078 pv h2h3 g8g7",
            "bestmove h2g1 ponder g8g7",
        ],
        &["1 cp -1078 lower depth 13 h2g1 g8g7", "best h2g1"],
    ),
    (
        "a best move that failed high is shown with that bound",
        "startpos",
        1,
        &[
            "info depth 9 score cp 20 pv e2e4 e7e5",
            "info depth 10 score cp 31 lowerbound pv d2d4",
            "bestmove d2d4",
        ],
        &["1 cp 31 lower depth 10 d2d4", "best d2d4"],
    ),
    (
        "a bound never replaces an exact score",
        "startpos",
        1,
        &[
            "info depth 9 score cp 20 pv e2e4 e7e5",
            "info depth 10 score cp 12 upperbound pv e2e4 c7c5",
            "bestmove e2e4",
        ],
        &["1 cp 20 depth 9 e2e4 e7e5", "best e2e4"],
    ),
    (
        "a mate against the side to move stays against it",
        "8/1p3p1p/p4P1k/P4P1p/6pP/6Pq/5P2/6K1 b - - 0 1",
        1,
        &["info depth 20 score mate -6 pv b7b6", "bestmove b7b6"],
        &["1 mate -6 depth 20 b7b6", "best b7b6"],
    ),
    (
        "doubled blanks change nothing",
        "startpos",
        1,
        &[
            "info  depth 10  score cp 30   pv e2e4  e7e5  g1f3",
            "bestmove  e2e4",
        ],
        &["1 cp 30 depth 10 e2e4 e7e5 g1f3", "best e2e4"],
    ),
    (
        "ranks that were not asked, repeat a move, or leave a gap are dropped",
        "startpos",
        2,
        &[
            "info depth 5 multipv 0 score cp 99 pv a2a3",
            "info depth 5 multipv 1 score cp 20 pv e2e4",
            "info depth 5 multipv 2 score cp 20 pv e2e4",
            "info depth 5 multipv 7 score cp 99 pv a2a3",
            "info depth 5 multipv 2 score cp 10 pv d2d4",
            "bestmove e2e4",
        ],
        &["1 cp 20 depth 5 e2e4", "2 cp 10 depth 5 d2d4", "best e2e4"],
    ),
    (
        "garbage, unknown words and unsound scores are as if not said",
        "startpos",
        1,
        &[
            "hello bestmove a2a3",
            "info depth 6 score mate 0 pv a2a3",
            "info depth 6 frobnicate 3 score cp 7 pv e2e4 zzz",
            "info string bestmove a2a3",
            "bestmove e2e4 ponder e2e4",
        ],
        &["1 cp 7 depth 6 e2e4", "best e2e4"],
    ),
    (
        "an engine that says nothing but its move gets no line made up",
        "startpos",
        1,
        &["bestmove g1f3"],
        &["best g1f3"],
    ),
];

#[tokio::test]
async fn transcripts_become_reports() {
    for &(case, fen, lines, says, expected) in CASES {
        let mut engine = start(&scripted(&answering(says))).await;
        let report = search(&mut engine, &multipv(task(fen), lines))
            .await
            .unwrap();
        assert_eq!(brief(&report), expected, "case: {case}");
        let read = read_transcript(&multipv(task(fen), lines), says.iter().copied());
        let report = read.unwrap().expect("it holds a best move");
        assert_eq!(brief(&report), expected, "case: {case}");
    }
}

/// In weakened play an engine does not play the move that it holds best: no more is known of it than
/// that it is no better.
#[test]
fn a_move_chosen_for_its_weakness_is_no_better_than_the_best() {
    let mut task = task("startpos");
    task.limits = depth(3);
    let says = [
        "info depth 3 multipv 1 score cp 18 pv e2e4 e7e5",
        "bestmove d2d4",
    ];
    for (name, value, expected, deep) in [
        ("Skill Level", "3", "1 cp 18 upper depth 3 d2d4", 3),
        ("UCI_Elo", "1400", "1 cp 18 upper depth 3 d2d4", 3),
        ("Skill Level", "20", "1 cp 18 lower depth 3 d2d4", 2),
    ] {
        let value = value.to_owned();
        task.options = vec![Setting { name, value }];
        let report = read_transcript(&task, says).unwrap().unwrap();
        assert_eq!(brief(&report), [expected, "best d2d4"], "{name}");
        assert_eq!(report.depth, deep, "{name}");
        assert_eq!(report.stop_reason, StopReason::Depth, "{name}");
    }
}

#[tokio::test]
async fn castling_in_the_other_dialect_is_understood() {
    let fen = "brkr4/p1p1bppp/1pq1p1nn/6N1/3P3P/1P4P1/PBP2P2/1RKRQBN1 b KQkq - 0 9";
    let mut task = task("startpos");
    task.position = position(fen, &[], Variant::Chess960);
    for best in ["c8g8", "c8d8", "O-O"] {
        let mut engine = start(&scripted(&answering(&[&format!("bestmove {best}")]))).await;
        let report = search(&mut engine, &task).await.unwrap();
        assert!(report.bestmove.unwrap().is_castle(), "input: {best:?}");
    }
}

#[tokio::test]
async fn a_best_move_that_cannot_be_played_is_an_error() {
    for (best, code) in [
        ("e2e5", "engine-illegal-move"),
        ("hello", "engine-illegal-move"),
        ("(none)", "engine-no-move"),
        ("0000", "engine-no-move"),
        ("", "engine-no-move"),
    ] {
        let script = answering(&[&format!("bestmove {best}")]);
        let mut engine = start(&scripted(&script)).await;
        let error = search(&mut engine, &task("startpos")).await.unwrap_err();
        assert_eq!(error.code(), code, "input: {best:?}, said: {error}");
    }
}

#[tokio::test]
async fn it_is_said_which_limit_was_reached() {
    let mut engine = start(&scripted("")).await;
    let mut by_depth = task("startpos");
    assert_eq!(
        search(&mut engine, &by_depth).await.unwrap().stop_reason,
        StopReason::Depth
    );
    by_depth.limits = super::support::movetime(10);
    assert_eq!(
        search(&mut engine, &by_depth).await.unwrap().stop_reason,
        StopReason::Movetime
    );
    by_depth.limits = kibitz::analysis::Limits::nodes(777_i128.try_into().unwrap());
    let report = search(&mut engine, &by_depth).await.unwrap();
    assert_eq!((report.stop_reason, report.nodes), (StopReason::Nodes, 777));
    let mut mate = task("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1");
    mate.limits = depth(30);
    mate.limits.mate = MateIn::try_from(1).ok();
    assert_eq!(
        search(&mut engine, &mate).await.unwrap().stop_reason,
        StopReason::Mate
    );
}

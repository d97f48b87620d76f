//! What reports say: legal lines, ranks, draws, and the same answer to the same question.

use kibitz::analysis::{Depth, MultiPv, Report, StopReason, Task, Threads, Value};
use kibitz::position::Position;
use kibitz::search::{BENCH_DEPTH, HashMib, Searcher, bench};
use shakmaty::{Chess, Position as _};

use super::{GO, best, chess, depth, nodes, played, position, search, searcher};

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// Every line is legal, ranks have no gap, and better lines come first.
fn assert_sound(chess: &Chess, report: &Report) {
    let worth = |value: Value| match value {
        Value::Cp(cp) => cp,
        Value::Mate(moves) if moves > 0 => 1_000_000 - moves,
        Value::Mate(moves) => -1_000_000 - moves,
    };
    let mut last = i32::MAX;
    for (line, rank) in report.lines.iter().zip(1..) {
        assert_eq!(line.rank, rank);
        assert_eq!(line.score.bound, None);
        let value = worth(line.score.value);
        assert!(value <= last, "{report:?}");
        last = value;
        let mut board = chess.clone();
        for &m in &line.pv {
            assert!(board.is_legal(m), "{m} in {report:?}");
            board.play_unchecked(m);
        }
        assert!(!line.pv.is_empty());
    }
    let first = report.lines.first().map(|line| line.pv[0]);
    assert_eq!(report.bestmove, first);
}

#[test]
fn the_signature_stands() {
    let found = bench(
        Depth::try_from(i128::from(BENCH_DEPTH)).unwrap(),
        HashMib::default(),
    );
    let signature = include_str!("../../fixtures/bench.txt");
    assert_eq!(found.nodes.to_string(), signature.trim());
}

#[test]
fn the_same_question_gets_the_same_answer_after_clear() {
    let mut searcher = searcher();
    for limits in [depth(7), nodes(20_000)] {
        let task = Task::new(position(KIWIPETE), limits);
        let ask = |searcher: &mut Searcher| {
            searcher.clear();
            let report = searcher.search(&task, &GO, &mut |_| {});
            (report.lines, report.nodes, report.depth)
        };
        let first = ask(&mut searcher);
        let other = Task::new(Position::default(), depth(6));
        searcher.search(&other, &GO, &mut |_| {});
        assert_eq!(ask(&mut searcher), first);
        let fresh = super::search(&task);
        assert_eq!((fresh.lines, fresh.nodes, fresh.depth), first);
    }
}

#[test]
fn every_depth_is_reported_and_sound() {
    let task = Task {
        multipv: MultiPv::try_from(4).unwrap(),
        ..Task::new(position(KIWIPETE), depth(6))
    };
    let mut depths = Vec::new();
    let last = searcher().search(&task, &GO, &mut |report| {
        assert_sound(task.position.board(), report);
        assert_eq!(report.lines.len(), 4);
        depths.push(report.depth);
    });
    assert_eq!(depths, [1, 2, 3, 4, 5, 6]);
    assert_eq!(last.depth, 6);
    assert_sound(task.position.board(), &last);
    let mut firsts: Vec<_> = last.lines.iter().map(|line| line.pv[0]).collect();
    firsts.dedup();
    assert_eq!(firsts.len(), 4, "lines begin with different moves");
}

#[test]
fn more_lines_than_moves_gives_a_line_a_move() {
    let task = Task {
        multipv: MultiPv::MAX,
        ..Task::new(position("7k/8/8/8/8/8/5r2/7K w - - 0 1"), depth(4))
    };
    assert_eq!(search(&task).lines.len(), 1);
    let task = Task {
        multipv: MultiPv::MAX,
        ..Task::new(Position::default(), depth(3))
    };
    assert_eq!(search(&task).lines.len(), 20);
}

#[test]
fn only_the_moves_asked_for_are_searched() {
    let start = Position::default();
    let moves = start.board().legal_moves();
    let only: Vec<_> = moves.iter().copied().take(2).collect();
    let task = Task {
        searchmoves: only.clone(),
        multipv: MultiPv::try_from(5).unwrap(),
        ..Task::new(start, depth(6))
    };
    let report = search(&task);
    assert_eq!(report.lines.len(), 2);
    for line in &report.lines {
        assert!(only.contains(&line.pv[0]));
    }
}

#[test]
fn a_repetition_from_the_game_is_a_draw() {
    // White is a queen down and can repeat for the third time at once by going back to h1.
    let root = position("7k/8/8/8/8/7q/8/K6R w - - 0 1");
    let shuffle = ["h1g1", "h3h4", "g1h1", "h4h3", "h1g1", "h3h4", "g1h1"];
    let game = played(root, &shuffle);
    let report = search(&Task::new(game, depth(2)));
    // Black to move may not go back to h3 without allowing a draw, and wins the rook instead.
    assert_eq!(best(&report), "h4h1");
    let lost = position("6k1/5ppp/8/8/8/1q6/8/K6Q b - - 0 1");
    let report = search(&Task::new(lost, depth(6)));
    assert_eq!(report.stop_reason, StopReason::Depth);
}

#[test]
fn a_perpetual_check_saves_a_lost_game() {
    let fen = "6k1/5p2/6p1/8/7q/8/r5PP/5QK1 w - - 0 1";
    let saved = search(&Task::new(
        position("7k/6p1/8/8/8/1q6/r4Q2/7K w - - 0 1"),
        depth(12),
    ));
    assert_eq!(
        saved.lines[0].score.value,
        Value::Cp(0),
        "{:?}",
        saved.lines
    );
    assert!(!search(&Task::new(position(fen), depth(4))).lines.is_empty());
}

#[test]
fn dead_positions_are_drawn() {
    for fen in [
        "8/8/4k3/8/8/3K4/8/8 w - - 0 1",
        "8/8/4k3/8/8/3KB3/8/8 b - - 0 1",
        "8/8/4k3/8/8/3KN3/8/8 w - - 0 1",
    ] {
        let report = search(&Task::new(position(fen), depth(4)));
        assert_eq!(report.lines[0].score.value, Value::Cp(0), "{fen}");
        assert!(report.bestmove.is_some(), "{fen}");
    }
}

#[test]
fn threads_share_one_search() {
    let task = Task {
        threads: Threads::try_from(3).unwrap(),
        ..Task::new(position(KIWIPETE), depth(9))
    };
    let report = search(&task);
    assert_sound(task.position.board(), &report);
    assert_eq!(report.depth, 9);
    let alone = search(&Task::new(position(KIWIPETE), depth(9)));
    assert!(report.nodes > 0 && alone.nodes > 0);
}

#[test]
fn chess960_castling_is_searched() {
    let chess = chess("4k3/8/8/8/8/8/8/R4KR1 w GA - 0 1");
    let position = Position::new(chess.clone(), kibitz::position::Variant::Chess960);
    let task = Task {
        multipv: MultiPv::MAX,
        ..Task::new(position, depth(4))
    };
    let report = search(&task);
    assert_sound(&chess, &report);
    assert_eq!(report.lines.len(), chess.legal_moves().len());
}

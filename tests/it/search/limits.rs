//! What ends a search, and how soon.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use kibitz::analysis::{Clock, Limits, MoveTime, StopReason, Task, Threads};
use kibitz::position::Position;
use kibitz::search::{DEFAULT_STACK, HashMib, Searcher};

use super::{GO, depth, nodes, position, search, searcher};

#[test]
fn each_limit_is_named_as_the_reason() {
    let movetime = Limits::movetime(MoveTime::try_from(30).unwrap());
    for (limits, reason) in [
        (depth(3), StopReason::Depth),
        (nodes(5_000), StopReason::Nodes),
        (movetime, StopReason::Movetime),
    ] {
        let report = search(&Task::new(Position::default(), limits));
        assert_eq!(report.stop_reason, reason, "{limits:?}");
        assert!(report.bestmove.is_some(), "{limits:?}");
    }
}

#[test]
fn nodes_are_counted_exactly() {
    let report = search(&Task::new(Position::default(), nodes(12_345)));
    assert!((12_345..12_400).contains(&report.nodes), "{}", report.nodes);
}

#[test]
fn the_shortest_searches_have_an_answer() {
    let stopped = AtomicBool::new(true);
    let task = Task::new(Position::default(), Limits::default());
    let report = searcher().search(&task, &stopped, &mut |_| {});
    assert_eq!(report.stop_reason, StopReason::Cancelled);
    assert_eq!((report.lines.len(), report.depth), (1, 1));
    let report = search(&Task::new(Position::default(), nodes(1)));
    assert!(report.bestmove.is_some());
    assert_eq!(report.stop_reason, StopReason::Nodes);
}

/// A board on which even one ply explodes.
#[test]
fn a_storm_of_captures_still_stops() {
    let fen = "1k1q1q1q/q1q1q1q1/8/q1Q1q1Q1/Q1q1Q1q1/8/Q1Q1Q1Q1/1K1Q1Q1Q w - - 0 1";
    let chess = fen
        .parse::<shakmaty::fen::Fen>()
        .unwrap()
        .into_setup()
        .position::<shakmaty::Chess>(shakmaty::CastlingMode::Standard)
        .or_else(shakmaty::PositionError::ignore_too_much_material)
        .unwrap();
    let position = Position::new(chess, kibitz::position::Variant::Standard);
    let stopped = AtomicBool::new(true);
    let start = Instant::now();
    let task = Task::new(position, Limits::default());
    let report = searcher().search(&task, &stopped, &mut |_| {});
    assert!(report.bestmove.is_some());
    assert!(report.nodes < 20_000, "{}", report.nodes);
    assert!(start.elapsed() < Duration::from_secs(5));
}

#[test]
fn a_stop_ends_every_thread_soon() {
    let stop = AtomicBool::new(false);
    let task = Task {
        threads: Threads::try_from(2).unwrap(),
        ..Task::new(Position::default(), Limits::default())
    };
    thread::scope(|scope| {
        let asked = scope.spawn(|| {
            thread::sleep(Duration::from_millis(60));
            stop.store(true, Ordering::Relaxed);
            Instant::now()
        });
        let report = searcher().search(&task, &stop, &mut |_| {});
        let late = asked.join().unwrap().elapsed();
        assert_eq!(report.stop_reason, StopReason::Cancelled);
        // Milliseconds on a quiet machine; test machines are not.
        assert!(late < Duration::from_millis(500), "{late:?}");
    });
}

#[test]
fn an_infinite_search_answers_only_when_told() {
    let stop = AtomicBool::new(false);
    let limits = Limits {
        infinite: true,
        ..depth(1)
    };
    let task = Task::new(Position::default(), limits);
    thread::scope(|scope| {
        scope.spawn(|| {
            thread::sleep(Duration::from_millis(50));
            stop.store(true, Ordering::Relaxed);
        });
        let report = searcher().search(&task, &stop, &mut |_| {});
        assert!(
            report.time >= Duration::from_millis(40),
            "{:?}",
            report.time
        );
        assert_eq!(report.stop_reason, StopReason::Cancelled);
    });
}

#[test]
fn a_clock_is_never_overdrawn() {
    for (remaining_ms, increment_ms) in [(1, 0), (200, 0), (300, 50)] {
        let limits = Limits {
            clock: Some(Clock {
                remaining: Duration::from_millis(remaining_ms),
                increment: Duration::from_millis(increment_ms),
                moves_to_go: None,
            }),
            ..Limits::default()
        };
        let report = search(&Task::new(Position::default(), limits));
        assert_eq!(report.stop_reason, StopReason::Movetime);
        let most = Duration::from_millis(remaining_ms.max(100));
        assert!(report.time < most, "{:?} of {remaining_ms}", report.time);
    }
}

#[test]
fn a_new_engine_costs_nothing_and_forgets_at_once() {
    let start = Instant::now();
    let mut searcher = Searcher::new(HashMib::try_from(1_024).unwrap());
    searcher.clear();
    assert!(
        start.elapsed() < Duration::from_millis(20),
        "{:?}",
        start.elapsed()
    );
    searcher.set_hash(HashMib::MIN);
}

#[test]
fn hash_sizes_keep_their_range() {
    for (mib, ok) in [
        (0, false),
        (1, true),
        (65_536, true),
        (65_537, false),
        (-1, false),
    ] {
        assert_eq!(HashMib::try_from(mib).is_ok(), ok, "{mib}");
    }
}

/// Checks without end drive the search as deep as it may go.
#[test]
fn the_stack_named_is_enough() {
    let deep = thread::Builder::new().stack_size(DEFAULT_STACK).spawn(|| {
        let fen = "6k1/8/8/8/8/1q6/8/Q6K w - - 0 1";
        let limits = Limits {
            nodes: nodes(300_000).nodes,
            ..depth(245)
        };
        let report = searcher().search(&Task::new(position(fen), limits), &GO, &mut |_| {});
        report.lines[0].seldepth
    });
    assert!(deep.unwrap().join().unwrap() > 20);
}

#[test]
fn an_engine_can_be_handed_to_a_thread() {
    fn handed<T: Send + 'static>(_: T) {}
    handed(searcher());
}

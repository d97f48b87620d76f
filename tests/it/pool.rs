//! The pool itself: whose turn it is, and engines that rest.

use std::fs;
use std::time::{Duration, Instant};

use kibitz::analysis::{Limits, MoveTime, Task};
use kibitz::engine::{self, EngineOptions};
use kibitz::http::HttpOptions;
use kibitz::pool::{CacheUse, Pool, PoolOptions, Pressing, Request, Turn};
use kibitz::position::Position;
use shakmaty::uci::UciMove;

use crate::support::{TestApp, fake_engine};

fn asked(moves: &[&str], ms: i128, pressing: Pressing) -> Request {
    let mut position = Position::default();
    for text in moves {
        let uci: UciMove = text.parse().unwrap();
        position
            .play(uci.to_move(position.board()).unwrap())
            .unwrap();
    }
    let limits = Limits::movetime(MoveTime::try_from(ms).unwrap());
    Request {
        engine: None,
        task: Task::new(position, limits),
        cache: CacheUse::Exact,
        turn: Turn {
            client: 1,
            pressing,
        },
        session: None,
    }
}

/// One slot, the embedded engine, and a cache.
fn pool() -> Pool {
    let options = PoolOptions {
        slots: std::num::NonZeroU16::new(1),
        cache: 1,
        ..PoolOptions::for_testing()
    };
    let mut engines = EngineOptions::for_testing(env!("CARGO_BIN_EXE_kibitz"));
    "embedded".clone_into(&mut engines.default_engine);
    let set = engine::configure(&engines, options.hash).unwrap();
    Pool::start(&options, set.engines, &set.default)
}

#[tokio::test(flavor = "multi_thread")]
async fn who_joins_a_batch_s_search_brings_it_forward() {
    let pool = pool();
    let batch = |moves, ms| pool.open(asked(moves, ms, Pressing::Batch)).unwrap();
    let running = batch(&["e2e4"], 300);
    tokio::time::sleep(Duration::from_millis(50)).await;
    let second = batch(&["d2d4"], 400);
    tokio::time::sleep(Duration::from_millis(50)).await;
    let third = batch(&["c2c4"], 200);
    tokio::time::sleep(Duration::from_millis(50)).await;
    let joined = pool
        .open(asked(&["c2c4"], 200, Pressing::Interactive))
        .unwrap();
    let end = |search: kibitz::pool::Search| async move {
        search.answer().await.unwrap();
        Instant::now()
    };
    let (_, second, third, joined) =
        tokio::join!(end(running), end(second), end(third), end(joined));
    assert!(joined < second && third < second);
}

#[tokio::test]
async fn a_stopped_search_gives_what_it_has_and_a_waiting_one_nothing() {
    let pool = pool();
    let running = pool
        .open(asked(&["e2e4"], 9000, Pressing::Interactive))
        .unwrap();
    let waiting = pool
        .open(asked(&["d2d4"], 9000, Pressing::Interactive))
        .unwrap();
    tokio::time::sleep(Duration::from_millis(200)).await;
    let begun = Instant::now();
    waiting.stop();
    assert_eq!(waiting.answer().await.unwrap().report.bestmove, None);
    running.stop();
    assert!(running.answer().await.unwrap().report.bestmove.is_some());
    assert!(begun.elapsed() < Duration::from_secs(2));
}

#[tokio::test(flavor = "multi_thread")]
async fn engines_that_rest_are_ended_and_start_again() {
    let name = format!("kibitz-test-{}-unload.log", std::process::id());
    let log = std::env::temp_dir().join(name);
    let options = PoolOptions {
        idle_unload: 1,
        ..PoolOptions::for_testing()
    };
    let command = format!("{} -- --log {}", fake_engine(None), log.display());
    let app = TestApp::before(&options, HttpOptions::for_testing(), &command);
    let count = |word: &str| {
        let heard = fs::read_to_string(&log).unwrap_or_default();
        heard.lines().filter(|line| *line == word).count()
    };
    let until = async |word: &str, times: usize| {
        let begun = Instant::now();
        while count(word) < times && begun.elapsed() < Duration::from_secs(20) {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        count(word)
    };
    // Started once to learn its options, and once to search.
    app.get("/v1/bestmove?depth=1").await;
    assert_eq!((until("uci", 2).await, until("quit", 1).await), (2, 1));
    let reply = app.get("/v1/bestmove?depth=1").await;
    assert!(reply.status.is_success(), "{}", reply.text);
    assert_eq!(until("uci", 3).await, 3, "it is started again");
    let _ = fs::remove_file(&log);
}

//! Engines that behave badly: each costs at most the search at hand, within its deadlines.

use std::time::{Duration, Instant};

use kibitz::analysis::{Limits, StopReason};

use super::support::{
    brief, fixture, movetime, scripted, search, search_for, start, start_fails, task,
};

#[tokio::test]
async fn engines_that_do_not_start() {
    for (script, code) in [
        ("on uci\nsay id name Mute", "engine-silent"),
        ("on isready\n", "engine-silent"),
        ("on isready\nsleep 30000\nsay readyok", "engine-silent"),
        ("at start\nexit 3", "engine-ended"),
        ("on uci\ncrash", "engine-ended"),
        ("on uci\nflood uci what", "engine-silent"),
        ("on uci\nflood option name X type check", "engine-silent"),
    ] {
        let mut command = scripted(script);
        command.deadlines.start = Duration::from_millis(300);
        let begun = Instant::now();
        let error = start_fails(&command).await;
        assert_eq!(error.code(), code, "script: {script:?}, said: {error}");
        assert!(
            begun.elapsed() < Duration::from_secs(3),
            "script: {script:?}"
        );
    }
}

#[tokio::test]
async fn programs_that_cannot_be_run() {
    for path in ["/no/such/engine", "/etc/passwd", "/tmp"] {
        let mut command = scripted("");
        command.path = path.into();
        let error = start_fails(&command).await;
        assert_eq!(error.code(), "engine-not-started", "input: {path:?}");
    }
}

#[tokio::test]
async fn how_an_engine_ended_is_said() {
    let error = start_fails(&scripted("at start\nexit 3")).await;
    assert_eq!(
        error.to_string(),
        "the engine ended (exit code 3) while it started"
    );
    let error = start_fails(&scripted("on uci\ncrash")).await;
    assert_eq!(
        error.to_string(),
        "the engine ended (exit code 134) while it started"
    );
}

#[tokio::test]
async fn a_slow_start_is_waited_for() {
    let mut engine = start(&scripted("on isready 1\nsleep 1500\nsay readyok")).await;
    assert!(search(&mut engine, &task("startpos")).await.is_ok());
}

#[tokio::test]
async fn an_engine_that_dies_in_a_search_is_an_error() {
    for script in ["dies-mid-search.txt", "dies-every-third-search.txt"] {
        let mut engine = start(&fixture(script)).await;
        let mut outcome = search(&mut engine, &task("startpos")).await;
        while outcome.is_ok() {
            outcome = search(&mut engine, &task("startpos")).await;
        }
        let error = outcome.unwrap_err();
        assert_eq!(
            error.to_string(),
            "the engine ended (exit code 139) in the middle of a search",
            "script: {script:?}"
        );
        assert!(!engine.is_usable());
        let next = search(&mut engine, &task("startpos")).await.unwrap_err();
        assert_eq!(next.code(), "engine-ended", "script: {script:?}");
    }
}

#[tokio::test]
async fn an_engine_late_for_its_time_is_stopped() {
    let script = "on go\nsay info depth 7 score cp 20 pv e2e4\nwait\nsay bestmove e2e4";
    let mut engine = start(&scripted(script)).await;
    let mut task = task("startpos");
    task.limits = movetime(50);
    let report = search(&mut engine, &task).await.unwrap();
    assert_eq!(report.stop_reason, StopReason::Movetime);
    assert!(
        report.time >= Duration::from_millis(250),
        "time: {:?}",
        report.time
    );
    assert!(engine.is_usable());
}

#[tokio::test]
async fn an_engine_that_ignores_stop_is_killed_and_its_lines_are_kept() {
    let mut engine = start(&fixture("ignores-stop.txt")).await;
    let mut question = task("startpos");
    question.limits = movetime(50);
    let begun = Instant::now();
    let report = search(&mut engine, &question).await.unwrap();
    assert_eq!(report.stop_reason, StopReason::Ceiling);
    assert_eq!(brief(&report), ["1 cp 20 depth 7 e2e4 e7e5", "best e2e4"]);
    assert!(begun.elapsed() < Duration::from_secs(2));
    assert!(!engine.is_usable());

    let mut engine = start(&fixture("ignores-stop.txt")).await;
    question.limits = Limits::default();
    let stopped = search_for(&mut engine, &question, Duration::from_millis(50)).await;
    assert_eq!(brief(&stopped.unwrap()).last().unwrap(), "best e2e4");

    let mut engine = start(&scripted("on go\ndeaf\nwait")).await;
    let silent = search_for(&mut engine, &question, Duration::from_millis(50)).await;
    assert_eq!(silent.unwrap_err().code(), "engine-silent");
}

#[tokio::test]
async fn floods_neither_stop_us_nor_hide_the_answer() {
    for line in [
        "info depth 3 score cp 1 pv e2e4",
        "info string noise",
        "noise",
        "readyok",
        "",
    ] {
        let script = format!("on go\nflood {line}\nsay bestmove e2e4");
        let mut engine = start(&scripted(&script)).await;
        let mut question = task("startpos");
        question.limits = movetime(100);
        let report = search(&mut engine, &question).await.unwrap();
        assert_eq!(
            brief(&report).last().unwrap(),
            "best e2e4",
            "line: {line:?}"
        );
        assert!(report.time < Duration::from_secs(2), "line: {line:?}");
    }
}

#[tokio::test]
async fn long_lines_and_bad_utf8_are_survived() {
    let script = "on uci\nsay id name Mot\\xf6r\nlong 1048576\nsay uciok\n\
        on go\nlong 1048576\nsay info depth 2 score cp 5 pv e2e4\nsay \\xff\\xfe\\x00\nsay bestmove e2e4";
    let mut engine = start(&scripted(script)).await;
    assert_eq!(engine.identity().name.as_str(), "Mot\u{fffd}r");
    let report = search(&mut engine, &task("startpos")).await.unwrap();
    assert_eq!(brief(&report), ["1 cp 5 depth 2 e2e4", "best e2e4"]);
}

#[tokio::test(flavor = "current_thread")]
async fn an_engine_that_reads_nothing_blocks_nobody() {
    let mut command = scripted("on ucinewgame\nblind");
    command.deadlines.write = Duration::from_millis(200);
    command.deadlines.ready = Duration::from_millis(500);
    let mut engine = start(&command).await;
    search(&mut engine, &task("startpos")).await.unwrap();
    // The runtime has one thread: it must go on ticking meanwhile.
    let ticks = tokio::spawn(async {
        let mut longest = Duration::ZERO;
        for _ in 0..40 {
            let begun = Instant::now();
            tokio::time::sleep(Duration::from_millis(10)).await;
            longest = longest.max(begun.elapsed());
        }
        longest
    });
    let error = engine.new_game().await.unwrap_err();
    assert_eq!(error.code(), "engine-silent");
    let longest = ticks.await.unwrap();
    assert!(
        longest < Duration::from_millis(200),
        "longest tick: {longest:?}"
    );
}

#[tokio::test]
async fn wrong_ranks_and_illegal_lines_leave_what_is_right() {
    let mut engine = start(&fixture("liar.txt")).await;
    let report = search(&mut engine, &task("startpos")).await.unwrap();
    assert_eq!(brief(&report), ["1 cp 12 depth 6 g1f3", "best g1f3"]);
}

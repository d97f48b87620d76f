//! `/v1/uci`: a UCI session over a WebSocket.

use std::time::{Duration, Instant};

use axum::http::StatusCode;
use kibitz::position::{CastlingStyle, Position};
use serde_json::Value;
use shakmaty::uci::UciMove;

use crate::support::{Socket, TestApp};

async fn open(app: &TestApp, engine: &str) -> Socket {
    let address = app.listen().await;
    let path = format!("/v1/uci?engine={engine}");
    Socket::open(address, &path, &[]).await.unwrap()
}

/// Every line up to the one that begins so.
async fn up_to(socket: &mut Socket, begin: &str) -> Vec<String> {
    let mut lines = Vec::new();
    loop {
        let line = socket.text().await.expect("the session goes on");
        assert!(!line.contains('\n'), "one line a message: {line:?}");
        lines.push(line);
        if lines.last().unwrap().starts_with(begin) {
            return lines;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_whole_game_is_played() {
    for engine in ["embedded", "scripted"] {
        let app = TestApp::new();
        let mut socket = open(&app, engine).await;
        socket.say("uci").await;
        up_to(&mut socket, "uciok").await;
        socket.say("ucinewgame\nisready").await;
        up_to(&mut socket, "readyok").await;
        let mut position = Position::default();
        let mut moves = Vec::new();
        while !position.status().is_over() && moves.len() < 120 {
            let played = moves.join(" ");
            socket
                .say(format!("position startpos moves {played}"))
                .await;
            let clock = 2_000 - 10 * moves.len();
            socket
                .say(format!(
                    "go wtime {clock} btime {clock} winc 5 binc 5 nodes 400"
                ))
                .await;
            let lines = up_to(&mut socket, "bestmove ").await;
            let best = lines.last().unwrap().split(' ').nth(1).unwrap();
            let uci: UciMove = best
                .parse()
                .unwrap_or_else(|_| panic!("{best} in {played}"));
            let m = uci
                .to_move(position.board())
                .unwrap_or_else(|_| panic!("{best} in {played}"));
            position.play(m).unwrap();
            moves.push(CastlingStyle::Standard.uci(m).to_string());
        }
        assert!(moves.len() >= 8, "{engine}: {moves:?}");
        socket.say("quit").await;
        assert_eq!(socket.close_code().await, Some(1000), "{engine}");
        app.until_idle().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn endless_searches_end_when_they_are_told_to() {
    for (engine, script) in [("embedded", "think"), ("scripted", "think")] {
        let app = TestApp::scripted(script);
        let mut socket = open(&app, engine).await;
        socket.say("position startpos").await;
        socket.say("go infinite").await;
        up_to(&mut socket, "info depth").await;
        assert_eq!(app.pool.status().await.unwrap().busy, 1);
        let begun = Instant::now();
        socket.say("stop").await;
        let lines = up_to(&mut socket, "bestmove ").await;
        assert_ne!(lines.last().unwrap(), "bestmove (none)", "{engine}");
        assert!(begun.elapsed() < Duration::from_secs(1), "{engine}");
        socket.say("go ponder wtime 1000 btime 1000").await;
        up_to(&mut socket, "info depth").await;
        socket.say("isready").await;
        up_to(&mut socket, "readyok").await;
        socket.say("ponderhit").await;
        if engine == "scripted" {
            socket.say("stop").await; // it thinks until it is told to stop
        }
        up_to(&mut socket, "bestmove ").await;
        socket.say("go infinite").await;
        up_to(&mut socket, "info depth").await;
        drop(socket);
        let begun = Instant::now();
        app.until_idle().await;
        assert!(
            begun.elapsed() < Duration::from_millis(500),
            "{engine}: {:?}",
            begun.elapsed()
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn only_what_is_allowed_is_declared_and_taken() {
    let app = TestApp::scripted("remembers");
    app.get("/v1/bestmove?depth=1").await; // its options are known now
    let mut socket = open(&app, "scripted").await;
    socket.say("uci").await;
    let lines = up_to(&mut socket, "uciok").await;
    let options: Vec<&str> = lines
        .iter()
        .filter_map(|line| line.strip_prefix("option name "))
        .collect();
    assert_eq!(
        options,
        [
            "Hash type spin default 4 min 1 max 4",
            "Threads type spin default 1 min 1 max 2",
            "MultiPV type spin default 1 min 1 max 20",
            "UCI_Chess960 type check default false",
            "Ponder type check default false",
            "Move Overhead type spin default 10 min 0 max 5000",
            "Clear Hash type button",
            "UCI_LimitStrength type check default false",
            "UCI_Elo type spin default 3190 min 1320 max 3190",
            "Skill Level type spin default 20 min 0 max 20",
            "Contempt type combo default Both var Both var Off",
        ]
    );
    for refused in [
        "setoption name Debug Log File value /tmp/x",
        "setoption name EvalFile value /etc/passwd",
        "go perft 6",
    ] {
        socket.say(refused).await;
        let said = socket.text().await.unwrap();
        assert!(said.starts_with("info string "), "{refused}: {said}");
    }
    socket
        .say("setoption name Hash value 99999\nsetoption name Threads value 99")
        .await;
    socket
        .say("setoption name UCI_LimitStrength value true\nposition startpos\ngo depth 3")
        .await;
    let lines = up_to(&mut socket, "bestmove ").await;
    assert!(
        lines.iter().any(|line| line.contains("score cp 1020 ")),
        "{lines:#?}"
    );
    // Nothing of it is left for others.
    let reply = app.get("/v1/analysis?depth=3").await;
    assert_eq!(reply.body["lines"][0]["score"]["cp"], 20);
}

/// Within a session the engine remembers, and `ucinewgame` makes it forget.
#[tokio::test(flavor = "multi_thread")]
async fn a_new_game_is_forgotten_and_a_game_is_not() {
    let app = TestApp::scripted("remembers");
    let mut socket = open(&app, "scripted").await;
    let mut expected = [20, 21, 22].iter();
    for _ in 0..3 {
        socket.say("position startpos\ngo depth 3").await;
        let lines = up_to(&mut socket, "bestmove ").await;
        let score = format!("score cp {} ", expected.next().unwrap());
        assert!(
            lines.iter().any(|line| line.contains(&score)),
            "{score}: {lines:#?}"
        );
    }
    socket
        .say("ucinewgame\nposition startpos\ngo depth 3")
        .await;
    let lines = up_to(&mut socket, "bestmove ").await;
    assert!(
        lines.iter().any(|line| line.contains("score cp 20 ")),
        "{lines:#?}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn an_engine_that_fails_costs_the_move_and_not_the_session() {
    let app = TestApp::scripted("dies-mid-search");
    let mut socket = open(&app, "scripted").await;
    socket.say("position startpos\ngo movetime 5000").await;
    let lines = up_to(&mut socket, "bestmove ").await;
    assert!(
        lines.iter().any(|line| line.starts_with("info string ")),
        "{lines:?}"
    );
    socket.say("isready").await;
    up_to(&mut socket, "readyok").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn there_are_doors_and_bounds() {
    let app = TestApp::new();
    let address = app.listen().await;
    for (path, headers, status, code) in [
        (
            "/v1/uci?engine=none",
            vec![],
            StatusCode::UNPROCESSABLE_ENTITY,
            "unknown-engine",
        ),
        (
            "/v1/uci?depth=3",
            vec![],
            StatusCode::BAD_REQUEST,
            "unknown-field",
        ),
        (
            "/v1/uci",
            vec![("origin", "https://evil.example")],
            StatusCode::FORBIDDEN,
            "origin-not-allowed",
        ),
        (
            "/v1/uci",
            vec![("host", "evil.example")],
            StatusCode::FORBIDDEN,
            "host-not-allowed",
        ),
    ] {
        let refused = Socket::open(address, path, &headers).await.err().unwrap();
        assert_eq!(refused.status(), status, "{path}");
        let problem: Value = serde_json::from_slice(&refused.into_body().unwrap()).unwrap();
        assert_eq!(problem["code"], code, "{path}");
    }
    let mut socket = Socket::open(address, "/v1/uci", &[]).await.unwrap();
    socket
        .say(format!("position fen {}", "x".repeat(200_000)))
        .await;
    assert_eq!(socket.close_code().await, Some(1009));
    let mut socket = Socket::open(address, "/v1/uci", &[]).await.unwrap();
    socket
        .say("register me\nfoo\nposition fen 8/8 w\ngo\nisready")
        .await;
    let lines = up_to(&mut socket, "readyok").await;
    assert!(
        lines.iter().any(|line| line == "bestmove (none)"),
        "{lines:#?}"
    );
}

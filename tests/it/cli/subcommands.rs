//! Subcommands that answer and end.

use std::io::Write as _;
use std::process::{Command, Output, Stdio};

fn kibitz(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kibitz"));
    command
        .args(arguments)
        .env("PATH", "/nonexistent")
        .output()
        .unwrap()
}

/// With a text on standard input.
fn piped(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_kibitz"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    let writer = std::thread::spawn(move || drop(stdin.write_all(input.as_bytes())));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

#[test]
fn bestmove_prints_a_move() {
    let mate = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 0 1";
    let output = kibitz(&[
        "bestmove",
        mate,
        "--depth",
        "4",
        "--default-engine",
        "embedded",
    ]);
    assert_eq!(stdout(&output), "f3f7\n", "{output:?}");
    let output = kibitz(&[
        "bestmove",
        mate,
        "--depth",
        "4",
        "--json",
        "--default-engine",
        "embedded",
    ]);
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(answer["lines"][0]["san"][0], "Qxf7#");
}

#[test]
fn bestmove_says_what_is_wrong() {
    let output = kibitz(&["bestmove", "8/8/8/8/8/8/8/8 w - - 0 1"]);
    assert_eq!(output.status.code(), Some(1));
    let words = String::from_utf8(output.stderr).unwrap();
    assert!(words.contains("king"), "{words}");
}

#[test]
fn validate_exits_by_the_verdict() {
    for (fen, code) in [
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            0,
        ),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1BNR w kq - 0 1", 1),
        ("", 1),
    ] {
        let output = kibitz(&["validate", fen]);
        assert_eq!(
            output.status.code(),
            Some(code),
            "input: {fen:?}: {output:?}"
        );
    }
    let output = kibitz(&["validate", "--json", "8/8/8/8/8/8/8/8 w - - 0 1"]);
    let verdict: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(verdict["valid"], false);
}

#[test]
fn perft_counts() {
    let output = kibitz(&["perft", "3"]);
    assert!(stdout(&output).contains("8902 leaves"), "{output:?}");
    // Chess960, from the published counts of Ethereal's suite.
    let fen = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9";
    let output = kibitz(&["perft", "3", fen]);
    assert!(stdout(&output).contains("12189 leaves"), "{output:?}");
}

#[test]
fn bestmove_plays_chess960_by_the_embedded_engine() {
    let fen = "nrkbbqrn/pppppppp/8/8/8/8/PPPPPPPP/NRKBBQRN w KQkq - 0 1";
    let output = kibitz(&[
        "bestmove",
        fen,
        "--depth",
        "2",
        "--engine",
        "embedded",
        "--variant",
        "chess960",
        "--json",
    ]);
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{output:?}");
    assert!(said.contains("\"engine\": \"embedded\""), "{said}");
    assert!(said.contains("\"variant\": \"chess960\""), "{said}");
}

#[test]
fn health_of_nobody_is_bad() {
    let output = kibitz(&["health", "--listen", "127.0.0.1:9"]);
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn help_names_every_subcommand() {
    let help = stdout(&kibitz(&["--help"]));
    for name in [
        "serve",
        "bestmove",
        "validate",
        "uci",
        "bench",
        "perft",
        "health",
        "KIBITZ_LISTEN",
    ] {
        assert!(help.contains(name), "{name} is not in the help");
    }
    assert!(!help.contains("guard"));
}

#[test]
fn convert_writes_other_forms() {
    // Numeric notation as the ICCF's rules have it; the Shredder castling field as the X-FEN
    // article of Wikipedia has it.
    for (arguments, expected) in [
        (&["--to", "iccf", "--moves", "e4 e5 O-O"][..], None),
        (&["--to", "iccf", "--moves", "e4 e5"], Some("5254 5755\n")),
        (
            &["--to", "shredder", "--fen", "startpos"],
            Some("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1\n"),
        ),
        (
            &[
                "--to",
                "san",
                "--language",
                "de",
                "--language-out",
                "es",
                "--moves",
                "Sf3 d5",
            ],
            Some("Cf3 d5\n"),
        ),
    ] {
        let mut all = vec!["convert"];
        all.extend_from_slice(arguments);
        let output = kibitz(&all);
        assert_eq!(output.status.success(), expected.is_some(), "{arguments:?}");
        assert_eq!(stdout(&output), expected.unwrap_or("\n"), "{arguments:?}");
    }
}

#[test]
fn convert_is_a_filter() {
    let output = piped(
        &["convert", "--to", "uci"],
        "e4 e5 Nf3\nd4 zz\n\n1. c4 c5\n",
    );
    assert_eq!(stdout(&output), "e2e4 e7e5 g1f3\n\nc2c4 c7c5\n");
    assert_eq!(output.status.code(), Some(1));
    let words = String::from_utf8(output.stderr).unwrap();
    assert!(words.starts_with("2: [move-unreadable]"), "{words}");

    let fens = "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1\n8/8/4k3/8/8/4K3/8/8 b - - 3 40\n";
    let output = piped(&["convert", "--to", "shredder"], fens);
    assert_eq!(
        stdout(&output),
        "4k3/8/8/8/8/8/8/R3K3 w A - 0 1\n8/8/4k3/8/8/4K3/8/8 b - - 3 40\n"
    );

    let games = "1. e4 e5 *\n\n1. d4 (1. c4 c5) d5 2. c4 1-0\n";
    let output = piped(&["convert", "--to", "san", "--pgn", "-"], games);
    assert_eq!(stdout(&output), "e4 e5\nd4 d5 c4\n");
    let only = ["convert", "--to", "pgn", "--pgn", "-", "--game", "2"];
    let output = stdout(&piped(&only, games));
    assert!(
        output.contains("1. d4 (1. c4 c5) 1... d5 2. c4 1-0"),
        "{output}"
    );
    let output = piped(
        &["convert", "--to", "san", "--pgn", "-", "--game", "3"],
        games,
    );
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn filters_end_quietly_when_nobody_reads_on() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_kibitz"))
        .args(["validate", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().unwrap();
    let line = "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1\n";
    let wrote = stdin.write_all(line.repeat(50_000).as_bytes());
    drop(stdin);
    assert!(
        wrote.is_err(),
        "it must have ended before it read everything"
    );
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
}

#[test]
fn recognize_prints_fens() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/images");
    let [board, nothing] = ["screenshot.png", "nothing.png"].map(|file| format!("{folder}/{file}"));
    let fen = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 0 1";
    let output = kibitz(&["recognize", "--turn", "b", "--castling", "KQkq", &board]);
    assert_eq!(stdout(&output), format!("{fen}\n"), "{output:?}");
    assert!(output.status.success());
    let output = kibitz(&[
        "recognize",
        "--turn",
        "b",
        "--castling",
        "KQkq",
        &board,
        &nothing,
    ]);
    let lines = format!("{board}\t{fen}\n{nothing}\t\n");
    assert_eq!(stdout(&output), lines, "{output:?}");
    assert_eq!(output.status.code(), Some(1));
    let output = kibitz(&[
        "recognize",
        "--overlay",
        "/nowhere/found.png",
        &board,
        &board,
    ]);
    assert!(!output.status.success(), "{output:?}");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("--overlay writes one file"), "{said}");
    let output = kibitz(&["recognize", "--json", &board, &nothing]);
    assert_eq!(output.status.code(), Some(1));
    let lines: Vec<serde_json::Value> = stdout(&output)
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines[0]["orientation"], "white");
    assert_eq!(lines[1]["code"], "board-not-found");
}

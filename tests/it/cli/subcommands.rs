//! Subcommands that answer and end.

use std::process::{Command, Output};

fn kibitz(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kibitz"));
    command
        .args(arguments)
        .env("PATH", "/nonexistent")
        .output()
        .unwrap()
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

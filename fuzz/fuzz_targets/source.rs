//! Any text in the fields of a request that give a position: no panic, and every error has words.
#![no_main]

use kibitz::notation::source::{Moves, Source};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (Option<&str>, Option<&str>, Vec<&str>, bool)| {
    let (fen, pgn, moves, as_list) = input;
    let moves = if as_list {
        Moves::List(moves.into_iter().map(str::to_owned).collect())
    } else {
        Moves::Text(moves.join(" "))
    };
    let source = Source {
        fen: fen.map(str::to_owned),
        pgn: pgn.map(str::to_owned),
        moves: Some(moves),
        ..Source::default()
    };
    if let Err(error) = source.read() {
        assert!(!error.detail.is_empty() && !error.code.is_empty());
        assert!(!error.detail.contains(['\n', '\r', '\u{1b}']), "{}", error.detail);
    }
});

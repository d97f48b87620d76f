//! Any text in the fields of a request that give a position: no panic, and every error has words.
//! The fields are parted by U+001E and the items of a list by U+001F, so that texts can be seeds.
#![no_main]

use kibitz::notation::Language;
use kibitz::notation::source::{Moves, Source};
use kibitz::position::Variant;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, &str)| {
    let (choice, text) = input;
    let mut fields = text.split('\u{1e}');
    // A field that is not chosen takes no text.
    let mut field = |bit: u8| (choice & bit != 0).then(|| fields.next().unwrap_or_default());
    let fen = field(1).map(str::to_owned);
    let pgn = field(2).map(str::to_owned);
    let moves = field(4).map(|text| {
        if choice & 8 == 0 {
            Moves::Text(text.to_owned())
        } else {
            Moves::List(text.split('\u{1f}').map(str::to_owned).collect())
        }
    });
    let number = |bit: u8| (choice & bit != 0).then_some(u32::from(choice >> 6));
    let source = Source {
        fen,
        pgn,
        moves,
        game: number(16),
        ply: number(32),
        variant: (choice & 64 != 0).then_some(Variant::Chess960),
        language: (choice & 128 != 0)
            .then(|| Language::all().nth(usize::from(choice >> 3 & 15)))
            .flatten(),
    };
    if let Err(error) = source.read() {
        assert!(!error.detail.is_empty() && !error.code.is_empty());
        assert!(
            !error.detail.contains(['\n', '\r', '\u{1b}']),
            "{}",
            error.detail
        );
    }
});

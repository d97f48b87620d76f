//! Any text as moves: no panic, and what was read is read again from every notation.
#![no_main]

use kibitz::notation::Language;
use kibitz::notation::moves::{self, Moves, Notation, ReadAs, Spelling};
use kibitz::position::{CastlingStyle, Position};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, &str)| {
    let (choice, text) = input;
    let language = Language::all().nth(usize::from(choice) % (2 * Language::all().count()));
    let mut position = Position::default();
    let _ = moves::read_moves(&mut position, Moves::Text(text), ReadAs { language });
    for notation in [Notation::Uci, Notation::San, Notation::Lan, Notation::Iccf] {
        let language = language.unwrap_or(Language::ENGLISH);
        let castling = CastlingStyle::Standard;
        let written = moves::spell_all(
            &position,
            Spelling {
                notation,
                language,
                castling,
            },
        );
        let mut again = Position::default();
        let how = ReadAs {
            language: Some(language),
        };
        moves::read_moves(&mut again, Moves::List(&written), how).expect("what is written is read");
        assert_eq!(again.moves(), position.moves());
    }
});

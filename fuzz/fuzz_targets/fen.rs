//! Any text as a FEN: no panic, findings within the text, playable suggestions, and what is written
//! is read back without a finding that matters.
#![no_main]

use kibitz::notation::{Severity, fen};
use kibitz::position::{EpStyle, FenStyle, Variant};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, &str)| {
    let (choice, text) = input;
    let stated = match choice % 3 {
        0 => None,
        1 => Some(Variant::Standard),
        _ => Some(Variant::Chess960),
    };
    let reading = fen::read(text, stated);
    assert_eq!(reading.playable, reading.position.is_some());
    assert_eq!(reading.playable, !reading.findings.has_error());
    let length = text.chars().count();
    for finding in &reading.findings {
        assert!(
            finding.start <= finding.end && finding.end <= length,
            "{finding:?}"
        );
        if finding.severity == Severity::Error {
            for suggestion in &finding.suggestions {
                assert!(fen::read(suggestion, stated).playable, "{suggestion}");
            }
        }
    }
    if let Some(position) = &reading.position {
        let written = fen::write(position, FenStyle::Xfen, EpStyle::Always);
        let again = fen::read(&written, Some(position.variant()))
            .position
            .expect("what is written is playable");
        assert_eq!(again.board(), position.board());
        assert_eq!(fen::write(&again, FenStyle::Xfen, EpStyle::Always), written);
    }
});

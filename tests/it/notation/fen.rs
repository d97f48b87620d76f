//! FEN: the verdicts of other implementations, suggestions, round trips.

use kibitz::notation::{Severity, fen};
use kibitz::position::{EpStyle, FenStyle, Variant};
use serde_json::Value;

use super::corpus;

fn text<'a>(case: &'a Value, key: &str) -> Option<&'a str> {
    case.get(key).and_then(Value::as_str)
}

/// Whether python-chess takes the text in a mode, as the corpus recorded it.
fn python_takes(case: &Value, mode: &str) -> bool {
    case["libs"][mode]
        .as_str()
        .is_some_and(|verdict| !verdict.starts_with("illegal") && !verdict.contains("syntax"))
}

#[test]
fn verdicts_of_the_corpus() {
    let mut faults = Vec::new();
    let cases = corpus::lines("verdicts_of_the_corpus", "fen/fen-cases.jsonl");
    for case in &cases {
        let (fen_text, valid) = (text(case, "fen").unwrap(), case["valid"].as_bool().unwrap());
        let kind = text(case, "kind").unwrap();
        let only_960 = kind.starts_with("valid-960-only");
        let variant = only_960.then_some(Variant::Chess960);
        let reading = fen::read(fen_text, variant);
        // Underscores are read as blanks here, by contract; the corpus leaves that open.
        let open = text(case, "strength") == Some("either") && fen_text.contains('_');
        if reading.playable != valid && !open {
            faults.push(format!(
                "{} {kind} {fen_text:?}: playable {}, {:#?}",
                case["id"], reading.playable, reading.findings
            ));
        }
        if only_960 && fen::read(fen_text, Some(Variant::Standard)).playable {
            faults.push(format!(
                "{} {fen_text:?}: playable in standard chess",
                case["id"]
            ));
        }
        if !valid
            && !python_takes(case, "python-chess(chess960)")
            && !open
            && fen::read(fen_text, Some(Variant::Chess960)).playable
        {
            faults.push(format!("{} {fen_text:?}: playable in Chess960", case["id"]));
        }
        if valid {
            let position = reading.position.as_ref().unwrap();
            for (key, style, ep) in [
                ("normal_xfen", FenStyle::Xfen, EpStyle::Pseudo),
                ("normal_legal_ep", FenStyle::Xfen, EpStyle::Legal),
                ("shredder", FenStyle::Shredder, EpStyle::Pseudo),
            ] {
                let written = fen::write(position, style, ep);
                if let Some(expected) = text(case, key).filter(|&expected| expected != written) {
                    faults.push(format!(
                        "{} {fen_text:?} {key}: {written}, expected {expected}",
                        case["id"]
                    ));
                }
            }
        }
    }
    assert!(
        faults.is_empty(),
        "{} faults\n{}",
        faults.len(),
        faults.join("\n")
    );
}

#[test]
fn suggestions_of_errors_are_playable() {
    for case in corpus::lines("suggestions_of_errors_are_playable", "fen/fen-cases.jsonl") {
        let fen_text = text(&case, "fen").unwrap();
        for stated in [None, Some(Variant::Standard), Some(Variant::Chess960)] {
            let reading = fen::read(fen_text, stated);
            for finding in reading
                .findings
                .iter()
                .filter(|f| f.severity == Severity::Error)
            {
                for suggestion in &finding.suggestions {
                    let mended = fen::read(suggestion, stated);
                    assert!(
                        mended.playable,
                        "{fen_text:?} {stated:?} {}: {suggestion} {:?}",
                        finding.code, mended.findings
                    );
                }
            }
        }
    }
}

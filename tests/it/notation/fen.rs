//! FEN: the verdicts and spellings of python-chess, suggestions.

use kibitz::notation::{Severity, fen};
use kibitz::position::{EpStyle, FenStyle, Variant};
use serde_json::Value;

use super::corpus;

fn text<'a>(case: &'a Value, key: &str) -> Option<&'a str> {
    case.get(key).and_then(Value::as_str)
}

fn flag(case: &Value, key: &str) -> bool {
    case[key].as_bool().unwrap_or(false)
}

/// How a FEN is written, where that differs from what the case expects.
fn spelling(
    case: &Value,
    key: &str,
    style: (FenStyle, EpStyle),
    reading: &fen::Reading,
) -> Option<String> {
    let expected = text(case, key)?;
    let position = reading.position.as_ref()?;
    let written = fen::write(position, style.0, style.1);
    (written != expected).then(|| format!("{case}: {key} {written}"))
}

#[test]
fn verdicts_and_spellings() {
    let mut faults = Vec::new();
    for case in corpus::fixture("fen/verdicts.jsonl") {
        let given = text(&case, "fen").unwrap();
        let only_960 = text(&case, "variant") == Some("chess960");
        let reading = fen::read(given, only_960.then_some(Variant::Chess960));
        let playable = flag(&case, "playable");
        if reading.playable != playable && !flag(&case, "open") {
            faults.push(format!("{case}: {:?}", reading.findings));
        }
        if only_960 && fen::read(given, Some(Variant::Standard)).playable {
            faults.push(format!("{case}: playable in standard chess"));
        }
        if !playable
            && !flag(&case, "open")
            && fen::read(given, Some(Variant::Chess960)).playable != flag(&case, "playable_960")
        {
            faults.push(format!("{case}: in Chess960"));
        }
        let legal = if text(&case, "legal_ep").is_some() {
            "legal_ep"
        } else {
            "xfen"
        };
        faults.extend(spelling(
            &case,
            "xfen",
            (FenStyle::Xfen, EpStyle::Pseudo),
            &reading,
        ));
        faults.extend(spelling(
            &case,
            legal,
            (FenStyle::Xfen, EpStyle::Legal),
            &reading,
        ));
        faults.extend(spelling(
            &case,
            "shredder",
            (FenStyle::Shredder, EpStyle::Pseudo),
            &reading,
        ));
    }
    assert!(
        faults.is_empty(),
        "{} faults\n{}",
        faults.len(),
        faults.join("\n")
    );
}

/// Random faults: the verdict of python-chess in both variants.
#[test]
fn random_faults_are_judged_as_python_chess_does() {
    for case in corpus::fixture("fen/python-chess.jsonl") {
        let given = text(&case, "fen").unwrap();
        for (key, fen_key, variant) in [
            ("standard", "standard_fen", Variant::Standard),
            ("chess960", "chess960_fen", Variant::Chess960),
        ] {
            let reading = fen::read(given, Some(variant));
            assert_eq!(
                reading.playable,
                flag(&case, key),
                "{case} {variant:?} {:?}",
                reading.findings
            );
            let style = (FenStyle::Xfen, EpStyle::Pseudo);
            assert_eq!(spelling(&case, fen_key, style, &reading), None);
        }
    }
}

#[test]
fn suggestions_of_errors_are_playable() {
    for case in corpus::fixture("fen/verdicts.jsonl") {
        let given = text(&case, "fen").unwrap();
        for stated in [None, Some(Variant::Standard), Some(Variant::Chess960)] {
            let reading = fen::read(given, stated);
            for finding in reading
                .findings
                .iter()
                .filter(|f| f.severity == Severity::Error)
            {
                for suggestion in &finding.suggestions {
                    let mended = fen::read(suggestion, stated);
                    assert!(
                        mended.playable,
                        "{given:?} {stated:?} {}: {suggestion} {:?}",
                        finding.code, mended.findings
                    );
                }
            }
        }
    }
}

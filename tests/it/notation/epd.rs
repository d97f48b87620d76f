//! EPD: the suites of the corpus, operations, repetition counts.

use std::fs;

use kibitz::notation::epd::{self, Operands};
use kibitz::notation::fen;
use kibitz::position::{EpStyle, FenStyle};
use serde_json::Value;

use super::corpus;

#[test]
fn suites_of_the_corpus() {
    let Some(folder) = corpus::folder("suites_of_the_corpus") else {
        return;
    };
    let mut faults = Vec::new();
    for entry in fs::read_dir(folder.join("epd/clean")).unwrap() {
        let clean = entry.unwrap().path();
        let name = clean.file_stem().unwrap().to_str().unwrap().to_owned();
        let raw = fs::read(folder.join("epd").join(format!("{name}.epd"))).unwrap();
        let raw: String = raw.iter().map(|&byte| char::from(byte)).collect();
        let raw: Vec<&str> = raw.lines().collect();
        for case in corpus::lines("suites_of_the_corpus", &format!("epd/clean/{name}.jsonl")) {
            let line = raw[usize::try_from(case["line"].as_u64().unwrap()).unwrap() - 1];
            faults.extend(fault(line, &case).map(|fault| format!("{name}: {line:?}: {fault}")));
        }
    }
    assert!(
        faults.is_empty(),
        "{} faults\n{}",
        faults.len(),
        faults.join("\n")
    );
}

fn fault(line: &str, case: &Value) -> Option<String> {
    let reading = epd::read_line(line, None);
    let Some(position) = &reading.position else {
        // Fields glued together (`- -1 12`) are an error with the mended FEN.
        let mended = reading.suggested_fen.as_deref();
        return (mended != case["fen"].as_str()).then(|| format!("{:?}", reading.findings));
    };
    let written = fen::write(position, FenStyle::Xfen, EpStyle::Legal);
    let expected = fen::read(case["fen"].as_str().unwrap(), None)
        .position
        .unwrap();
    if fen::write(&expected, FenStyle::Xfen, EpStyle::Legal) != written {
        return Some(format!("read as {written}"));
    }
    for opcode in ["bm", "am"] {
        let Some(expected) = case[opcode].as_array() else {
            continue;
        };
        let expected: Vec<&str> = expected.iter().filter_map(Value::as_str).collect();
        // Answers that the corpus could not read (`f8 = Q`, `Bcx3`) are empty there.
        if expected.is_empty() {
            continue;
        }
        let found = reading
            .operations
            .iter()
            .find(|operation| operation.opcode == opcode);
        let Some(Operands::Moves(moves)) = found.map(|operation| &operation.operands) else {
            return Some(format!("{opcode} {expected:?}, found {found:?}"));
        };
        let moves: Vec<&str> = moves.iter().map(|m| m.uci.as_str()).collect();
        if moves != expected {
            return Some(format!("{opcode} {moves:?}, expected {expected:?}"));
        }
    }
    None
}

#[test]
fn repetitions_survive_the_round_trip() {
    let text =
        "r1bqkb1r/pppp1ppp/2n2n2/4p3/4P3/2N2N2/PPPP1PPP/R1BQKB1R w KQkq - fmvn 8; hmvc 12; rc 2;";
    let reading = fen::read(text, None);
    let position = reading.position.unwrap();
    assert_eq!(position.repetitions(), 2);
    assert!(reading.findings.is_empty(), "{:?}", reading.findings);
    let operations = epd::operations_of(&position);
    assert_eq!(
        epd::write(&position, FenStyle::Xfen, EpStyle::Legal, &operations),
        text
    );
}

#[test]
fn operations_are_kept() {
    let text = "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+; id \"BK.01\"; c0 \"a; b\"; xyz 1 2;";
    let reading = fen::read(text, None);
    assert!(reading.playable);
    let position = reading.position.unwrap();
    assert_eq!(
        epd::write(
            &position,
            FenStyle::Xfen,
            EpStyle::Legal,
            &reading.operations
        ),
        text
    );
}

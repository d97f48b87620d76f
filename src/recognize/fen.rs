//! FENs of a recognized board, with the facts that no picture holds.

use shakmaty::Color;

use crate::notation::{Field, Finding, Findings, Severity, Span, fen};

use super::orientation::Bottom;
use super::recognition::{Recognition, placement};

/// What a caller knows that no picture can hold, each as in a FEN.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Facts {
    /// The side to move.
    pub turn: Option<Color>,
    /// The castling field.
    pub castling: Option<String>,
    /// The en passant square.
    pub ep: Option<String>,
}

/// The FENs of a board.
#[derive(Clone, Debug, PartialEq)]
pub struct Fens {
    /// The FEN with the side to move that was given or assumed.
    pub fen: String,
    /// With White to move.
    pub white: String,
    /// With Black to move.
    pub black: String,
    /// What is wrong with [`Fens::fen`], and what was assumed or left out.
    pub findings: Findings,
}

/// Writes the FENs of a board. Without a side to move it is White's, or Black's where only that
/// is playable. Castling rights that the men do not allow, and an en passant square that cannot
/// be one, are left out, with a finding.
pub fn fens(recognition: &Recognition, facts: &Facts) -> Fens {
    let placement = recognition.placement();
    let [white, black] = [Color::White, Color::Black].map(|turn| Side::of(&placement, turn, facts));
    let (white_fen, black_fen) = (white.fen.clone(), black.fen.clone());
    let turn = facts.turn.unwrap_or(if !white.playable && black.playable {
        Color::Black
    } else {
        Color::White
    });
    let chosen = if turn == Color::White { white } else { black };
    let mut findings = Findings::new();
    if facts.turn.is_none() {
        findings.push(assumed(&chosen.fen, turn));
    }
    findings.extend(chosen.findings);
    Fens {
        fen: chosen.fen,
        white: white_fen,
        black: black_fen,
        findings,
    }
}

fn assumed(fen: &str, turn: Color) -> Finding {
    let at = fen.find(' ').map_or(0, |at| at + 1);
    let (side, other) = match turn {
        Color::White => ("White", "w"),
        Color::Black => ("Black, since White cannot be", "b"),
    };
    let message = format!(
        "the side to move is not in the picture; taken as {side}: send turn=w or turn=b ({other} now)"
    );
    Finding::info("turn-assumed", Field::Turn, Span::new(at, at + 1), message)
}

/// The letters `KQkq` each once and in order; a field with others as it is.
fn in_order(field: &str) -> String {
    const ORDER: &str = "KQkq";
    if field.chars().any(|letter| !ORDER.contains(letter)) {
        return field.to_owned();
    }
    let given = |letter: &char| field.contains(*letter);
    ORDER.chars().filter(given).collect()
}

/// One side's FEN.
struct Side {
    fen: String,
    playable: bool,
    findings: Findings,
}

impl Side {
    fn of(placement: &str, turn: Color, facts: &Facts) -> Self {
        let castling = facts.castling.as_deref().map(in_order);
        let castling = castling
            .as_deref()
            .filter(|text| !text.is_empty())
            .unwrap_or("-");
        let ep = facts
            .ep
            .as_deref()
            .filter(|text| !text.is_empty())
            .unwrap_or("-");
        let text =
            |castling: &str, ep: &str| format!("{placement} {} {castling} {ep} 0 1", turn.char());
        let asked = fen::read(&text(castling, ep), None);
        let mut findings = asked.findings;
        if !has_errors(&findings, |field| {
            field == Field::Castling || field == Field::EnPassant
        }) {
            return Self {
                fen: text(castling, ep),
                playable: asked.playable,
                findings,
            };
        }
        let right = |letter: &char| {
            let read = fen::read(&text(&letter.to_string(), "-"), None);
            !has_errors(&read.findings, |field| field == Field::Castling)
        };
        let kept: String = castling.chars().filter(right).collect();
        let kept = if kept.is_empty() {
            "-".to_owned()
        } else {
            kept
        };
        let fits = !has_errors(&findings, |field| field == Field::EnPassant);
        let fen = text(&kept, if fits { ep } else { "-" });
        let again = fen::read(&fen, None);
        // What was left out is told, and what is still wrong; not twice.
        let left_out = |f: &Finding| f.field == Field::Castling || f.field == Field::EnPassant;
        let mut told = Findings::new();
        told.extend(
            std::mem::take(&mut findings)
                .into_iter()
                .filter(left_out)
                .map(milder),
        );
        told.extend(again.findings);
        Self {
            fen,
            playable: again.playable,
            findings: told,
        }
    }
}

/// A fault that was mended: the FEN does not have it any more.
fn milder(mut finding: Finding) -> Finding {
    if finding.severity == Severity::Error {
        finding.severity = Severity::Warning;
        finding.suggestions.clear();
        finding.message.push_str("; it is left out");
    }
    finding
}

fn has_errors(findings: &Findings, about: impl Fn(Field) -> bool) -> bool {
    findings
        .iter()
        .any(|f| f.severity == Severity::Error && about(f.field))
}

/// Whether a position can be played on by either side, with this side of the board at the bottom.
pub(super) fn is_playable(classes: &[usize], bottom: Bottom) -> bool {
    let placement = placement(classes, bottom);
    let by = |turn: &str| fen::read(&format!("{placement} {turn} - - 0 1"), None).playable;
    by("w") || by("b")
}

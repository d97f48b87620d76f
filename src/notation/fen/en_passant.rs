//! The fourth field: `-`, or the square that a pawn has just passed.

use shakmaty::{Role, Square};

use super::draft::{Draft, men, passed_pawn};
use super::tokens::Token;
use crate::notation::words::color_name as name;
use crate::notation::{Field, Finding, Findings, quote};

const FIELD: Field = Field::EnPassant;

/// Reads the field. A square that is not written as the standard has it is an error, mended where
/// its sense is plain (`E3`), else taken as `-`.
pub(super) fn read(token: &Token<'_>, findings: &mut Findings) -> Option<Square> {
    let text = token.text();
    if text == "-" {
        return None;
    }
    if let Ok(square) = text.parse() {
        return Some(square);
    }
    let message = format!(
        "en passant square {}, expected \"-\" or a square on rank 3 or 6",
        quote(&text)
    );
    findings.push(Finding::error(
        "fen-en-passant",
        FIELD,
        token.span(),
        message,
    ));
    text.to_ascii_lowercase().parse().ok()
}

/// The square where it can be one: the passed pawn stands in front of it, and it and the pawn's
/// own square behind are empty. Otherwise errors that say what is in the way.
pub(super) fn judge(draft: &Draft, findings: &mut Findings) -> Option<Square> {
    let ep = draft.ep?;
    let faults = findings.len();
    let error =
        |code, message: String| Finding::error(code, FIELD, draft.spans.ep, message).at([ep]);
    let (mover, other) = (name(draft.turn), name(!draft.turn));
    let Some((to, from)) = passed_pawn(ep, draft.turn) else {
        let rank = draft.turn.fold_wb(6, 3);
        let message = format!(
            "en passant square {ep} with {mover} to move, expected one on rank {rank} or \"-\""
        );
        findings.push(error("fen-ep-rank", message));
        return None;
    };
    let board = &draft.board;
    if !men(board, !draft.turn, Role::Pawn).contains(to) {
        let message =
            format!("en passant square {ep} needs {other}'s pawn on {to}, expected \"-\"");
        findings.push(error("fen-ep-pawn", message).at([to]));
    }
    if board.occupied().contains(ep) {
        let message = format!("en passant square {ep} is occupied, expected \"-\"");
        findings.push(error("fen-ep-occupied", message));
    }
    if board.occupied().contains(from) {
        let message = format!(
            "en passant square {ep}: the pawn came from {from}, which is occupied; expected \"-\""
        );
        findings.push(error("fen-ep-origin", message).at([from]));
    }
    (findings.len() == faults).then_some(ep)
}

/// The square where it can be one, without a word about why not.
pub(super) fn sound(draft: &Draft) -> Option<Square> {
    let ep = draft.ep?;
    let (to, from) = passed_pawn(ep, draft.turn)?;
    let occupied = draft.board.occupied();
    let passed = men(&draft.board, !draft.turn, Role::Pawn).contains(to);
    (passed && !occupied.contains(ep) && !occupied.contains(from)).then_some(ep)
}

/// Whether a token looks like this field.
pub(super) fn looks_like(text: &str) -> bool {
    text == "-" || text.parse::<Square>().is_ok()
}

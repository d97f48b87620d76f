//! What makes a position unplayable: exactly the faults that python-chess 1.11's `status()`
//! counts, each with its squares. All findings of this file are errors.

use shakmaty::{Bitboard, Board, Chess, Color, Role, Square, attacks};

use super::draft::{Draft, men, passed_pawn, sound_rights};
use crate::notation::words::{color_name as name, square_list as list};
use crate::notation::{Field, Finding, Findings, Span};
use crate::position::Variant;

/// Everything that makes the position unplayable under the rules of `variant`.
pub(super) fn judge(draft: &Draft, variant: Variant, findings: &mut Findings) {
    material(draft, findings);
    if draft.rights.rooks != sound_rights(&draft.board, draft.rights.rooks, variant) {
        super::castling::judge(draft, variant, findings);
    }
    let ep = super::en_passant::judge(draft, findings);
    opposite_check(draft, findings);
    checkers(draft, ep, findings);
}

/// Whether nothing makes it unplayable. What shakmaty takes as it is, python-chess takes too; the
/// judge is asked about the rest.
pub(super) fn is_playable(draft: &Draft, variant: Variant) -> bool {
    let mode = variant.castling_mode();
    if draft.setup().position::<Chess>(mode).is_ok() {
        return true;
    }
    let mut findings = Findings::new();
    judge(draft, variant, &mut findings);
    findings.is_empty()
}

/// Kings missing or doubled, too many men or pawns, pawns where no pawn can stand.
pub(super) fn material(draft: &Draft, findings: &mut Findings) {
    let board = &draft.board;
    let span = draft.spans.placement;
    let error = |code, message: String| Finding::error(code, Field::Placement, span, message);
    if board.occupied().is_empty() {
        findings.push(error(
            "fen-empty",
            "the board is empty, expected at least two kings".into(),
        ));
    }
    for color in Color::ALL {
        let name = name(color);
        let kings = men(board, color, Role::King);
        if kings.count() != 1 {
            let message = format!("{name} has {} kings, expected 1", kings.count());
            findings.push(error("fen-kings", message).at(kings));
        }
        let all = board.by_color(color).count();
        if all > 16 {
            findings.push(error(
                "fen-men",
                format!("{name} has {all} men, expected at most 16"),
            ));
        }
        let pawns = men(board, color, Role::Pawn);
        if pawns.count() > 8 {
            let message = format!("{name} has {} pawns, expected at most 8", pawns.count());
            findings.push(error("fen-pawns", message).at(pawns));
        }
        let stray = pawns & Bitboard::BACKRANKS;
        if let Some(first) = stray.first() {
            let message = format!(
                "{name} has {} on {}, where no pawn can stand",
                if stray.count() == 1 {
                    "a pawn"
                } else {
                    "pawns"
                },
                list(stray)
            );
            let place = draft.place(first);
            findings
                .push(Finding::error("fen-pawn-rank", Field::Placement, place, message).at(stray));
        }
    }
}

/// The side that has just moved may not stand in check.
fn opposite_check(draft: &Draft, findings: &mut Findings) {
    let (board, turn) = (&draft.board, draft.turn);
    for king in men(board, !turn, Role::King) {
        let checkers = board.attacks_to(king, turn, board.occupied());
        if checkers.is_empty() {
            continue;
        }
        let touching = checkers & board.kings();
        if let Some(other) = touching.first() {
            let message = format!("the kings on {king} and {other} stand side by side");
            let finding = Finding::error(
                "fen-kings-adjacent",
                Field::Placement,
                draft.place(king),
                message,
            );
            findings.push(finding.at([king, other]));
        }
        let others = checkers ^ touching;
        if others.any() {
            let message = format!(
                "{} is to move, but {}'s king on {king} stands in check from {}",
                name(turn),
                name(!turn),
                list(others)
            );
            let finding =
                Finding::error("fen-opposite-check", Field::Turn, draft.spans.turn, message);
            findings.push(finding.at(others.with(king)));
        }
    }
}

/// More checkers than a move can give, or checks that the last move can't have given.
fn checkers(draft: &Draft, ep: Option<Square>, findings: &mut Findings) {
    let board = &draft.board;
    let Some(king) = men(board, draft.turn, Role::King).last() else {
        return;
    };
    let checkers = board.attacks_to(king, !draft.turn, board.occupied());
    let (Some(first), Some(last)) = (checkers.first(), checkers.last()) else {
        return;
    };
    let place = draft.place(king);
    let owner = name(draft.turn);
    let error = |code, message: String| {
        Finding::error(code, Field::Placement, place, message).at(checkers.with(king))
    };
    if checkers.count() > 2 {
        let message = format!(
            "{owner}'s king on {king} is attacked from {}, expected at most 2 checkers",
            list(checkers)
        );
        findings.push(error("fen-checkers", message));
    }
    if let Some(message) = impossible(draft, ep, king, checkers, (first, last)) {
        findings.push(error("fen-impossible-check", message));
    }
}

/// Why the last move can't have given this check (python-chess's `STATUS_IMPOSSIBLE_CHECK`).
fn impossible(
    draft: &Draft,
    ep: Option<Square>,
    king: Square,
    checkers: Bitboard,
    (first, last): (Square, Square),
) -> Option<String> {
    let from = list(checkers);
    let Some((pushed_to, pushed_from)) = ep.and_then(|ep| passed_pawn(ep, draft.turn)) else {
        let impossible =
            checkers.count() > 2 || (first != last && attacks::aligned(first, king, last));
        return impossible
            .then(|| format!("no move can give the check from {from} to the king on {king}"));
    };
    let before = draft.board.occupied().without(pushed_to).with(pushed_from);
    let attacked_before = draft.board.attacks_to(king, !draft.turn, before).any();
    let impossible = first != last || (last != pushed_to && attacked_before);
    impossible.then(|| {
        format!("a pawn has just moved {pushed_from}–{pushed_to}, which can't give the check from {from} to the king on {king}")
    })
}

/// Where the men of a square stand in the text, or the whole placement.
pub(super) fn span_of(draft: &Draft, squares: Bitboard) -> Span {
    squares
        .first()
        .map_or(draft.spans.placement, |square| draft.place(square))
}

/// How many men the board holds of one kind.
pub(super) fn count(board: &Board, color: Color, role: Role) -> usize {
    men(board, color, role).count()
}

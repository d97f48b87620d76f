//! What makes a playable position one that no game can have reached, as far as simple counts tell.
//! All findings of this file are warnings or milder; the warnings make it implausible.

use shakmaty::{Bitboard, Board, Color, File, Role, Square};

use super::draft::{Draft, men};
use super::legality::{count, span_of};
use super::structure;
use crate::notation::words::{color_name as name, square_list as list};
use crate::notation::{Field, Finding, Findings};
use crate::position::Variant;

/// Says all that speaks against the position.
pub(super) fn judge(draft: &Draft, variant: Variant, findings: &mut Findings) {
    material(draft, findings);
    structure::judge(draft, variant, findings);
    checkers(draft, findings);
    castling(draft, variant, findings);
    counters(draft, findings);
}

/// How many men of a side must be promoted pawns: all beyond the first queen, the second rook and
/// knight, and one bishop on each colour of square.
pub(super) fn promoted(board: &Board, color: Color) -> usize {
    let (light, dark) = bishops(board, color);
    let beyond = |role, home: usize| count(board, color, role).saturating_sub(home);
    beyond(Role::Queen, 1)
        + beyond(Role::Rook, 2)
        + beyond(Role::Knight, 2)
        + light.saturating_sub(1)
        + dark.saturating_sub(1)
}

fn bishops(board: &Board, color: Color) -> (usize, usize) {
    let bishops = men(board, color, Role::Bishop);
    let light = (bishops & Bitboard::LIGHT_SQUARES).count();
    (light, bishops.count() - light)
}

fn material(draft: &Draft, findings: &mut Findings) {
    let board = &draft.board;
    for color in Color::ALL {
        let promoted = promoted(board, color);
        let missing = 8_usize.saturating_sub(count(board, color, Role::Pawn));
        if promoted <= missing {
            continue;
        }
        let (light, dark) = bishops(board, color);
        let same = light.saturating_sub(1) + dark.saturating_sub(1);
        let owner = name(color);
        let (code, message, squares) = if promoted - same <= missing {
            let message = format!(
                "{owner} has {light} bishops on light squares and {dark} on dark ones, but only {missing} of its pawns are missing"
            );
            ("fen-bishops", message, men(board, color, Role::Bishop))
        } else {
            let message = format!(
                "at least {promoted} of {owner}'s men must be promoted pawns, but only {missing} of its pawns are missing"
            );
            ("fen-promotions", message, Bitboard::EMPTY)
        };
        let place = span_of(draft, squares);
        findings.push(Finding::warning(code, Field::Placement, place, message).at(squares));
    }
}

/// Two checkers neither of which can have been uncovered by the other.
fn checkers(draft: &Draft, findings: &mut Findings) {
    let board = &draft.board;
    let Some(king) = men(board, draft.turn, Role::King).first() else {
        return;
    };
    let checkers = board.attacks_to(king, !draft.turn, board.occupied());
    let steppers = checkers & board.steppers();
    if steppers.more_than_one() {
        let message = format!(
            "a double check from {} to the king on {king} can't arise: neither piece can uncover the other",
            list(steppers)
        );
        let place = draft.place(king);
        findings.push(
            Finding::warning("fen-double-check", Field::Placement, place, message)
                .at(steppers.with(king)),
        );
    }
}

/// In Chess960 both sides start with king and rooks on the same files.
fn castling(draft: &Draft, variant: Variant, findings: &mut Findings) {
    if variant == Variant::Standard {
        return;
    }
    let [white, black] = Color::ALL.map(|color| home_files(draft, color));
    let (Some(white), Some(black)) = (white, black) else {
        return;
    };
    let differ = white
        .iter()
        .zip(&black)
        .any(|(w, b)| matches!((w, b), (Some(w), Some(b)) if w != b));
    if differ {
        let message = "castling rights of both sides, but their kings or rooks stand on different files: no game of Chess960 starts like that";
        findings.push(Finding::warning(
            "fen-castling-files",
            Field::Castling,
            draft.spans.castling,
            message,
        ));
    }
}

/// The files of king, a-side rook and h-side rook, as far as castling rights tell that they stand
/// where they started.
fn home_files(draft: &Draft, color: Color) -> Option<[Option<File>; 3]> {
    let rooks = draft.rights.rooks & Bitboard::from_rank(color.backrank());
    let king = men(&draft.board, color, Role::King).first()?;
    if rooks.is_empty() {
        return None;
    }
    let on = |found: Option<Square>| found.map(Square::file);
    let a_side = on(rooks.first().filter(|&rook| rook < king));
    let h_side = on(rooks.last().filter(|&rook| rook > king));
    Some([Some(king.file()), a_side, h_side])
}

fn counters(draft: &Draft, findings: &mut Findings) {
    let clock = draft.halfmoves;
    let halfmove = |code, message: String| {
        Finding::warning(code, Field::Halfmove, draft.spans.halfmove, message)
    };
    if let Some(ep) = draft.ep.filter(|_| clock > 0) {
        let message = format!(
            "half-move clock {clock} with en passant square {ep}, expected 0 after a pawn move"
        );
        findings.push(halfmove("fen-ep-halfmove", message));
    }
    let played =
        u64::from(draft.fullmoves.saturating_sub(1)) * 2 + u64::from(draft.turn.is_black());
    if u64::from(clock) > played {
        let message = format!(
            "half-move clock {clock}, but only {played} plies were played before move {} of {}",
            draft.fullmoves,
            name(draft.turn)
        );
        findings.push(halfmove("fen-halfmove-impossible", message));
    }
    if clock > 150 {
        let message =
            format!("half-move clock {clock}: the game was drawn at 150 by the 75-move rule");
        findings.push(halfmove("fen-seventyfive-moves", message));
    } else if clock >= 100 {
        let (code, rule) = if clock == 150 {
            (
                "fen-seventyfive-moves",
                "the game is drawn by the 75-move rule, unless the last move mates",
            )
        } else {
            (
                "fen-fifty-moves",
                "a draw can be claimed by the fifty-move rule",
            )
        };
        let message = format!("half-move clock {clock}: {rule}");
        findings.push(Finding::info(
            code,
            Field::Halfmove,
            draft.spans.halfmove,
            message,
        ));
    }
}

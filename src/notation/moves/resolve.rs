//! The legal moves that a shape can mean.

use shakmaty::{CastlingSide, Chess, File, Move, Position as _, Rank, Role, Square};

use super::descriptive;
use super::shape::{Normal, Shape, Sign};

/// The legal moves that fit a shape. A pawn's capture must name its file, a promotion its piece.
pub(super) fn fitting(board: &Chess, shape: Shape) -> Vec<Move> {
    let legal = board.legal_moves();
    let fitting: Vec<Move> = match shape {
        Shape::Castle(side) => legal
            .into_iter()
            .filter(|m| m.castling_side() == Some(side))
            .collect(),
        Shape::Descriptive(description) => legal
            .into_iter()
            .filter(|&m| descriptive::fits(board, m, description))
            .collect(),
        Shape::Normal(normal) => {
            let fits = |m: &&Move| fits(**m, normal) && complete(**m, normal);
            legal.iter().filter(fits).copied().collect()
        }
    };
    if let (Shape::Normal(normal), true) = (shape, fitting.is_empty()) {
        return board
            .legal_moves()
            .into_iter()
            .filter(|&m| castles(board, m, normal))
            .collect();
    }
    fitting
}

/// The legal moves that would fit a shape if it said a little more: the file of a capturing pawn,
/// the piece of a promotion.
pub(super) fn nearly_fitting(board: &Chess, shape: Shape) -> Vec<Move> {
    match shape {
        Shape::Castle(_) | Shape::Descriptive(_) => Vec::new(),
        Shape::Normal(normal) => board
            .legal_moves()
            .into_iter()
            .filter(|&m| fits(m, normal))
            .collect(),
    }
}

fn fits(m: Move, normal: Normal) -> bool {
    let (Some(from), to) = (m.from(), m.to()) else {
        return false;
    };
    if m.is_castle() {
        return false;
    }
    let role = match (normal.role, normal.from()) {
        (Some(role), _) => m.role() == role,
        (None, Some(_)) => true,
        (None, None) => m.role() == Role::Pawn,
    };
    role && normal.from_file.is_none_or(|file| from.file() == file)
        && normal.from_rank.is_none_or(|rank| from.rank() == rank)
        && to.file() == normal.to_file
        && normal.to_rank.is_none_or(|rank| to.rank() == rank)
        && (normal.promotion.is_none() || normal.promotion == m.promotion())
        && (normal.to_rank.is_some() || m.is_capture())
        && !(m.role() == Role::Pawn && normal.sign == Sign::Capture && !m.is_capture())
}

/// Whether the shape says all that it must for this move.
fn complete(m: Move, normal: Normal) -> bool {
    let pawn_capture = m.role() == Role::Pawn && m.is_capture();
    normal.promotion == m.promotion() && (!pawn_capture || normal.from_file.is_some())
}

/// Castling as a move of the king: two squares from the e-file to where castling takes it, or onto
/// its own rook.
fn castles(board: &Chess, m: Move, normal: Normal) -> bool {
    let Move::Castle { king, rook } = m else {
        return false;
    };
    let Some(to_rank) = normal.to_rank else {
        return false;
    };
    let to = Square::from_coords(normal.to_file, to_rank);
    let side = CastlingSide::from_king_side(king < rook);
    let target = Square::from_coords(side.king_to_file(), king.rank());
    let from = normal.from_file.is_none_or(|file| king.file() == file)
        && normal.from_rank.is_none_or(|rank| king.rank() == rank);
    let role = match normal.role {
        Some(role) => role == Role::King,
        None => normal.from() == Some(king),
    };
    let step = to == target && king.file() == File::E && king.distance(target) == 2;
    let onto_rook = to == rook && (normal.sign == Sign::Capture || normal.from().is_some());
    let home = board.turn().fold_wb(Rank::First, Rank::Eighth);
    role && from && normal.promotion.is_none() && king.rank() == home && (step || onto_rook)
}

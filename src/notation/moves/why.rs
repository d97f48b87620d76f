//! Why a move that was written is not legal, in words.

use shakmaty::{Bitboard, CastlingSide, Chess, File, Position as _, Role, Square, attacks};

use super::resolve::{fitting, nearly_fitting};
use super::shape::{Normal, Shape};
use crate::notation::words::{color_name as name, role_name, square_list as list};

/// The reason, as the end of a sentence.
pub(super) fn not_legal(board: &Chess, shape: Shape) -> String {
    if board.legal_moves().is_empty() {
        let over = if board.is_check() {
            "checkmate"
        } else {
            "stalemate"
        };
        return format!("the game is over by {over}");
    }
    let reason = match shape {
        Shape::Castle(side) => castling(board, side),
        Shape::Normal(normal) => normal_move(board, normal),
        Shape::Descriptive(_) => {
            format!(
                "read as English descriptive notation, no move of {} fits it",
                name(board.turn())
            )
        }
    };
    let other = board.clone().swap_turn();
    let fits_other = |other: Chess| {
        !fitting(&other, shape).is_empty() || !nearly_fitting(&other, shape).is_empty()
    };
    if other.is_ok_and(fits_other) {
        return format!("{reason} ({} is to move)", name(board.turn()));
    }
    reason
}

fn castling(board: &Chess, side: CastlingSide) -> String {
    let turn = board.turn();
    let (owner, king) = (name(turn), board.board().king_of(turn));
    let wing = if side.is_king_side() {
        "king's"
    } else {
        "queen's"
    };
    let (Some(king), Some(rook)) = (king, board.castles().rook(turn, side)) else {
        return format!("{owner} has no right to castle on the {wing} side");
    };
    if board.is_check() {
        return format!(
            "{owner}'s king on {king} stands in check from {}",
            list(board.checkers())
        );
    }
    let blockers = board.castles().path(turn, side) & board.board().occupied();
    if blockers.any() {
        return format!(
            "{} must be empty for king and rook ({king}, {rook})",
            list(blockers)
        );
    }
    let target = Square::from_coords(side.king_to_file(), king.rank());
    let way = attacks::between(king, target).with(target);
    let attacked: Bitboard = way
        .into_iter()
        .filter(|&square| {
            let occupied = board.board().occupied().without(king);
            board.board().attacks_to(square, !turn, occupied).any()
        })
        .collect();
    format!(
        "the king would pass {}, attacked by {}",
        list(attacked),
        name(!turn)
    )
}

fn normal_move(board: &Chess, normal: Normal) -> String {
    let turn = board.turn();
    let Some(to_rank) = normal.to_rank else {
        return format!(
            "no pawn of {} on the {}-file can take on the {}-file",
            name(turn),
            normal.from_file.map_or(' ', File::char),
            normal.to_file.char()
        );
    };
    let to = Square::from_coords(normal.to_file, to_rank);
    if let Some(reason) = origin(board, normal) {
        return reason;
    }
    if board.us().contains(to) {
        return format!(
            "{to} is occupied by {}'s own {}",
            name(turn),
            occupant(board, to)
        );
    }
    let role = normal
        .from()
        .and_then(|from| board.board().role_at(from))
        .or(normal.role)
        .unwrap_or(Role::Pawn);
    let movers: Bitboard = board
        .our(role)
        .into_iter()
        .filter(|from| normal.from_file.is_none_or(|file| from.file() == file))
        .filter(|from| normal.from_rank.is_none_or(|rank| from.rank() == rank))
        .filter(|&from| reaches(board, role, from, to))
        .collect();
    if let Some(piece @ (Role::King | Role::Pawn)) = normal.promotion {
        return format!("no pawn becomes a {}", role_name(piece));
    }
    let Some(mover) = movers.first() else {
        let whose = format!("no {} of {}", role_name(role), name(turn));
        return format!("{whose} can reach {to}");
    };
    if normal.promotion.is_some() && role != Role::Pawn {
        return format!("a {} does not promote", role_name(role));
    }
    let checks = checks_after(board, mover, to);
    if role == Role::King {
        return format!("{to} is attacked from {}", list(checks));
    }
    let king = board
        .board()
        .king_of(turn)
        .map(|king| king.to_string())
        .unwrap_or_default();
    if checks.any() {
        return format!(
            "the king on {king} would stand in check from {}",
            list(checks)
        );
    }
    format!(
        "no {} of {} can reach {to} like that",
        role_name(role),
        name(turn)
    )
}

/// What is wrong with a square of origin that is given in full.
fn origin(board: &Chess, normal: Normal) -> Option<String> {
    let from = normal.from()?;
    let turn = board.turn();
    let Some(piece) = board.board().piece_at(from) else {
        return Some(format!("no man stands on {from}"));
    };
    let found = role_name(piece.role);
    if piece.color != turn {
        return Some(format!(
            "the {found} on {from} is {}'s, and {} is to move",
            name(piece.color),
            name(turn)
        ));
    }
    let expected = normal.role.filter(|&role| role != piece.role)?;
    Some(format!(
        "the man on {from} is a {found}, not a {}",
        role_name(expected)
    ))
}

fn occupant(board: &Chess, square: Square) -> &'static str {
    board.board().role_at(square).map_or("man", role_name)
}

/// Whether a piece goes to a square by its own rules, checks aside.
fn reaches(board: &Chess, role: Role, from: Square, to: Square) -> bool {
    if role != Role::Pawn {
        return board.board().attacks_from(from).contains(to);
    }
    let turn = board.turn();
    let occupied = board.board().occupied();
    let takes = attacks::pawn_attacks(turn, from).contains(to)
        && (board.them().contains(to) || board.maybe_ep_square() == Some(to));
    let step = turn.fold_wb(8, -8);
    let one = from
        .offset(step)
        .filter(|&square| !occupied.contains(square));
    let home = turn.fold_wb(1, 6) == from.rank().to_u32();
    let two = one
        .and_then(|one| one.offset(step))
        .filter(|&square| home && !occupied.contains(square));
    takes || one == Some(to) || two == Some(to)
}

/// Who attacks the king when a man has gone from one square to another.
fn checks_after(board: &Chess, from: Square, to: Square) -> Bitboard {
    let turn = board.turn();
    let mut after = board.board().clone();
    let Some(piece) = after.remove_piece_at(from) else {
        return Bitboard::EMPTY;
    };
    if piece.role == Role::Pawn && board.maybe_ep_square() == Some(to) && from.file() != to.file() {
        let taken = Square::from_coords(to.file(), from.rank());
        after.discard_piece_at(taken);
    }
    after.set_piece_at(to, piece);
    let Some(king) = after.king_of(turn) else {
        return Bitboard::EMPTY;
    };
    after.attacks_to(king, !turn, after.occupied())
}

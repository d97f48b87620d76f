//! The six fields of a FEN in words.

use serde::Serialize;
use shakmaty::{CastlingSide, Chess, Color, EnPassantMode, Position as _, Role};

use super::draft::{men, passed_pawn};
use super::write::write_board;
use crate::notation::Field;
use crate::notation::words::{color_name, role_name, square_list};
use crate::position::{EpStyle, FenStyle, Position};

/// One field of a FEN, and what it says.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
pub struct Explained {
    /// Which field.
    pub field: Field,
    /// As written.
    pub text: String,
    /// In words.
    pub meaning: String,
}

/// Explains the FEN of the position reached, field by field.
pub fn explain(position: &Position, fen: FenStyle, ep: EpStyle) -> Vec<Explained> {
    let board = position.board();
    let text = write_board(board, fen, ep);
    let meanings = [
        (Field::Placement, placement(board)),
        (
            Field::Turn,
            format!("{} is to move", color_name(board.turn())),
        ),
        (Field::Castling, castling(board)),
        (Field::EnPassant, en_passant(board)),
        (Field::Halfmove, halfmove(board)),
        (Field::Fullmove, fullmove(board)),
    ];
    let fields = text.split(' ').zip(meanings);
    fields
        .map(|(text, (field, meaning))| Explained {
            field,
            text: text.to_owned(),
            meaning,
        })
        .collect()
}

fn placement(board: &Chess) -> String {
    let sides = Color::ALL.map(|color| {
        let roles = Role::ALL.into_iter().rev().filter_map(|role| {
            let men = men(board.board(), color, role);
            let plural = if men.count() == 1 { "" } else { "s" };
            men.any()
                .then(|| format!("{}{plural} {}", role_name(role), square_list(men)))
        });
        format!(
            "{}: {}",
            color_name(color),
            roles.collect::<Vec<_>>().join("; ")
        )
    });
    sides.join(". ")
}

fn castling(board: &Chess) -> String {
    let mut rights = Vec::new();
    for color in Color::ALL {
        for (side, name) in [
            (CastlingSide::KingSide, "king's"),
            (CastlingSide::QueenSide, "queen's"),
        ] {
            if let Some(rook) = board.castles().rook(color, side) {
                let owner = color_name(color);
                rights.push(format!(
                    "{owner} may still castle on the {name} side, with the rook on {rook}"
                ));
            }
        }
    }
    if rights.is_empty() {
        return "nobody may castle any more".into();
    }
    rights.join("; ")
}

fn en_passant(board: &Chess) -> String {
    let Some(square) = board.maybe_ep_square() else {
        return "the last move was no double step of a pawn".into();
    };
    let Some((to, from)) = passed_pawn(square, board.turn()) else {
        return String::new();
    };
    let can = if board.ep_square(EnPassantMode::Legal).is_some() {
        format!("can be taken on {square}")
    } else {
        format!("can't be taken on {square}")
    };
    format!("a pawn has just moved from {from} to {to} and {can}")
}

fn halfmove(board: &Chess) -> String {
    let clock = board.halfmoves();
    let plies = if clock == 1 { "ply" } else { "plies" };
    format!(
        "{clock} {plies} since the last capture or pawn move (a draw can be claimed at 100, the game is drawn at 150)"
    )
}

fn fullmove(board: &Chess) -> String {
    format!("it is move {}", board.fullmoves())
}

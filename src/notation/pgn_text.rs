//! A position with its history as PGN.

use shakmaty::{Color, EnPassantMode, Position as _};

use super::pgn;
use super::{fen, moves};
use crate::position::{EpStyle, FenStyle, Position, Status, Variant};

/// Writes the moves that led to a position as a game in export format, with `SetUp` and `FEN` tags
/// where it does not start from the start position.
pub fn pgn_of(position: &Position) -> String {
    let text = draft(position);
    let game = pgn::read_all(text.as_bytes()).into_iter().next();
    game.map_or(text, |game| pgn::write(&game))
}

fn draft(position: &Position) -> String {
    let mut text = String::new();
    let result = result(position);
    let mut tag = |name: &str, value: &str| text.push_str(&format!("[{name} \"{value}\"]\n"));
    tag("Result", result);
    if position.variant() == Variant::Chess960 {
        tag("Variant", "Chess960");
    }
    let root = position.root();
    let is_start = root == &shakmaty::Chess::default() && root.fullmoves().get() == 1;
    if !is_start || position.variant() == Variant::Chess960 {
        tag("SetUp", "1");
        tag(
            "FEN",
            &fen::write_board(root, FenStyle::Xfen, EpStyle::Legal),
        );
    }
    text.push('\n');
    let mut board = root.clone();
    for (index, &m) in position.moves().iter().enumerate() {
        match board.turn() {
            Color::White => text.push_str(&format!("{}. ", board.fullmoves())),
            Color::Black if index == 0 => text.push_str(&format!("{}... ", board.fullmoves())),
            Color::Black => {}
        }
        text.push_str(&moves::san(&board, m));
        text.push(' ');
        board.play_unchecked(m);
    }
    debug_assert_eq!(
        board.ep_square(EnPassantMode::Legal),
        position.board().ep_square(EnPassantMode::Legal)
    );
    text.push_str(result);
    text.push('\n');
    text
}

/// The result, where the position on the board decides it.
fn result(position: &Position) -> &'static str {
    match position.status() {
        Status::Ongoing => "*",
        Status::Checkmate if position.board().turn().is_white() => "0-1",
        Status::Checkmate => "1-0",
        Status::Stalemate
        | Status::InsufficientMaterial
        | Status::FivefoldRepetition
        | Status::SeventyFiveMoves => "1/2-1/2",
    }
}

//! Positions as FEN, X-FEN or Shredder-FEN.

use shakmaty::{Bitboard, Board, Chess, Color, EnPassantMode, Position as _, Square};

use super::draft::men;
use crate::position::{EpStyle, FenStyle, Position};

/// Writes the position reached, in the spelling asked for.
pub fn write(position: &Position, fen: FenStyle, ep: EpStyle) -> String {
    write_board(position.board(), fen, ep)
}

/// Writes a position without history.
pub fn write_board(board: &Chess, fen: FenStyle, ep: EpStyle) -> String {
    let mut text = String::with_capacity(80);
    fields(&mut text, board, fen, ep);
    push_number(&mut text, board.halfmoves());
    push_number(&mut text, board.fullmoves().get());
    text
}

/// The first four fields, which an EPD starts with.
pub(in crate::notation) fn four_fields(board: &Chess, fen: FenStyle, ep: EpStyle) -> String {
    let mut text = String::with_capacity(80);
    fields(&mut text, board, fen, ep);
    text
}

fn fields(text: &mut String, board: &Chess, fen: FenStyle, ep: EpStyle) {
    placement(text, board.board());
    text.push_str(board.turn().fold_wb(" w ", " b "));
    castling(text, board.board(), board.castles().castling_rights(), fen);
    text.push(' ');
    let square = match ep.mode() {
        EnPassantMode::Always => board.maybe_ep_square(),
        mode => board.ep_square(mode),
    };
    match square {
        Some(square) => text.push_str(&square.to_string()),
        None => text.push('-'),
    }
}

fn push_number(text: &mut String, number: u32) {
    text.push(' ');
    text.push_str(&number.to_string());
}

fn placement(text: &mut String, board: &Board) {
    for rank in (0..8_u32).rev() {
        let mut empty = 0;
        for file in 0..8_u32 {
            match board.piece_at(Square::new(rank * 8 + file)) {
                Some(piece) => {
                    flush(text, &mut empty);
                    text.push(piece.char());
                }
                None => empty += 1,
            }
        }
        flush(text, &mut empty);
        if rank > 0 {
            text.push('/');
        }
    }
}

fn flush(text: &mut String, empty: &mut u32) {
    if let Some(digit) = char::from_digit(*empty, 10).filter(|_| *empty > 0) {
        text.push(digit);
    }
    *empty = 0;
}

fn castling(text: &mut String, board: &Board, rights: Bitboard, style: FenStyle) {
    if rights.is_empty() {
        text.push('-');
        return;
    }
    for color in Color::ALL {
        for rook in (rights & Bitboard::from_rank(color.backrank()))
            .into_iter()
            .rev()
        {
            let letter = match style {
                FenStyle::Xfen => side_letter(board, color, rook),
                FenStyle::Shredder => None,
            };
            let letter = letter.unwrap_or_else(|| rook.file().upper_char());
            text.push(color.fold_wb(letter, letter.to_ascii_lowercase()));
        }
    }
}

/// `K` or `Q` where the rook is the outermost on that side of the king (X-FEN).
fn side_letter(board: &Board, color: Color, rook: Square) -> Option<char> {
    let home = Bitboard::from_rank(color.backrank());
    let rooks = men(board, color, shakmaty::Role::Rook) & home;
    let king = (men(board, color, shakmaty::Role::King) & home).first()?;
    if rook < king {
        (rooks.first() == Some(rook)).then_some('Q')
    } else {
        (rooks.last() == Some(rook)).then_some('K')
    }
}

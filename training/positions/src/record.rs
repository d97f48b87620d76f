//! Thirty-two bytes a position, as `nnue/src/data.rs` describes them.

use shakmaty::{Chess, Color, Position};

/// A packed position without its result.
pub type Record = [u8; 32];
/// Where the result is: half points of the side to move.
pub const RESULT: usize = 26;

/// Packs a position and its score.
pub fn pack(chess: &Chess, score: i16) -> Record {
    let mut board = chess.board().clone();
    let us = chess.turn();
    if us == Color::Black {
        board.flip_vertical();
    }
    let mut record = [0; 32];
    record[..8].copy_from_slice(&u64::from(board.occupied()).to_le_bytes());
    for (index, square) in board.occupied().into_iter().enumerate() {
        if let Some(piece) = board.piece_at(square) {
            let owner = if piece.color == us { 0 } else { 8 };
            let code = piece.role as u8 - 1 + owner;
            record[8 + index / 2] |= code << (4 * (index % 2));
        }
    }
    record[24..26].copy_from_slice(&score.to_le_bytes());
    record
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::CastlingMode;
    use shakmaty::fen::Fen;

    #[test]
    fn black_sees_its_own_side_first() {
        // Black: king on d8, to move. White: king on e1, rook on h1. By hand: d8 is seen as d1,
        // e1 as e8, h1 as h8.
        let fen: Fen = "3k4/8/8/8/8/8/8/4K2R b - - 0 1".parse().unwrap();
        let chess: Chess = fen.into_position(CastlingMode::Standard).unwrap();
        let record = pack(&chess, -500);
        let squares = 1_u64 << 3 | 1 << 60 | 1 << 63;
        assert_eq!(record[..8], squares.to_le_bytes());
        assert_eq!(record[8..10], [5 | 13 << 4, 11]);
        assert_eq!(record[24..26], (-500_i16).to_le_bytes());
    }
}

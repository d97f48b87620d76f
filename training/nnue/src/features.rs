//! What the network sees of a position: for each side 768 inputs, one for each piece on each square.
//!
//! A side sees its own pieces first, the board turned over for Black and mirrored left to right
//! while its king stands on the files a to d: so half as many kinds of positions are to be learnt.

use crate::data::Record;

/// Inputs of one side.
pub const INPUTS: usize = 768;
/// Sets of output weights, by the number of pieces.
pub const BUCKETS: usize = 8;
const KING: usize = 5;

/// The inputs that are on, for the side to move and for the other.
#[derive(Debug)]
pub struct Features {
    indices: [[u16; 32]; 2],
    count: usize,
    pub bucket: usize,
}

impl Features {
    pub fn new(record: &Record) -> Self {
        let mut flip = [0; 2];
        for (code, square) in record.pieces() {
            if code & 7 == KING {
                let side = code >> 3;
                let mirror = if square & 7 < 4 { 7 } else { 0 };
                flip[side] = mirror ^ (56 * side);
            }
        }
        let mut indices = [[0; 32]; 2];
        for (index, (code, square)) in record.pieces().enumerate() {
            let (role, owner) = (code & 7, code >> 3);
            for side in 0..2 {
                let input = (owner ^ side) * 384 + role * 64 + (square ^ flip[side]);
                indices[side][index] = input as u16;
            }
        }
        let count = record.count();
        Self {
            indices,
            count,
            bucket: (count - 2) / 4,
        }
    }

    /// The inputs of one side.
    pub fn of(&self, side: usize) -> &[u16] {
        &self.indices[side][..self.count]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Our king and rook against a king, as (square, code) in the order of squares.
    fn record(pieces: &[(u64, u8)]) -> Record {
        let mut bytes = [0; 32];
        let occupied = pieces.iter().fold(0_u64, |sum, piece| sum | 1 << piece.0);
        bytes[..8].copy_from_slice(&occupied.to_le_bytes());
        for (index, piece) in pieces.iter().enumerate() {
            bytes[8 + index / 2] |= piece.1 << (4 * (index % 2));
        }
        Record::parse(&bytes)
    }

    #[test]
    fn a_mirrored_board_looks_the_same() {
        let sorted = |record: &Record, side: usize| {
            let mut inputs = Features::new(record).of(side).to_vec();
            inputs.sort_unstable();
            inputs
        };
        // Ke1 Rh1 – kd8, and Kd1 Ra1 – ke8.
        let right = record(&[(4, 5), (7, 3), (59, 13)]);
        let left = record(&[(0, 3), (3, 5), (60, 13)]);
        for side in 0..2 {
            assert_eq!(sorted(&right, side), sorted(&left, side));
        }
        // Our king on e1, our rook on h1, their king on d8 as index from a1.
        assert_eq!(
            sorted(&right, 0),
            [3 * 64 + 7, 5 * 64 + 4, 384 + 5 * 64 + 59]
        );
    }
}

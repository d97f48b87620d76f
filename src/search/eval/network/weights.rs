//! The weights as they are embedded: little-endian numbers, in the order of the fields of
//! [`Weights`].

use std::sync::LazyLock;

use super::{HIDDEN, Sums};

/// Inputs of one side: twelve kinds of pieces on 64 squares.
const INPUTS: usize = 12 * 64;
/// Outputs, by how many pieces there are.
pub(super) const BUCKETS: usize = 8;

static BYTES: &[u8] = include_bytes!("network.bin");

/// The embedded network.
pub(super) static WEIGHTS: LazyLock<Weights> = LazyLock::new(|| Weights::read(BYTES));

/// The weights of a network.
#[derive(Debug)]
pub(super) struct Weights {
    /// By input.
    pub(super) inputs: Vec<Sums>,
    pub(super) bias: Sums,
    /// By bucket; those for the side to move first.
    pub(super) outputs: Vec<[Sums; 2]>,
    pub(super) output_bias: [i32; BUCKETS],
}

impl Weights {
    fn read(mut bytes: &[u8]) -> Self {
        let bytes = &mut bytes;
        Self {
            inputs: (0..INPUTS).map(|_| row(bytes)).collect(),
            bias: row(bytes),
            outputs: (0..BUCKETS).map(|_| [row(bytes), row(bytes)]).collect(),
            output_bias: [(); BUCKETS].map(|()| i32::from_le_bytes(take(bytes))),
        }
    }
}

fn row(bytes: &mut &[u8]) -> Sums {
    Sums([(); HIDDEN].map(|()| i16::from_le_bytes(take(bytes))))
}

fn take<const N: usize>(bytes: &mut &[u8]) -> [u8; N] {
    let (first, rest) = bytes
        .split_first_chunk()
        .expect("the embedded file is whole");
    *bytes = rest;
    *first
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_is_as_long_as_the_network() {
        let words = INPUTS * HIDDEN + HIDDEN + BUCKETS * 2 * HIDDEN;
        assert_eq!(BYTES.len(), 2 * words + 4 * BUCKETS);
    }

    #[test]
    fn nothing_can_overflow() {
        for neuron in 0..HIDDEN {
            let mut column: Vec<i32> = WEIGHTS
                .inputs
                .iter()
                .map(|row| i32::from(row.0[neuron]).abs())
                .collect();
            column.sort_unstable();
            let most: i32 = column.iter().rev().take(32).sum();
            assert!(most + i32::from(WEIGHTS.bias.0[neuron]).abs() <= i32::from(i16::MAX));
        }
        for row in WEIGHTS.outputs.as_flattened() {
            assert!(row.0.iter().all(|weight| weight.abs() <= 128));
        }
    }
}

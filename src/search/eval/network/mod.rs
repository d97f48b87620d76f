//! The neural network: (768 → 256) for either side, then one of eight outputs by how many pieces
//! there are, with squared clipped ReLU between them; all in whole numbers.
//!
//! The first layer is efficiently updatable (Yu Nasu, "Efficiently updatable neural-network-based
//! evaluation functions for computer shogi", 2018): [`Accumulators`] keeps its sums along the path
//! of the search. A side sees its own pieces first, from its own end of the board, and the board
//! mirrored while its king stands on the files a to d. `training/nnue` makes the weights and
//! describes their file.

mod accumulators;
mod changes;
mod kernels;
mod weights;

use super::super::board::Board;
use weights::{BUCKETS, Weights};

pub(in super::super) use accumulators::Accumulators;

/// Neurons of either side.
const HIDDEN: usize = 256;
/// The first layer's unit, and where its neurons saturate.
const FULL: i16 = 255;
/// The output weights' unit.
const OUTPUT_UNIT: i32 = 64;
/// Centipawns in a unit of the logit that the network was trained on.
const SCALE: i32 = 400;

/// One side's sums of the first layer.
#[derive(Clone, Debug, Eq, PartialEq)]
#[repr(align(64))]
struct Sums([i16; HIDDEN]);

/// What the network says of the sums of the side to move and the other, in centipawns.
fn output(weights: &Weights, ours: &Sums, theirs: &Sums, bucket: usize) -> i32 {
    let [first, second] = &weights.outputs[bucket];
    let sum = kernels::weigh(&ours.0, &first.0, &theirs.0, &second.0);
    let logit = sum / i32::from(FULL) + weights.output_bias[bucket];
    (i64::from(logit) * i64::from(SCALE) / i64::from(i32::from(FULL) * OUTPUT_UNIT)) as i32
}

/// The output that a board is judged by.
fn bucket(board: &Board) -> usize {
    (board.occupied().count().saturating_sub(2) / 4).min(BUCKETS - 1)
}

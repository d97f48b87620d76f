//! The neural networks: small stacks of convolutions, computed by ourselves.
//!
//! A network takes tiles of 32×32 grey values from 0 to 1 and answers a probability for each class
//! of each tile. `training/vision` makes the weights and describes their file.

mod file;
mod half;
mod kernels;

use std::sync::LazyLock;

use super::tiles::{SIDE, TILE};
use file::{Kind, Layer, Layers};
use kernels::{Rows, multiply};

static SQUARES: LazyLock<Network> = LazyLock::new(|| Network::read(include_bytes!("squares.bin")));
static COORDINATES: LazyLock<Network> =
    LazyLock::new(|| Network::read(include_bytes!("coordinates.bin")));

/// A network and its weights.
#[derive(Debug)]
pub(super) struct Network(Layers);

/// The network that tells what stands on squares.
pub(super) fn squares() -> &'static Network {
    &SQUARES
}

/// The network that reads the letters and digits at the edges.
pub(super) fn coordinates() -> &'static Network {
    &COORDINATES
}

/// Which tiles show squares of the same colour, for a network that looks at the board as a whole.
pub(super) type Colours<'a> = &'a [usize];

impl Network {
    fn read(bytes: &[u8]) -> Self {
        Self(file::read(bytes))
    }

    /// How many classes each tile may be of.
    pub(super) fn classes(&self) -> usize {
        self.0.classes
    }

    /// The probabilities of each tile's classes, tile after tile.
    pub(super) fn run(&self, tiles: &[f32], colours: Colours<'_>) -> Vec<f32> {
        let count = tiles.len() / TILE;
        let (convolutions, rest): (Vec<&Layer>, Vec<&Layer>) = self
            .0
            .layers
            .iter()
            .partition(|layer| layer.kind == Kind::Convolution);
        let mut values = Vec::new();
        let mut stack = Stack::default();
        for tile in tiles.chunks_exact(TILE) {
            values.extend_from_slice(stack.run(tile, &convolutions));
        }
        for layer in rest {
            if layer.kind == Kind::Board {
                values = with_board(&values, count, colours);
            }
            values = dense(&values, count, layer);
            if layer.kind != Kind::Logits {
                values.iter_mut().for_each(|value| *value = value.max(0.0));
            }
        }
        self.soften(&values, count)
    }

    /// Logits into probabilities.
    fn soften(&self, logits: &[f32], count: usize) -> Vec<f32> {
        let mut all = Vec::with_capacity(count * self.0.classes);
        for row in logits.chunks_exact(logits.len() / count.max(1)) {
            let row = &row[..self.0.classes];
            let most = row.iter().copied().fold(f32::MIN, f32::max);
            let start = all.len();
            all.extend(
                row.iter()
                    .map(|logit| ((logit - most) / self.0.temperature).exp()),
            );
            let sum: f32 = all[start..].iter().sum();
            all[start..].iter_mut().for_each(|value| *value /= sum);
        }
        all
    }
}

fn dense(values: &[f32], count: usize, layer: &Layer) -> Vec<f32> {
    let rows = Rows {
        count,
        row_step: layer.inputs,
        parts: 1,
        part: layer.inputs,
        part_step: 0,
    };
    let mut out = vec![0.0; count * layer.bias.len()];
    multiply(values, rows, &layer.weights, &layer.bias, &mut out);
    out
}

/// Each tile's numbers, then their mean over the squares of its colour, then over the others.
fn with_board(values: &[f32], count: usize, colours: Colours<'_>) -> Vec<f32> {
    let width = values.len() / count.max(1);
    let mut means = [vec![0.0_f32; width], vec![0.0_f32; width]];
    for (colour, mean) in means.iter_mut().enumerate() {
        let of_colour = || (0..count).filter(|tile| colours[*tile] == colour);
        let share = 1.0 / of_colour().count().max(1) as f32;
        for tile in of_colour() {
            let row = &values[tile * width..(tile + 1) * width];
            mean.iter_mut().zip(row).for_each(|(m, v)| *m += v * share);
        }
    }
    let mut all = Vec::with_capacity(3 * values.len());
    for tile in 0..count {
        all.extend_from_slice(&values[tile * width..(tile + 1) * width]);
        all.extend_from_slice(&means[colours[tile]]);
        all.extend_from_slice(&means[1 - colours[tile]]);
    }
    all
}

/// The convolutions of one tile, with the memory that they work in.
#[derive(Debug, Default)]
struct Stack {
    /// The picture with a margin of one zero around.
    padded: Vec<f32>,
    rows: Vec<f32>,
    pooled: Vec<f32>,
}

impl Stack {
    fn run(&mut self, tile: &[f32], layers: &[&Layer]) -> &[f32] {
        self.pooled.clear();
        self.pooled.extend_from_slice(tile);
        let mut side = SIDE;
        for layer in layers {
            self.pad(side, layer.inputs);
            self.convolve(side, layer);
            side /= 2;
        }
        &self.pooled
    }

    fn pad(&mut self, side: usize, channels: usize) {
        let stride = (side + 2) * channels;
        self.padded.clear();
        self.padded.resize((side + 2) * stride, 0.0);
        let rows = self.pooled.chunks_exact(side * channels);
        for (y, row) in rows.enumerate() {
            let start = (y + 1) * stride + channels;
            self.padded[start..start + row.len()].copy_from_slice(row);
        }
    }

    fn convolve(&mut self, side: usize, layer: &Layer) {
        let (channels, outputs) = (layer.inputs, layer.bias.len());
        let stride = (side + 2) * channels;
        let rows = Rows {
            count: side,
            row_step: channels,
            parts: 3,
            part: 3 * channels,
            part_step: stride,
        };
        self.rows.resize(2 * side * outputs, 0.0);
        self.pooled.clear();
        for y in (0..side).step_by(2) {
            let (upper, lower) = self.rows.split_at_mut(side * outputs);
            for (n, out) in [&mut *upper, &mut *lower].into_iter().enumerate() {
                let from = &self.padded[(y + n) * stride..];
                multiply(from, rows, &layer.weights, &layer.bias, out);
            }
            pool(upper, lower, outputs, &mut self.pooled);
        }
    }
}

/// The largest of each 2×2, or zero.
fn pool(upper: &[f32], lower: &[f32], channels: usize, pooled: &mut Vec<f32>) {
    let pairs = upper
        .chunks_exact(2 * channels)
        .zip(lower.chunks_exact(2 * channels));
    for (up, low) in pairs {
        let (a, b) = up.split_at(channels);
        let (c, d) = low.split_at(channels);
        let largest = |i: usize| a[i].max(b[i]).max(c[i].max(d[i])).max(0.0);
        pooled.extend((0..channels).map(largest));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_embedded_networks_answer() {
        let grey = vec![0.5; 64 * TILE];
        let colours: Vec<usize> = (0..64).map(|tile| (tile / 8 + tile % 8) % 2).collect();
        for (network, classes) in [(squares(), 14), (coordinates(), 17)] {
            assert_eq!(network.classes(), classes);
            let chances = network.run(&grey, &colours);
            for tile in chances.chunks_exact(classes) {
                assert!((tile.iter().sum::<f32>() - 1.0).abs() < 1e-4);
            }
        }
    }
}

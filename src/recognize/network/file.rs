//! The file of a network: `KBZNET01`, the temperature, and its layers one after the other, all
//! little-endian. `training/vision` writes it and describes it.
//!
//! The files are embedded and tested, so that reading one cannot fail.

use super::half;
use super::kernels::{LANES, by_lanes};

const MAGIC: &[u8; 8] = b"KBZNET01";

/// What a layer does with its inputs.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Kind {
    /// 3×3 with a margin of zeros, ReLU, the largest of each 2×2.
    Convolution,
    /// ReLU.
    Dense,
    /// The last one: logits.
    Logits,
    /// A tile's own numbers, their mean over the squares of its colour, and over the others; ReLU.
    Board,
}

/// One layer; inputs and outputs are filled up with zeros to whole groups of lanes.
#[derive(Debug)]
pub(super) struct Layer {
    pub(super) kind: Kind,
    /// Channels of one pixel for a convolution, else all inputs.
    pub(super) inputs: usize,
    pub(super) weights: Vec<f32>,
    pub(super) bias: Vec<f32>,
}

/// A network as it is computed.
#[derive(Debug)]
pub(super) struct Layers {
    pub(super) layers: Vec<Layer>,
    /// How many of the last outputs mean something.
    pub(super) classes: usize,
    /// What the logits are divided by.
    pub(super) temperature: f32,
}

/// Reads an embedded file.
pub(super) fn read(mut bytes: &[u8]) -> Layers {
    let bytes = &mut bytes;
    assert_eq!(&take::<8>(bytes), MAGIC, "the embedded file is a network");
    let temperature = f32::from_le_bytes(take(bytes));
    let count = word(bytes);
    let mut layers = Vec::new();
    let (mut channels, mut classes) = (1, 0);
    for _ in 0..count {
        let kind = kind(word(bytes));
        let (inputs, outputs) = (word(bytes), word(bytes));
        let groups = match kind {
            Kind::Convolution => 9,
            Kind::Dense | Kind::Logits | Kind::Board => inputs / channels,
        };
        layers.push(layer(kind, [groups, channels, outputs], bytes));
        (channels, classes) = (outputs, outputs);
    }
    Layers {
        layers,
        classes,
        temperature,
    }
}

fn kind(number: usize) -> Kind {
    match number {
        1 => Kind::Convolution,
        2 => Kind::Dense,
        3 => Kind::Logits,
        4 => Kind::Board,
        _ => panic!("the embedded file has layers of the four kinds"),
    }
}

fn layer(kind: Kind, [groups, channels, outputs]: [usize; 3], bytes: &mut &[u8]) -> Layer {
    // A picture has one channel; everything after it comes in lanes.
    let wide_in = if channels == 1 { 1 } else { wide(channels) };
    let wide_out = wide(outputs);
    let mut weights = vec![0.0; groups * wide_in * wide_out];
    for group in 0..groups {
        for channel in 0..channels {
            let row = (group * wide_in + channel) * wide_out;
            for weight in &mut weights[row..row + outputs] {
                *weight = half::from_bits(u16::from_le_bytes(take(bytes)));
            }
        }
    }
    let mut bias = vec![0.0; wide_out];
    for bias in &mut bias[..outputs] {
        *bias = half::from_bits(u16::from_le_bytes(take(bytes)));
    }
    let inputs = match kind {
        Kind::Convolution => wide_in,
        Kind::Dense | Kind::Logits | Kind::Board => groups * wide_in,
    };
    Layer {
        kind,
        inputs,
        weights: by_lanes(&weights, wide_out),
        bias,
    }
}

fn wide(count: usize) -> usize {
    count.next_multiple_of(LANES)
}

fn word(bytes: &mut &[u8]) -> usize {
    u32::from_le_bytes(take(bytes)) as usize
}

fn take<const N: usize>(bytes: &mut &[u8]) -> [u8; N] {
    let (first, rest) = bytes
        .split_first_chunk()
        .expect("the embedded file is whole");
    *bytes = rest;
    *first
}

//! Fits the evaluation's weights to labelled positions by Adam on the squared error of chances.
//!
//! `cargo run --release -- DATA_FOLDER EPOCHS [EVERY]`: reads every `EVERY`-th position, starts
//! from the weights in use, and writes `src/search/eval/weights.rs` anew.

mod data;

use std::fmt::Write as _;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context, Result};
use data::{Positions, sigmoid};
use kibitz::search::Trace;

const BATCH: usize = 16_384;
const OUT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../src/search/eval/weights.rs");

/// Middlegame and endgame weights, the second half behind the first.
type Weights = Vec<f32>;

fn main() -> Result<()> {
    let mut words = std::env::args().skip(1);
    let folder = PathBuf::from(words.next().context("DATA_FOLDER?")?);
    let epochs: usize = words.next().context("EPOCHS?")?.parse()?;
    let every: usize = words.next().map_or(Ok(1), |word| word.parse())?;
    let (mut train, mut held) = (Positions::default(), Positions::default());
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "zst") {
            data::read(&path, every, &mut train, &mut held)?;
        }
    }
    println!("{} positions, {} held out, {} terms", train.len(), held.len(), Trace::TERMS);
    let old = Trace::weights();
    let middle = old.iter().map(|weight| weight.0 as f32);
    let end = old.iter().map(|weight| weight.1 as f32);
    let mut weights: Weights = middle.chain(end).collect();
    println!("before: held-out error {:.6}", error(&held, &weights));
    let start = Instant::now();
    let mut adam = Adam::new(weights.len());
    let mut order: Vec<u32> = (0..train.len() as u32).collect();
    let mut seed = 0x9e37_79b9_7f4a_7c15_u64;
    for epoch in 0..epochs {
        shuffle(&mut order, &mut seed);
        let rate = 1.5 * 0.5 * (1.0 + (std::f32::consts::PI * epoch as f32 / epochs as f32).cos());
        for batch in order.chunks(BATCH) {
            let gradient = gradient(&train, &weights, batch);
            adam.step(&mut weights, &gradient, rate.max(0.02));
        }
        let seconds = start.elapsed().as_secs_f32();
        println!("epoch {epoch}: held-out error {:.6} ({seconds:.0} s)", error(&held, &weights));
    }
    std::fs::write(OUT, render(&weights)?)?;
    Ok(())
}

fn shuffle(order: &mut [u32], seed: &mut u64) {
    for index in (1..order.len()).rev() {
        *seed ^= *seed << 13;
        *seed ^= *seed >> 7;
        *seed ^= *seed << 17;
        order.swap(index, (*seed >> 11) as usize % (index + 1));
    }
}

/// The evaluation in centipawns, and the factors of middlegame and endgame weights in it.
fn evaluate(positions: &Positions, weights: &Weights, index: usize) -> (f32, f32, f32) {
    let facts = positions.facts[index];
    let (mut middle, mut end) = (0.0, 0.0);
    for (term, count) in positions.counts(index) {
        middle += weights[term] * count;
        end += weights[Trace::TERMS + term] * count;
    }
    let scale = facts.scale[usize::from(end <= 0.0)];
    let (a, b) = (facts.phase, (1.0 - facts.phase) * scale);
    (a * middle + b * end + facts.rest, a, b)
}

fn error(positions: &Positions, weights: &Weights) -> f64 {
    let sum: f64 = (0..positions.len())
        .map(|index| {
            let (value, _, _) = evaluate(positions, weights, index);
            f64::from(sigmoid(value) - positions.facts[index].target).powi(2)
        })
        .sum();
    sum / positions.len() as f64
}

fn gradient(positions: &Positions, weights: &Weights, batch: &[u32]) -> Weights {
    let mut gradient = vec![0.0; weights.len()];
    for &index in batch {
        let index = index as usize;
        let (value, a, b) = evaluate(positions, weights, index);
        let chance = sigmoid(value);
        let slope = (chance - positions.facts[index].target) * chance * (1.0 - chance);
        for (term, count) in positions.counts(index) {
            gradient[term] += slope * a * count;
            gradient[Trace::TERMS + term] += slope * b * count;
        }
    }
    for value in &mut gradient {
        *value /= batch.len() as f32;
    }
    gradient
}

/// Kingma and Ba, "Adam: A Method for Stochastic Optimization", 2014.
struct Adam {
    first: Weights,
    second: Weights,
    steps: i32,
}

impl Adam {
    fn new(size: usize) -> Self {
        Self {
            first: vec![0.0; size],
            second: vec![0.0; size],
            steps: 0,
        }
    }

    fn step(&mut self, weights: &mut Weights, gradient: &Weights, rate: f32) {
        const DECAY: [f32; 2] = [0.9, 0.999];
        self.steps += 1;
        let correct = DECAY.map(|decay| 1.0 - decay.powi(self.steps));
        for (index, weight) in weights.iter_mut().enumerate() {
            let slope = gradient[index];
            let first = &mut self.first[index];
            let second = &mut self.second[index];
            *first = DECAY[0] * *first + (1.0 - DECAY[0]) * slope;
            *second = DECAY[1] * *second + (1.0 - DECAY[1]) * slope * slope;
            let step = *first / correct[0] / ((*second / correct[1]).sqrt() + 1e-9);
            *weight -= rate * step;
        }
    }
}

fn render(weights: &Weights) -> Result<String> {
    let mut text = String::from(
        "//! The weights of the evaluation's terms; written by `training/hce`, see there.\n\n\
         use super::pair::Pair;\nuse super::terms::COUNT;\n\n\
         const fn p(middle: i16, end: i16) -> Pair {\n    Pair::new(middle, end)\n}\n\n\
         /// Weights in centipawns in the order of `terms`.\n#[rustfmt::skip]\n\
         pub(super) const WEIGHTS: [Pair; COUNT] = [\n",
    );
    let mut term = 0;
    for &(name, size) in Trace::groups() {
        writeln!(text, "    // {name}")?;
        for row in (0..size).step_by(8) {
            text.push_str("   ");
            for _ in row..size.min(row + 8) {
                let middle = weights[term].round();
                let end = weights[Trace::TERMS + term].round();
                write!(text, " p({middle}, {end}),")?;
                term += 1;
            }
            text.push('\n');
        }
    }
    text.push_str("];\n");
    Ok(text)
}

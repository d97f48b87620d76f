//! Trains the network that kibitz's evaluation is, and writes it as the engine embeds it.

mod adam;
mod data;
mod export;
mod features;
mod model;

use std::path::PathBuf;
use std::time::Instant;

use adam::Adam;
use anyhow::Result;
use clap::Parser;
use data::{Record, Split};
use features::Features;
use model::{Model, sigmoid};

const BATCH: usize = 4_096;
/// Centipawns in a unit of the logit.
const SCALE: f32 = 400.0;

#[derive(Debug, Parser)]
struct Options {
    /// Folder of `.zst` files.
    data: PathBuf,
    /// The network that is written.
    out: PathBuf,
    #[arg(long, default_value_t = 10)]
    epochs: usize,
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Learning rate of the first step; it falls along a cosine.
    #[arg(long, default_value_t = 0.001)]
    rate: f32,
    /// Share of the score in the target; the rest is the game's result.
    #[arg(long, default_value_t = 1.0)]
    blend: f32,
    /// By how much a weight shrinks in a step, as a share of the rate.
    #[arg(long, default_value_t = 0.05)]
    decay: f32,
    /// Neurons of either side.
    #[arg(long, default_value_t = 256)]
    hidden: usize,
}

fn main() -> Result<()> {
    let options = Options::parse();
    let split = Split::read(&options.data)?;
    let (train, held) = (split.train.len(), split.held.len());
    println!("{train} positions, {held} held out, {options:?}");
    match options.hidden {
        64 => export::export(&train_all::<64>(&options, split), &options.out),
        128 => export::export(&train_all::<128>(&options, split), &options.out),
        256 => export::export(&train_all::<256>(&options, split), &options.out),
        512 => export::export(&train_all::<512>(&options, split), &options.out),
        other => anyhow::bail!("{other} neurons: can be 64, 128, 256 or 512"),
    }
}

fn train_all<const H: usize>(options: &Options, mut split: Split) -> Model<H> {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let mut model = Model::<H>::random(|| random.unit());
    let mut moments = model
        .blocks()
        .map(|block| Adam::new(block.len(), options.decay));
    let mut gradients = vec![Model::<H>::zero(); options.threads];
    let steps = options.epochs * split.train.len().div_ceil(BATCH);
    let (mut step, start) = (0, Instant::now());
    for epoch in 1..=options.epochs {
        random.shuffle(&mut split.train);
        let mut error = 0.0;
        for batch in split.train.chunks(BATCH) {
            error += gradient(options, &model, &mut gradients, batch);
            let done = step as f32 / steps as f32;
            let fall = 0.5 * (1.0 + (std::f32::consts::PI * done).cos());
            let rate = options.rate * fall.max(0.002);
            let slopes = gradients[0].blocks();
            let weights = model.blocks_mut().into_iter().zip(slopes);
            for (moments, (weights, slopes)) in moments.iter_mut().zip(weights) {
                moments.step(weights, slopes, 1.0 / batch.len() as f32, rate);
            }
            step += 1;
        }
        let error = error / split.train.len() as f64;
        let held = held_error(options.blend, &model, &split.held);
        let scores = held_error(1.0, &model, &split.held);
        let seconds = start.elapsed().as_secs();
        println!(
            "epoch {epoch}: error {error:.6}, held out {held:.6}, of its scores {scores:.6} ({seconds} s)"
        );
    }
    model
}

/// Sums the gradients of a batch into the first; answers the sum of the errors.
fn gradient<const H: usize>(
    options: &Options,
    model: &Model<H>,
    gradients: &mut [Model<H>],
    batch: &[Record],
) -> f64 {
    let share = batch.len().div_ceil(gradients.len());
    let error = std::thread::scope(|scope| {
        let threads: Vec<_> = gradients
            .iter_mut()
            .zip(batch.chunks(share))
            .map(|(gradient, records)| {
                scope.spawn(move || {
                    gradient.clear();
                    let learn = |record| {
                        let features = Features::new(record);
                        f64::from(model.learn(&features, target(options.blend, record), gradient))
                    };
                    records.iter().map(learn).sum::<f64>()
                })
            })
            .collect();
        threads
            .into_iter()
            .map(|thread| thread.join().expect("no panic"))
            .sum()
    });
    if let [first, rest @ ..] = gradients {
        for other in rest.iter().take(batch.len().div_ceil(share) - 1) {
            for (sum, more) in first.blocks_mut().into_iter().zip(other.blocks()) {
                sum.iter_mut()
                    .zip(more)
                    .for_each(|(sum, more)| *sum += more);
            }
        }
    }
    error
}

fn held_error<const H: usize>(blend: f32, model: &Model<H>, held: &[Record]) -> f64 {
    let error = |record| {
        let chance = sigmoid(model.evaluate(&Features::new(record)));
        f64::from((chance - target(blend, record)).powi(2))
    };
    held.iter().map(error).sum::<f64>() / held.len() as f64
}

fn target(blend: f32, record: &Record) -> f32 {
    let score = sigmoid(f32::from(record.score) / SCALE);
    blend * score + (1.0 - blend) * f32::from(record.result) / 2.0
}

/// Marsaglia's xorshift generator, so that a training can be repeated.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// From −1 to 1.
    fn unit(&mut self) -> f32 {
        (self.next() >> 40) as f32 / (1 << 23) as f32 - 1.0
    }

    fn shuffle<T>(&mut self, items: &mut [T]) {
        for index in (1..items.len()).rev() {
            let other = (self.next() >> 11) as usize % (index + 1);
            items.swap(index, other);
        }
    }
}

//! The multiplication that the time goes into, compiled for what the machine it runs on has.

use multiversion::{multiversion, target::target_cfg_f};

/// Outputs come in whole groups of this many; what is short of it is filled up with zeros.
pub(super) const LANES: usize = 16;
/// Rows that are worked on at once.
const ROWS: usize = 4;

/// How rows of inputs lie in memory.
///
/// Row `n` starts at `n * row_step` and has `parts` pieces of `part` numbers, `part_step` apart:
/// one piece in a dense layer, three in a convolution of 3×3, so that no picture is copied.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rows {
    pub(super) count: usize,
    pub(super) row_step: usize,
    pub(super) parts: usize,
    pub(super) part: usize,
    pub(super) part_step: usize,
}

/// `out[row][o] = bias[o] + Σ inputs[row][i] · weights[i][o]`, with `bias.len()` outputs a row.
///
/// The weights lie lane group after lane group, each input by input: see [`by_lanes`].
#[multiversion(targets("x86_64+avx512f+avx2+fma", "x86_64+avx2+fma", "x86_64+sse4.1"))]
pub(super) fn multiply(inputs: &[f32], rows: Rows, weights: &[f32], bias: &[f32], out: &mut [f32]) {
    let fused = target_cfg_f!(target_feature = "fma");
    let outputs = bias.len();
    let depth = rows.parts * rows.part;
    for first in (0..rows.count).step_by(ROWS) {
        // The last rows may be fewer: then the last one is done more than once.
        let row = |n: usize| (first + n).min(rows.count - 1);
        for (group, weights) in weights.chunks_exact(depth * LANES).enumerate() {
            let mut sums = [[0_f32; LANES]; ROWS];
            for (part, weights) in weights.chunks_exact(rows.part * LANES).enumerate() {
                let values = |n: usize| {
                    let start = row(n) * rows.row_step + part * rows.part_step;
                    inputs[start..start + rows.part].iter()
                };
                let four = values(0).zip(values(1)).zip(values(2).zip(values(3)));
                let (weights, _) = weights.as_chunks::<LANES>();
                for (((a, b), (c, d)), weights) in four.zip(weights) {
                    let four = [*a, *b, *c, *d];
                    for n in 0..ROWS {
                        for lane in 0..LANES {
                            sums[n][lane] = if fused {
                                four[n].mul_add(weights[lane], sums[n][lane])
                            } else {
                                four[n] * weights[lane] + sums[n][lane]
                            };
                        }
                    }
                }
            }
            let lanes = group * LANES..(group + 1) * LANES;
            for (n, sums) in sums.iter().enumerate() {
                let start = row(n) * outputs;
                let out = &mut out[start + lanes.start..start + lanes.end];
                for ((out, sum), bias) in out.iter_mut().zip(sums).zip(&bias[lanes.clone()]) {
                    *out = sum + bias;
                }
            }
        }
    }
}

/// Puts weights that lie input by input into the order that [`multiply`] reads.
pub(super) fn by_lanes(weights: &[f32], outputs: usize) -> Vec<f32> {
    let groups = (0..outputs).step_by(LANES);
    groups
        .flat_map(|first| {
            weights
                .chunks_exact(outputs)
                .flat_map(move |row| &row[first..first + LANES])
        })
        .copied()
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(count: usize, mut seed: u64) -> Vec<f32> {
        let mut next = || {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            (seed >> 40) as f32 / (1 << 23) as f32 - 1.0
        };
        (0..count).map(|_| next()).collect()
    }

    #[test]
    fn the_product_is_the_plain_one() {
        for (count, parts, part, outputs) in [(8, 3, 12, 32), (7, 1, 40, 16), (1, 3, 3, 16)] {
            let rows = Rows {
                count,
                row_step: 5,
                parts,
                part,
                part_step: 50,
            };
            let inputs = numbers(count * 5 + parts * 50 + part, 7);
            let (weights, bias) = (numbers(parts * part * outputs, 8), numbers(outputs, 9));
            let mut out = vec![0.0; count * outputs];
            multiply(&inputs, rows, &by_lanes(&weights, outputs), &bias, &mut out);
            for row in 0..count {
                for o in 0..outputs {
                    let terms = (0..parts * part).map(|i| {
                        let at = row * 5 + (i / part) * 50 + i % part;
                        f64::from(inputs[at]) * f64::from(weights[i * outputs + o])
                    });
                    let plain = f64::from(bias[o]) + terms.sum::<f64>();
                    let error = (plain - f64::from(out[row * outputs + o])).abs();
                    assert!(
                        error < 1e-4,
                        "{count} rows, row {row}, output {o}: off by {error}"
                    );
                }
            }
        }
    }
}

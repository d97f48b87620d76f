//! The network: (768 → `H`) for either side, squared clipped ReLU, one output per bucket.

use crate::features::{BUCKETS, Features, INPUTS};

/// Floats that are summed at a time: what fits in registers.
const LANES: usize = 64;

/// Weights, or as much as a gradient for each of them.
#[derive(Clone, Debug)]
pub struct Model<const H: usize> {
    /// By input.
    pub inputs: Vec<[f32; H]>,
    pub bias: [f32; H],
    /// By bucket, the side to move first.
    pub outputs: Vec<[[f32; H]; 2]>,
    pub output_bias: [f32; BUCKETS],
}

/// The sums before the activation, of both sides.
type Hidden<const H: usize> = [[f32; H]; 2];

impl<const H: usize> Model<H> {
    pub fn zero() -> Self {
        Self {
            inputs: vec![[0.0; H]; INPUTS],
            bias: [0.0; H],
            outputs: vec![[[0.0; H]; 2]; BUCKETS],
            output_bias: [0.0; BUCKETS],
        }
    }

    /// Small random weights from −1 to 1 numbers; the buckets start alike.
    pub fn random(mut number: impl FnMut() -> f32) -> Self {
        let mut model = Self::zero();
        for weight in model.inputs.as_flattened_mut() {
            *weight = 0.09 * number();
        }
        let scale = 1.0 / ((2 * H) as f32).sqrt();
        let mut output = [[0.0; H]; 2];
        for weight in output.as_flattened_mut() {
            *weight = scale * number();
        }
        model.outputs.fill(output);
        model
    }

    /// Every weight, in four blocks.
    pub fn blocks(&self) -> [&[f32]; 4] {
        [
            self.inputs.as_flattened(),
            &self.bias,
            self.outputs.as_flattened().as_flattened(),
            &self.output_bias,
        ]
    }

    /// Every weight, in four blocks.
    pub fn blocks_mut(&mut self) -> [&mut [f32]; 4] {
        [
            self.inputs.as_flattened_mut(),
            &mut self.bias,
            self.outputs.as_flattened_mut().as_flattened_mut(),
            &mut self.output_bias,
        ]
    }

    /// Makes every weight nought.
    pub fn clear(&mut self) {
        for block in self.blocks_mut() {
            block.fill(0.0);
        }
    }

    fn hidden(&self, features: &Features) -> Hidden<H> {
        let mut hidden = [[0.0; H]; 2];
        for side in 0..2 {
            for from in (0..H).step_by(LANES) {
                let mut sum = [0.0; LANES];
                sum.copy_from_slice(&self.bias[from..from + LANES]);
                for &input in features.of(side) {
                    let row = &self.inputs[usize::from(input)][from..from + LANES];
                    for (sum, weight) in sum.iter_mut().zip(row) {
                        *sum += weight;
                    }
                }
                hidden[side][from..from + LANES].copy_from_slice(&sum);
            }
        }
        hidden
    }

    /// The logit of the expected score of the side to move.
    pub fn evaluate(&self, features: &Features) -> f32 {
        self.output(&self.hidden(features), features.bucket)
    }

    fn output(&self, hidden: &Hidden<H>, bucket: usize) -> f32 {
        let weights = &self.outputs[bucket];
        let mut sums = [0.0; 16];
        for side in 0..2 {
            let values = hidden[side].as_chunks::<16>().0;
            let weights = weights[side].as_chunks::<16>().0;
            for (values, weights) in values.iter().zip(weights) {
                for lane in 0..16 {
                    let value = values[lane].clamp(0.0, 1.0);
                    sums[lane] += value * value * weights[lane];
                }
            }
        }
        self.output_bias[bucket] + sums.iter().sum::<f32>()
    }

    /// Adds the gradient of one position's squared error to `gradient`, and answers the error.
    pub fn learn(&self, features: &Features, target: f32, gradient: &mut Self) -> f32 {
        let hidden = self.hidden(features);
        let chance = sigmoid(self.output(&hidden, features.bucket));
        let error = chance - target;
        let slope = 2.0 * error * chance * (1.0 - chance);
        let weights = &self.outputs[features.bucket];
        let out = &mut gradient.outputs[features.bucket];
        gradient.output_bias[features.bucket] += slope;
        for side in 0..2 {
            let mut back = [0.0; H];
            for lane in 0..H {
                let raw = hidden[side][lane];
                let value = raw.clamp(0.0, 1.0);
                let open = if raw > 0.0 && raw < 1.0 { 1.0 } else { 0.0 };
                out[side][lane] += slope * value * value;
                back[lane] = 2.0 * slope * weights[side][lane] * value * open;
            }
            add(&mut gradient.bias, &back);
            for &input in features.of(side) {
                add(&mut gradient.inputs[usize::from(input)], &back);
            }
        }
        error * error
    }
}

fn add<const H: usize>(sum: &mut [f32; H], more: &[f32; H]) {
    for (sum, more) in sum.iter_mut().zip(more) {
        *sum += more;
    }
}

pub fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

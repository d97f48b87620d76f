//! AdamW (Loshchilov and Hutter, "Decoupled weight decay regularization", 2019).

/// Weights stay within what eight bits hold at the output's scale: 127 / 64.
const MOST: f32 = 1.98;
const MOMENTUM: f32 = 0.9;
const MEMORY: f32 = 0.999;

/// The running moments of one block of weights.
#[derive(Debug)]
pub struct Adam {
    first: Vec<f32>,
    second: Vec<f32>,
    decay: f32,
}

impl Adam {
    pub fn new(size: usize, decay: f32) -> Self {
        Self {
            first: vec![0.0; size],
            second: vec![0.0; size],
            decay,
        }
    }

    /// One step against a gradient that is multiplied by `scale`.
    pub fn step(&mut self, weights: &mut [f32], gradient: &[f32], scale: f32, rate: f32) {
        let moments = self.first.iter_mut().zip(&mut self.second);
        for ((weight, slope), (first, second)) in weights.iter_mut().zip(gradient).zip(moments) {
            let slope = slope * scale;
            *first = MOMENTUM * *first + (1.0 - MOMENTUM) * slope;
            *second = MEMORY * *second + (1.0 - MEMORY) * slope * slope;
            let step = *first / (second.sqrt() + 1e-8);
            *weight = (*weight * (1.0 - rate * self.decay) - rate * step).clamp(-MOST, MOST);
        }
    }
}

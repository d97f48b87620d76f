//! The file that the engine embeds: whole numbers, little-endian.
//!
//! i16 input weights, 768 rows of `H`, and their bias, in units of 1/255; i16 output weights, 8
//! buckets of twice `H`, the side to move first, in units of 1/64; i32 output bias, one a bucket, in
//! units of 1/(255 · 64).

use std::path::Path;

use anyhow::Result;

use crate::model::Model;

const HIDDEN_UNIT: f32 = 255.0;
const OUTPUT_UNIT: f32 = 64.0;

/// Writes the network.
///
/// # Errors
///
/// When the file cannot be written.
pub fn export<const H: usize>(model: &Model<H>, path: &Path) -> Result<()> {
    let [inputs, bias, outputs, output_bias] = model.blocks();
    let mut bytes = Vec::new();
    let mut put = |values: &[f32], unit: f32| {
        for value in values {
            bytes.extend(((value * unit).round() as i16).to_le_bytes());
        }
    };
    put(inputs, HIDDEN_UNIT);
    put(bias, HIDDEN_UNIT);
    put(outputs, OUTPUT_UNIT);
    for value in output_bias {
        bytes.extend(((value * HIDDEN_UNIT * OUTPUT_UNIT).round() as i32).to_le_bytes());
    }
    std::fs::write(path, bytes)?;
    Ok(())
}

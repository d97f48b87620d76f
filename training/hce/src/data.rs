//! Labelled positions: 32 bytes each, seen from the side to move, which is White here.
//!
//! Occupancy (a1 = bit 0) in 8 bytes, 16 bytes of 4-bit piece codes in the order of the occupied
//! squares (low nibble first; 0–5 own pawn to king, 8–13 theirs), score in centipawns (i16),
//! result (0 loss, 1 draw, 2 win), 5 bytes unused.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use anyhow::Result;
use kibitz::search::Trace;
use shakmaty::{Bitboard, CastlingMode, Chess, Color, PositionError, Role, Setup};

/// Positions as counts of terms, all in a few flat lists.
#[derive(Default)]
pub struct Positions {
    starts: Vec<u32>,
    terms: Vec<u16>,
    counts: Vec<i8>,
    pub facts: Vec<Facts>,
}

/// What a position has beside its counts.
#[derive(Clone, Copy)]
pub struct Facts {
    pub phase: f32,
    pub scale: [f32; 2],
    pub rest: f32,
    /// Wanted: the chance of the side to move, 0 to 1.
    pub target: f32,
}

impl Positions {
    pub fn len(&self) -> usize {
        self.facts.len()
    }

    /// Terms and counts of one position.
    pub fn counts(&self, index: usize) -> impl Iterator<Item = (usize, f32)> + '_ {
        let range = self.starts[index] as usize..self.starts[index + 1] as usize;
        let terms = self.terms[range.clone()].iter().map(|&term| usize::from(term));
        terms.zip(self.counts[range].iter().map(|&count| f32::from(count)))
    }

    fn push(&mut self, trace: &Trace, target: f32) {
        if self.starts.is_empty() {
            self.starts.push(0);
        }
        for &(term, count) in &trace.counts {
            self.terms.push(term);
            self.counts.push(count.clamp(-127, 127) as i8);
        }
        self.starts.push(self.terms.len() as u32);
        self.facts.push(Facts {
            phase: trace.phase,
            scale: trace.scale,
            rest: trace.rest as f32,
            target,
        });
    }
}

/// Reads a file; the last fiftieth of it, whole games, is held out.
pub fn read(path: &Path, every: usize, train: &mut Positions, held: &mut Positions) -> Result<()> {
    let mut bytes = Vec::new();
    zstd::Decoder::new(File::open(path)?)?.read_to_end(&mut bytes)?;
    let total = bytes.len() / 32;
    for (index, record) in bytes.chunks_exact(32).enumerate() {
        let is_held = index >= total - total / 50;
        if !is_held && index % every != 0 {
            continue;
        }
        if let Some(chess) = position(record) {
            let into = if is_held { &mut *held } else { &mut *train };
            into.push(&Trace::new(&chess), target(record));
        }
    }
    Ok(())
}

pub fn sigmoid(cp: f32) -> f32 {
    1.0 / (1.0 + (-cp / 400.0).exp())
}

fn target(record: &[u8]) -> f32 {
    let score = i16::from_le_bytes([record[24], record[25]]);
    0.8 * sigmoid(f32::from(score)) + 0.2 * f32::from(record[26]) / 2.0
}

fn position(record: &[u8]) -> Option<Chess> {
    let mut occupied = [0; 8];
    occupied.copy_from_slice(&record[..8]);
    let mut setup = Setup::empty();
    for (index, square) in Bitboard(u64::from_le_bytes(occupied)).into_iter().enumerate() {
        let code = (record[8 + index / 2] >> (4 * (index & 1))) & 15;
        let role = Role::ALL[usize::from(code & 7)];
        let piece = role.of(Color::from_white(code < 8));
        setup.board.set_piece_at(square, piece);
    }
    let position = setup.position::<Chess>(CastlingMode::Standard);
    position.or_else(PositionError::ignore_too_much_material).ok()
}

//! Labelled positions, 32 bytes each, from zstd files.
//!
//! Little-endian, seen from the side to move (the board is turned over for Black): u64 occupied
//! squares, a1 = bit 0; sixteen bytes of 4-bit pieces in the order of the squares, low nibble first
//! (0–5 our P N B R Q K, 8–13 theirs); i16 score in centipawns; u8 result (0 lost, 1 drawn, 2 won);
//! five bytes that are not read.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use anyhow::{Context, Result, ensure};

/// Bytes of a position.
const SIZE: usize = 32;

/// One labelled position.
#[derive(Clone, Copy, Debug)]
pub struct Record {
    occupied: u64,
    pieces: u128,
    /// Centipawns.
    pub score: i16,
    /// Half points: 0 lost, 1 drawn, 2 won.
    pub result: u8,
}

impl Record {
    /// Reads one position.
    pub fn parse(bytes: &[u8; SIZE]) -> Self {
        let mut occupied = [0; 8];
        let mut pieces = [0; 16];
        occupied.copy_from_slice(&bytes[..8]);
        pieces.copy_from_slice(&bytes[8..24]);
        Self {
            occupied: u64::from_le_bytes(occupied),
            pieces: u128::from_le_bytes(pieces),
            score: i16::from_le_bytes([bytes[24], bytes[25]]),
            result: bytes[26],
        }
    }

    /// How many pieces are on the board, kings included.
    pub fn count(&self) -> usize {
        self.occupied.count_ones() as usize
    }

    /// The pieces as (code, square): code 0–5 ours and 8–13 theirs, square 0–63.
    pub fn pieces(&self) -> impl Iterator<Item = (usize, usize)> {
        let (mut left, mut codes) = (self.occupied, self.pieces);
        std::iter::from_fn(move || {
            (left != 0).then(|| {
                let square = left.trailing_zeros() as usize;
                let code = (codes & 15) as usize;
                left &= left - 1;
                codes >>= 4;
                (code, square)
            })
        })
    }
}

/// Positions to learn from, and positions of other games to judge by.
#[derive(Debug, Default)]
pub struct Split {
    pub train: Vec<Record>,
    pub held: Vec<Record>,
}

impl Split {
    /// Reads every `.zst` file of a folder; the last fiftieth of each, whole games but for one, is
    /// held out.
    ///
    /// # Errors
    ///
    /// When a file cannot be read, or there is none.
    pub fn read(folder: &Path) -> Result<Self> {
        let mut paths: Vec<_> = std::fs::read_dir(folder)?
            .map(|entry| Ok(entry?.path()))
            .collect::<Result<_>>()?;
        paths.retain(|path| path.extension().is_some_and(|extension| extension == "zst"));
        paths.sort();
        ensure!(!paths.is_empty(), "no .zst file in {}", folder.display());
        let mut split = Self::default();
        for path in paths {
            let records = read(&path).with_context(|| path.display().to_string())?;
            let cut = records.len() - records.len() / 50;
            split.train.extend_from_slice(&records[..cut]);
            split.held.extend_from_slice(&records[cut..]);
        }
        Ok(split)
    }
}

fn read(path: &Path) -> Result<Vec<Record>> {
    let mut bytes = Vec::new();
    zstd::Decoder::new(File::open(path)?)?.read_to_end(&mut bytes)?;
    let (records, rest) = bytes.as_chunks::<SIZE>();
    ensure!(
        rest.is_empty(),
        "{} bytes after the last position",
        rest.len()
    );
    Ok(records.iter().map(Record::parse).collect())
}

//! What stands on the squares of a straightened board, as probabilities.

use super::homography::Point;
use super::network;
use super::picture::Copies;
use super::place::Place;
use super::tiles;

/// Classes of a square: empty, then White's pawn, knight, bishop, rook, queen, king, then Black's.
pub(super) const CLASSES: usize = 13;

/// The probabilities of one square's classes; they add up to 1.
pub(super) type Chances = [f32; CLASSES];

/// A board as it was read; squares row by row as they stand in the picture.
#[derive(Clone, Debug)]
pub(super) struct Reading {
    pub(super) squares: Vec<Chances>,
    /// How likely each square is no square of a board at all.
    pub(super) strange: Vec<f32>,
    /// How far dark and light are apart, in grey values.
    pub(super) contrast: f32,
}

impl Reading {
    /// Reads all 64 squares of a board, each looked at a little aside.
    pub(super) fn of(copies: &mut Copies<'_>, place: &Place, aside: Point) -> Option<Self> {
        let tiles = tiles::squares(copies, place, aside, ALL)?;
        let colours: Vec<usize> = ALL.iter().map(|(row, column)| (row + column) % 2).collect();
        let network = network::squares();
        let all = network.run(&tiles.values, &colours);
        let mut reading = Self {
            squares: Vec::new(),
            strange: Vec::new(),
            contrast: tiles.contrast,
        };
        for chances in all.chunks_exact(network.classes()) {
            let known: f32 = chances[..CLASSES].iter().sum();
            let share = 1.0 / known.max(1e-6);
            reading
                .squares
                .push(std::array::from_fn(|class| chances[class] * share));
            reading.strange.push(1.0 - known);
        }
        Some(reading)
    }

    /// How much this looks like a board rightly cut: the mean logarithm of how sure each square
    /// is, 0 at best.
    pub(super) fn quality(&self) -> f32 {
        let sure = |(chances, strange): (&Chances, &f32)| {
            let most = chances.iter().copied().fold(0.0, f32::max);
            (most * (1.0 - strange)).max(1e-4).ln()
        };
        let sum: f32 = self.squares.iter().zip(&self.strange).map(sure).sum();
        sum / self.squares.len().max(1) as f32
    }

    /// The mean of several readings of the same board.
    pub(super) fn mean(readings: &[Self]) -> Self {
        let share = 1.0 / readings.len().max(1) as f32;
        let mut mean = readings[0].clone();
        for square in 0..mean.squares.len() {
            let sum = |pick: &dyn Fn(&Self) -> f32| readings.iter().map(pick).sum::<f32>() * share;
            mean.squares[square] = std::array::from_fn(|class| sum(&|r| r.squares[square][class]));
            mean.strange[square] = sum(&|r| r.strange[square]);
        }
        mean
    }
}

/// Every square, by row and column.
const ALL: [(usize, usize); 64] = {
    let mut all = [(0, 0); 64];
    let mut square = 0;
    while square < 64 {
        all[square] = (square / 8, square % 8);
        square += 1;
    }
    all
};

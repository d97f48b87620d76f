//! The letters and digits printed at the edges of a board, and what they say of its orientation.

use super::network;
use super::orientation::Bottom;
use super::picture::Copies;
use super::place::Place;
use super::tiles;

/// Class 0 is nothing; then the digits 1 to 8, then the letters a to h.
const NOTHING: usize = 0;
const DIGITS: usize = 1;
const LETTERS: usize = 9;

/// How often a coordinate is there but covered, or left out at the corner.
const LEFT_OUT: f32 = 0.15;
/// One cell says no more than this, in logarithms: it may be misread.
const MOST_SAID: f32 = -4.0;
/// How many cells of a side must show something, or it is taken to show nothing.
const LEAST_SEEN: usize = 3;

/// How much likelier each orientation makes what is printed at the edges than nothing printed, in
/// logarithms; in the order of [`Bottom::ALL`].
pub(super) fn evidence(copies: &mut Copies<'_>, place: &Place) -> Option<[f32; 4]> {
    let tiles = tiles::edges(copies, place)?;
    let network = network::coordinates();
    let chances = network.run(&tiles.values, &[0; 32]);
    let rows: Vec<&[f32]> = chances.chunks_exact(network.classes()).collect();
    Some(Bottom::ALL.map(|bottom| {
        (0..4)
            .map(|side| of_side(&rows[side * 8..side * 8 + 8], side, bottom))
            .sum()
    }))
}

/// What one side says; 0 where nothing is printed there.
fn of_side(cells: &[&[f32]], side: usize, bottom: Bottom) -> f32 {
    let shows = |cell: &&&[f32]| cell[NOTHING] < 0.5;
    if cells.iter().filter(shows).count() < LEAST_SEEN {
        return 0.0;
    }
    let said = |(number, cell): (usize, &&[f32])| {
        let nothing = cell[NOTHING].max(1e-6);
        let printed = cell[expected(side, number, bottom)];
        (((1.0 - LEFT_OUT) * printed + LEFT_OUT * nothing) / nothing.max(0.02))
            .ln()
            .clamp(MOST_SAID, -MOST_SAID)
    };
    cells.iter().enumerate().map(said).sum::<f32>().max(-8.0)
}

/// The class that a cell of a side has; sides are left, right, upper, lower.
fn expected(side: usize, number: usize, bottom: Bottom) -> usize {
    let (backwards, forwards) = (7 - number, number);
    match (side < 2, bottom) {
        (true, Bottom::White) => DIGITS + backwards,
        (true, Bottom::Black) => DIGITS + forwards,
        (false, Bottom::White) => LETTERS + forwards,
        (false, Bottom::Black) => LETTERS + backwards,
        // Seen from the side of the files: letters up and down, digits across.
        (true, Bottom::FileA) => LETTERS + backwards,
        (true, Bottom::FileH) => LETTERS + forwards,
        (false, Bottom::FileA) => DIGITS + backwards,
        (false, Bottom::FileH) => DIGITS + forwards,
    }
}

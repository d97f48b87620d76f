//! A board in a picture straightened into tiles: small square pictures, all of one size, as the
//! networks take them.

use super::homography::Point;
use super::picture::{Copies, Picture};
use super::place::{Map, Place};

/// Pixels of a tile's side.
pub(super) const SIDE: usize = 32;
/// Pixels of a tile.
pub(super) const TILE: usize = SIDE * SIDE;

/// Of a square's side: how much of its neighbours is seen on each side of it.
const CONTEXT: f32 = 0.11;
/// The tiles at the edges of the board: how far they reach out of it and into it, in squares.
const OUTSIDE: f32 = 0.75;
const INSIDE: f32 = 0.40;

/// Tiles, one after the other, with values from 0 to 1.
#[derive(Clone, Debug)]
pub(super) struct Tiles {
    pub(super) values: Vec<f32>,
    /// How far the darkest and the brightest are apart, in grey values of the picture.
    pub(super) contrast: f32,
}

/// The tiles of squares, each given by row and column of the upright board, all of them moved by
/// `shift` squares.
pub(super) fn squares(
    copies: &mut Copies<'_>,
    place: &Place,
    shift: Point,
    squares: impl IntoIterator<Item = (usize, usize)>,
) -> Option<Tiles> {
    let size = 1.0 + 2.0 * CONTEXT;
    let places = squares
        .into_iter()
        .map(|(row, column)| Point::new(column as f32 - CONTEXT, row as f32 - CONTEXT) + shift);
    cut(copies, place, size, places)
}

/// The 32 tiles along the edges: left and right from the top, upper and lower from the left.
pub(super) fn edges(copies: &mut Copies<'_>, place: &Place) -> Option<Tiles> {
    let size = OUTSIDE + INSIDE;
    let margin = (size - 1.0) / 2.0;
    let far = 8.0 - INSIDE;
    let places = (0..32).map(|tile| {
        let along = (tile % 8) as f32 - margin;
        match tile / 8 {
            0 => Point::new(-OUTSIDE, along),
            1 => Point::new(far, along),
            2 => Point::new(along, -OUTSIDE),
            _ => Point::new(along, far),
        }
    });
    cut(copies, place, size, places)
}

/// Tiles whose sides are so many squares long, from their upper left corners on the board.
fn cut(
    copies: &mut Copies<'_>,
    place: &Place,
    size: f32,
    corners: impl Iterator<Item = Point>,
) -> Option<Tiles> {
    let square = place.quad.side() / 8.0;
    let factor = ((square * size / SIDE as f32) as usize).max(1);
    let picture = copies.shrunk(factor);
    let map = place.map(factor as f32)?;
    let mut values = Vec::new();
    for corner in corners {
        sample(picture, &map, corner, size / SIDE as f32, &mut values);
    }
    Some(normalise(values))
}

/// Samples of a tile's side: each pixel is the mean of two by two.
const SAMPLES: usize = 2 * SIDE;
/// Samples between two places that are mapped exactly; what lies between is interpolated, which at this
/// distance is off by hundredths of a pixel.
const STEP: usize = 8;
const CELLS: usize = SAMPLES / STEP;

/// One tile.
fn sample(picture: &Picture, map: &Map, corner: Point, pixel: f32, values: &mut Vec<f32>) {
    let cell = pixel * STEP as f32 / 2.0;
    let node = |row: usize, column: usize| {
        map.apply(corner + Point::new(column as f32, row as f32) * cell)
    };
    let nodes: [[Point; CELLS + 1]; CELLS + 1] =
        std::array::from_fn(|row| std::array::from_fn(|column| node(row, column)));
    let start = values.len();
    values.resize(start + TILE, 0.0);
    let tile = &mut values[start..];
    for line in 0..SAMPLES {
        let (upper, down) = between(line);
        let edges: [Point; CELLS + 1] = std::array::from_fn(|column| {
            nodes[upper][column] + (nodes[upper + 1][column] - nodes[upper][column]) * down
        });
        let row = &mut tile[line / 2 * SIDE..][..SIDE];
        for at in 0..SAMPLES {
            let (left, along) = between(at);
            let place = edges[left] + (edges[left + 1] - edges[left]) * along;
            row[at / 2] += picture.sample(place.x, place.y) / 4.0;
        }
    }
}

/// The cell that a sample lies in, and how far into it.
fn between(sample: usize) -> (usize, f32) {
    let into = (sample % STEP) as f32 + 0.5;
    (sample / STEP, into / STEP as f32)
}

/// Stretches grey values so that all but the darkest and the brightest hundredth fill 0 to 1.
fn normalise(mut values: Vec<f32>) -> Tiles {
    let mut counts = [0_usize; 256];
    for value in &values {
        counts[(value + 0.5) as usize & 255] += 1;
    }
    let level = |share: f32| {
        let wanted = (share * values.len() as f32) as usize;
        let mut sum = 0;
        let reached = counts.iter().position(|count| {
            sum += count;
            sum >= wanted.max(1)
        });
        reached.unwrap_or(255) as f32
    };
    let (low, high) = (level(0.01), level(0.99));
    let contrast = high - low;
    let scale = 1.0 / contrast.max(20.0);
    for value in &mut values {
        *value = ((*value - low) * scale).clamp(0.0, 1.0);
    }
    Tiles { values, contrast }
}

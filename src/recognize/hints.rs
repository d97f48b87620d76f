//! What would make a better picture.

use std::fmt;

use super::homography::Point;
use super::picture::Picture;
use super::quad::Quad;
use super::squares::Reading;

/// What would make a better picture; its words are for a person.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Hint {
    /// The squares are small; their side in pixels.
    SmallSquares(u32),
    /// The board reaches out of the picture.
    CutOff,
    /// The camera looked at the board from the side.
    Steep,
    /// Parts are white or black altogether.
    Glare,
    /// Dark and light are hardly different.
    Faint,
    /// Something may lie over some squares.
    Covered,
    /// Nothing like eight by eight squares was seen.
    NoGrid,
    /// The whole picture is small; its shorter side in pixels.
    SmallPicture(u32),
}

impl fmt::Display for Hint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::SmallSquares(side) => write!(
                f,
                "the squares are only {side} pixels wide: send the picture larger, or go nearer to the board"
            ),
            Self::CutOff => f.write_str("the board is cut off: show all of its four corners"),
            Self::Steep => f.write_str("the board is seen at a steep angle: look at it from straight above"),
            Self::Glare => f.write_str("parts of the board are too bright or too dark: avoid glare and shadows"),
            Self::Faint => f.write_str("dark and light squares are hardly different: take the picture in better light"),
            Self::Covered => f.write_str("something may lie over some squares: uncover them, or take away arrows and marks"),
            Self::NoGrid => f.write_str("no eight by eight squares were seen: show the whole board, large and from straight above"),
            Self::SmallPicture(side) => write!(f, "the picture is only {side} pixels high or wide: send it larger"),
        }
    }
}

/// Squares narrower than this are hard to read, in pixels.
const SMALL: f32 = 16.0;
/// Grey values apart that are hard to tell.
const FAINT: f32 = 40.0;
/// Opposite sides that differ more than this were seen from the side.
const STEEP: f32 = 1.35;

/// A square this bright all over, in grey values, while others of its colour are not, is in glare.
const WHITE: f32 = 248.0;
/// What the others of its colour have at most then.
const NOT_WHITE: f32 = 232.0;

/// The hints for a board that was read; `doubtful` are places of squares, row by row.
pub(super) fn of_board(
    picture: &Picture,
    quad: &Quad,
    reading: &Reading,
    doubtful: &[usize],
) -> Vec<Hint> {
    let mut hints = Vec::new();
    let square = quad.side() / 8.0;
    if square < SMALL {
        hints.push(Hint::SmallSquares(square.round() as u32));
    }
    let margin = square * 0.2;
    let (width, height) = (picture.width as f32, picture.height as f32);
    let outside =
        |p: &Point| p.x < -margin || p.y < -margin || p.x > width + margin || p.y > height + margin;
    if quad.0.iter().any(outside) {
        hints.push(Hint::CutOff);
    }
    if steepness(quad) > STEEP {
        hints.push(Hint::Steep);
    }
    if reading.contrast < FAINT {
        hints.push(Hint::Faint);
    }
    if has_glare(picture, quad, doubtful) {
        hints.push(Hint::Glare);
    }
    let is_strange = |square: &usize| reading.strange[*square] > 0.3;
    if (1..=6).contains(&doubtful.len()) && doubtful.iter().any(is_strange) {
        hints.push(Hint::Covered);
    }
    hints
}

/// Whether a doubtful square is white all over where others of its colour are not.
fn has_glare(picture: &Picture, quad: &Quad, doubtful: &[usize]) -> bool {
    let Some(map) = quad.map().filter(|_| !doubtful.is_empty()) else {
        return false;
    };
    let darkest_part = |square: usize| {
        let sample = |at: usize| {
            let (x, y) = ((at % 5) as f32 * 0.2 + 0.1, (at / 5) as f32 * 0.2 + 0.1);
            let place = Point::new((square % 8) as f32 + x, (square / 8) as f32 + y);
            let place = map.apply(place);
            picture.sample(place.x, place.y)
        };
        let mut tones: Vec<f32> = (0..25).map(sample).collect();
        tones.sort_by(f32::total_cmp);
        tones[6]
    };
    let tones: Vec<f32> = (0..64).map(darkest_part).collect();
    doubtful.iter().any(|square| {
        let parity = |square: usize| (square % 8 + square / 8) % 2;
        let like = (0..64).filter(|other| parity(*other) == parity(*square));
        let mut like: Vec<f32> = like.map(|other| tones[other]).collect();
        like.sort_by(f32::total_cmp);
        tones[*square] > WHITE && like[16] < NOT_WHITE
    })
}

/// How unlike opposite or neighbouring sides are.
fn steepness(quad: &Quad) -> f32 {
    let edges = [0, 1, 2, 3].map(|number| quad.edge(number));
    let ratio = |a: f32, b: f32| (a / b).max(b / a);
    ratio(edges[0], edges[2])
        .max(ratio(edges[1], edges[3]))
        .max(ratio(edges[0] + edges[2], edges[1] + edges[3]))
}

/// The hints for a picture in which no board was found.
pub(super) fn of_nothing(width: usize, height: usize) -> Vec<Hint> {
    let shorter = width.min(height) as u32;
    let mut hints = vec![Hint::NoGrid];
    if shorter < 160 {
        hints.push(Hint::SmallPicture(shorter));
    }
    hints
}

//! What was recognized.

use shakmaty::{Color, Piece, Role, Square};

use super::hints::Hint;
use super::homography::Point;
use super::legality::Classes;
use super::orientation::{Bottom, Orientation, Source};
use super::squares::{CLASSES, Chances};

/// A square that is surer than this is not doubtful.
pub(super) const SURE: f32 = 0.90;
/// Alternatives that are less likely are not told.
const LEAST_TOLD: f32 = 0.01;

/// A board that was found in a picture and read.
#[derive(Clone, Debug)]
pub struct Recognition {
    /// All 64 squares in the order of a FEN: a8 to h8, then down to h1.
    pub squares: Vec<SquareReading>,
    /// The squares that may well be something else, in the same order.
    pub uncertain: Vec<Square>,
    /// How likely the whole board is read rightly, 0 to 1.
    pub confidence: f32,
    /// How much it looks like a board that is rightly cut out, 0 to 1: the mean certainty of a
    /// square.
    pub clarity: f32,
    /// Which side of the board is at the bottom of the picture, once the picture is upright.
    pub bottom: Bottom,
    /// How sure that is, 0.5 to 1.
    pub orientation_confidence: f32,
    /// What it was told by.
    pub orientation_source: Source,
    /// By how many degrees the picture has to be turned clockwise to be upright: 0, 90, 180, 270.
    pub turned: u16,
    /// The corners of the board in the picture as it was sent (turned by its EXIF data): top left,
    /// top right, bottom right, bottom left.
    pub corners: [Point; 4],
    /// How many boards were found; the one that was read is the largest.
    pub boards_found: usize,
    /// What would make a better picture.
    pub hints: Vec<Hint>,
}

/// What stands on one square.
#[derive(Clone, Debug, PartialEq)]
pub struct SquareReading {
    /// Which square.
    pub square: Square,
    /// The man on it, if any.
    pub piece: Option<Piece>,
    /// How likely that is, 0 to 1.
    pub confidence: f32,
    /// What else it may be and how likely, the likeliest first.
    pub alternatives: Vec<(Option<Piece>, f32)>,
}

impl Recognition {
    /// The first field of a FEN.
    pub fn placement(&self) -> String {
        written(self.squares.iter().map(|reading| reading.piece))
    }
}

/// The placement of classes as they stand in a picture, row by row.
pub(super) fn placement(classes: &[usize], bottom: Bottom) -> String {
    let mut men = [None; 64];
    for (place, class) in classes.iter().enumerate() {
        let square = bottom.square(place / 8, place % 8);
        men[(7 - square.rank() as usize) * 8 + square.file() as usize] = piece(*class);
    }
    written(men.into_iter())
}

/// The first field of a FEN for the men from a8 to h1.
fn written(men: impl Iterator<Item = Option<Piece>>) -> String {
    let mut text = String::new();
    let mut empty = 0;
    for (place, man) in men.enumerate() {
        let ends_rank = place > 0 && place % 8 == 0;
        if (man.is_some() || ends_rank) && empty > 0 {
            text.push_str(&empty.to_string());
            empty = 0;
        }
        if ends_rank {
            text.push('/');
        }
        match man {
            Some(piece) => text.push(piece.char()),
            None => empty += 1,
        }
    }
    if empty > 0 {
        text.push_str(&empty.to_string());
    }
    text
}

/// Puts the squares of a picture, read row by row, in the order of a FEN.
pub(super) fn squares(
    chances: &[Chances],
    classes: &Classes,
    orientation: Orientation,
) -> Vec<SquareReading> {
    let mut readings: Vec<SquareReading> = (0..64)
        .map(|place| {
            let square = orientation.bottom.square(place / 8, place % 8);
            reading(square, &chances[place], classes[place])
        })
        .collect();
    readings.sort_by_key(|reading| {
        (
            7 - reading.square.rank() as i32,
            reading.square.file() as i32,
        )
    });
    readings
}

fn reading(square: Square, chances: &Chances, class: usize) -> SquareReading {
    let mut others: Vec<usize> = (0..CLASSES)
        .filter(|other| *other != class && chances[*other] >= LEAST_TOLD)
        .collect();
    others.sort_by(|a, b| chances[*b].total_cmp(&chances[*a]));
    SquareReading {
        square,
        piece: piece(class),
        confidence: chances[class].clamp(0.0, 1.0),
        alternatives: others
            .into_iter()
            .take(3)
            .map(|other| (piece(other), chances[other]))
            .collect(),
    }
}

/// The man of a class.
fn piece(class: usize) -> Option<Piece> {
    let role = match class {
        0 => return None,
        1 | 7 => Role::Pawn,
        2 | 8 => Role::Knight,
        3 | 9 => Role::Bishop,
        4 | 10 => Role::Rook,
        5 | 11 => Role::Queen,
        _ => Role::King,
    };
    let color = Color::from_white(class < 7);
    Some(Piece { color, role })
}

//! Which side of the board is at the bottom of the picture.

use shakmaty::Square;

/// The side of the board that is at the bottom of the picture.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Bottom {
    /// The first rank: a8 is at the top left.
    White,
    /// The eighth rank: h1 is at the top left.
    Black,
    /// The a-file: h8 is at the top left.
    FileA,
    /// The h-file: a1 is at the top left.
    FileH,
}

/// What the orientation was told by.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Source {
    /// The caller.
    Given,
    /// The letters and digits printed at the edges.
    Coordinates,
    /// Where the men stand.
    Position,
    /// Nothing: White at the bottom is the commoner.
    Default,
}

/// An orientation and how sure it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Orientation {
    pub(super) bottom: Bottom,
    pub(super) confidence: f32,
    pub(super) source: Source,
}

impl Bottom {
    /// All four, in a fixed order.
    pub(super) const ALL: [Self; 4] = [Self::White, Self::Black, Self::FileA, Self::FileH];

    /// The square in a row and column of the picture.
    pub(super) fn square(self, row: usize, column: usize) -> Square {
        let (file, rank) = match self {
            Self::White => (column, 7 - row),
            Self::Black => (7 - column, row),
            Self::FileA => (7 - row, 7 - column),
            Self::FileH => (row, column),
        };
        Square::new((rank * 8 + file) as u32)
    }
}

/// What a man of the side at the bottom says for it, in hundredths of a logarithm: P N B R Q K, each
/// from the lowest row up. `training/vision/orientation.py` fits it to positions of games.
const MEN: [[i16; 64]; 6] = include!("men.in");
/// White is at the bottom of four pictures in five, in logarithms.
const WHITE_BELOW: f32 = 1.4;
/// What it says, in logarithms, that only one way round the position can be played on.
const PLAYABLE: f32 = 2.5;
/// Hardly anybody shows a board from the side, in logarithms.
const FROM_THE_SIDE: f32 = 6.0;
/// What printed coordinates must say at least to be heard, in logarithms.
const HEARD: f32 = 3.0;

/// Judges by what is printed at the edges and where the men stand; `classes` row by row.
/// `playable` says whether the position can be played on with White at the bottom, and with Black.
pub(super) fn judge(
    classes: &[usize],
    playable: [bool; 2],
    printed: Option<[f32; 4]>,
) -> Orientation {
    let printed = printed.unwrap_or_default();
    let rules = PLAYABLE * (f32::from(u8::from(playable[0])) - f32::from(u8::from(playable[1])));
    let men = evidence(classes) + rules;
    let white = (men + WHITE_BELOW) / 2.0;
    let said = [
        printed[0] + white,
        printed[1] - white,
        printed[2] - FROM_THE_SIDE,
        printed[3] - FROM_THE_SIDE,
    ];
    let (best, margin) = leader(said);
    let (most_printed, clear) = leader(printed);
    let source = if most_printed == best && printed[best] > HEARD && clear > HEARD {
        Source::Coordinates
    } else if men.abs() < 0.5 {
        Source::Default
    } else {
        Source::Position
    };
    Orientation {
        bottom: Bottom::ALL[best],
        confidence: logistic(margin).min(0.999),
        source,
    }
}

/// The largest of four numbers, and by how much it is larger than the next.
fn leader(numbers: [f32; 4]) -> (usize, f32) {
    let mut order = [0, 1, 2, 3];
    order.sort_by(|a, b| numbers[*b].total_cmp(&numbers[*a]));
    (order[0], numbers[order[0]] - numbers[order[1]])
}

/// What the men say for White at the bottom, in logarithms.
fn evidence(classes: &[usize]) -> f32 {
    let said = |(square, class): (usize, &usize)| {
        let (row, column) = (square / 8, square % 8);
        let weight = match class {
            0 => 0,
            1..=6 => MEN[class - 1][(7 - row) * 8 + column],
            _ => MEN[class - 7][row * 8 + column],
        };
        f32::from(weight) / 100.0
    };
    classes.iter().enumerate().map(said).sum()
}

fn logistic(odds: f32) -> f32 {
    1.0 / (1.0 + (-odds).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corners_of_each_orientation() {
        for (bottom, top_left, bottom_left) in [
            (Bottom::White, Square::A8, Square::A1),
            (Bottom::Black, Square::H1, Square::H8),
            (Bottom::FileA, Square::H8, Square::A8),
            (Bottom::FileH, Square::A1, Square::H1),
        ] {
            assert_eq!(bottom.square(0, 0), top_left, "{bottom:?}");
            assert_eq!(bottom.square(7, 0), bottom_left, "{bottom:?}");
        }
    }

    #[test]
    fn the_men_tell() {
        let mut classes = vec![0; 64];
        (8..16).for_each(|square| classes[square] = 1);
        (48..56).for_each(|square| classes[square] = 7);
        (classes[3], classes[59]) = (6, 12);
        let judged = judge(&classes, [true; 2], None);
        assert_eq!(
            (judged.bottom, judged.source),
            (Bottom::Black, Source::Position)
        );
        assert!(judged.confidence > 0.99, "{}", judged.confidence);
        classes.reverse();
        assert_eq!(judge(&classes, [true; 2], None).bottom, Bottom::White);
    }

    #[test]
    fn print_is_heard_first() {
        let mut classes = vec![0; 64];
        (classes[3], classes[59]) = (6, 12);
        let judged = judge(&classes, [true; 2], Some([40.0, -20.0, -9.0, -9.0]));
        assert_eq!(
            (judged.bottom, judged.source),
            (Bottom::White, Source::Coordinates)
        );
    }
}

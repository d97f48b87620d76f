//! A picture, and the board in it.

use super::coordinates;
use super::decode::decode;
use super::error::RecognizeError;
use super::fen;
use super::hints;
use super::homography::Point;
use super::legality::{self, Classes, Edges};
use super::locate::{Candidate, locate};
use super::orientation::{self, Bottom, Orientation, Source};
use super::overlay;
use super::picture::{Copies, Picture};
use super::place::Place;
use super::quad::Quad;
use super::recognition::{self, Recognition, SURE};
use super::refine::refine;
use super::squares::Reading;

/// Candidates that are read.
const LOOKED_AT: usize = 7;
/// A quality under which a picture has no board, the mean logarithm of a square's certainty.
const FLOOR: f32 = -0.45;
/// A quality over which a board needs no second look.
const FINE: f32 = -0.05;
/// A picture with a side shorter than this holds no board that could be read, in pixels.
const LEAST_SIDE: usize = 48;

/// A picture that was unpacked.
#[derive(Debug)]
pub struct Scene {
    picture: Picture,
}

/// A board found, as it is read.
struct Board {
    place: Place,
    /// How much it looked like a board before it was read.
    score: f32,
    reading: Reading,
    quality: f32,
}

impl Scene {
    /// Unpacks a PNG, JPEG, WebP or GIF file.
    ///
    /// # Errors
    ///
    /// Every [`RecognizeError`] but [`RecognizeError::NoBoard`].
    pub fn read(bytes: &[u8]) -> Result<Self, RecognizeError> {
        Ok(Self {
            picture: decode(bytes)?,
        })
    }

    /// Finds and reads the board; the largest where there are several. `given` says which side is
    /// at the bottom, where that is known.
    ///
    /// # Errors
    ///
    /// [`RecognizeError::NoBoard`] when there is none.
    pub fn recognize(&self, given: Option<Bottom>) -> Result<Recognition, RecognizeError> {
        let (width, height) = (self.picture.width, self.picture.height);
        let nothing = |clarity| RecognizeError::NoBoard {
            width,
            height,
            clarity,
            hints: hints::of_nothing(width, height),
        };
        if width.min(height) < LEAST_SIDE {
            return Err(nothing(0.0));
        }
        let mut copies = Copies::new(&self.picture);
        let boards = rank(&mut copies, &locate(&self.picture));
        let (board, others) = choose(&mut copies, boards).ok_or_else(|| nothing(0.0))?;
        if board.quality < FLOOR {
            return Err(nothing(board.quality.exp()));
        }
        let boards_found = 1 + others;
        let board = look_again(&mut copies, board);
        Ok(self.conclude(&mut copies, &board, given, boards_found))
    }

    /// The picture as a PNG with the grid that was found and the doubtful squares marked.
    pub fn overlay(&self, recognition: &Recognition) -> Vec<u8> {
        overlay::draw(&self.picture, recognition)
    }

    fn conclude(
        &self,
        copies: &mut Copies<'_>,
        board: &Board,
        given: Option<Bottom>,
        boards_found: usize,
    ) -> Recognition {
        let Place { quad, quarters, .. } = board.place;
        let (classes, orientation) = orient(copies, &board.place, &board.reading, given);
        let squares = recognition::squares(&board.reading.squares, &classes, orientation);
        let uncertain: Vec<_> = squares
            .iter()
            .filter(|s| s.confidence < SURE)
            .map(|s| s.square)
            .collect();
        let doubtful: Vec<usize> = (0..64)
            .filter(|place| board.reading.squares[*place][classes[*place]] < SURE)
            .collect();
        let certainty = squares
            .iter()
            .map(|s| s.confidence.max(1e-3).ln())
            .sum::<f32>()
            .exp();
        Recognition {
            confidence: certainty * orientation.confidence,
            clarity: board.quality.exp(),
            uncertain,
            squares,
            bottom: orientation.bottom,
            orientation_confidence: orientation.confidence,
            orientation_source: orientation.source,
            turned: [0, 270, 180, 90][quarters],
            corners: quad.0,
            boards_found,
            hints: hints::of_board(
                &self.picture,
                &quad.turned(quarters),
                &board.reading,
                &doubtful,
            ),
        }
    }
}

/// Reads the candidates, the likeliest first, and sorts them by quality; those that lie over one
/// that is fine already are passed over.
fn rank(copies: &mut Copies<'_>, candidates: &[Candidate]) -> Vec<Board> {
    let mut boards: Vec<Board> = Vec::new();
    let mut read_so_far = 0;
    for candidate in candidates {
        let lies_over =
            |board: &Board| board.quality > FINE && board.place.quad.overlaps(&candidate.quad);
        if read_so_far == LOOKED_AT || boards.iter().any(lies_over) {
            continue;
        }
        let place = refine(copies, &candidate.quad);
        boards.extend(read(copies, place, candidate.score));
        read_so_far += 1;
    }
    boards.sort_by(|a, b| b.worth().total_cmp(&a.worth()));
    boards
}

impl Board {
    /// What speaks for it: how surely it reads, and how well its corners fit. A board that is one
    /// file off reads nearly as well while the picture lies on its side.
    fn worth(&self) -> f32 {
        self.quality + self.score
    }
}

/// The board to read: of those that are good enough the largest, rightly turned; and how many
/// others there are.
fn choose(copies: &mut Copies<'_>, mut boards: Vec<Board>) -> Option<(Board, usize)> {
    let best = boards.first()?;
    let larger = |(_, other): &(usize, &Board)| {
        other.quality > 0.5 * FLOOR
            && !other.place.quad.overlaps(&best.place.quad)
            && other.place.quad.area() > 1.2 * best.place.quad.area()
    };
    let area = |board: &Board| board.place.quad.area();
    let largest = boards
        .iter()
        .enumerate()
        .filter(larger)
        .max_by(|a, b| area(a.1).total_cmp(&area(b.1)))
        .map_or(0, |(number, _)| number);
    let board = boards.remove(largest);
    let others = others(&boards, &board.place.quad);
    if board.quality > 2.0 * FINE {
        return Some((board, others));
    }
    // On its side a board may read better one file off than where its corners fit best.
    let fitting = boards
        .into_iter()
        .filter(|other| other.place.quad.overlaps(&board.place.quad))
        .max_by(|a, b| a.score.total_cmp(&b.score));
    let turned = [Some(board), fitting].into_iter().flatten();
    let turned = turned.map(|board| turn(copies, board));
    let best = turned.max_by(|a, b| a.worth().total_cmp(&b.worth()))?;
    Some((best, others))
}

fn read(copies: &mut Copies<'_>, place: Place, score: f32) -> Option<Board> {
    let reading = Reading::of(copies, &place, Point::default())?;
    Some(Board {
        quality: reading.quality(),
        reading,
        place,
        score,
    })
}

/// The same board with the picture turned as it reads best.
fn turn(copies: &mut Copies<'_>, board: Board) -> Board {
    let turned =
        (1..4).filter_map(|quarters| read(copies, board.place.turned(quarters), board.score));
    let best = turned.max_by(|a, b| a.quality.total_cmp(&b.quality));
    match best {
        Some(turned) if turned.quality > board.quality + 0.02 => turned,
        Some(_) | None => board,
    }
}

/// How many other boards there are.
fn others(boards: &[Board], chosen: &Quad) -> usize {
    let mut found = vec![*chosen];
    for board in boards.iter().filter(|board| board.quality > 0.5 * FLOOR) {
        if found.iter().all(|quad| !quad.overlaps(&board.place.quad)) {
            found.push(board.place.quad);
        }
    }
    found.len() - 1
}

/// A doubtful board read several times, each a little shifted.
fn look_again(copies: &mut Copies<'_>, board: Board) -> Board {
    const SHIFTS: [(f32, f32); 4] = [(0.045, 0.0), (-0.045, 0.0), (0.0, 0.045), (0.0, -0.045)];
    let sure = |chances: &[f32; 13]| chances.iter().copied().fold(0.0, f32::max) > SURE;
    if board.quality > FINE && board.reading.squares.iter().all(sure) {
        return board;
    }
    let mut readings = vec![board.reading.clone()];
    for (x, y) in SHIFTS {
        readings.extend(Reading::of(copies, &board.place, Point::new(x, y)));
    }
    Board {
        reading: Reading::mean(&readings),
        ..board
    }
}

/// The classes of the squares and the side at the bottom.
fn orient(
    copies: &mut Copies<'_>,
    place: &Place,
    reading: &Reading,
    given: Option<Bottom>,
) -> (Classes, Orientation) {
    let edges = |bottom: Bottom| match bottom {
        Bottom::White | Bottom::Black => Edges::Rows,
        Bottom::FileA | Bottom::FileH => Edges::Columns,
    };
    let orientation = match given {
        Some(bottom) => Orientation {
            bottom,
            confidence: 1.0,
            source: Source::Given,
        },
        None => {
            let classes = legality::decide(&reading.squares, Edges::Rows);
            let playable =
                [Bottom::White, Bottom::Black].map(|bottom| fen::is_playable(&classes, bottom));
            orientation::judge(&classes, playable, coordinates::evidence(copies, place))
        }
    };
    (
        legality::decide(&reading.squares, edges(orientation.bottom)),
        orientation,
    )
}

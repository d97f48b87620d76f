//! The likeliest reading that the rules allow: one king a side, no pawn on the first or last rank,
//! at most eight pawns and sixteen men a side, and no promoted man where another reading is near.
//!
//! A square is only read against its likeliest class where that class was not far likelier: a
//! position that is plainly against the rules is told as it stands.

use super::squares::{CLASSES, Chances};

const EMPTY: usize = 0;
const PAWNS: [usize; 2] = [1, 7];
const KINGS: [usize; 2] = [6, 12];

/// How much likelier (in logarithms) the class may be that is given up for the rules' sake.
const MOST_COST: f32 = 6.0;

/// The same for a king on a square that looks empty.
const UNSEEN_COST: f32 = 3.0;

/// The same for a man that only a promotion explains: a second queen, a third rook. Of 150,000
/// positions from games 0.2 % have a side with a second queen (e^-6 of those with one), 0.03 % one with a third
/// knight; diagrams of studies and puzzles more.
const PROMOTED_COST: f32 = 4.5;

/// Kinds of men from the queen down to the knight, as White's classes, and how many a side starts with.
const OFFICERS: [(usize, usize); 4] = [(5, 1), (4, 2), (3, 2), (2, 2)];

/// The class of each square, 0 to 12.
pub(super) type Classes = Vec<usize>;

/// Chooses a class for each square, rows first; rows 0 and 7 are the first and the last rank, or
/// columns where the board is seen from the side.
pub(super) fn decide(squares: &[Chances], edges: Edges) -> Classes {
    let logs: Vec<Chances> = squares
        .iter()
        .map(|chances| chances.map(|chance| chance.max(1e-9).ln()))
        .collect();
    let mut decision = Decision {
        logs,
        edges,
        classes: Vec::new(),
    };
    decision.classes = (0..64).map(|square| decision.best(square, &[])).collect();
    decision.kings();
    for (side, pawn) in PAWNS.into_iter().enumerate() {
        decision.at_most(8, side, MOST_COST, |class| class == pawn);
        decision.at_most(16, side, MOST_COST, |class| {
            (1 + 6 * side..7 + 6 * side).contains(&class)
        });
        for (officer, most) in OFFICERS {
            let officer = officer + 6 * side;
            decision.at_most(most, side, PROMOTED_COST, |class| class == officer);
        }
    }
    decision.classes
}

/// Where the first and the last rank are.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Edges {
    /// The upper and the lower row.
    Rows,
    /// The left and the right column.
    Columns,
}

struct Decision {
    logs: Vec<Chances>,
    edges: Edges,
    classes: Classes,
}

impl Decision {
    /// The likeliest class but for some; pawns at the edges only where nothing else is near.
    fn best(&self, square: usize, without: &[usize]) -> usize {
        let at_edge = match self.edges {
            Edges::Rows => matches!(square / 8, 0 | 7),
            Edges::Columns => matches!(square % 8, 0 | 7),
        };
        let worth = |class: &usize| {
            let fine = if at_edge && PAWNS.contains(class) {
                MOST_COST
            } else {
                0.0
            };
            self.logs[square][*class] - fine
        };
        (0..CLASSES)
            .filter(|class| !without.contains(class))
            .max_by(|a, b| worth(a).total_cmp(&worth(b)))
            .unwrap_or(EMPTY)
    }

    /// What it costs to read a square as another class.
    fn cost(&self, square: usize, class: usize) -> f32 {
        self.logs[square][self.classes[square]] - self.logs[square][class]
    }

    /// One king for each side.
    fn kings(&mut self) {
        for king in KINGS {
            let mut kings: Vec<usize> = (0..64).filter(|s| self.classes[*s] == king).collect();
            kings.sort_by(|a, b| self.logs[*b][king].total_cmp(&self.logs[*a][king]));
            for other in kings.iter().skip(1) {
                let class = self.best(*other, &KINGS);
                if self.cost(*other, class) < MOST_COST {
                    self.classes[*other] = class;
                }
            }
            if kings.is_empty() {
                // Rather misread than unseen: an empty board stays empty.
                let is_free = |square: &usize| {
                    let class = self.classes[*square];
                    !KINGS.contains(&class)
                        && (class != EMPTY || self.cost(*square, king) < UNSEEN_COST)
                };
                let cheapest = (0..64)
                    .filter(is_free)
                    .min_by(|a, b| self.cost(*a, king).total_cmp(&self.cost(*b, king)));
                if let Some(square) = cheapest
                    && self.cost(square, king) < MOST_COST
                {
                    self.classes[square] = king;
                }
            }
        }
    }

    /// Gives up the least sure of the men that are too many.
    fn at_most(&mut self, most: usize, side: usize, bound: f32, counts: impl Fn(usize) -> bool) {
        let own: Vec<usize> = (1 + 6 * side..7 + 6 * side)
            .filter(|class| counts(*class))
            .chain(KINGS)
            .collect();
        loop {
            let men: Vec<usize> = (0..64).filter(|s| counts(self.classes[*s])).collect();
            if men.len() <= most {
                return;
            }
            let change = |square: &usize| {
                let class = self.best(*square, &own);
                (self.cost(*square, class), *square, class)
            };
            let is_king = |square: &&usize| !KINGS.contains(&self.classes[**square]);
            let cheapest = men
                .iter()
                .filter(is_king)
                .map(change)
                .min_by(|a, b| a.0.total_cmp(&b.0));
            match cheapest {
                Some((cost, square, class)) if cost < bound => self.classes[square] = class,
                Some(_) | None => return,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A board whose squares are empty but for some, each of which is of two classes with the
    /// first one's chance.
    fn board(men: &[(usize, usize, f32, usize)]) -> Vec<Chances> {
        let mut squares = vec![[1e-6; CLASSES]; 64];
        squares.iter_mut().for_each(|chances| chances[EMPTY] = 1.0);
        for (square, class, chance, other) in men {
            squares[*square] = [1e-6; CLASSES];
            squares[*square][*class] = *chance;
            squares[*square][*other] = 1.0 - chance;
        }
        squares
    }

    #[test]
    fn the_second_king_is_a_queen() {
        let squares = board(&[(0, 6, 0.9, 5), (9, 6, 0.6, 5), (63, 12, 0.99, 11)]);
        let classes = decide(&squares, Edges::Rows);
        assert_eq!((classes[0], classes[9], classes[63]), (6, 5, 12));
    }

    #[test]
    fn the_missing_king_is_found() {
        let squares = board(&[(4, 11, 0.7, 12), (20, 11, 0.999, 12), (60, 6, 0.99, 5)]);
        let classes = decide(&squares, Edges::Rows);
        assert_eq!((classes[4], classes[20], classes[60]), (12, 11, 6));
    }

    #[test]
    fn an_empty_board_stays_empty() {
        let mut squares = board(&[]);
        for square in &mut squares {
            square[6] = 0.01;
            square[12] = 0.02;
        }
        assert!(
            decide(&squares, Edges::Rows)
                .iter()
                .all(|class| *class == EMPTY)
        );
    }

    #[test]
    fn what_is_plain_stays() {
        // Two kings beyond doubt, and none of Black.
        let squares = board(&[(0, 6, 0.9999, 5), (9, 6, 0.9999, 5)]);
        let classes = decide(&squares, Edges::Rows);
        assert_eq!((classes[0], classes[9]), (6, 6));
        assert!(!classes.contains(&12));
    }

    #[test]
    fn no_pawn_on_the_edge_ranks() {
        let men = [
            (3, 1, 0.8, 3),
            (24, 1, 0.8, 3),
            (60, 6, 0.9, 5),
            (7, 12, 0.9, 11),
        ];
        let classes = decide(&board(&men), Edges::Rows);
        assert_eq!((classes[3], classes[24]), (3, 1));
        let classes = decide(&board(&men), Edges::Columns);
        assert_eq!((classes[3], classes[24]), (1, 3));
    }

    #[test]
    fn a_second_queen_is_rather_another_man() {
        // A black queen that looks like a white one, beside a white queen beyond doubt.
        let men = [(3, 5, 0.87, 11), (60, 5, 0.99, 11), (4, 12, 0.9, 6)];
        let classes = decide(&board(&men), Edges::Rows);
        assert_eq!((classes[3], classes[60]), (11, 5));
        // Two that are sure were promoted.
        let men = [(3, 5, 0.9999, 11), (60, 5, 0.9999, 11)];
        let classes = decide(&board(&men), Edges::Rows);
        assert_eq!((classes[3], classes[60]), (5, 5));
    }

    #[test]
    fn the_ninth_pawn_is_the_least_sure() {
        let mut men: Vec<_> = (8..17).map(|square| (square, 7, 0.95, 9)).collect();
        men[4].2 = 0.7;
        let classes = decide(&board(&men), Edges::Rows);
        assert_eq!(classes.iter().filter(|class| **class == 7).count(), 8);
        assert_eq!(classes[12], 9);
    }
}

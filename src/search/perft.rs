//! Perft: counting paths of legal moves, through the search's own staged picker.
//!
//! Hints that fit, hints that are illegal and hints given twice are planted at every node, and
//! history is taught on the way, so that a move that the stages would lose or hand out twice
//! changes the count.

use shakmaty::{Chess, Move};

use super::board::Board;
use super::ordering::{Context, Hints, History, Picker, Want, piece_to};
use super::packed::PackedMove;

/// Counts the paths of `depth` legal moves from a position; paths that end early do not count.
pub fn perft(chess: &Chess, depth: u32) -> u64 {
    let mut counter = Counter::new();
    counter.count(&Board::new(chess), depth)
}

/// [`perft`] by root move, in the order of the picker.
pub fn perft_divide(chess: &Chess, depth: u32) -> Vec<(Move, u64)> {
    let board = Board::new(chess);
    let mut counter = Counter::new();
    let mut parts = Vec::new();
    if depth == 0 {
        return parts;
    }
    let mut picker = Picker::new(&board, Hints::default(), Want::All);
    while let Some(m) = picker.next(&board, &counter.history, Context::default()) {
        let mut child = board.clone();
        child.play(m, &mut ());
        let paths = counter.count(&child, depth - 1);
        parts.push((board.unpack(m), paths));
    }
    parts
}

struct Counter {
    history: History,
    /// Moves seen lately: hints for boards that they were not made for.
    recent: [PackedMove; 4],
    row: Option<usize>,
    turn: usize,
}

impl Counter {
    fn new() -> Self {
        Self {
            history: History::new(),
            recent: [PackedMove::NONE; 4],
            row: None,
            turn: 0,
        }
    }

    fn count(&mut self, board: &Board, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let [table, first, second, counter] = self.recent;
        let hints = Hints {
            table,
            killers: [first, second],
            counter,
        };
        let context = Context {
            rows: [self.row, None, None],
            ..Context::default()
        };
        let mut picker = Picker::new(board, hints, Want::All);
        let mut paths = 0;
        while let Some(m) = picker.next(board, &self.history, context) {
            self.plant(board, m);
            if depth == 1 {
                paths += 1;
                continue;
            }
            let mut child = board.clone();
            child.play(m, &mut ());
            paths += self.count(&child, depth - 1);
        }
        paths
    }

    /// Every third move becomes a hint for the nodes to come, now and then in two places.
    fn plant(&mut self, board: &Board, m: PackedMove) {
        self.turn += 1;
        if self.turn.is_multiple_of(3) {
            self.recent[self.turn / 3 % 4] = m;
        }
        if self.turn.is_multiple_of(7) {
            self.recent[self.turn / 7 % 4] = m;
            self.row = Some(piece_to(board, m));
        }
    }
}

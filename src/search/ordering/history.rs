//! What cut-offs taught about moves: tables of small numbers that are nudged up for moves that cut
//! and down for those tried before them.
//!
//! The update is the usual gravity rule: a value moves by the bonus less the value's share of its
//! bound, so it never leaves the bound (Chess Programming Wiki, "History Heuristic").

use shakmaty::{Bitboard, Color, Role};

use super::super::board::Board;
use super::super::packed::PackedMove;

/// Pieces × squares.
const PIECE_TO: usize = 12 * 64;
/// Row of the continuation tables for "no move": it is never taught and stays zero.
const NOTHING: usize = PIECE_TO;
const BOUND: i32 = 16_384;
const CORRECTIONS: usize = 16_384;
const CORRECTION_BOUND: i32 = 1_024;

/// The index of a piece on the square that it goes to.
pub(crate) fn piece_to(board: &Board, m: PackedMove) -> usize {
    let role = board.role_at(m.from()).unwrap_or(Role::Pawn);
    (board.turn() as usize * 6 + role as usize - 1) * 64 + m.to().to_usize()
}

/// What a quiet move is judged by beside the move itself.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Context {
    /// Rows of the moves that led here: one, two and four plies ago.
    pub(crate) rows: [Option<usize>; 3],
    /// Squares that the opponent attacks.
    pub(crate) threats: Bitboard,
}

impl Context {
    fn rows(self) -> [usize; 3] {
        self.rows.map(|row| row.unwrap_or(NOTHING))
    }

    /// Where a quiet move's value is kept: by side, by whether it leaves or enters an attacked
    /// square, by its route.
    fn quiet_index(self, turn: Color, m: PackedMove) -> usize {
        let leaves = usize::from(self.threats.contains(m.from()));
        let enters = usize::from(self.threats.contains(m.to()));
        (turn as usize * 4 + leaves * 2 + enters) * 4_096 + m.route()
    }
}

/// The tables of one thread.
#[derive(Debug)]
pub(crate) struct History {
    quiet: Box<[i16]>,
    capture: Box<[i16]>,
    continuation: Box<[i16]>,
    counter: Box<[u16]>,
    correction: Box<[i16]>,
}

fn zeros(count: usize) -> Box<[i16]> {
    vec![0; count].into_boxed_slice()
}

impl History {
    pub(crate) fn new() -> Self {
        Self {
            quiet: zeros(2 * 4 * 4_096),
            capture: zeros(PIECE_TO * 6),
            continuation: zeros((PIECE_TO + 1) * PIECE_TO),
            counter: vec![0; PIECE_TO + 1].into_boxed_slice(),
            correction: zeros(2 * 3 * CORRECTIONS),
        }
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.quiet.fill(0);
        self.capture.fill(0);
        self.continuation.fill(0);
        self.counter.fill(0);
        self.correction.fill(0);
    }

    /// The move that last refuted the move just played.
    pub(crate) fn counter(&self, context: Context) -> PackedMove {
        PackedMove::from_bits(self.counter[context.rows()[0]])
    }

    /// Notes a refutation of the move just played.
    pub(crate) fn set_counter(&mut self, context: Context, m: PackedMove) {
        if let Some(row) = context.rows[0] {
            self.counter[row] = m.bits();
        }
    }

    /// How well a quiet move did: about ±50,000.
    pub(crate) fn quiet(&self, board: &Board, context: Context, m: PackedMove) -> i32 {
        let to = piece_to(board, m);
        let [one, two, four] = context.rows();
        let row = |row: usize| i32::from(self.continuation[row * PIECE_TO + to]);
        i32::from(self.quiet[context.quiet_index(board.turn(), m)])
            + row(one)
            + row(two)
            + row(four) / 2
    }

    /// How well a capture or promotion did: about ±16,000.
    pub(crate) fn capture(&self, board: &Board, m: PackedMove) -> i32 {
        i32::from(self.capture[capture_index(board, m)])
    }

    /// Moves a quiet move's values by a bonus, or a malus below zero.
    pub(crate) fn teach_quiet(
        &mut self,
        board: &Board,
        context: Context,
        m: PackedMove,
        bonus: i32,
    ) {
        self.teach_played(board.turn(), context, (m, piece_to(board, m)), bonus);
    }

    /// The same for a move that was played, by its row in the continuation tables.
    pub(crate) fn teach_played(
        &mut self,
        turn: Color,
        context: Context,
        (m, to): (PackedMove, usize),
        bonus: i32,
    ) {
        nudge(&mut self.quiet[context.quiet_index(turn, m)], bonus, BOUND);
        self.teach_continuation(context, to, bonus);
    }

    /// Moves only what is known of a quiet move as a sequel of the moves before it.
    pub(crate) fn teach_sequel(
        &mut self,
        board: &Board,
        context: Context,
        m: PackedMove,
        bonus: i32,
    ) {
        self.teach_continuation(context, piece_to(board, m), bonus);
    }

    fn teach_continuation(&mut self, context: Context, to: usize, bonus: i32) {
        for row in context.rows.into_iter().flatten() {
            nudge(&mut self.continuation[row * PIECE_TO + to], bonus, BOUND);
        }
    }

    /// Moves a capture's value by a bonus, or a malus below zero.
    pub(crate) fn teach_capture(&mut self, board: &Board, m: PackedMove, bonus: i32) {
        nudge(&mut self.capture[capture_index(board, m)], bonus, BOUND);
    }

    /// By how many centipawns searches came out above their evaluation with this pawn structure,
    /// and with these pieces of either side.
    pub(crate) fn correction(&self, board: &Board) -> i32 {
        let slots = correction_slots(board);
        let sum: i32 = slots
            .map(|slot| i32::from(self.correction[slot]))
            .iter()
            .sum();
        sum / 24
    }

    /// Notes by how much a search of some depth came out above its evaluation.
    pub(crate) fn teach_correction(&mut self, board: &Board, depth: i32, error: i32) {
        let bonus = (error * depth / 4).clamp(-CORRECTION_BOUND / 4, CORRECTION_BOUND / 4);
        for slot in correction_slots(board) {
            nudge(&mut self.correction[slot], bonus, CORRECTION_BOUND);
        }
    }
}

fn nudge(value: &mut i16, bonus: i32, bound: i32) {
    let old = i32::from(*value);
    let new = old + bonus - old * bonus.abs() / bound;
    *value = new.clamp(-bound, bound) as i16;
}

fn capture_index(board: &Board, m: PackedMove) -> usize {
    let captured = board.captured(m).map_or(5, |role| role as usize - 1);
    piece_to(board, m) * 6 + captured
}

/// Where the corrections of a board are kept: by pawns, by White's and by Black's other pieces.
fn correction_slots(board: &Board) -> [usize; 3] {
    let [black, white] = [Color::Black, Color::White].map(|color| board.piece_key(color));
    let mut part = board.turn() as usize * 3;
    [board.pawn_key(), white, black].map(|key| {
        let slot = part * CORRECTIONS + key as usize % CORRECTIONS;
        part += 1;
        slot
    })
}

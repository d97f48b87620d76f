//! One thread of a search: its stack, its node count, and the steps from node to node.

use arrayvec::ArrayVec;
use shakmaty::Bitboard;

use super::board::Board;
use super::control::{Control, POLL};
use super::eval::{self, Accumulators};
use super::ordering::{Context, History, piece_to};
use super::packed::PackedMove;
use super::root::RootMove;
use super::tt::Table;
use super::value::{MAX_PLY, UNKNOWN};

/// Frames before the root, so that looking a few plies back needs no test.
const BEFORE: usize = 4;
/// Nodes after which even an unfinished first iteration may be stopped.
const PATIENCE: u64 = 10_000;

/// A principal variation.
pub(super) type Variation = ArrayVec<PackedMove, MAX_PLY>;

/// What is known at one ply of the current path.
#[derive(Clone, Debug)]
pub(super) struct Frame {
    /// The corrected static evaluation; [`UNKNOWN`] in check.
    pub(super) eval: i32,
    /// The move being searched; none for a null move.
    pub(super) m: PackedMove,
    /// Its row in the continuation tables.
    pub(super) row: Option<usize>,
    /// Squares that the opponent attacks; only where quiet moves are tried.
    pub(super) threats: Bitboard,
    /// Whether the move is neither capture nor promotion.
    pub(super) quiet: bool,
    pub(super) killers: [PackedMove; 2],
    /// The move left out while it is tested whether it is the only good one.
    pub(super) excluded: PackedMove,
    /// Extensions by two plies on the path so far.
    pub(super) doubles: u8,
    /// Cut-offs among the children.
    pub(super) cutoffs: u32,
    pub(super) pv: Variation,
}

impl Default for Frame {
    fn default() -> Self {
        Self {
            eval: UNKNOWN,
            m: PackedMove::NONE,
            row: None,
            threats: Bitboard::EMPTY,
            quiet: false,
            killers: [PackedMove::NONE; 2],
            excluded: PackedMove::NONE,
            doubles: 0,
            cutoffs: 0,
            pv: Variation::new(),
        }
    }
}

/// One thread's view of a search.
#[derive(Debug)]
pub(super) struct Worker<'a> {
    pub(super) control: &'a Control<'a>,
    pub(super) table: Table<'a>,
    pub(super) history: &'a mut History,
    /// 0 for the one that reports.
    pub(super) thread: usize,
    /// Keys of the game and of the path, the current position last.
    keys: Vec<u64>,
    frames: Vec<Frame>,
    path: Accumulators,
    pub(super) nodes: u64,
    next_poll: u64,
    /// Whether the search is over: everything returns, and what it returns is void.
    pub(super) stopped: bool,
    /// Whether an iteration is complete, so that there is something to answer.
    pub(super) has_answer: bool,
    pub(super) seldepth: usize,
    pub(super) root_depth: i32,
    /// No null move before this ply: a verification is under way.
    pub(super) null_from: usize,
    pub(super) roots: Vec<RootMove>,
}

impl<'a> Worker<'a> {
    /// `keys` are those of the game, the root's last.
    pub(super) fn new(
        control: &'a Control<'a>,
        table: Table<'a>,
        history: &'a mut History,
        thread: usize,
        keys: &[u64],
    ) -> Self {
        let mut path = Vec::with_capacity(keys.len() + MAX_PLY + 2);
        path.extend_from_slice(keys);
        let mut worker = Self {
            control,
            table,
            history,
            thread,
            keys: path,
            frames: vec![Frame::default(); BEFORE + MAX_PLY + 2],
            path: Accumulators::new(MAX_PLY + 2),
            nodes: 0,
            next_poll: 0,
            stopped: false,
            has_answer: false,
            seldepth: 0,
            root_depth: 0,
            null_from: 0,
            roots: Vec::new(),
        };
        worker.next_poll = worker.poll_after();
        worker
    }

    pub(super) fn set_root(&mut self, board: &Board) {
        self.frame_mut(0).threats = board.threats();
        self.path.set_root(board);
    }

    pub(super) fn frame(&self, ply: usize) -> &Frame {
        &self.frames[ply + BEFORE]
    }

    pub(super) fn frame_mut(&mut self, ply: usize) -> &mut Frame {
        &mut self.frames[ply + BEFORE]
    }

    /// The static evaluation two plies ago (or four, if that was in check).
    pub(super) fn eval_before(&self, ply: usize) -> i32 {
        let two = self.frames[ply + BEFORE - 2].eval;
        if two == UNKNOWN {
            self.frames[ply + BEFORE - 4].eval
        } else {
            two
        }
    }

    /// The moves that led to a ply.
    pub(super) fn context(&self, ply: usize) -> Context {
        let row = |back: usize| self.frames[ply + BEFORE - back].row;
        Context {
            rows: [row(1), row(2), row(4)],
            threats: self.frame(ply).threats,
        }
    }

    /// Plays a move: the board behind it. [`Worker::leave`] takes it back.
    pub(super) fn enter(&mut self, board: &Board, ply: usize, m: PackedMove) -> Board {
        let row = piece_to(board, m);
        let quiet = !board.is_noisy(m);
        let frame = self.frame_mut(ply);
        frame.m = m;
        frame.row = Some(row);
        frame.quiet = quiet;
        let mut child = board.clone();
        child.play(m, self.path.enter(ply + 1));
        self.keys.push(child.key());
        self.nodes += 1;
        child
    }

    /// Passes.
    pub(super) fn enter_null(&mut self, board: &Board, ply: usize) -> Board {
        let frame = self.frame_mut(ply);
        frame.m = PackedMove::NONE;
        frame.row = None;
        let mut child = board.clone();
        child.play_null();
        self.path.enter(ply + 1);
        self.keys.push(child.key());
        self.nodes += 1;
        child
    }

    pub(super) fn leave(&mut self) {
        self.keys.pop();
    }

    /// The static evaluation, uncorrected.
    pub(super) fn evaluate(&mut self, board: &Board, ply: usize) -> i32 {
        eval::evaluate(board, ply, &mut self.path)
    }

    /// Makes the variation of a ply a move and what follows it.
    pub(super) fn take_variation(&mut self, ply: usize, m: PackedMove) {
        let (before, after) = self.frames.split_at_mut(ply + BEFORE + 1);
        let pv = &mut before[ply + BEFORE].pv;
        pv.clear();
        pv.push(m);
        for &next in &after[0].pv {
            if pv.try_push(next).is_err() {
                break;
            }
        }
    }

    /// Whether the search is over; looks at clock and flags from time to time.
    pub(super) fn is_over(&mut self) -> bool {
        if self.nodes >= self.next_poll {
            self.poll();
        }
        self.stopped
    }

    fn poll(&mut self) {
        self.control.publish(self.thread, self.nodes);
        if self.thread == 0 {
            self.control.check();
        }
        if self.control.halted() && (self.has_answer || self.nodes >= PATIENCE) {
            self.stopped = true;
        }
        self.next_poll = self.poll_after();
    }

    /// The node count at which to look again; exactly a limit of nodes, if one comes first.
    fn poll_after(&self) -> u64 {
        let usual = self.nodes + POLL;
        match self.control.limits.nodes.map(|nodes| nodes.get()) {
            Some(limit) if limit > self.nodes => usual.min(limit),
            _ => usual,
        }
    }

    /// Whether the position at a ply is a draw by repetition: once more within the search, or for
    /// the third time counting the game.
    pub(super) fn repeats(&self, board: &Board, ply: usize) -> bool {
        let last = self.keys.len() - 1;
        let reach = usize::from(board.reversible()).min(last);
        let mut seen = 0;
        for back in (4..=reach).step_by(2) {
            if self.keys[last - back] == board.key() {
                seen += 1;
                if back < ply || seen == 2 {
                    return true;
                }
            }
        }
        false
    }
}

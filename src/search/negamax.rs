//! The recursive heart: principal variation search with a transposition table. What it leaves out is
//! in `selectivity`.
//!
//! Mates stay proven: nothing is pruned at a node before a move is known there that does not lose
//! to a mate, no heuristic answers a mate, and null moves that "mate" count as a plain cut-off.

use super::board::Board;
use super::checks::Checks;
use super::ordering::{Hints, Picker, Want};
use super::packed::PackedMove;
use super::quiescence::Beside;
use super::selectivity::Verdict;
use super::tt::{Entry, Limit};
use super::value::{
    DRAW, INFINITE, MATE_BOUND, MAX_PLY, UNKNOWN, Window, from_table, is_mate, mated, to_table,
};
use super::worker::Worker;

/// What a node is expected to be.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Node {
    /// On the principal variation: the window is open.
    Pv,
    /// A move should refute its parent.
    Cut,
    /// No move should.
    All,
}

impl Node {
    /// What the children of a null window are, the first move's excepted.
    pub(super) fn opposite(self) -> Self {
        match self {
            Self::Cut => Self::All,
            Self::Pv | Self::All => Self::Cut,
        }
    }
}

/// What is found out about a node before its moves.
#[derive(Debug)]
pub(super) struct Local {
    pub(super) depth: i32,
    pub(super) window: Window,
    pub(super) node: Node,
    pub(super) in_check: bool,
    pub(super) found: Option<Entry>,
    pub(super) table_value: i32,
    /// Static evaluation as the table keeps it, uncorrected.
    pub(super) raw: i32,
    /// Corrected.
    pub(super) eval: i32,
    /// The evaluation, bettered by the table's value.
    pub(super) estimate: i32,
    pub(super) improving: bool,
    pub(super) was_pv: bool,
}

impl Local {
    pub(super) fn is_pv(&self) -> bool {
        self.node == Node::Pv
    }

    pub(super) fn table_move(&self) -> PackedMove {
        self.found.map_or(PackedMove::NONE, |entry| entry.m)
    }
}

/// The best of a node's moves so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct Best {
    pub(super) value: i32,
    pub(super) m: PackedMove,
}

/// What is to be kept of a node.
#[derive(Debug)]
pub(super) struct Finding {
    pub(super) best: Best,
    pub(super) depth: i32,
    pub(super) limit: Limit,
}

/// Moves tried before the one that cut.
#[derive(Debug, Default)]
struct Tried {
    quiet: arrayvec::ArrayVec<PackedMove, 64>,
    noisy: arrayvec::ArrayVec<PackedMove, 32>,
}

impl Worker<'_> {
    /// The value of a board, from its side to move, searched to a depth.
    pub(super) fn negamax(
        &mut self,
        board: &Board,
        ply: usize,
        depth: i32,
        mut window: Window,
        node: Node,
    ) -> i32 {
        self.frame_mut(ply).pv.clear();
        if depth <= 0 {
            return self.quiesce(board, ply, window, node, Beside::Checks);
        }
        if self.is_over() {
            return DRAW;
        }
        self.seldepth = self.seldepth.max(ply);
        if let Some(value) = self.ending(board, ply) {
            return value;
        }
        // No mate can be better than one at the next ply, or worse than one here.
        window.alpha = window.alpha.max(mated(ply));
        window.beta = window.beta.min(-mated(ply + 1));
        if window.alpha >= window.beta {
            return window.alpha;
        }
        let mut local = self.look_up(board, ply, depth, window, node);
        if let Some(value) = self.table_cut(board, ply, &local) {
            return value;
        }
        self.assess(board, ply, &mut local);
        if let Some(value) = self.prune_node(board, ply, &local) {
            return value;
        }
        // Without a move to begin with, a deep search wastes its time on bad ordering.
        if local.depth >= 4 && node != Node::All && local.table_move().is_none() {
            local.depth -= 1;
        }
        self.try_moves(board, ply, &local)
    }

    /// The value where the game ends, or the path does.
    pub(super) fn ending(&mut self, board: &Board, ply: usize) -> Option<i32> {
        if board.halfmoves() >= 100 {
            let is_mated = board.in_check() && self.has_no_move(board);
            return Some(if is_mated { mated(ply) } else { DRAW });
        }
        if board.is_dead() || self.repeats(board, ply) {
            return Some(DRAW);
        }
        if ply >= MAX_PLY {
            let value = if board.in_check() {
                DRAW
            } else {
                self.evaluate(board, ply)
            };
            return Some(value);
        }
        None
    }

    fn has_no_move(&self, board: &Board) -> bool {
        let mut picker = Picker::new(board, Hints::default(), Want::All);
        picker.next(board, self.history, self.context(0)).is_none()
    }

    fn look_up(&self, board: &Board, ply: usize, depth: i32, window: Window, node: Node) -> Local {
        let excludes = !self.frame(ply).excluded.is_none();
        let found = if excludes {
            None
        } else {
            self.table.find(board.key())
        };
        let table_value = found.map_or(0, |entry| from_table(entry.value, ply, board.halfmoves()));
        Local {
            depth,
            window,
            node,
            in_check: board.in_check(),
            found,
            table_value,
            raw: UNKNOWN,
            eval: UNKNOWN,
            estimate: UNKNOWN,
            improving: false,
            was_pv: node == Node::Pv || found.is_some_and(|entry| entry.was_pv),
        }
    }

    /// What the table knows is enough.
    fn table_cut(&mut self, board: &Board, ply: usize, local: &Local) -> Option<i32> {
        let entry = local.found?;
        let value = local.table_value;
        let fits = match entry.limit {
            Limit::None => false,
            Limit::Exact => true,
            Limit::Lower => value >= local.window.beta,
            Limit::Upper => value <= local.window.alpha,
        };
        if local.is_pv() || !fits || i32::from(entry.depth) < local.depth || board.halfmoves() >= 90
        {
            return None;
        }
        if value >= local.window.beta && !entry.m.is_none() && !board.is_noisy(entry.m) {
            let bonus = bonus(local.depth);
            if board.role_at(entry.m.from()).is_some() {
                self.frame_mut(ply).threats = board.threats();
                let context = self.context(ply);
                self.history.teach_quiet(board, context, entry.m, bonus);
            }
        }
        Some(value)
    }

    /// The static evaluation, corrected by history and bettered by the table.
    fn assess(&mut self, board: &Board, ply: usize, local: &mut Local) {
        if local.in_check {
            self.frame_mut(ply).eval = UNKNOWN;
            return;
        }
        if !self.frame(ply).excluded.is_none() {
            local.eval = self.frame(ply).eval;
            local.raw = local.eval;
            local.estimate = local.eval;
        } else {
            local.raw = match local.found {
                Some(entry) => i32::from(entry.eval),
                None => self.evaluate(board, ply),
            };
            local.eval = self.corrected(board, local.raw);
            local.estimate = local.eval;
            if let Some(entry) = local.found {
                let better = match entry.limit {
                    Limit::None => false,
                    Limit::Exact => true,
                    Limit::Lower => local.table_value > local.eval,
                    Limit::Upper => local.table_value < local.eval,
                };
                if better && !is_mate(local.table_value) {
                    local.estimate = local.table_value;
                }
            } else {
                let entry = Entry {
                    m: PackedMove::NONE,
                    value: 0,
                    eval: local.raw as i16,
                    depth: 0,
                    limit: Limit::None,
                    was_pv: local.was_pv,
                };
                self.table.store(board.key(), entry);
            }
            self.frame_mut(ply).eval = local.eval;
        }
        let before = self.eval_before(ply);
        local.improving = before != UNKNOWN && local.eval > before;
    }

    /// The static evaluation with what earlier searches of boards like it say.
    pub(super) fn corrected(&self, board: &Board, raw: i32) -> i32 {
        let bound = MATE_BOUND - 1;
        (raw + self.history.correction(board)).clamp(-bound, bound)
    }

    /// What the frames of a node and its children hold before its moves.
    fn prepare(&mut self, board: &Board, ply: usize) {
        self.frame_mut(ply).threats = board.threats();
        let child = self.frame_mut(ply + 1);
        child.killers = [PackedMove::NONE; 2];
        child.cutoffs = 0;
    }

    fn try_moves(&mut self, board: &Board, ply: usize, local: &Local) -> i32 {
        self.prepare(board, ply);
        let context = self.context(ply);
        let excluded = self.frame(ply).excluded;
        let hints = Hints {
            table: local.table_move(),
            killers: self.frame(ply).killers,
            counter: self.history.counter(context),
        };
        let mut picker = Picker::new(board, hints, Want::All);
        let checks = Checks::new(board);
        let mut tried = Tried::default();
        let mut window = local.window;
        let mut best = Best {
            value: -INFINITE,
            m: PackedMove::NONE,
        };
        let mut count = 0;
        while let Some(m) = picker.next(board, self.history, context) {
            if m == excluded {
                continue;
            }
            let gives_check = checks.gives(board, m);
            count += 1;
            if best.value > -MATE_BOUND && board.has_pieces(board.turn()) {
                match self.prune_move(board, ply, local, m, (count, gives_check)) {
                    Verdict::Search => {}
                    Verdict::Skip => continue,
                    Verdict::SkipQuiet => {
                        picker.only_checks(board, &checks);
                        continue;
                    }
                }
            }
            let extension = match self.extend(board, ply, local, m, gives_check) {
                Ok(extension) => extension,
                Err(value) => return value,
            };
            let step = Step {
                m,
                count,
                depth: local.depth - 1 + extension,
                gives_check,
                best: best.value,
            };
            let value = self.search_move(board, ply, local, window, &step);
            if self.stopped {
                return DRAW;
            }
            if value > best.value {
                best.value = value;
                if value > window.alpha {
                    best.m = m;
                    window.alpha = value;
                    if local.is_pv() {
                        self.take_variation(ply, m);
                    }
                    if value >= window.beta {
                        self.frame_mut(ply).cutoffs += 1;
                        self.teach(board, ply, local.depth, m, &tried);
                        break;
                    }
                }
            }
            if board.is_noisy(m) {
                let _ = tried.noisy.try_push(m);
            } else {
                let _ = tried.quiet.try_push(m);
            }
        }
        if count == 0 {
            return match (excluded.is_none(), local.in_check) {
                (false, _) => local.window.alpha,
                (true, true) => mated(ply),
                (true, false) => DRAW,
            };
        }
        if excluded.is_none() {
            self.conclude(board, ply, local, &best);
        }
        best.value
    }

    fn search_move(
        &mut self,
        board: &Board,
        ply: usize,
        local: &Local,
        window: Window,
        step: &Step,
    ) -> i32 {
        let reduced = self.late_reduction(board, ply, local, step);
        let child = self.enter(board, ply, step.m);
        let mut depth = step.depth;
        let narrow = Window::zero(window.alpha).turned();
        let mut value = -INFINITE;
        let mut open = local.is_pv();
        if reduced > 0 {
            let shallow = (depth - reduced).max(1).min(depth);
            value = -self.negamax(&child, ply + 1, shallow, narrow, Node::Cut);
            if value > window.alpha && shallow < depth && !self.stopped {
                // As deep as the surprise is large.
                depth += i32::from(value > step.best + 50 + 2 * depth);
                depth -= i32::from(value < step.best + 8);
                if shallow < depth {
                    value = -self.negamax(&child, ply + 1, depth, narrow, local.node.opposite());
                }
                self.teach_surprise(board, ply, step.m, (depth, value), window);
            }
            open &= value > window.alpha;
        } else if !local.is_pv() || step.count > 1 {
            value = -self.negamax(&child, ply + 1, depth, narrow, local.node.opposite());
            open &= value > window.alpha;
        }
        if open && !self.stopped {
            value = -self.negamax(&child, ply + 1, depth, window.turned(), Node::Pv);
        }
        self.leave();
        value
    }

    /// Notes what the move that cut, and those that did not, teach.
    fn teach(&mut self, board: &Board, ply: usize, depth: i32, m: PackedMove, tried: &Tried) {
        let context = self.context(ply);
        let bonus = bonus(depth);
        if board.is_noisy(m) {
            self.history.teach_capture(board, m, bonus);
        } else {
            let frame = self.frame_mut(ply);
            if frame.killers[0] != m {
                frame.killers = [m, frame.killers[0]];
            }
            self.history.set_counter(context, m);
            self.history.teach_quiet(board, context, m, bonus);
            for &other in &tried.quiet {
                self.history.teach_quiet(board, context, other, -bonus);
            }
        }
        for &other in &tried.noisy {
            self.history.teach_capture(board, other, -bonus);
        }
    }

    /// Notes whether a quiet move that did better than its reduced search was to be believed.
    fn teach_surprise(
        &mut self,
        board: &Board,
        ply: usize,
        m: PackedMove,
        (depth, value): (i32, i32),
        window: Window,
    ) {
        if self.stopped || board.is_noisy(m) {
            return;
        }
        let bonus = bonus(depth);
        let context = self.context(ply);
        if value <= window.alpha {
            self.history.teach_sequel(board, context, m, -bonus);
        } else if value >= window.beta {
            self.history.teach_sequel(board, context, m, bonus);
        }
    }

    /// Notes that the quiet move which led here was a good one: nothing answers it.
    fn teach_parent(&mut self, board: &Board, ply: usize, depth: i32) {
        if ply == 0 {
            return;
        }
        let frame = self.frame(ply - 1);
        let (m, quiet, row) = (frame.m, frame.quiet, frame.row);
        if let Some(row) = row.filter(|_| quiet) {
            let context = self.context(ply - 1);
            let bonus = bonus(depth) / 2;
            self.history
                .teach_played(!board.turn(), context, (m, row), bonus);
        }
    }

    /// Keeps what was found out.
    fn conclude(&mut self, board: &Board, ply: usize, local: &Local, best: &Best) {
        let limit = if best.value >= local.window.beta {
            Limit::Lower
        } else if local.is_pv() && !best.m.is_none() {
            Limit::Exact
        } else {
            Limit::Upper
        };
        let finding = Finding {
            best: *best,
            depth: local.depth,
            limit,
        };
        self.remember(board, ply, local, &finding);
        if best.m.is_none() && best.value <= local.window.alpha {
            self.teach_parent(board, ply, local.depth);
        }
        let quiet = best.m.is_none() || !board.is_noisy(best.m);
        let says = match limit {
            Limit::Lower => best.value > local.eval,
            Limit::Upper => best.value < local.eval,
            _ => true,
        };
        if !local.in_check && quiet && says && !is_mate(best.value) {
            let error = best.value - local.eval;
            self.history.teach_correction(board, local.depth, error);
        }
    }

    pub(super) fn remember(&self, board: &Board, ply: usize, local: &Local, finding: &Finding) {
        let entry = Entry {
            m: finding.best.m,
            value: to_table(finding.best.value, ply),
            eval: local.raw.max(-MATE_BOUND) as i16,
            depth: finding.depth.clamp(0, 255) as u8,
            limit: finding.limit,
            was_pv: local.was_pv,
        };
        self.table.store(board.key(), entry);
    }
}

/// A move about to be searched.
#[derive(Debug)]
pub(super) struct Step {
    pub(super) m: PackedMove,
    pub(super) count: usize,
    pub(super) depth: i32,
    pub(super) gives_check: bool,
    /// The value of the best move before it.
    pub(super) best: i32,
}

fn bonus(depth: i32) -> i32 {
    (150 * depth - 60).min(1_500)
}

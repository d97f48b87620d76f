//! The root: iterative deepening, aspiration windows, several best lines, and when to stop.

use super::board::Board;
use super::checks::Checks;
use super::eval::{self, Accumulators};
use super::negamax::Node;
use super::ordering::{Hints, Picker, Want};
use super::packed::PackedMove;
use super::reductions::{Temper, reduction};
use super::time::patience;
use super::tt::{Entry, Limit};
use super::value::{INFINITE, MATE_BOUND, Window, is_mate, to_table};
use super::worker::Worker;

use crate::analysis::StopReason;

/// Deepest iteration.
pub(super) const MAX_DEPTH: i32 = 245;

/// A move at the root and what is known about it.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    pub(super) m: PackedMove,
    /// From this iteration; the lowest when only known not to be better.
    pub(super) value: i32,
    /// From the last iteration in which it was among the best.
    pub(super) previous: i32,
    pub(super) pv: Vec<PackedMove>,
    pub(super) depth: i32,
    pub(super) seldepth: usize,
    nodes: u64,
}

/// The best lines after an iteration, exact all of them.
#[derive(Clone, Debug, Default)]
pub(super) struct Standing {
    pub(super) depth: i32,
    pub(super) lines: Vec<RootMove>,
}

impl RootMove {
    fn new(m: PackedMove) -> Self {
        Self {
            m,
            value: -INFINITE,
            previous: -INFINITE,
            pv: vec![m],
            depth: 0,
            seldepth: 0,
            nodes: 0,
        }
    }
}

impl Worker<'_> {
    /// Every legal move of the root, or those of `only` that are.
    pub(super) fn set_root_moves(&mut self, board: &Board, only: &[PackedMove]) {
        self.set_root(board);
        let found = self.table.find(board.key());
        let hints = Hints {
            table: found.map_or(PackedMove::NONE, |entry| entry.m),
            ..Hints::default()
        };
        let mut picker = Picker::new(board, hints, Want::All);
        let context = self.context(0);
        self.roots.clear();
        while let Some(m) = picker.next(board, self.history, context) {
            if only.is_empty() || only.contains(&m) {
                self.roots.push(RootMove::new(m));
            }
        }
    }

    /// Deepens until something ends it; tells every complete iteration, and answers the last
    /// standing.
    pub(super) fn deepen(
        &mut self,
        board: &Board,
        multipv: usize,
        tell: &mut dyn FnMut(&Self, &Standing),
    ) -> Standing {
        let multipv = multipv.min(self.roots.len());
        let asked = self
            .control
            .limits
            .depth
            .map(|depth| i32::from(depth.get()));
        let deepest = asked.unwrap_or(MAX_DEPTH);
        let mut standing = Standing::default();
        let mut stable = 0;
        for depth in 1..=deepest {
            if self.thread > 0 && depth > 1 && (depth + self.thread as i32) % 3 == 0 {
                // Helpers run ahead at different depths, so that they find different things.
                continue;
            }
            self.root_depth = depth;
            let last = standing.lines.first().map(|line| (line.m, line.value));
            let lines = self.iteration(board, depth, multipv);
            if self.stopped {
                self.merge(&mut standing, lines, depth, multipv);
                break;
            }
            standing = Standing { depth, lines };
            self.has_answer = true;
            if self.thread > 0 {
                continue;
            }
            let best = standing.lines.first().map(|line| (line.m, line.value));
            stable = match (last, best) {
                (Some((old, _)), Some((new, _))) if old == new => stable + 1,
                _ => 0,
            };
            tell(self, &standing);
            let fall = match (last, best) {
                (Some((_, old)), Some((_, new))) => old - new,
                _ => 0,
            };
            if self.is_enough(&standing, stable, fall) {
                break;
            }
        }
        if self.thread == 0 {
            self.control.halt(StopReason::Depth);
        }
        standing
    }

    /// One iteration: the best lines, exact, or as many as were done when it was stopped.
    fn iteration(&mut self, board: &Board, depth: i32, multipv: usize) -> Vec<RootMove> {
        for root in &mut self.roots {
            root.previous = root.value;
        }
        let mut done = Vec::with_capacity(multipv);
        for first in 0..multipv {
            let exact = self.aspirate(board, depth, first);
            if self.stopped {
                // Mated says something about every move; not all were searched.
                done.extend(exact.filter(|root| root.value > -MATE_BOUND));
                break;
            }
            done.push(self.roots[first].clone());
        }
        done.sort_by_key(|root| std::cmp::Reverse(root.value));
        if !self.stopped {
            self.roots[..multipv].sort_by_key(|root| std::cmp::Reverse(root.value));
        }
        done
    }

    /// Searches the root moves from `first` on with a narrow window that widens where it fails.
    /// When stopped, answers what was exact by then.
    fn aspirate(&mut self, board: &Board, depth: i32, first: usize) -> Option<RootMove> {
        self.seldepth = 0;
        let guess = self.roots[first].previous;
        let mut delta = 12 + guess.saturating_mul(guess) / 20_000;
        let mut window = Window::FULL;
        if depth >= 4 && guess.abs() < MATE_BOUND {
            window.alpha = (guess - delta).max(-INFINITE);
            window.beta = (guess + delta).min(INFINITE);
        }
        loop {
            let mut exact = None;
            let value = self.search_root(board, depth, window, first, &mut exact);
            if self.stopped {
                return exact;
            }
            self.roots[first..].sort_by_key(|root| std::cmp::Reverse(root.value));
            if value <= window.alpha {
                window.beta = (window.alpha + window.beta) / 2;
                window.alpha = (value - delta).max(-INFINITE);
            } else if value >= window.beta {
                window.beta = (value + delta).min(INFINITE);
            } else {
                return exact;
            }
            delta += delta / 2;
            if delta > 1_000 || is_mate(value) {
                window = Window::FULL;
            }
        }
    }

    fn search_root(
        &mut self,
        board: &Board,
        depth: i32,
        full: Window,
        first: usize,
        exact: &mut Option<RootMove>,
    ) -> i32 {
        let checks = Checks::new(board);
        let eval = if board.in_check() {
            super::value::UNKNOWN
        } else {
            let raw = self.evaluate(board, 0);
            self.corrected(board, raw)
        };
        self.frame_mut(0).eval = eval;
        self.frame_mut(1).killers = [PackedMove::NONE; 2];
        let mut window = full;
        let mut best = -INFINITE;
        for index in first..self.roots.len() {
            let m = self.roots[index].m;
            let before = self.nodes;
            let gives_check = checks.gives(board, m);
            let extension = i32::from(gives_check && board.exchange_wins(m, 0));
            let child = self.enter(board, 0, m);
            let deep = depth - 1 + extension;
            let late = index - first;
            let value = self.search_root_move(&child, deep, late, window, board.is_noisy(m));
            self.leave();
            if self.stopped {
                return best;
            }
            let pv = self.frame(1).pv.clone();
            let seldepth = self.seldepth;
            let root = &mut self.roots[index];
            root.nodes += self.nodes - before;
            if late > 0 && value <= window.alpha {
                root.value = -INFINITE;
                best = best.max(value);
                continue;
            }
            root.value = value;
            root.depth = depth;
            root.seldepth = seldepth + 1;
            root.pv.truncate(1);
            root.pv.extend(pv);
            best = best.max(value);
            if value > window.alpha {
                window.alpha = value;
                if value >= window.beta {
                    break;
                }
                *exact = Some(root.clone());
            }
        }
        self.remember_root(board, depth, full, best, first);
        best
    }

    fn search_root_move(
        &mut self,
        child: &Board,
        depth: i32,
        late: usize,
        window: Window,
        noisy: bool,
    ) -> i32 {
        if late == 0 {
            return -self.negamax(child, 1, depth, window.turned(), Node::Pv);
        }
        let narrow = Window::zero(window.alpha).turned();
        let mut shallow = depth;
        if depth >= 2 && late >= 3 {
            let temper = if noisy { Temper::Noisy } else { Temper::Quiet };
            let plies = reduction(temper, depth + 1, late) - 1 - i32::from(child.in_check());
            shallow = (depth - plies.max(0)).max(1);
        }
        let mut value = -self.negamax(child, 1, shallow, narrow, Node::Cut);
        if value > window.alpha && shallow < depth && !self.stopped {
            value = -self.negamax(child, 1, depth, narrow, Node::Cut);
        }
        if value > window.alpha && !self.stopped {
            value = -self.negamax(child, 1, depth, window.turned(), Node::Pv);
        }
        value
    }

    fn remember_root(&mut self, board: &Board, depth: i32, full: Window, best: i32, first: usize) {
        if first > 0 || best <= full.alpha {
            return;
        }
        let Some(root) = self.roots.iter().max_by_key(|root| root.value) else {
            return;
        };
        let entry = Entry {
            m: root.m,
            value: to_table(best, 0),
            eval: self.evaluate(board, 0) as i16,
            depth: depth.clamp(0, 255) as u8,
            limit: if best >= full.beta {
                Limit::Lower
            } else {
                Limit::Exact
            },
            was_pv: true,
        };
        if !board.in_check() {
            self.table.store(board.key(), entry);
        }
    }

    /// What stands when an iteration was stopped: its lines, completed by those of the last.
    fn merge(&self, standing: &mut Standing, mut lines: Vec<RootMove>, depth: i32, multipv: usize) {
        if standing.lines.is_empty() && lines.len() < multipv {
            return;
        }
        if lines.len() == multipv {
            standing.depth = depth;
        }
        for old in &standing.lines {
            if lines.iter().all(|line| line.m != old.m) {
                lines.push(old.clone());
            }
        }
        lines.truncate(multipv);
        lines.sort_by_key(|root| std::cmp::Reverse(root.value));
        standing.lines = lines;
    }

    /// Whether the iterations so far answer what was asked.
    fn is_enough(&self, standing: &Standing, stable: u32, fall: i32) -> bool {
        let Some(best) = standing.lines.first() else {
            return true;
        };
        self.control.publish(self.thread, self.nodes);
        self.control.check();
        if self.control.halted() {
            return true;
        }
        let limits = &self.control.limits;
        if let Some(mate) = limits.mate {
            let plies = super::value::MATE - best.value.abs();
            if is_mate(best.value) && (plies + 1) / 2 <= i32::from(mate.get()) {
                self.control.halt(StopReason::Mate);
                return true;
            }
        }
        if let Some(soft) = self.control.budget.soft {
            let share = best.nodes as f64 / self.nodes.max(1) as f64;
            let factor = patience(stable, share, fall);
            let settled = self.roots.len() == 1 && standing.depth >= 4;
            if settled || self.control.elapsed() >= soft.mul_f64(factor) {
                self.control.halt(StopReason::Movetime);
                return true;
            }
        }
        false
    }

    /// An honest static answer, when not even the first iteration was done.
    pub(super) fn static_standing(&mut self, board: &Board, multipv: usize) -> Standing {
        let mut lines = self.roots.clone();
        let mut path = Accumulators::new(0);
        for line in &mut lines {
            let mut child = board.clone();
            child.play(line.m, &mut ());
            path.set_root(&child);
            line.value = -eval::evaluate(&child, 0, &mut path);
            line.pv.truncate(1);
            line.depth = 1;
            line.seldepth = 1;
        }
        lines.sort_by_key(|line| std::cmp::Reverse(line.value));
        lines.truncate(multipv);
        Standing { depth: 0, lines }
    }
}

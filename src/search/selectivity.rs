//! What is not searched, or searched less deep, or deeper: pruning of nodes and moves, extensions
//! and reductions. Each heuristic is described in the Chess Programming Wiki under the name that its
//! function has here; constants are our own.

use super::board::Board;
use super::negamax::{Best, Finding, Local, Node, Step};
use super::ordering::{Hints, Picker, Want};
use super::packed::PackedMove;
use super::quiescence::Beside;
use super::reductions::{Temper, reduction};
use super::tt::Limit;
use super::value::{MATE_BOUND, Window, is_mate};
use super::worker::Worker;

/// What becomes of a move before it is searched.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Verdict {
    Search,
    Skip,
    SkipQuiet,
}

impl Worker<'_> {
    /// Everything that may spare looking at the moves.
    pub(super) fn prune_node(&mut self, board: &Board, ply: usize, local: &Local) -> Option<i32> {
        let excludes = !self.frame(ply).excluded.is_none();
        if local.is_pv() || local.in_check || excludes {
            return None;
        }
        self.razor(board, ply, local)
            .or_else(|| reverse_futility(local))
            .or_else(|| self.null_move(board, ply, local))
            .or_else(|| self.prob_cut(board, ply, local))
    }

    /// Hopeless by evaluation: unless captures change that, it is below alpha.
    fn razor(&mut self, board: &Board, ply: usize, local: &Local) -> Option<i32> {
        let Window { alpha, .. } = local.window;
        if local.depth > 4 || is_mate(alpha) || local.estimate + 250 * local.depth > alpha {
            return None;
        }
        let value = self.quiesce(board, ply, Window::zero(alpha), Node::All, Beside::Checks);
        (value <= alpha && !is_mate(value)).then_some(value)
    }

    /// Even passing leaves the opponent worse: a move surely does.
    fn null_move(&mut self, board: &Board, ply: usize, local: &Local) -> Option<i32> {
        let beta = local.window.beta;
        let passed = ply > 0 && self.frame(ply - 1).m.is_none();
        if local.depth < 3
            || passed
            || ply < self.null_from
            || local.estimate < beta
            || local.eval + 20 * local.depth < beta + 80
            || is_mate(beta)
            || !board.has_pieces(board.turn())
        {
            return None;
        }
        let reduced = 3 + local.depth / 3 + ((local.estimate - beta) / 200).min(3);
        let child = self.enter_null(board, ply);
        let depth = local.depth - reduced;
        let window = Window::zero(-beta);
        let value = -self.negamax(&child, ply + 1, depth, window, local.node.opposite());
        self.leave();
        if self.stopped || value < beta {
            return None;
        }
        let value = if is_mate(value) { beta } else { value };
        if local.depth < 12 || self.null_from > 0 {
            return Some(value);
        }
        // Deep down a zugzwang would cost too much: search the node itself, without passing.
        self.null_from = ply + 1 + (3 * depth.max(0) as usize) / 4;
        let check = self.negamax(board, ply, depth, Window::zero(beta - 1), Node::Cut);
        self.null_from = 0;
        (!self.stopped && check >= beta).then_some(value)
    }

    /// A capture that wins far more than needed at a lower depth is trusted.
    fn prob_cut(&mut self, board: &Board, ply: usize, local: &Local) -> Option<i32> {
        let beta = local.window.beta + 180 - if local.improving { 50 } else { 0 };
        let known = local
            .found
            .is_some_and(|entry| i32::from(entry.depth) >= local.depth - 3);
        if local.depth < 5
            || is_mate(local.window.beta)
            || beta >= MATE_BOUND
            || (known && local.table_value < beta)
        {
            return None;
        }
        let hints = Hints {
            table: local.table_move(),
            ..Hints::default()
        };
        let mut picker = Picker::new(board, hints, Want::Noisy((beta - local.eval).max(0)));
        let context = self.context(ply);
        while let Some(m) = picker.next(board, self.history, context) {
            let child = self.enter(board, ply, m);
            let window = Window::zero(-beta);
            let mut value = -self.quiesce(&child, ply + 1, window, Node::All, Beside::Nothing);
            if value >= beta {
                let depth = local.depth - 4;
                value = -self.negamax(&child, ply + 1, depth, window, local.node.opposite());
            }
            self.leave();
            if self.stopped {
                return None;
            }
            if value >= beta {
                let best = Best { value, m };
                let finding = Finding {
                    best,
                    depth: local.depth - 3,
                    limit: Limit::Lower,
                };
                self.remember(board, ply, local, &finding);
                return (!is_mate(value)).then(|| value - (beta - local.window.beta));
            }
        }
        None
    }

    /// Whether a late or losing move is worth a search at all.
    pub(super) fn prune_move(
        &self,
        board: &Board,
        ply: usize,
        local: &Local,
        m: PackedMove,
        (count, gives_check): (usize, bool),
    ) -> Verdict {
        let depth = local.depth;
        if board.is_noisy(m) {
            let margin = -90 * depth - self.history.capture(board, m) / 64;
            let loses = depth <= 8 && !board.exchange_wins(m, margin.min(0));
            return if loses {
                Verdict::Skip
            } else {
                Verdict::Search
            };
        }
        let improving = i32::from(local.improving);
        let enough = (6 + 2 * depth * depth) / (3 - improving);
        if depth <= 8 && !gives_check && count as i32 > enough {
            return Verdict::SkipQuiet;
        }
        let value = self.history.quiet(board, self.context(ply), m);
        let reduced = (depth - reduction(Temper::Quiet, depth, count) + value / 12_000).max(0);
        if !gives_check && !local.in_check {
            let futile = local.eval + 90 + 95 * reduced <= local.window.alpha;
            if reduced <= 8 && futile {
                return Verdict::SkipQuiet;
            }
        }
        if depth <= 4 && value < -4_500 * depth {
            return Verdict::Skip;
        }
        if reduced <= 8 && !gives_check && !board.exchange_wins(m, -24 * reduced * reduced) {
            return Verdict::Skip;
        }
        Verdict::Search
    }

    /// How much deeper (or less deep) a move is searched; an error is the node's value: so many
    /// moves cut that none needs to be searched.
    pub(super) fn extend(
        &mut self,
        board: &Board,
        ply: usize,
        local: &Local,
        m: PackedMove,
        gives_check: bool,
    ) -> Result<i32, i32> {
        self.frame_mut(ply).doubles = if ply == 0 {
            0
        } else {
            self.frame(ply - 1).doubles
        };
        let deep = ply as i32 >= 2 * self.root_depth;
        let singular = local.found.filter(|entry| {
            m == entry.m
                && !deep
                && local.depth >= 7
                && self.frame(ply).excluded.is_none()
                && i32::from(entry.depth) >= local.depth - 3
                && matches!(entry.limit, Limit::Lower | Limit::Exact)
                && !is_mate(local.table_value)
        });
        if singular.is_some() {
            return self.singular(board, ply, local, m);
        }
        let checks = gives_check && !deep && (local.is_pv() || board.exchange_wins(m, 0));
        Ok(i32::from(checks))
    }

    /// Whether the table's move is the only one that holds up.
    fn singular(
        &mut self,
        board: &Board,
        ply: usize,
        local: &Local,
        m: PackedMove,
    ) -> Result<i32, i32> {
        let beta = local.table_value - 2 * local.depth;
        let depth = (local.depth - 1) / 2;
        let node = match local.node {
            Node::All => Node::All,
            Node::Pv | Node::Cut => Node::Cut,
        };
        self.frame_mut(ply).excluded = m;
        let value = self.negamax(board, ply, depth, Window::zero(beta - 1), node);
        self.frame_mut(ply).excluded = PackedMove::NONE;
        if self.stopped {
            return Ok(0);
        }
        if value < beta {
            let doubles = self.frame(ply).doubles;
            if !local.is_pv() && value < beta - 16 && doubles < 8 {
                self.frame_mut(ply).doubles = doubles + 1;
                return Ok(2);
            }
            return Ok(1);
        }
        if beta >= local.window.beta {
            return Err(beta);
        }
        let fails_high = local.table_value >= local.window.beta;
        Ok(match local.node {
            _ if fails_high => -2,
            Node::Cut => -1,
            _ => 0,
        })
    }

    /// Plies that a late move is searched less deep at first.
    pub(super) fn late_reduction(
        &self,
        board: &Board,
        ply: usize,
        local: &Local,
        step: &Step,
    ) -> i32 {
        let first = if local.is_pv() { 2 } else { 1 };
        if local.depth < 3 || step.count <= first {
            return 0;
        }
        let m = step.m;
        let noisy = board.is_noisy(m);
        let temper = if noisy { Temper::Noisy } else { Temper::Quiet };
        let mut plies = reduction(temper, local.depth, step.count);
        if noisy {
            plies -= self.history.capture(board, m) / 8_000;
        } else {
            plies -= self.history.quiet(board, self.context(ply), m) / 9_000;
            plies += i32::from(board.is_noisy(local.table_move()));
        }
        plies += i32::from(local.node == Node::Cut);
        plies += i32::from(!local.improving);
        plies += i32::from(self.frame(ply + 1).cutoffs > 3);
        plies -= i32::from(local.was_pv);
        plies -= i32::from(local.is_pv());
        plies -= 2 * i32::from(step.gives_check);
        plies -= i32::from(self.frame(ply).killers.contains(&m));
        plies.max(0)
    }
}

/// So far above beta by evaluation that a shallow search will not change it.
fn reverse_futility(local: &Local) -> Option<i32> {
    let beta = local.window.beta;
    let margin = 80 * (local.depth - i32::from(local.improving));
    let holds = local.depth <= 6
        && local.estimate - margin >= beta
        && !is_mate(beta)
        && !is_mate(local.estimate);
    holds.then(|| (local.estimate + beta) / 2)
}

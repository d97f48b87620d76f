//! The recursive heart: principal variation search with the selectivity that is common among
//! today's engines. Each heuristic is described in the Chess Programming Wiki under the name that
//! its function has here; constants are our own.
//!
//! Mates stay proven: nothing is pruned at a node before a move is known there that does not lose
//! to a mate, no heuristic answers a mate, and null moves that "mate" count as a plain cut-off.

use super::board::Board;
use super::checks::Checks;
use super::ordering::{Hints, Picker, Want};
use super::packed::PackedMove;
use super::quiescence::Beside;
use super::reductions::{Temper, reduction};
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
struct Local {
    depth: i32,
    window: Window,
    node: Node,
    in_check: bool,
    found: Option<Entry>,
    table_value: i32,
    /// Static evaluation as the table keeps it, uncorrected.
    raw: i32,
    /// Corrected.
    eval: i32,
    /// The evaluation, bettered by the table's value.
    estimate: i32,
    improving: bool,
    was_pv: bool,
}

impl Local {
    fn is_pv(&self) -> bool {
        self.node == Node::Pv
    }

    fn table_move(&self) -> PackedMove {
        self.found.map_or(PackedMove::NONE, |entry| entry.m)
    }
}

/// The best of a node's moves so far.
#[derive(Debug)]
struct Best {
    value: i32,
    m: PackedMove,
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
    pub(super) fn ending(&self, board: &Board, ply: usize) -> Option<i32> {
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

    /// The static evaluation with what earlier searches under this pawn structure say.
    pub(super) fn corrected(&self, board: &Board, raw: i32) -> i32 {
        let bound = MATE_BOUND - 1;
        (raw + self.history.correction(board)).clamp(-bound, bound)
    }

    /// Everything that may spare looking at the moves.
    fn prune_node(&mut self, board: &Board, ply: usize, local: &Local) -> Option<i32> {
        let excludes = !self.frame(ply).excluded.is_none();
        if local.is_pv() || local.in_check || excludes {
            return None;
        }
        self.razor(board, ply, local)
            .or_else(|| self.reverse_futility(local))
            .or_else(|| self.null_move(board, ply, local))
            .or_else(|| self.prob_cut(board, ply, local))
    }

    /// A search that was asked for few plies has no deeper iteration to find what this one leaves
    /// out: it leaves out little. Searches by time or nodes are not concerned.
    fn is_careful(&self) -> bool {
        self.careful
    }

    /// Down to which depth moves are left out by estimate.
    fn within(&self, depth: i32) -> i32 {
        if self.is_careful() { 2 } else { depth }
    }

    /// So far above beta by evaluation that a shallow search will not change it.
    fn reverse_futility(&self, local: &Local) -> Option<i32> {
        let beta = local.window.beta;
        let margin = 80 * (local.depth - i32::from(local.improving));
        let holds = local.depth <= self.within(8)
            && local.estimate - margin >= beta
            && !is_mate(beta)
            && !is_mate(local.estimate);
        holds.then(|| (local.estimate + beta) / 2)
    }

    /// Hopeless by evaluation: unless captures change that, it is below alpha.
    fn razor(&mut self, board: &Board, ply: usize, local: &Local) -> Option<i32> {
        let Window { alpha, .. } = local.window;
        if self.is_careful()
            || local.depth > 4
            || is_mate(alpha)
            || local.estimate + 250 * local.depth > alpha
        {
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
                self.remember(board, ply, local, &best, local.depth - 3, Limit::Lower);
                return (!is_mate(value)).then(|| value - (beta - local.window.beta));
            }
        }
        None
    }

    fn try_moves(&mut self, board: &Board, ply: usize, local: &Local) -> i32 {
        let context = self.context(ply);
        let excluded = self.frame(ply).excluded;
        let hints = Hints {
            table: local.table_move(),
            killers: self.frame(ply).killers,
            counter: self.history.counter(context),
        };
        self.frame_mut(ply + 1).killers = [PackedMove::NONE; 2];
        self.frame_mut(ply + 1).cutoffs = 0;
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
            count += 1;
            let gives_check = checks.gives(board, m);
            if best.value > -MATE_BOUND && board.has_pieces(board.turn()) {
                match self.prune_move(board, ply, local, m, (count, gives_check)) {
                    Verdict::Search => {}
                    Verdict::Skip => continue,
                    Verdict::SkipQuiet => {
                        picker.skip_quiet();
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

    /// Whether a late or losing move is worth a search at all.
    fn prune_move(
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
            let loses = depth <= self.within(8) && !board.exchange_wins(m, margin.min(0));
            return if loses {
                Verdict::Skip
            } else {
                Verdict::Search
            };
        }
        let improving = i32::from(local.improving);
        let enough = (6 + 2 * depth * depth) / (3 - improving);
        if depth <= 8 && count as i32 > enough && !self.is_careful() {
            return Verdict::SkipQuiet;
        }
        let value = self.history.quiet(board, self.context(ply), m);
        let reduced = (depth - reduction(Temper::Quiet, depth, count) + value / 12_000).max(0);
        if !gives_check && !local.in_check {
            let futile = local.eval + 90 + 95 * reduced <= local.window.alpha;
            if reduced <= self.within(8) && futile {
                return Verdict::SkipQuiet;
            }
        }
        if depth <= 4 && value < -4_500 * depth {
            return Verdict::Skip;
        }
        if reduced <= self.within(8)
            && !gives_check
            && !board.exchange_wins(m, -24 * reduced * reduced)
        {
            return Verdict::Skip;
        }
        Verdict::Search
    }

    /// How much deeper (or less deep) a move is searched; an error is the node's value: so many
    /// moves cut that none needs to be searched.
    fn extend(
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
        let sound = local.is_pv() || self.is_careful() || board.exchange_wins(m, 0);
        let checks = gives_check && !deep && sound;
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
        let depth = step.depth;
        let narrow = Window::zero(window.alpha).turned();
        let mut value = -INFINITE;
        let mut open = local.is_pv();
        if reduced > 0 {
            let shallow = (depth - reduced).max(1).min(depth);
            value = -self.negamax(&child, ply + 1, shallow, narrow, Node::Cut);
            if value > window.alpha && shallow < depth {
                value = -self.negamax(&child, ply + 1, depth, narrow, local.node.opposite());
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

    /// Plies that a late move is searched less deep at first.
    fn late_reduction(&self, board: &Board, ply: usize, local: &Local, step: &Step) -> i32 {
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
        plies -= i32::from(step.gives_check);
        plies -= if self.is_careful() {
            2 + i32::from(step.gives_check)
        } else {
            0
        };
        plies -= i32::from(self.frame(ply).killers.contains(&m));
        plies.max(0)
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

    /// Keeps what was found out.
    fn conclude(&mut self, board: &Board, ply: usize, local: &Local, best: &Best) {
        let limit = if best.value >= local.window.beta {
            Limit::Lower
        } else if local.is_pv() && !best.m.is_none() {
            Limit::Exact
        } else {
            Limit::Upper
        };
        self.remember(board, ply, local, best, local.depth, limit);
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

    #[expect(
        clippy::too_many_arguments,
        reason = "a struct for one call would say no more"
    )]
    fn remember(
        &self,
        board: &Board,
        ply: usize,
        local: &Local,
        best: &Best,
        depth: i32,
        limit: Limit,
    ) {
        let entry = Entry {
            m: best.m,
            value: to_table(best.value, ply),
            eval: local.raw.max(-MATE_BOUND) as i16,
            depth: depth.clamp(0, 255) as u8,
            limit,
            was_pv: local.was_pv,
        };
        self.table.store(board.key(), entry);
    }
}

/// What becomes of a move before it is searched.
enum Verdict {
    Search,
    Skip,
    SkipQuiet,
}

/// A move about to be searched.
#[derive(Debug)]
struct Step {
    m: PackedMove,
    count: usize,
    depth: i32,
    gives_check: bool,
}

fn bonus(depth: i32) -> i32 {
    (150 * depth - 60).min(1_500)
}

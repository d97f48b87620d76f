//! The search of captures, promotions and answers to checks, until the evaluation can be trusted.

use super::board::Board;
use super::negamax::Node;
use super::ordering::{Hints, Picker, Want};
use super::packed::PackedMove;
use super::see::worth;
use super::tt::{Entry, Limit};
use super::value::{
    DRAW, INFINITE, MATE_BOUND, UNKNOWN, Window, from_table, is_mate, mated, to_table,
};
use super::worker::Worker;

/// A node of the quiescence search.
#[derive(Debug)]
struct Calm {
    in_check: bool,
    /// Static evaluation, uncorrected.
    raw: i32,
    best: i32,
    m: PackedMove,
    was_pv: bool,
    /// The table's move.
    hint: PackedMove,
}

/// What a quiescence search looks at beside captures and promotions.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Beside {
    /// Nothing.
    Nothing,
    /// Quiet checks that lose no material: only at its first ply.
    Checks,
}

/// What a capture may win beyond its victim before it is hopeless.
const MARGIN: i32 = 150;

impl Worker<'_> {
    /// The value of a board when only forcing moves are left to look at. In check every answer is
    /// tried until one does not lose to a mate, so that a mate found here is one.
    pub(super) fn quiesce(
        &mut self,
        board: &Board,
        ply: usize,
        mut window: Window,
        node: Node,
        beside: Beside,
    ) -> i32 {
        self.frame_mut(ply).pv.clear();
        if self.is_over() {
            return DRAW;
        }
        self.seldepth = self.seldepth.max(ply);
        if let Some(value) = self.ending(board, ply) {
            return value;
        }
        let found = self.table.find(board.key());
        if let Some(value) = found.and_then(|entry| cut(board, ply, window, node, entry)) {
            return value;
        }
        let mut calm = self.calm(board, ply, found);
        if calm.best >= window.beta {
            if found.is_none() {
                self.keep(board, ply, node, &calm, Limit::Lower);
            }
            return calm.best;
        }
        window.alpha = window.alpha.max(calm.best);
        self.try_forcing(board, ply, &mut window, (node, beside), &mut calm);
        if self.stopped {
            return DRAW;
        }
        let limit = if calm.best >= window.beta {
            Limit::Lower
        } else {
            Limit::Upper
        };
        self.keep(board, ply, node, &calm, limit);
        calm.best
    }

    /// What is known before a move is tried.
    fn calm(&mut self, board: &Board, ply: usize, found: Option<Entry>) -> Calm {
        let in_check = board.in_check();
        let raw = match found {
            _ if in_check => UNKNOWN,
            Some(entry) => i32::from(entry.eval),
            None => self.evaluate(board, ply),
        };
        Calm {
            in_check,
            raw,
            best: if in_check {
                -INFINITE
            } else {
                self.stand(board, ply, raw, found)
            },
            m: PackedMove::NONE,
            was_pv: found.is_some_and(|entry| entry.was_pv),
            hint: found.map_or(PackedMove::NONE, |entry| entry.m),
        }
    }

    fn keep(&self, board: &Board, ply: usize, node: Node, calm: &Calm, limit: Limit) {
        let entry = Entry {
            m: calm.m,
            value: to_table(calm.best, ply),
            eval: calm.raw.max(-MATE_BOUND) as i16,
            depth: 0,
            limit,
            was_pv: calm.was_pv || node == Node::Pv,
        };
        self.table.store(board.key(), entry);
    }

    /// Tries the moves; the best value and its move are in `calm` afterwards.
    fn try_forcing(
        &mut self,
        board: &Board,
        ply: usize,
        window: &mut Window,
        (node, beside): (Node, Beside),
        calm: &mut Calm,
    ) {
        let futile = if calm.in_check {
            -INFINITE
        } else {
            calm.best + MARGIN
        };
        let hints = Hints {
            table: calm.hint,
            ..Hints::default()
        };
        let want = match (calm.in_check, beside) {
            (true, _) => Want::All,
            (false, Beside::Checks) => Want::NoisyAndChecks,
            (false, Beside::Nothing) => Want::Noisy(0),
        };
        let mut picker = Picker::new(board, hints, want);
        if calm.in_check {
            self.frame_mut(ply).threats = board.threats();
        }
        let context = self.context(ply);
        while let Some(m) = picker.next(board, self.history, context) {
            if calm.in_check && calm.best > -MATE_BOUND {
                // One answer is known that holds; quiet others may wait for a real search.
                picker.skip_quiet();
                if !board.is_noisy(m) {
                    continue;
                }
            }
            if let Some(bound) = hopeless(board, m, futile, window.alpha) {
                calm.best = calm.best.max(bound);
                continue;
            }
            let child = self.enter(board, ply, m);
            let value = -self.quiesce(&child, ply + 1, window.turned(), node, Beside::Nothing);
            self.leave();
            if self.stopped {
                return;
            }
            if value > calm.best {
                calm.best = value;
                if value > window.alpha {
                    calm.m = m;
                    if node == Node::Pv {
                        self.take_variation(ply, m);
                    }
                    if value >= window.beta {
                        break;
                    }
                    window.alpha = value;
                }
            }
        }
        if calm.best == -INFINITE {
            // In check, and there was no move.
            calm.best = mated(ply);
        }
    }

    /// The value of doing nothing.
    fn stand(&self, board: &Board, ply: usize, raw: i32, found: Option<Entry>) -> i32 {
        let eval = self.corrected(board, raw);
        let Some(entry) = found else {
            return eval;
        };
        let value = from_table(entry.value, ply, board.halfmoves());
        let better = match entry.limit {
            Limit::None => false,
            Limit::Exact => true,
            Limit::Lower => value > eval,
            Limit::Upper => value < eval,
        };
        if better && !is_mate(value) {
            value
        } else {
            eval
        }
    }
}

fn cut(board: &Board, ply: usize, window: Window, node: Node, entry: Entry) -> Option<i32> {
    let value = from_table(entry.value, ply, board.halfmoves());
    let fits = match entry.limit {
        Limit::None => false,
        Limit::Exact => true,
        Limit::Lower => value >= window.beta,
        Limit::Upper => value <= window.alpha,
    };
    (node != Node::Pv && fits).then_some(value)
}

/// The bound of a capture that can't lift the value above alpha; not in check.
fn hopeless(board: &Board, m: PackedMove, futile: i32, alpha: i32) -> Option<i32> {
    if futile <= -INFINITE || m.is_promotion() || !board.is_capture(m) {
        return None;
    }
    let most = futile + board.captured(m).map_or(0, worth);
    if most <= alpha {
        return Some(most);
    }
    (futile <= alpha && !board.exchange_wins(m, 1)).then_some(futile)
}

//! Hands out the legal moves of a board one by one, likely refutations first.

use super::super::board::Board;
use super::super::checks::Checks;
use super::super::movegen::{self, Legality, MoveList, Scored};
use super::super::packed::PackedMove;
use super::super::see::worth;
use super::{Context, History};

/// Moves to try before any are generated. They may be illegal or alike: the picker checks.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Hints {
    pub(crate) table: PackedMove,
    pub(crate) killers: [PackedMove; 2],
    pub(crate) counter: PackedMove,
}

/// Which moves a picker is to hand out.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Want {
    /// Every legal move.
    All,
    /// Captures and queen promotions that win at least so many centipawns in the exchange.
    Noisy(i32),
    /// The same with a threshold of zero, then quiet checks that lose no material.
    NoisyAndChecks,
}

/// Which quiet moves are still handed out.
#[derive(Clone, Copy, Debug)]
enum Quiets {
    All,
    Checks(Checks),
    None,
}

#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
enum Stage {
    Table,
    MakeNoisy,
    GoodNoisy,
    Killer(usize),
    MakeQuiet,
    Quiet,
    MakeChecks,
    Check,
    BadNoisy,
    Done,
}

/// The moves of one board, each exactly once.
#[derive(Debug)]
pub(crate) struct Picker {
    stage: Stage,
    want: Want,
    hints: [PackedMove; 4],
    legality: Legality,
    list: MoveList,
    /// Next in the list.
    next: usize,
    /// The list's first so many are captures put off for losing material.
    bad: usize,
    quiets: Quiets,
}

impl Picker {
    pub(crate) fn new(board: &Board, hints: Hints, want: Want) -> Self {
        let [first, second] = hints.killers;
        Self {
            stage: Stage::Table,
            want,
            hints: [hints.table, first, second, hints.counter],
            legality: Legality::new(board),
            list: MoveList::new(),
            next: 0,
            bad: 0,
            quiets: Quiets::All,
        }
    }

    /// Hands out no more quiet moves.
    pub(crate) fn skip_quiet(&mut self) {
        self.quiets = Quiets::None;
    }

    /// Hands out no more quiet moves but those that give check.
    pub(crate) fn only_checks(&mut self, board: &Board, checks: &Checks) {
        self.quiets = Quiets::Checks(*checks);
        if self.stage == Stage::Quiet {
            self.keep_checks(board, checks);
        }
    }

    /// Drops what gives no check from the rest of the list.
    fn keep_checks(&mut self, board: &Board, checks: &Checks) {
        let mut kept = self.next;
        for index in self.next..self.list.len() {
            if checks.gives(board, self.list[index].m) {
                self.list.swap(kept, index);
                kept += 1;
            }
        }
        self.list.truncate(kept);
    }

    /// The next move; `None` when all were handed out.
    pub(crate) fn next(
        &mut self,
        board: &Board,
        history: &History,
        context: Context,
    ) -> Option<PackedMove> {
        loop {
            match self.stage {
                Stage::Table => {
                    self.stage = Stage::MakeNoisy;
                    if self.table_move_fits(board) {
                        return Some(self.hints[0]);
                    }
                    self.hints[0] = PackedMove::NONE;
                }
                Stage::MakeNoisy => {
                    movegen::noisy(board, &self.legality, &mut self.list);
                    score_noisy(&mut self.list, board, history);
                    self.stage = Stage::GoodNoisy;
                }
                Stage::GoodNoisy => {
                    if let Some(m) = self.good_noisy(board) {
                        return Some(m);
                    }
                    self.stage = match self.want {
                        Want::All => Stage::Killer(1),
                        Want::Noisy(_) => Stage::Done,
                        Want::NoisyAndChecks => Stage::MakeChecks,
                    };
                }
                Stage::Killer(place) => {
                    self.stage = if place < 3 {
                        Stage::Killer(place + 1)
                    } else {
                        Stage::MakeQuiet
                    };
                    if let Some(m) = self.killer(board, place) {
                        return Some(m);
                    }
                }
                Stage::MakeQuiet => {
                    self.stage = Stage::Quiet;
                    self.make_quiet(board, history, context);
                }
                Stage::MakeChecks => {
                    self.make_checks(board);
                    self.stage = Stage::Check;
                }
                Stage::Check => {
                    if self.next < self.list.len() {
                        self.next += 1;
                        return Some(self.list[self.next - 1].m);
                    }
                    self.stage = Stage::Done;
                }
                Stage::Quiet => {
                    if let Some(m) = self.quiet() {
                        return Some(m);
                    }
                    self.next = 0;
                    self.stage = Stage::BadNoisy;
                }
                Stage::BadNoisy => {
                    if self.next < self.bad {
                        self.next += 1;
                        return Some(self.list[self.next - 1].m);
                    }
                    self.stage = Stage::Done;
                }
                Stage::Done => return None,
            }
        }
    }

    fn table_move_fits(&self, board: &Board) -> bool {
        let m = self.hints[0];
        if m.is_none() || !board.allows(m, &self.legality) {
            return false;
        }
        match self.want {
            Want::All => true,
            Want::Noisy(threshold) => board.is_noisy(m) && board.exchange_wins(m, threshold),
            Want::NoisyAndChecks => board.is_noisy(m) && board.exchange_wins(m, 0),
        }
    }

    /// Selection sort, one step.
    fn best(&mut self) -> Option<Scored> {
        let rest = &self.list[self.next..];
        let (offset, _) = rest.iter().enumerate().reduce(|best, other| {
            if other.1.score > best.1.score {
                other
            } else {
                best
            }
        })?;
        self.list.swap(self.next, self.next + offset);
        self.next += 1;
        Some(self.list[self.next - 1])
    }

    fn good_noisy(&mut self, board: &Board) -> Option<PackedMove> {
        while let Some(best) = self.best() {
            if best.m == self.hints[0] {
                continue;
            }
            let threshold = match self.want {
                Want::Noisy(threshold) => threshold,
                Want::All | Want::NoisyAndChecks => 0,
            };
            if board.exchange_wins(best.m, threshold) {
                return Some(best.m);
            }
            self.list[self.bad] = best;
            self.bad += 1;
        }
        None
    }

    /// A killer or counter move that is quiet, legal here, and was not handed out yet.
    fn killer(&mut self, board: &Board, place: usize) -> Option<PackedMove> {
        let m = self.hints[place];
        let fits = !self.hints[..place].contains(&m)
            && !board.is_noisy(m)
            && board.allows(m, &self.legality)
            && match self.quiets {
                Quiets::All => true,
                Quiets::Checks(checks) => checks.gives(board, m),
                Quiets::None => false,
            };
        if !fits {
            self.hints[place] = PackedMove::NONE;
            return None;
        }
        Some(m)
    }

    fn make_quiet(&mut self, board: &Board, history: &History, context: Context) {
        // What lies before is spent, or put off as bad.
        self.next = self.list.len();
        if matches!(self.quiets, Quiets::None) {
            return;
        }
        movegen::quiet(board, &self.legality, &mut self.list);
        if let Quiets::Checks(checks) = self.quiets {
            self.keep_checks(board, &checks);
        }
        for scored in &mut self.list[self.next..] {
            scored.score = history.quiet(board, context, scored.m);
            if scored.m.is_promotion() {
                scored.score -= 40_000;
            }
        }
    }

    fn make_checks(&mut self, board: &Board) {
        self.list.clear();
        self.next = 0;
        movegen::quiet(board, &self.legality, &mut self.list);
        let checks = Checks::new(board);
        self.list
            .retain(|scored| checks.gives(board, scored.m) && board.exchange_wins(scored.m, 0));
    }

    fn quiet(&mut self) -> Option<PackedMove> {
        while !matches!(self.quiets, Quiets::None) {
            let best = self.best()?;
            if !self.hints.contains(&best.m) {
                return Some(best.m);
            }
        }
        None
    }
}

/// Most valuable victim first; among equals what history says.
fn score_noisy(list: &mut MoveList, board: &Board, history: &History) {
    for scored in list {
        let m = scored.m;
        scored.score = 16 * board.captured(m).map_or(0, worth) + history.capture(board, m) / 2;
        if m.is_queen_promotion() {
            scored.score += 16 * 800;
        } else if m.is_promotion() {
            scored.score -= 16 * 800;
        }
    }
}

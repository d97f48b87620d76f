//! Gathers an engine's `info` lines into a list of best lines that fits together.
//!
//! Engines print their lines in rounds: rank 1, 2, … up to the number asked, all of one depth, or
//! (when a round is printed early) the later ones still of the depth before. A round that is whole
//! replaces the one before. What is kept is checked: variations are cut at their first illegal
//! move; ranks that were not asked, leave a gap or repeat a first move are dropped; a score that is
//! only a bound never replaces an exact one.

use shakmaty::{Chess, Move};

use super::Info;
use super::moves::legal_prefix;
use crate::analysis::{Line, Setting, Task, Value};

/// Bounds that are remembered, one for each first move.
const MAX_BOUNDS: usize = 16;

/// Whether a line changed what could be reported.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum News {
    /// A round is whole.
    Round,
    /// Nothing new to show.
    Nothing,
}

/// What one search has said so far.
#[derive(Debug)]
pub(super) struct Gather<'a> {
    board: &'a Chess,
    searchmoves: &'a [Move],
    wanted: usize,
    /// The round being printed: ranks 1.. without a gap.
    pending: Vec<Line>,
    /// The last whole round.
    whole: Vec<Line>,
    /// Whether the engine was asked to play worse moves than it finds.
    pub(super) weakened: bool,
    /// The latest lines with a bound.
    bounds: Vec<Line>,
    /// The last depth named.
    pub(super) depth: u16,
    /// The last count of nodes.
    pub(super) nodes: u64,
    /// The last fill of the table.
    pub(super) hashfull: Option<u16>,
    /// The last count of tablebase hits.
    pub(super) tbhits: u64,
    /// Lines whose variation was cut or that were dropped as unsound.
    pub(super) unsound: u64,
}

impl<'a> Gather<'a> {
    /// Gathers for a task that expects `wanted` lines.
    pub(super) fn new(task: &'a Task, wanted: u16) -> Self {
        Self {
            board: task.position.board(),
            searchmoves: &task.searchmoves,
            wanted: usize::from(wanted),
            pending: Vec::new(),
            whole: Vec::new(),
            bounds: Vec::new(),
            depth: 0,
            nodes: 0,
            hashfull: None,
            tbhits: 0,
            unsound: 0,
            weakened: task.options.iter().any(weakens),
        }
    }

    /// Takes one `info`.
    pub(super) fn feed(&mut self, info: &Info) -> News {
        self.nodes = info.nodes.unwrap_or(self.nodes);
        self.tbhits = info.tbhits.unwrap_or(self.tbhits);
        self.hashfull = info.hashfull.or(self.hashfull);
        if let Some(depth) = info.depth {
            self.depth = u16::try_from(depth).unwrap_or(u16::MAX);
        }
        let Some(line) = self.line(info) else {
            return News::Nothing;
        };
        if line.score.bound.is_some() {
            self.remember_bound(line);
            News::Nothing
        } else {
            self.place(line)
        }
    }

    /// The line that an `info` holds, checked.
    fn line(&mut self, info: &Info) -> Option<Line> {
        let score = info.score?;
        if info.pv.is_empty() {
            return None;
        }
        let pv = legal_prefix(self.board, &info.pv);
        if pv.len() < info.pv.len() {
            self.unsound += 1;
        }
        let first = *pv.first()?;
        let rank = info.multipv.unwrap_or(1);
        let rank = u16::try_from(rank).unwrap_or(u16::MAX);
        let in_range = (1..=self.wanted).contains(&usize::from(rank));
        let searched = self.searchmoves.is_empty() || self.searchmoves.contains(&first);
        // The position is not mate, or it would not be searched.
        if !in_range || !searched || score.value == Value::Mate(0) {
            self.unsound += 1;
            return None;
        }
        let seldepth = info.seldepth.map(u16::try_from);
        Some(Line {
            rank,
            score,
            depth: self.depth,
            seldepth: seldepth.and_then(Result::ok).unwrap_or(self.depth),
            pv,
        })
    }

    fn remember_bound(&mut self, line: Line) {
        self.bounds
            .retain(|old| old.depth >= line.depth && old.pv[0] != line.pv[0]);
        if self.bounds.len() < MAX_BOUNDS {
            self.bounds.push(line);
        }
    }

    fn place(&mut self, line: Line) -> News {
        self.bounds
            .retain(|old| old.depth > line.depth || old.pv[0] != line.pv[0]);
        let place = usize::from(line.rank) - 1;
        let deeper = self
            .pending
            .first()
            .is_some_and(|top| place == 0 && top.depth < line.depth);
        let mut news = News::Nothing;
        if deeper {
            // The engine has gone on with fewer lines than were asked: that round was whole.
            self.whole = self.merged();
            self.pending.clear();
            news = News::Round;
        }
        let gap = place > self.pending.len();
        if gap || has_first(self.pending.iter().take(place), line.pv[0]) {
            self.unsound += 1;
            return news;
        }
        self.pending.truncate(place);
        self.pending.push(line);
        if self.pending.len() == self.wanted {
            self.whole = std::mem::take(&mut self.pending);
            news = News::Round;
        }
        news
    }

    /// The last whole round.
    pub(super) fn whole(&self) -> &[Line] {
        &self.whole
    }

    /// Everything known, best first: what the round being printed has, then the rest of the last
    /// whole one; where no exact score is known, the latest bound.
    pub(super) fn merged(&self) -> Vec<Line> {
        let mut lines = self.pending.clone();
        for line in &self.whole {
            if !has_first(lines.iter(), line.pv[0]) {
                lines.push(line.clone());
            }
        }
        if lines.is_empty() {
            lines.extend(self.bounds.last().cloned());
        }
        lines.truncate(self.wanted);
        rank(&mut lines);
        lines
    }

    /// The bound that is known for a first move.
    pub(super) fn bound_for(&self, first: Move) -> Option<&Line> {
        self.bounds.iter().find(|line| line.pv[0] == first)
    }

    /// How many lines are expected.
    pub(super) fn wanted(&self) -> usize {
        self.wanted
    }
}

fn has_first<'l>(mut lines: impl Iterator<Item = &'l Line>, first: Move) -> bool {
    lines.any(|line| line.pv[0] == first)
}

/// Numbers lines in their order.
pub(super) fn rank(lines: &mut [Line]) {
    for (rank, line) in (1..).zip(lines) {
        line.rank = rank;
    }
}

/// Whether a setting makes an engine play worse moves than it finds (`UCI_LimitStrength` and `UCI_Elo` of the
/// UCI protocol, Stockfish's `Skill Level` of 0 to 20).
fn weakens(setting: &Setting) -> bool {
    match setting.name {
        "UCI_Elo" => true,
        "UCI_LimitStrength" => setting.value == "true",
        "Skill Level" => setting.value != "20",
        _ => false,
    }
}

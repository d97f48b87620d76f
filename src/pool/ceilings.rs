//! What this server allows at most, and how a request is lowered to it.

use crate::analysis::{
    Clock, Depth, Limits, MoveTime, MultiPv, Nodes, Report, StopReason, Task, Threads,
};

/// Moves that engines share what is on a clock between, at least.
const MOVES: u32 = 10;

/// The most that one search may ask for.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Ceilings {
    /// Depth in plies.
    pub depth: Depth,
    /// Nodes.
    pub nodes: Nodes,
    /// Time, also of a search that names no time.
    pub movetime: MoveTime,
    /// Lines.
    pub multipv: MultiPv,
    /// Threads.
    pub threads: Threads,
    /// Hash table in MiB.
    pub hash_mib: u32,
}

/// The limits that were really used, echoed in the answer.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Applied {
    /// The limits asked, each lowered to its ceiling. What was not asked is `None`.
    pub limits: Limits,
    /// Lines: asked, lowered to the ceiling and to the number of moves.
    pub multipv: MultiPv,
    /// Threads.
    pub threads: Threads,
    /// The names of the limits that were lowered to a ceiling; `deadline` where the request's
    /// deadline, queueing included, cut the search.
    pub lowered: Vec<&'static str>,
}

impl Ceilings {
    /// Lowers a task to the ceilings and says what was lowered. Afterwards the task has a limit on
    /// time and nodes even where none was asked.
    pub(crate) fn apply(&self, task: &mut Task, moves: usize) -> Applied {
        let mut lowered = Vec::new();
        let asked = task.limits;
        let mut limits = asked;
        limits.depth = asked
            .depth
            .map(|v| lower(v, self.depth, Depth::NAME, &mut lowered));
        limits.nodes = asked
            .nodes
            .map(|v| lower(v, self.nodes, Nodes::NAME, &mut lowered));
        limits.movetime = asked
            .movetime
            .map(|v| lower(v, self.movetime, MoveTime::NAME, &mut lowered));
        task.threads = lower(task.threads, self.threads, Threads::NAME, &mut lowered);
        let multipv = lower(task.multipv, self.multipv, MultiPv::NAME, &mut lowered);
        let moves = i128::try_from(moves).unwrap_or(1).max(1);
        task.multipv = multipv.min(MultiPv::try_from(moves).unwrap_or(MultiPv::MAX));
        self.clamp_hash(task);
        let unasked = limits.clock.is_none().then_some(self.movetime);
        task.limits = Limits {
            nodes: limits.nodes.or(Some(self.nodes)),
            // Beside a clock engines would take it for the time that they have, so the clock is bounded.
            movetime: limits.movetime.or(unasked),
            clock: limits.clock.map(|clock| Clock {
                remaining: clock.remaining.min(self.movetime.duration() * MOVES),
                ..clock
            }),
            // The ceilings end it.
            infinite: false,
            ..limits
        };
        Applied {
            limits,
            multipv: task.multipv,
            threads: task.threads,
            lowered,
        }
    }
}

impl Ceilings {
    /// What a search gets of hash is bounded as the server's own is.
    fn clamp_hash(&self, task: &mut Task) {
        let hash = task.options.iter_mut().filter(|set| set.name == "Hash");
        for set in hash {
            let asked = set.value.parse::<i128>();
            if asked.is_ok_and(|asked| asked > i128::from(self.hash_mib)) {
                set.value = self.hash_mib.to_string();
            }
        }
    }
}

impl Applied {
    /// Names the ceiling as the reason where a search ended at a limit that was lowered, or that
    /// nobody asked for.
    pub(crate) fn explain(&self, report: &mut Report) {
        let (name, asked) = match report.stop_reason {
            StopReason::Depth => (Depth::NAME, self.limits.depth.is_some()),
            StopReason::Nodes => (Nodes::NAME, self.limits.nodes.is_some()),
            StopReason::Movetime => (MoveTime::NAME, self.limits.movetime.is_some()),
            StopReason::Mate
            | StopReason::Ceiling
            | StopReason::Cancelled
            | StopReason::Terminal => return,
        };
        // A search that ran out of plies without a depth asked has simply ended.
        let unasked = !asked && report.stop_reason != StopReason::Depth;
        if unasked || self.lowered.contains(&name) {
            report.stop_reason = StopReason::Ceiling;
        }
    }
}

fn lower<T: Copy + Ord>(
    asked: T,
    ceiling: T,
    name: &'static str,
    lowered: &mut Vec<&'static str>,
) -> T {
    if asked > ceiling {
        lowered.push(name);
    }
    asked.min(ceiling)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pool::PoolOptions;
    use crate::position::Position;

    #[test]
    fn a_long_movetime_is_lowered_and_said() {
        let limits = Limits::movetime(MoveTime::try_from(3_600_000).unwrap());
        let mut task = Task::new(Position::default(), limits);
        task.multipv = MultiPv::try_from(500).unwrap();
        let applied = PoolOptions::for_testing().ceilings().apply(&mut task, 20);
        assert_eq!(applied.lowered, ["movetime", "multipv"]);
        assert_eq!(applied.limits.movetime.map(MoveTime::get), Some(10_000));
        assert_eq!(applied.multipv.get(), 20);
        let mut report = Report::terminal();
        report.stop_reason = StopReason::Movetime;
        applied.explain(&mut report);
        assert_eq!(report.stop_reason, StopReason::Ceiling);
    }

    #[test]
    fn a_search_without_limits_gets_time_and_nodes() {
        let mut task = Task::new(Position::default(), Limits::depth(Depth::MIN));
        let applied = PoolOptions::for_testing().ceilings().apply(&mut task, 20);
        assert_eq!(applied.limits.movetime, None);
        assert_eq!(task.limits.movetime.map(MoveTime::get), Some(10_000));
        let mut report = Report::terminal();
        report.stop_reason = StopReason::Depth;
        applied.explain(&mut report);
        assert_eq!(report.stop_reason, StopReason::Depth);
    }
}

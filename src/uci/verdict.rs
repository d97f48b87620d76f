//! The report of a search: its lines, its best move, and why it ended.
//!
//! The best move is what the engine plays. When its last line begins with another move (it changed
//! its mind without printing the new line), the line of the best move is put first if there is one,
//! exact or bound. If there is none, a line of that move alone is put first, with the old first
//! line's score as a lower bound: the engine preferred the move to that line, and more is not known.

use std::time::Duration;

use shakmaty::Move;

use super::gather::{Gather, rank};
use crate::analysis::{Bound, Limits, Line, Report, Score, StopReason, Value};

/// Who ended the search.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Ending {
    /// The engine, by itself.
    Own,
    /// We told it to stop, because we were told.
    Cancelled,
    /// We told it to stop, because its time was over.
    Late,
    /// It did not answer a `stop` and was killed, or ended.
    Cut,
}

/// How the search stands after a whole round.
pub(super) fn progress(gather: &Gather<'_>, limits: &Limits, time: Duration) -> Report {
    report(gather, gather.whole().to_vec(), limits, time, Ending::Own)
}

/// What is known of a search that never said its best move; `None` when nothing is.
pub(super) fn partial(gather: &Gather<'_>, limits: &Limits, time: Duration) -> Option<Report> {
    let lines = gather.merged();
    (!lines.is_empty()).then(|| report(gather, lines, limits, time, Ending::Cut))
}

/// The result of a search.
pub(super) fn finished(
    gather: &Gather<'_>,
    (best, ponder): (Move, Option<Move>),
    limits: &Limits,
    time: Duration,
    ending: Ending,
) -> Report {
    let mut lines = gather.merged();
    // A move that was chosen for its weakness says nothing of how deep the search was.
    let reached = gather.weakened.then(|| depth_of(&lines)).flatten();
    put_first(&mut lines, best, ponder, gather);
    let mut report = report(gather, lines, limits, time, ending);
    if let Some(depth) = reached {
        report.depth = depth;
        report.stop_reason = reason(&report, limits, ending);
    }
    report.bestmove = Some(best);
    report.ponder = ponder.or(report.ponder);
    report
}

fn put_first(lines: &mut Vec<Line>, best: Move, ponder: Option<Move>, gather: &Gather<'_>) {
    match lines.iter().position(|line| line.pv[0] == best) {
        Some(at) => lines[..=at].rotate_right(1),
        None => {
            let line = match (gather.bound_for(best), lines.first()) {
                (Some(bound), _) => bound.clone(),
                (None, Some(top)) if gather.weakened => alone(top, best, ponder, Bound::Upper),
                (None, Some(top)) => alone(top, best, ponder, Bound::Lower),
                (None, None) => return,
            };
            lines.insert(0, line);
            lines.truncate(gather.wanted());
        }
    }
    rank(lines);
}

/// A line of one move of which no more is known than that it is better (or, in weakened play, no better) than
/// the one of `top`.
fn alone(top: &Line, best: Move, ponder: Option<Move>, bound: Bound) -> Line {
    Line {
        score: Score {
            value: top.score.value,
            bound: Some(bound),
            wdl: None,
        },
        pv: std::iter::once(best).chain(ponder).collect(),
        ..top.clone()
    }
}

fn report(
    gather: &Gather<'_>,
    lines: Vec<Line>,
    limits: &Limits,
    time: Duration,
    ending: Ending,
) -> Report {
    let depth = depth_of(&lines).unwrap_or_else(|| gather.depth.saturating_sub(1));
    let top = lines.first();
    let mut report = Report {
        bestmove: top.map(|line| line.pv[0]),
        ponder: top.and_then(|line| line.pv.get(1).copied()),
        depth,
        nodes: gather.nodes,
        time,
        hashfull: gather.hashfull,
        tbhits: gather.tbhits,
        stop_reason: StopReason::Depth,
        lines,
    };
    report.stop_reason = reason(&report, limits, ending);
    report
}

/// The depth that all lines with an exact score have.
fn depth_of(lines: &[Line]) -> Option<u16> {
    let exact = lines.iter().filter(|line| line.score.bound.is_none());
    exact.map(|line| line.depth).min()
}

fn reason(report: &Report, limits: &Limits, ending: Ending) -> StopReason {
    match ending {
        Ending::Cancelled => StopReason::Cancelled,
        Ending::Late => StopReason::Movetime,
        Ending::Cut => StopReason::Ceiling,
        Ending::Own => reached(report, limits),
    }
}

#[expect(
    clippy::cast_precision_loss,
    reason = "shares are compared, not counted"
)]
fn share(part: u64, whole: u64) -> f64 {
    part as f64 / whole as f64
}

/// The limit that an engine which ended by itself has reached, as far as it can be told.
fn reached(report: &Report, limits: &Limits) -> StopReason {
    let mate = report
        .lines
        .first()
        .and_then(|line| match line.score.value {
            Value::Mate(moves) if line.score.bound.is_none() => Some(moves.unsigned_abs()),
            Value::Mate(_) | Value::Cp(_) => None,
        });
    let mate_found = limits
        .mate
        .is_some_and(|limit| mate.is_some_and(|moves| moves <= u32::from(limit.get())));
    let depth_done = limits
        .depth
        .is_some_and(|limit| report.depth >= u16::from(limit.get()));
    let nodes_done = limits
        .nodes
        .is_some_and(|limit| report.nodes >= limit.get());
    let timed = limits.movetime.is_some() || limits.clock.is_some();
    let time_share = limits.movetime.map_or(0.0, |limit| {
        report.time.as_secs_f64() / limit.duration().as_secs_f64()
    });
    let time_done = time_share >= 0.9;
    if mate_found {
        StopReason::Mate
    } else if depth_done {
        StopReason::Depth
    } else if nodes_done {
        StopReason::Nodes
    } else if time_done {
        StopReason::Movetime
    } else if mate.is_some() {
        StopReason::Mate // the engine saw nothing left to look for
    } else if limits
        .nodes
        .is_some_and(|limit| share(report.nodes, limit.get()) > time_share)
    {
        StopReason::Nodes // engines that look at the clock of nodes rarely stop a little early
    } else if timed {
        StopReason::Movetime
    } else {
        StopReason::Depth
    }
}

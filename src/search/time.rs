//! How long to think.

use std::time::Duration;

use crate::analysis::{Clock, Limits};

/// Kept back from a clock for what happens outside the search.
const OVERHEAD: Duration = Duration::from_millis(15);
/// Moves that a game is expected to last when no time control says.
const EXPECTED_MOVES: u32 = 26;

/// When to stop; no value: never.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(super) struct Budget {
    /// No new iteration after about this time; only a clock sets it.
    pub(super) soft: Option<Duration>,
    /// The end, in the midst of an iteration too.
    pub(super) hard: Option<Duration>,
}

impl Budget {
    pub(super) fn new(limits: &Limits) -> Self {
        let movetime = limits.movetime.map(|movetime| movetime.duration());
        let mut budget = limits.clock.map(from_clock).unwrap_or_default();
        budget.hard = match (movetime, budget.hard) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        budget
    }
}

/// A share of what is left: soft for a quiet position, hard for a storm.
fn from_clock(clock: Clock) -> Budget {
    let usable = clock.remaining.saturating_sub(OVERHEAD);
    let usable = usable
        .max(clock.remaining / 10)
        .max(Duration::from_millis(1));
    let moves = clock.moves_to_go.unwrap_or(EXPECTED_MOVES).clamp(1, 50);
    let share = usable / moves + clock.increment.mul_f64(0.75);
    let most = if moves == 1 {
        usable.mul_f64(0.9)
    } else {
        usable.mul_f64(0.5)
    };
    Budget {
        soft: Some(share.mul_f64(0.75).min(most)),
        hard: Some(share.mul_f64(3.5).min(most)),
    }
}

/// The soft budget's factor: less when the best move stands and takes most nodes, more when the
/// value falls.
///
/// `stable` is the number of iterations that the best move has stood, `share` its share of the
/// nodes (0 to 1), `fall` by how many centipawns the value fell since the last iteration.
pub(super) fn patience(stable: u32, share: f64, fall: i32) -> f64 {
    let calm = 1.4 - 0.1 * f64::from(stable.min(7));
    let doubt = 1.6 - share;
    let worry = 1.0 + f64::from(fall.clamp(-20, 60)) / 100.0;
    calm * doubt * worry
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(remaining_ms: u64, increment_ms: u64, moves_to_go: Option<u32>) -> Limits {
        Limits {
            clock: Some(Clock {
                remaining: Duration::from_millis(remaining_ms),
                increment: Duration::from_millis(increment_ms),
                moves_to_go,
            }),
            ..Limits::default()
        }
    }

    #[test]
    fn no_budget_spends_more_than_the_clock_has() {
        for remaining in [1, 5, 20, 100, 1_000, 60_000, 3_600_000] {
            for increment in [0, 100, 10_000] {
                for moves in [None, Some(1), Some(2), Some(40)] {
                    let budget = Budget::new(&clock(remaining, increment, moves));
                    let hard = budget.hard.unwrap();
                    let left = Duration::from_millis(remaining);
                    assert!(
                        hard < left || remaining == 1,
                        "{remaining} {increment} {moves:?}"
                    );
                    assert!(budget.soft.unwrap() <= hard);
                }
            }
        }
    }

    #[test]
    fn nothing_asked_is_no_budget() {
        assert_eq!(Budget::new(&Limits::default()), Budget::default());
    }
}

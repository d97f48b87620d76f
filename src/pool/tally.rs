//! What the pool has done since it started, counted for whoever watches it.

use std::time::Duration;

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::{Registry, Unit};

use super::PoolError;
use crate::analysis::{Report, StopReason};

#[derive(Clone, Debug, EncodeLabelSet, Eq, Hash, PartialEq)]
struct Ended {
    engine: String,
    outcome: &'static str,
}

#[derive(Clone, Copy, Debug)]
enum Outcome {
    /// It gave all that was asked.
    Finished,
    /// Its deadline or a shutdown cut it; the partial result was given.
    Cut,
    /// Everyone who waited had left.
    Abandoned,
    /// No place in the queue, no slot in time, or the pool is closed.
    Refused,
    /// The engine failed.
    Failed,
}

#[derive(Clone, Debug, EncodeLabelSet, Eq, Hash, PartialEq)]
struct OfEngine {
    engine: String,
}

#[derive(Clone, Debug, EncodeLabelSet, Eq, Hash, PartialEq)]
struct Asked {
    answer: &'static str,
}

/// Where the answer to a question comes from.
#[derive(Clone, Copy, Debug)]
pub(super) enum Origin {
    /// A search of its own.
    Searched,
    /// The search of somebody who asked the same.
    Joined,
    /// An earlier search.
    Kept,
}

impl Outcome {
    fn as_str(self) -> &'static str {
        match self {
            Self::Finished => "finished",
            Self::Cut => "cut",
            Self::Abandoned => "abandoned",
            Self::Refused => "refused",
            Self::Failed => "failed",
        }
    }
}

impl Origin {
    fn as_str(self) -> &'static str {
        match self {
            Self::Searched => "searched",
            Self::Joined => "joined",
            Self::Kept => "kept",
        }
    }
}

/// The counters; cheap to clone.
#[derive(Clone, Debug)]
pub(super) struct Tally {
    searches: Family<Ended, Counter>,
    nodes: Family<OfEngine, Counter>,
    failures: Family<OfEngine, Counter>,
    questions: Family<Asked, Counter>,
    wait: Histogram,
}

impl Default for Tally {
    fn default() -> Self {
        let bounds = [0.001, 0.005, 0.02, 0.1, 0.5, 2.0, 10.0, 30.0, 120.0];
        Self {
            searches: Family::default(),
            nodes: Family::default(),
            failures: Family::default(),
            questions: Family::default(),
            wait: Histogram::new(bounds),
        }
    }
}

impl Tally {
    pub(super) fn register(&self, registry: &mut Registry) {
        let Self {
            searches,
            nodes,
            failures,
            questions,
            wait,
        } = self.clone();
        registry.register(
            "searches",
            "Searches ended, by engine and outcome",
            searches,
        );
        registry.register("nodes", "Nodes searched, by engine", nodes);
        let help = "Failed starts and crashes of engines";
        registry.register("engine_failures", help, failures);
        let help =
            "Questions, by whether they took a search, joined one, or were answered from the cache";
        registry.register("questions", help, questions);
        let help = "How long searches waited for their slots";
        registry.register_with_unit("search_wait", help, Unit::Seconds, wait);
    }

    pub(super) fn asked(&self, answer: Origin) {
        let answer = answer.as_str();
        self.questions.get_or_create(&Asked { answer }).inc();
    }

    pub(super) fn waited(&self, time: Duration) {
        self.wait.observe(time.as_secs_f64());
    }

    pub(super) fn failed(&self, engine: &str, times: u32) {
        if times > 0 {
            let engine = engine.to_owned();
            let failures = self.failures.get_or_create(&OfEngine { engine });
            failures.inc_by(u64::from(times));
        }
    }

    /// A search has ended; `None`: everyone had left.
    pub(super) fn ended(&self, engine: &str, end: Option<Result<&Report, &PoolError>>) {
        let engine = engine.to_owned();
        let outcome = match end {
            None => Outcome::Abandoned,
            Some(Ok(report)) => {
                let of = OfEngine {
                    engine: engine.clone(),
                };
                self.nodes.get_or_create(&of).inc_by(report.nodes);
                match report.stop_reason {
                    StopReason::Cancelled | StopReason::Ceiling => Outcome::Cut,
                    StopReason::Depth
                    | StopReason::Nodes
                    | StopReason::Movetime
                    | StopReason::Mate
                    | StopReason::Terminal => Outcome::Finished,
                }
            }
            Some(Err(PoolError::Engine { .. } | PoolError::Resting { .. })) => Outcome::Failed,
            Some(Err(
                PoolError::UnknownEngine { .. }
                | PoolError::Unsuited { .. }
                | PoolError::Full { .. }
                | PoolError::Deadline { .. }
                | PoolError::Closed,
            )) => Outcome::Refused,
        };
        self.searches
            .get_or_create(&Ended {
                engine,
                outcome: outcome.as_str(),
            })
            .inc();
    }
}

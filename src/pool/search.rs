//! A search as the one who asked for it sees it: its states on the way and its answer.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;

use super::flight::Flight;
use super::stub::Answer;
use super::{Applied, PoolError};
use crate::analysis::{Report, StopReason};

/// Where the answer comes from.
#[derive(Debug)]
pub(super) enum Source {
    /// It is there, and so old where it was kept.
    Known(Arc<Report>, Option<Duration>),
    Flight(Arc<Flight>),
}

/// A search under way. Dropping it leaves it; when everyone has left it ends.
#[derive(Debug)]
pub struct Search {
    engine: String,
    applied: Applied,
    source: Source,
    progress: watch::Receiver<Option<Report>>,
}

impl Search {
    pub(super) fn new(engine: String, applied: Applied, source: Source) -> Self {
        let progress = match &source {
            Source::Known(..) => watch::channel(None).1,
            Source::Flight(flight) => flight.progress.clone(),
        };
        Self {
            engine,
            applied,
            source,
            progress,
        }
    }

    /// Waits for a newer state than the last one that was taken. States that nobody took in time
    /// are passed over, so that a slow reader costs nothing. `None`: the answer is there.
    pub async fn next(&mut self) -> Option<Answer> {
        let Source::Flight(flight) = &self.source else {
            return None;
        };
        loop {
            tokio::select! {
                biased;
                _ = flight.end() => return None,
                changed = self.progress.changed() => changed.ok()?,
            }
            let report = self.progress.borrow_and_update().clone();
            if let Some(report) = report {
                return Some(self.answer_of(report, None));
            }
        }
    }

    /// The newest state, as the answer of one who stops here; `None`: there is none yet.
    pub fn latest(&self) -> Option<Answer> {
        let mut report = self.progress.borrow().clone()?;
        report.stop_reason = StopReason::Cancelled;
        Some(self.answer_of(report, None))
    }

    /// Waits for the answer.
    ///
    /// # Errors
    ///
    /// See [`Pool::analyse`](super::Pool::analyse).
    pub async fn answer(&self) -> Result<Answer, PoolError> {
        let (report, age) = match &self.source {
            Source::Known(report, age) => (Arc::clone(report), *age),
            Source::Flight(flight) => (flight.end().await?, None),
        };
        let mut report = Report::clone(&report);
        let mut answer = self.applied.clone();
        if report.stop_reason == StopReason::Ceiling {
            // Only the deadline cuts a search; ceilings lower its limits.
            answer.lowered.push("deadline");
        }
        self.applied.explain(&mut report);
        Ok(Answer {
            applied: answer,
            ..self.answer_of(report, age)
        })
    }

    fn answer_of(&self, report: Report, age: Option<Duration>) -> Answer {
        Answer {
            engine: self.engine.clone(),
            report,
            applied: self.applied.clone(),
            age,
        }
    }
}

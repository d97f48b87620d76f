//! A search as the one who asked for it sees it: its states on the way and its answer.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;

use super::flight::Flight;
use super::queue::Place;
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
    /// `None`: there is nothing more to be said of it.
    place: Option<watch::Receiver<Option<Place>>>,
}

/// What there is to tell of a search on its way.
#[derive(Clone, Debug)]
pub enum News {
    /// It has to wait.
    Queued(Place),
    /// It has found something.
    State(Box<Answer>),
}

impl Search {
    pub(super) fn new(engine: String, applied: Applied, source: Source) -> Self {
        let (progress, place) = match &source {
            Source::Known(..) => (watch::channel(None).1, None),
            Source::Flight(flight) => (flight.progress.clone(), Some(flight.place.clone())),
        };
        let place = place.map(|mut place| {
            // Whoever joins a search that waits is told, too.
            place.mark_changed();
            place
        });
        Self {
            engine,
            applied,
            source,
            progress,
            place,
        }
    }

    /// Waits for its place in the queue, where it has to wait, then for a newer state than the last one that
    /// was taken. States that nobody took in time are passed over, so that a slow reader costs nothing.
    /// `None`: the answer is there.
    pub async fn next(&mut self) -> Option<News> {
        let Source::Flight(flight) = &self.source else {
            return None;
        };
        loop {
            tokio::select! {
                biased;
                _ = flight.end() => return None,
                changed = self.progress.changed() => changed.ok()?,
                place = placed(&mut self.place) => {
                    let waits = self.progress.borrow().is_none();
                    if let Some(place) = place.filter(|_| waits) {
                        return Some(News::Queued(place));
                    }
                    continue;
                }
            }
            let report = self.progress.borrow_and_update().clone();
            if let Some(report) = report {
                return Some(News::State(Box::new(self.answer_of(report, None))));
            }
        }
    }

    /// Ends it with what it has found, for everyone who waits for it; the answer comes soon.
    pub fn stop(&self) {
        if let Source::Flight(flight) = &self.source {
            flight.stop();
        }
    }

    /// The newest state, as the answer of one who stops here; `None`: it has begun and found none yet.
    pub fn latest(&self) -> Option<Answer> {
        let Source::Flight(flight) = &self.source else {
            return None;
        };
        let report = self.progress.borrow().clone();
        let waits = || flight.place.borrow().map(|_| Report::terminal());
        let mut report = report.or_else(waits)?;
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

/// Waits for the next word on a search's place; there is none after it has said `None`.
async fn placed(place: &mut Option<watch::Receiver<Option<Place>>>) -> Option<Place> {
    let Some(seen) = place else {
        return std::future::pending().await;
    };
    if seen.changed().await.is_err() {
        *place = None;
        return None;
    }
    *seen.borrow_and_update()
}

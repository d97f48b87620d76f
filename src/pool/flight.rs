//! Searches shared by all who ask the same at the same time.
//!
//! A search belongs to everyone who waits for it and ends when the last one leaves.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use super::PoolError;
use super::question::ExactQuestion;
use super::queue::Place;
use crate::analysis::Report;

/// How a search ended.
pub(super) type Ended = Result<Arc<Report>, PoolError>;

/// A running search, seen by those who wait for it.
#[derive(Debug)]
pub(super) struct Flight {
    /// The number of its ticket.
    pub(super) id: u64,
    pub(super) progress: watch::Receiver<Option<Report>>,
    pub(super) place: watch::Receiver<Option<Place>>,
    stop: CancellationToken,
    ended: watch::Receiver<Option<Ended>>,
    abandoned: CancellationToken,
}

impl Flight {
    /// Ends it with what it has found, for everyone who waits for it.
    pub(super) fn stop(&self) {
        self.stop.cancel();
    }

    /// Waits for the end.
    pub(super) async fn end(&self) -> Ended {
        let mut ended = self.ended.clone();
        let seen = ended.wait_for(Option::is_some).await;
        let ended = seen.ok().and_then(|ended| ended.clone());
        ended.unwrap_or(Err(PoolError::Closed))
    }
}

impl Drop for Flight {
    /// Nobody waits any more.
    fn drop(&mut self) {
        self.abandoned.cancel();
    }
}

/// What drives a search: whoever holds it runs it and says how it ended.
#[derive(Debug)]
pub(super) struct Pilot {
    pub(super) id: u64,
    /// Ends the search with what it has found.
    pub(super) stop: CancellationToken,
    pub(super) place: watch::Sender<Option<Place>>,
    pub(super) progress: watch::Sender<Option<Report>>,
    pub(super) ended: watch::Sender<Option<Ended>>,
    /// Told when the last one has left.
    pub(super) abandoned: CancellationToken,
}

/// A new flight, which `stop` ends with what it has found, and its pilot.
pub(super) fn flight(id: u64, stop: CancellationToken) -> (Arc<Flight>, Pilot) {
    let (place, seen_place) = watch::channel(None);
    let (progress, seen) = watch::channel(None);
    let (ended, end) = watch::channel(None);
    let abandoned = CancellationToken::new();
    let flight = Flight {
        id,
        place: seen_place,
        stop: stop.clone(),
        progress: seen,
        ended: end,
        abandoned: abandoned.clone(),
    };
    let pilot = Pilot {
        id,
        stop,
        place,
        progress,
        ended,
        abandoned,
    };
    (Arc::new(flight), pilot)
}

/// The searches under way, by what they answer.
#[derive(Debug, Default)]
pub(super) struct Flights(Mutex<HashMap<ExactQuestion, Weak<Flight>>>);

impl Flights {
    /// Joins the flight that answers the question, or else starts one; its pilot comes with it.
    pub(super) fn board(
        &self,
        question: &ExactQuestion,
        new: impl FnOnce() -> (Arc<Flight>, Pilot),
    ) -> (Arc<Flight>, Option<Pilot>) {
        let mut flights = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(flight) = flights.get(question).and_then(Weak::upgrade) {
            return (flight, None);
        }
        let (flight, pilot) = new();
        flights.insert(question.clone(), Arc::downgrade(&flight));
        (flight, Some(pilot))
    }

    /// Nobody joins any more: it has ended or was left by all. A newer one of the same question
    /// stays.
    pub(super) fn land(&self, question: &ExactQuestion) {
        let mut flights = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if flights
            .get(question)
            .is_some_and(|flight| flight.strong_count() == 0 || has_ended(flight))
        {
            flights.remove(question);
        }
    }
}

fn has_ended(flight: &Weak<Flight>) -> bool {
    flight
        .upgrade()
        .is_none_or(|flight| flight.ended.borrow().is_some())
}

//! One search, from the moment its slots are free until its engine is clean again.

use std::time::Duration;

use tokio::sync::mpsc;
use tokio::time::Instant;
use tracing::Instrument as _;

use super::PoolError;
use super::actor::{Message, Ticket};
use super::queue::Turn;
use super::session::Memory;
use super::traced;
use crate::analysis::Report;
use crate::engine::{Engine, EngineError, NamedEngine};

/// The longest that a request waits for an engine that rests after crashes.
const PATIENCE: Duration = Duration::from_secs(1);

/// What a job gives back.
#[derive(Debug)]
pub(super) struct Outcome {
    pub(super) kind: usize,
    pub(super) slots: u16,
    pub(super) turn: Turn,
    /// The engine, ready for the next search; `None`: it failed or was not started.
    pub(super) engine: Option<Engine>,
    /// What it remembers.
    pub(super) memory: Memory,
    /// Failures of the engine in this job.
    pub(super) failures: u32,
    /// Whether it gave a report in the end.
    pub(super) succeeded: bool,
    /// When it got its slots.
    pub(super) since: Instant,
}

/// The slots and the engine that a job holds; dropping it gives them back.
#[derive(Debug)]
pub(super) struct Lease {
    outcome: Option<Outcome>,
    pool: mpsc::UnboundedSender<Message>,
}

impl Lease {
    pub(super) fn new(outcome: Outcome, pool: mpsc::UnboundedSender<Message>) -> Self {
        Self {
            outcome: Some(outcome),
            pool,
        }
    }

    fn outcome(&mut self) -> &mut Outcome {
        self.outcome
            .as_mut()
            .expect("taken only when the lease is dropped")
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        if let Some(mut outcome) = self.outcome.take() {
            // An engine in the hands of a job that panicked is in an unknown state.
            if std::thread::panicking() {
                outcome.engine = None;
            }
            drop(self.pool.send(Message::Finished(outcome)));
        }
    }
}

/// Runs a search, answers, and cleans up.
pub(super) async fn run(mut ticket: Ticket, mut lease: Lease, spec: NamedEngine, rest: Duration) {
    if lease.outcome().engine.is_none() && !rest.is_zero() {
        if rest > PATIENCE {
            let resting = PoolError::Resting {
                engine: spec.name().to_owned(),
                retry_after: rest,
            };
            drop(ticket.reply.send(Err(resting)));
            return;
        }
        tokio::time::sleep(rest).await;
    }
    let span = ticket.waiting.search(spec.name());
    let answer = search(&ticket, &mut lease, &spec)
        .instrument(span.clone())
        .await;
    traced::ended(&span, answer.as_ref());
    drop(span);
    if let Some(session) = ticket.session {
        // The engine is back before the answer is out: whoever asks on finds it.
        lease.outcome().memory = Memory::Of(session);
        drop(lease);
        drop(ticket.reply.send(answer));
        return;
    }
    drop(ticket.reply.send(answer));
    clean(&mut lease, &spec).await;
}

/// Searches, once more on a fresh engine if the first one fails.
async fn search(
    ticket: &Ticket,
    lease: &mut Lease,
    spec: &NamedEngine,
) -> Result<Report, PoolError> {
    prepare(ticket, lease, spec).await;
    let mut result = attempt(ticket, lease, spec).await;
    if let Err(cause) = &result
        && cause.may_be_retried()
        && !ticket.stop.is_cancelled()
    {
        tracing::warn!(engine = spec.name(), %cause, "engine failed; trying a fresh one");
        result = attempt(ticket, lease, spec).await;
    }
    lease.outcome().succeeded = result.is_ok();
    result.map_err(|cause| explain(spec.name(), cause))
}

/// Makes an engine forget what does not belong to the search.
async fn prepare(ticket: &Ticket, lease: &mut Lease, spec: &NamedEngine) {
    let fits = match &lease.outcome().memory {
        Memory::Clean => true,
        Memory::Of(session) => ticket.session.as_ref() == Some(session),
        Memory::Stale => false,
    };
    if !fits {
        clean(lease, spec).await;
    }
}

/// Empties an engine; one that does not let itself be emptied is given up.
async fn clean(lease: &mut Lease, spec: &NamedEngine) {
    lease.outcome().memory = Memory::Clean;
    if let Some(engine) = &mut lease.outcome().engine
        && let Err(cause) = engine.clean().await
    {
        tracing::warn!(engine = spec.name(), %cause, "engine could not be cleaned; dropped");
        lease.outcome().engine = None;
    }
}

fn explain(engine: &str, cause: EngineError) -> PoolError {
    let engine = engine.to_owned();
    if !cause.may_be_retried() {
        return PoolError::Unsuited { engine, cause };
    }
    tracing::error!(engine, %cause, "engine failed");
    PoolError::Engine {
        engine,
        cause,
        retry_after: Duration::from_secs(1),
    }
}

async fn attempt(
    ticket: &Ticket,
    lease: &mut Lease,
    spec: &NamedEngine,
) -> Result<Report, EngineError> {
    let outcome = lease.outcome();
    let mut engine = match outcome.engine.take() {
        Some(engine) => engine,
        None => spec.spawn().await.inspect_err(|_| outcome.failures += 1)?,
    };
    let report = engine
        .analyse(&ticket.task, &ticket.stop, &ticket.progress)
        .await;
    let fatal = report.as_ref().is_err_and(EngineError::is_fatal);
    if fatal {
        outcome.failures += 1;
    } else if engine.is_usable() {
        outcome.engine = Some(engine);
    }
    report
}

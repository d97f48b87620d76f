//! The owner of the slots, the queue and the idle engines.
//!
//! It never waits for an engine: jobs run in tasks of their own and give their slots back when
//! they are dropped, even by a panic.

use std::time::Duration;

use tokio::sync::{mpsc, oneshot, watch};
use tokio::task::JoinSet;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use super::PoolError;
use super::backoff::Backoff;
use super::job::{self, Lease, Outcome};
use super::queue::{Queue, Turn};
use super::status::{EngineState, PoolStatus};
use super::tally::Tally;
use crate::analysis::{Report, Task};
use crate::engine::{Engine, Identity, NamedEngine};

/// A search that waits for its slots.
#[derive(Debug)]
pub(super) struct Ticket {
    pub(super) id: u64,
    /// Index of the engine.
    pub(super) kind: usize,
    pub(super) task: Task,
    pub(super) turn: Turn,
    /// When it was handed in.
    pub(super) since: Instant,
    /// Stops the search with its partial result.
    pub(super) stop: CancellationToken,
    /// Takes the states on the way.
    pub(super) progress: watch::Sender<Option<Report>>,
    pub(super) reply: oneshot::Sender<Result<Report, PoolError>>,
}

/// What the actor is told.
#[derive(Debug)]
pub(super) enum Message {
    Submit(Box<Ticket>),
    /// The caller left, or its deadline passed: give up its queue place.
    Leave(u64),
    Finished(Outcome),
    Identified {
        kind: usize,
        identity: Option<Identity>,
    },
    Status(oneshot::Sender<PoolStatus>),
    /// Take no new work.
    Close,
    /// Tell when nothing runs and nothing waits.
    WhenIdle(oneshot::Sender<()>),
    /// Refuse what still waits.
    Refuse,
    /// End the idle engines in good order, and tell when they have ended.
    Retire(oneshot::Sender<()>),
}

#[derive(Debug)]
struct Kind {
    spec: NamedEngine,
    idle: Vec<Engine>,
    busy: u16,
    backoff: Backoff,
    identity: Option<Identity>,
}

/// The pool's state; [`Actor::run`] owns it.
#[derive(Debug)]
pub(super) struct Actor {
    slots: u16,
    queue: u16,
    free: u16,
    kinds: Vec<Kind>,
    waiting: Queue,
    open: bool,
    /// Smoothed time that a search holds its slots.
    held: Duration,
    idle_watchers: Vec<oneshot::Sender<()>>,
    tally: Tally,
    /// Weak, so that the actor ends when the last stub and the last job are gone.
    outbox: mpsc::WeakUnboundedSender<Message>,
    inbox: mpsc::UnboundedReceiver<Message>,
}

impl Actor {
    /// The actor and its mailbox.
    pub(super) fn new(
        slots: u16,
        queue: u16,
        specs: Vec<NamedEngine>,
        tally: Tally,
    ) -> (Self, mpsc::UnboundedSender<Message>) {
        // Bounded by what it carries: one message for each open request and each slot.
        let (mailbox, inbox) = mpsc::unbounded_channel();
        let kinds = specs.into_iter().map(|spec| Kind {
            spec,
            idle: Vec::new(),
            busy: 0,
            backoff: Backoff::default(),
            identity: None,
        });
        let actor = Self {
            slots,
            queue,
            free: slots,
            kinds: kinds.collect(),
            waiting: Queue::default(),
            open: true,
            held: Duration::from_secs(1),
            idle_watchers: Vec::new(),
            tally,
            outbox: mailbox.downgrade(),
            inbox,
        };
        (actor, mailbox)
    }

    /// Runs until every stub and every job is gone.
    pub(super) async fn run(mut self) {
        while let Some(message) = self.inbox.recv().await {
            match message {
                Message::Submit(ticket) => self.submit(*ticket),
                Message::Leave(id) => self.waiting.retain(|ticket| ticket.id != id),
                Message::Finished(outcome) => self.finish(outcome),
                Message::Identified { kind, identity } => self.identify(kind, identity),
                Message::Status(reply) => drop(reply.send(self.status())),
                Message::Close => self.open = false,
                Message::WhenIdle(watcher) => self.idle_watchers.push(watcher),
                Message::Retire(done) => self.retire(done),
                Message::Refuse => {
                    for ticket in self.waiting.drain() {
                        drop(ticket.reply.send(Err(PoolError::Closed)));
                    }
                }
            }
            self.dispatch();
            self.tell_idle();
        }
    }

    fn submit(&mut self, ticket: Ticket) {
        if !self.open {
            drop(ticket.reply.send(Err(PoolError::Closed)));
            return;
        }
        self.waiting.retain(|waiting| !waiting.reply.is_closed());
        let starts_at_once = self.waiting.is_empty() && ticket.task.threads.get() <= self.free;
        if !starts_at_once && self.waiting.len() >= usize::from(self.queue) {
            let refusal = PoolError::Full {
                slots: self.slots,
                queue: self.queue,
                retry_after: self.expected_wait(),
            };
            drop(ticket.reply.send(Err(refusal)));
            return;
        }
        self.waiting.push(ticket);
    }

    /// When a new arrival would probably start: everyone before it at the smoothed pace.
    fn expected_wait(&self) -> Duration {
        let rounds = self.waiting.len() / usize::from(self.slots.max(1)) + 1;
        self.held
            .saturating_mul(u32::try_from(rounds).unwrap_or(u32::MAX))
            .min(Duration::from_secs(600))
    }

    /// Starts whoever is next in the queue, as long as the slots suffice. A search that wants many
    /// threads is not overtaken.
    fn dispatch(&mut self) {
        while let Some(ticket) = self.waiting.pop_if(self.free) {
            if !ticket.reply.is_closed() {
                self.start(ticket);
            }
        }
    }

    fn start(&mut self, ticket: Ticket) {
        let Some(outbox) = self.outbox.upgrade() else {
            return; // the last stub is gone, and with it whoever asked
        };
        let slots = ticket.task.threads.get();
        self.free -= slots;
        self.waiting.started(&ticket);
        let engine = self.kinds[ticket.kind].idle.pop();
        if engine.is_none() {
            self.make_room();
        }
        let kind = &mut self.kinds[ticket.kind];
        kind.busy += 1;
        let now = Instant::now();
        self.tally
            .waited(now.saturating_duration_since(ticket.since));
        let lease = Lease::new(
            Outcome {
                kind: ticket.kind,
                slots,
                turn: ticket.turn,
                engine,
                failures: 0,
                succeeded: false,
                since: now,
            },
            outbox,
        );
        tokio::spawn(job::run(
            ticket,
            lease,
            kind.spec.clone(),
            kind.backoff.wait(now),
        ));
    }

    /// Keeps engines, idle ones included, at no more than one a slot, which is what the memory was
    /// promised for: unloads an idle engine of another kind before a new one starts.
    fn make_room(&mut self) {
        let alive: usize = self
            .kinds
            .iter()
            .map(|kind| kind.idle.len() + usize::from(kind.busy))
            .sum();
        if alive >= usize::from(self.slots)
            && let Some(fullest) = self.kinds.iter_mut().max_by_key(|kind| kind.idle.len())
        {
            fullest.idle.pop();
        }
    }

    fn finish(&mut self, outcome: Outcome) {
        self.free += outcome.slots;
        self.waiting.finished(outcome.turn, outcome.slots);
        let now = Instant::now();
        self.held = (self.held * 7 + now.saturating_duration_since(outcome.since)) / 8;
        let kind = &mut self.kinds[outcome.kind];
        kind.busy -= 1;
        self.tally.failed(kind.spec.name(), outcome.failures);
        for _ in 0..outcome.failures {
            kind.backoff.fail(now);
        }
        if outcome.succeeded {
            kind.backoff.succeed();
        }
        if let Some(engine) = outcome.engine {
            kind.identity = Some(engine.identity().clone());
            kind.idle.push(engine);
        }
    }

    fn identify(&mut self, kind: usize, identity: Option<Identity>) {
        let kind = &mut self.kinds[kind];
        if identity.is_none() {
            kind.backoff.fail(Instant::now());
        }
        kind.identity = identity.or(kind.identity.take());
    }

    fn retire(&mut self, done: oneshot::Sender<()>) {
        let engines: Vec<Engine> = self
            .kinds
            .iter_mut()
            .flat_map(|kind| kind.idle.drain(..))
            .collect();
        tokio::spawn(async move {
            let mut quitting = JoinSet::new();
            for engine in engines {
                quitting.spawn(engine.quit());
            }
            quitting.join_all().await;
            let _ = done.send(()); // whoever shuts down may have given up
        });
    }

    fn tell_idle(&mut self) {
        if self.free == self.slots && self.waiting.is_empty() {
            for watcher in self.idle_watchers.drain(..) {
                let _ = watcher.send(()); // whoever watched may have left
            }
        }
    }

    fn status(&self) -> PoolStatus {
        let engines = self.kinds.iter().map(|kind| EngineState {
            name: kind.spec.name().to_owned(),
            kind: kind.spec.kind(),
            identity: kind.identity.clone(),
            busy: kind.busy,
            failures: kind.backoff.failures(),
            is_default: false,
        });
        PoolStatus {
            engines: engines.collect(),
            slots: self.slots,
            busy: self.slots - self.free,
            queued: u16::try_from(self.waiting.len()).unwrap_or(u16::MAX),
            queue: self.queue,
            open: self.open,
        }
    }
}

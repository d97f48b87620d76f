//! The owner of the slots, the queue and the idle engines.
//!
//! It never waits for an engine: jobs run in tasks of their own and give their slots back when
//! they are dropped, even by a panic.

use std::time::Duration;

use tokio::sync::{mpsc, oneshot, watch};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep_until};
use tokio_util::sync::CancellationToken;

use super::backoff::Backoff;
use super::idle::Idle;
use super::job::{self, Lease, Outcome};
use super::queue::{Place, Queue, Turn};
use super::session::{Memory, SessionKey};
use super::status::{EngineState, PoolStatus};
use super::tally::Tally;
use super::traced::Waiting;
use super::{Load, PoolError, PoolOptions};
use crate::analysis::{Report, StopReason, Task};
use crate::engine::{Engine, Identity, NamedEngine};

/// A search that waits for its slots.
#[derive(Debug)]
pub(super) struct Ticket {
    pub(super) id: u64,
    /// Index of the engine.
    pub(super) kind: usize,
    pub(super) task: Task,
    pub(super) turn: Turn,
    /// Whose memory it builds on; `None`: nobody's.
    pub(super) session: Option<SessionKey>,
    /// When it was handed in.
    pub(super) since: Instant,
    /// Stops the search with its partial result.
    pub(super) stop: CancellationToken,
    /// Takes the states on the way.
    pub(super) progress: watch::Sender<Option<Report>>,
    /// Told where it stands when it has to wait.
    pub(super) place: watch::Sender<Option<Place>>,
    /// The span that it waits in.
    pub(super) waiting: Waiting,
    pub(super) reply: oneshot::Sender<Result<Report, PoolError>>,
}

/// What the actor is told.
#[derive(Debug)]
pub(super) enum Message {
    Submit(Box<Ticket>),
    /// The caller left, or its deadline passed: give up its queue place.
    Leave(u64),
    /// It is to end with what it has: nothing, if it still waits.
    Recall(u64),
    /// Somebody waits for what was one of many.
    Raise(u64, Turn),
    /// A session is over.
    Forget(SessionKey),
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
    idle: Idle,
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
    /// How long an engine may rest before it is ended; `None`: for ever.
    unload: Option<Duration>,
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
        options: &PoolOptions,
        specs: Vec<NamedEngine>,
        tally: Tally,
    ) -> (Self, mpsc::UnboundedSender<Message>) {
        // Bounded by what it carries: one message for each open request and each slot.
        let (mailbox, inbox) = mpsc::unbounded_channel();
        let kinds = specs.into_iter().map(|spec| Kind {
            spec,
            idle: Idle::default(),
            busy: 0,
            backoff: Backoff::default(),
            identity: None,
        });
        let slots = options.slots();
        let actor = Self {
            slots,
            queue: options.queue,
            free: slots,
            kinds: kinds.collect(),
            waiting: Queue::default(),
            open: true,
            unload: options.idle_unload(),
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
        loop {
            let due = self.unload.and_then(|after| {
                let of_kinds = self.kinds.iter().filter_map(|kind| kind.idle.due(after));
                of_kinds.min()
            });
            let message = tokio::select! {
                message = self.inbox.recv() => message,
                () = sleep_until(due.unwrap_or_else(Instant::now)), if due.is_some() => {
                    self.unload();
                    continue;
                }
            };
            let Some(message) = message else { return };
            match message {
                Message::Submit(ticket) => self.submit(*ticket),
                Message::Leave(id) => self.waiting.retain(|ticket| ticket.id != id),
                Message::Recall(id) => self.recall(id),
                Message::Raise(id, turn) => self.waiting.raise(id, turn),
                Message::Forget(session) => {
                    let kinds = self.kinds.iter_mut();
                    kinds.for_each(|kind| kind.idle.forget(&session));
                }
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
            let load = self.load();
            drop(ticket.reply.send(Err(PoolError::Full { load })));
            return;
        }
        if !starts_at_once {
            let ahead = self.waiting.ahead(ticket.turn.pressing);
            ticket.place.send_replace(Some(Place {
                position: ahead + 1,
                expected: self.expected_wait(ahead),
            }));
        }
        self.waiting.push(ticket);
    }

    /// Ends a search that still waits, with nothing.
    fn recall(&mut self, id: u64) {
        if let Some(ticket) = self.waiting.remove(id) {
            let nothing = Report {
                stop_reason: StopReason::Cancelled,
                ..Report::terminal()
            };
            drop(ticket.reply.send(Ok(nothing)));
        }
    }

    /// Ends the engines that have rested long enough.
    fn unload(&mut self) {
        let after = self.unload.unwrap_or(Duration::MAX);
        for kind in &mut self.kinds {
            for engine in kind.idle.take_due(after) {
                tracing::info!(engine = kind.spec.name(), "engine unloaded after its rest");
                tokio::spawn(engine.quit());
            }
        }
    }

    /// When one more would probably start, after so many: all of them at the smoothed pace.
    fn expected_wait(&self, ahead: usize) -> Duration {
        let rounds = ahead / usize::from(self.slots.max(1)) + 1;
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
        let (engine, memory) = self.engine_for(&ticket);
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
                memory,
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

    /// An engine for a search, and what it remembers; `None`: one is to be started.
    fn engine_for(&mut self, ticket: &Ticket) -> (Option<Engine>, Memory) {
        let idle = &mut self.kinds[ticket.kind].idle;
        if let Some((engine, memory)) = idle.take(ticket.session.as_ref()) {
            return (Some(engine), memory);
        }
        if self.alive() >= usize::from(self.slots) {
            // There is no room for one more: a session is forgotten.
            if let Some(engine) = self.kinds[ticket.kind].idle.take_oldest() {
                return (Some(engine), Memory::Stale);
            }
            self.make_room();
        }
        (None, Memory::Clean)
    }

    /// Engines that run, idle ones included.
    fn alive(&self) -> usize {
        let of_kinds = self.kinds.iter();
        of_kinds
            .map(|kind| kind.idle.len() + usize::from(kind.busy))
            .sum()
    }

    /// Keeps engines, idle ones included, at no more than one a slot, which is what the memory was
    /// promised for: unloads an idle engine of another kind before a new one starts.
    fn make_room(&mut self) {
        if let Some(fullest) = self.kinds.iter_mut().max_by_key(|kind| kind.idle.len()) {
            fullest.idle.drop_one();
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
            kind.idle.rest(engine, outcome.memory);
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
            .flat_map(|kind| kind.idle.take_all())
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

    fn load(&self) -> Load {
        Load {
            slots: self.slots,
            waiting: u16::try_from(self.waiting.len()).unwrap_or(u16::MAX),
            places: self.queue,
            expected_wait: self.expected_wait(self.waiting.len()),
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
            expected_wait: self.expected_wait(self.waiting.len()),
        }
    }
}

//! The handle by which everyone reaches the pool.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use prometheus_client::registry::Registry;
use shakmaty::Position as _;
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::{Instant, timeout};
use tokio_util::sync::{CancellationToken, DropGuard};

use super::actor::{Actor, Message, Ticket};
use super::cache::{CacheUse, Results};
use super::flight::{Flight, Flights, Pilot, flight};
use super::question::{ExactQuestion, Question};
use super::queue::{Place as QueuePlace, Pressing, Turn};
use super::search::{Search, Source};
use super::status::PoolStatus;
use super::tally::{Origin, Tally};
use super::traced::Waiting;
use super::{Applied, Ceilings, PoolError, PoolOptions, SessionKey};
use crate::analysis::{Report, StopReason, Task};
use crate::engine::NamedEngine;

/// How long a stopped engine may take to hand in its partial result. Engines have a shorter
/// deadline of their own, after which they are killed; this one guards against our own faults.
const GRACE: Duration = Duration::from_secs(30);

/// A search that is asked of the pool.
#[derive(Clone, Debug)]
pub struct Request {
    /// An engine's name; `None`: the default one.
    pub engine: Option<String>,
    /// What to search.
    pub task: Task,
    /// Which kept results will do instead.
    pub cache: CacheUse,
    /// On whose behalf, and how pressing it is.
    pub turn: Turn,
    /// The session that it belongs to; `None`: it builds on nothing that was searched before.
    pub session: Option<SessionKey>,
}

/// What the pool answers.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The engine that was used, or would have been.
    pub engine: String,
    /// The search's result.
    pub report: Report,
    /// The limits really used.
    pub applied: Applied,
    /// How long ago the result was found, where it was kept from an earlier search.
    pub age: Option<Duration>,
}

#[derive(Debug)]
struct Shared {
    names: Vec<String>,
    default: usize,
    ceilings: Ceilings,
    deadline: Duration,
    next_id: AtomicU64,
    /// `None`: nothing is kept and nothing shared.
    results: Option<Results>,
    flights: Flights,
    tally: Tally,
    /// Stops every search.
    stop: CancellationToken,
    /// No new work is taken.
    closing: CancellationToken,
}

/// The pool of engines; cheap to clone.
#[derive(Clone, Debug)]
pub struct Pool {
    actor: mpsc::UnboundedSender<Message>,
    shared: Arc<Shared>,
}

impl Pool {
    /// Starts the pool on the current runtime. No engine is kept running before its first use, but
    /// each is started once in the background to learn what it says of itself.
    ///
    /// `default` is the name of the engine that serves requests which name none.
    pub fn start(options: &PoolOptions, specs: Vec<NamedEngine>, default: &str) -> Self {
        let names: Vec<String> = specs.iter().map(|spec| spec.name().to_owned()).collect();
        let tally = Tally::default();
        let (actor, mailbox) = Actor::new(options, specs.clone(), tally.clone());
        let pool = Self {
            actor: mailbox,
            shared: Arc::new(Shared {
                default: names.iter().position(|name| name == default).unwrap_or(0),
                names,
                ceilings: options.ceilings(),
                deadline: options.deadline(),
                next_id: AtomicU64::new(0),
                results: (options.cache > 0).then(|| Results::new(u64::from(options.cache) << 20)),
                flights: Flights::default(),
                tally,
                stop: CancellationToken::new(),
                closing: CancellationToken::new(),
            }),
        };
        tokio::spawn(actor.run());
        for (kind, spec) in specs.into_iter().enumerate() {
            tokio::spawn(introduce(kind, spec, pool.actor.clone()));
        }
        pool
    }

    /// Analyses one position.
    ///
    /// Waits at most the pool's deadline (wall clock, queueing included). Dropping the future
    /// leaves the search, which ends at its next node check when nobody else waits for it. A
    /// deadline or a ceiling that comes inside the search is an answer with the partial result and
    /// [`StopReason::Ceiling`].
    ///
    /// # Errors
    ///
    /// * [`PoolError::UnknownEngine`] when no engine has the name.
    /// * [`PoolError::Full`] at once, when every queue place is taken; nothing was started.
    /// * [`PoolError::Deadline`] when no slot came free in time.
    /// * [`PoolError::Engine`] when the engine failed twice on it, or rests after crashes.
    /// * [`PoolError::Closed`] when the server is shutting down.
    pub async fn analyse(&self, request: Request) -> Result<Answer, PoolError> {
        self.open(request)?.answer().await
    }

    /// Starts to analyse one position, for those who look on; see [`Pool::analyse`].
    ///
    /// # Errors
    ///
    /// [`PoolError::UnknownEngine`]; the others come with the answer.
    pub fn open(&self, request: Request) -> Result<Search, PoolError> {
        let kind = self.resolve(request.engine)?;
        let mut task = request.task;
        let moves = task.position.board().legal_moves().len();
        let searched = if task.searchmoves.is_empty() {
            moves
        } else {
            task.searchmoves.len()
        };
        let applied = self.shared.ceilings.apply(&mut task, searched);
        let engine = self.shared.names[kind].clone();
        let asked = Asked {
            kind,
            task,
            turn: request.turn,
            session: request.session,
            caller: tracing::Span::current(),
        };
        let source = self.source(asked, request.cache);
        Ok(Search::new(engine, applied, source))
    }

    fn source(&self, asked: Asked, wanted: CacheUse) -> Source {
        let task = &asked.task;
        if task.position.status().is_over() {
            return Source::Known(Arc::new(Report::terminal()), None);
        }
        let tally = &self.shared.tally;
        let Some(results) = &self.shared.results else {
            tally.asked(Origin::Searched);
            let (flight, pilot) = self.flight();
            self.pilot(pilot, asked, None);
            return Source::Flight(flight);
        };
        let limits = task.limits;
        let question = ExactQuestion {
            question: Question::new(asked.kind, task, asked.session.as_ref()),
            limits,
        };
        if let Some(kept) = results.find(&question, wanted) {
            tally.asked(Origin::Kept);
            return Source::Known(Arc::clone(&kept.report), Some(kept.age()));
        }
        let (flight, pilot) = match wanted {
            CacheUse::Off => {
                let (flight, pilot) = self.flight();
                (flight, Some(pilot))
            }
            CacheUse::Exact | CacheUse::Deeper => {
                self.shared.flights.board(&question, || self.flight())
            }
        };
        let own = pilot.is_some();
        tally.asked(if own {
            Origin::Searched
        } else {
            Origin::Joined
        });
        match pilot {
            Some(pilot) => self.pilot(pilot, asked, Some(question)),
            None if asked.turn.pressing == Pressing::Interactive => {
                // It may be one of many that waits behind all who wait for themselves.
                drop(self.actor.send(Message::Raise(flight.id, asked.turn)));
            }
            None => {}
        }
        Source::Flight(flight)
    }

    fn flight(&self) -> (Arc<Flight>, Pilot) {
        let id = self.shared.next_id.fetch_add(1, Ordering::Relaxed);
        flight(id, self.shared.stop.child_token())
    }

    /// Runs a search in a task of its own until it ends or everyone has left.
    fn pilot(&self, pilot: Pilot, asked: Asked, question: Option<ExactQuestion>) {
        let pool = self.clone();
        tokio::spawn(async move {
            let Pilot {
                id,
                stop,
                place,
                progress,
                ended,
                abandoned,
            } = pilot;
            let engine = &pool.shared.names[asked.kind];
            let tally = &pool.shared.tally;
            let end = tokio::select! {
                end = pool.search(asked, (id, stop), (progress, place)) => {
                    tally.ended(engine, Some(end.as_ref()));
                    end.map(Arc::new)
                }
                () = abandoned.cancelled() => {
                    tally.ended(engine, None);
                    Err(PoolError::Closed)
                }
            };
            if let (Some(question), Some(results)) = (&question, &pool.shared.results)
                && let Ok(report) = &end
            {
                results.keep(question, report);
            }
            ended.send_replace(Some(end));
            if let Some(question) = &question {
                pool.shared.flights.land(question);
            }
        });
    }

    async fn search(
        &self,
        asked: Asked,
        (id, stop): (u64, CancellationToken),
        (progress, place): (
            watch::Sender<Option<Report>>,
            watch::Sender<Option<QueuePlace>>,
        ),
    ) -> Result<Report, PoolError> {
        let (reply, mut answer) = oneshot::channel();
        let since = Instant::now();
        let ticket = Ticket {
            id,
            kind: asked.kind,
            task: asked.task,
            turn: asked.turn,
            session: asked.session,
            since,
            stop: stop.clone(),
            progress,
            place,
            waiting: Waiting::new(asked.caller),
            reply,
        };
        self.actor
            .send(Message::Submit(Box::new(ticket)))
            .map_err(|_| PoolError::Closed)?;
        let place = Place {
            id,
            actor: self.actor.clone(),
            _stop: stop.clone().drop_guard(),
        };
        let recalled = async {
            stop.cancelled().await;
            drop(self.actor.send(Message::Recall(id)));
            std::future::pending::<()>().await;
        };
        let answered = async {
            tokio::select! {
                biased;
                answer = &mut answer => answer,
                () = recalled => Ok(Err(PoolError::Closed)),
            }
        };
        if let Ok(answer) = timeout(self.shared.deadline, answered).await {
            return answer.unwrap_or(Err(PoolError::Closed));
        }
        // Queued: its place is given up and the channel closes. Searching: the partial result comes.
        drop(place);
        stop.cancel();
        let load = self.status().await.ok_or(PoolError::Closed)?.load();
        let late = PoolError::Deadline {
            waited: since.elapsed(),
            load,
        };
        match timeout(GRACE, answer).await {
            Ok(Ok(Ok(mut report))) => {
                if report.stop_reason == StopReason::Cancelled {
                    report.stop_reason = StopReason::Ceiling;
                }
                Ok(report)
            }
            Ok(Ok(Err(error))) => Err(error),
            Ok(Err(_)) | Err(_) => Err(late),
        }
    }

    fn resolve(&self, engine: Option<String>) -> Result<usize, PoolError> {
        let Some(asked) = engine else {
            return Ok(self.shared.default);
        };
        let known = &self.shared.names;
        known
            .iter()
            .position(|name| *name == asked)
            .ok_or_else(|| PoolError::UnknownEngine {
                asked,
                known: known.clone(),
            })
    }

    /// The pool at this moment; `None` only when it has shut down.
    pub async fn status(&self) -> Option<PoolStatus> {
        let (reply, status) = oneshot::channel();
        self.actor.send(Message::Status(reply)).ok()?;
        let mut status = status.await.ok()?;
        status.engines[self.shared.default].is_default = true;
        Some(status)
    }

    /// The bytes that kept results may take; 0: none are kept.
    pub fn cache_bytes(&self) -> u64 {
        self.shared.results.as_ref().map_or(0, Results::bytes)
    }

    /// Counts a question that was answered with a kept result without asking the pool.
    pub fn answered_again(&self) {
        self.shared.tally.asked(Origin::Kept);
    }

    /// Registers what is counted here.
    pub fn register(&self, registry: &mut Registry) {
        self.shared.tally.register(registry);
    }

    /// The most that one search may ask for.
    pub fn ceilings(&self) -> &Ceilings {
        &self.shared.ceilings
    }

    /// The names that requests may give.
    pub fn engine_names(&self) -> &[String] {
        &self.shared.names
    }

    /// Whether an engine has the name.
    pub fn has_engine(&self, name: &str) -> bool {
        self.shared.names.iter().any(|known| known == name)
    }

    /// The name of the engine that serves requests which name none.
    pub fn default_engine(&self) -> &str {
        &self.shared.names[self.shared.default]
    }

    /// Ends a session: what it has searched is forgotten.
    pub fn forget(&self, session: SessionKey) {
        drop(self.actor.send(Message::Forget(session)));
    }

    /// Told when the pool takes no new work any more.
    pub fn closing(&self) -> CancellationToken {
        self.shared.closing.clone()
    }

    /// Shuts down: takes no new work, lets what was accepted finish for `grace`, then ends running
    /// searches with their partial result, refuses what still waits, and lets the engines quit.
    pub async fn drain(&self, grace: Duration) {
        drop(self.actor.send(Message::Close));
        self.shared.closing.cancel();
        if timeout(grace, self.idle()).await.is_err() {
            drop(self.actor.send(Message::Refuse));
            self.shared.stop.cancel();
            drop(timeout(Duration::from_secs(3), self.idle()).await);
        }
        let (done, retired) = oneshot::channel();
        if self.actor.send(Message::Retire(done)).is_ok() {
            drop(timeout(Duration::from_secs(2), retired).await);
        }
    }

    async fn idle(&self) {
        let (watcher, idle) = oneshot::channel();
        if self.actor.send(Message::WhenIdle(watcher)).is_ok() {
            drop(idle.await);
        }
    }
}

/// What a search is started with.
#[derive(Debug)]
struct Asked {
    /// Index of the engine.
    kind: usize,
    task: Task,
    turn: Turn,
    session: Option<SessionKey>,
    /// The span of whoever asks.
    caller: tracing::Span,
}

/// A caller's place in the pool: dropping it stops the search, queued or running.
struct Place {
    id: u64,
    actor: mpsc::UnboundedSender<Message>,
    _stop: DropGuard,
}

impl Drop for Place {
    fn drop(&mut self) {
        drop(self.actor.send(Message::Leave(self.id)));
    }
}

/// Starts an engine once, to learn its name and options and whether it works at all.
async fn introduce(kind: usize, spec: NamedEngine, actor: mpsc::UnboundedSender<Message>) {
    let identity = match spec.spawn().await {
        Ok(engine) => Some(engine.identity().clone()),
        Err(cause) => {
            tracing::error!(engine = spec.name(), %cause, "engine does not start");
            None
        }
    };
    drop(actor.send(Message::Identified { kind, identity }));
}

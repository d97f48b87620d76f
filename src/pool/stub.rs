//! The handle by which everyone reaches the pool.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use shakmaty::Position as _;
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, timeout};
use tokio_util::sync::{CancellationToken, DropGuard};

use super::actor::{Actor, Message, Ticket};
use super::status::PoolStatus;
use super::{Applied, Ceilings, PoolError, PoolOptions};
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
}

#[derive(Debug)]
struct Shared {
    names: Vec<String>,
    default: usize,
    ceilings: Ceilings,
    deadline: Duration,
    next_id: AtomicU64,
    /// Stops every search.
    stop: CancellationToken,
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
        let (actor, mailbox) = Actor::new(options.slots(), options.queue, specs.clone());
        let pool = Self {
            actor: mailbox,
            shared: Arc::new(Shared {
                default: names.iter().position(|name| name == default).unwrap_or(0),
                names,
                ceilings: options.ceilings(),
                deadline: options.deadline(),
                next_id: AtomicU64::new(0),
                stop: CancellationToken::new(),
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
    /// cancels the search at its next node check. A deadline or a ceiling that comes inside the
    /// search is an answer with the partial result and [`StopReason::Ceiling`].
    ///
    /// # Errors
    ///
    /// * [`PoolError::UnknownEngine`] when no engine has the name.
    /// * [`PoolError::Full`] at once, when every queue place is taken; nothing was started.
    /// * [`PoolError::Deadline`] when no slot came free in time.
    /// * [`PoolError::Engine`] when the engine failed twice on it, or rests after crashes.
    /// * [`PoolError::Closed`] when the server is shutting down.
    pub async fn analyse(&self, request: Request) -> Result<Answer, PoolError> {
        let kind = self.resolve(request.engine)?;
        let mut task = request.task;
        let moves = task.position.board().legal_moves().len();
        let searched = if task.searchmoves.is_empty() {
            moves
        } else {
            task.searchmoves.len()
        };
        let applied = self.shared.ceilings.apply(&mut task, searched);
        let mut report = if task.position.status().is_over() {
            Report::terminal()
        } else {
            self.search(kind, task).await?
        };
        applied.explain(&mut report);
        Ok(Answer {
            engine: self.shared.names[kind].clone(),
            report,
            applied,
        })
    }

    async fn search(&self, kind: usize, task: Task) -> Result<Report, PoolError> {
        let id = self.shared.next_id.fetch_add(1, Ordering::Relaxed);
        let (reply, mut answer) = oneshot::channel();
        let stop = self.shared.stop.child_token();
        let since = Instant::now();
        let ticket = Ticket {
            id,
            kind,
            task,
            stop: stop.clone(),
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
        if let Ok(answer) = timeout(self.shared.deadline, &mut answer).await {
            return answer.unwrap_or(Err(PoolError::Closed));
        }
        // Queued: its place is given up and the channel closes. Searching: the partial result comes.
        stop.cancel();
        drop(place);
        let late = PoolError::Deadline {
            waited: since.elapsed(),
            retry_after: Duration::from_secs(5),
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

    /// The most that one search may ask for.
    pub fn ceilings(&self) -> &Ceilings {
        &self.shared.ceilings
    }

    /// The name of the engine that serves requests which name none.
    pub fn default_engine(&self) -> &str {
        &self.shared.names[self.shared.default]
    }

    /// Shuts down: takes no new work, lets what was accepted finish for `grace`, then ends running
    /// searches with their partial result, refuses what still waits, and lets the engines quit.
    pub async fn drain(&self, grace: Duration) {
        drop(self.actor.send(Message::Close));
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

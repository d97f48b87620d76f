//! Who searches for a session: an engine of its own, or the pool.

use std::time::Duration;

use tokio::sync::watch;
use tokio::time::{Instant, sleep};
use tokio_util::sync::CancellationToken;

use crate::analysis::{Report, Task};
use crate::engine::{Engine, EngineError, EngineSpec};
use crate::pool::{CacheUse, News, Pool, PoolError, Request, SessionKey, Turn};
use crate::search::HashMib;

/// How long a session waits before it asks a full queue again, and for how long in all.
const PAUSE: Duration = Duration::from_millis(100);
const PATIENCE: Duration = Duration::from_secs(60);

/// Why a search gave nothing.
#[derive(Clone, Debug, thiserror::Error)]
pub(super) enum Failure {
    /// The session's own engine failed, and with it the session.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The pool had nothing for it; the session goes on.
    #[error(transparent)]
    Pool(#[from] PoolError),
}

/// A place at the pool.
#[derive(Debug)]
pub struct Seat {
    pool: Pool,
    engine: Option<String>,
    turn: Turn,
    /// What the engine is to remember from one search to the next.
    session: SessionKey,
}

impl Seat {
    /// A place for one session; without a name the default engine plays.
    pub fn new(pool: Pool, engine: Option<String>, turn: Turn) -> Self {
        Self {
            pool,
            engine,
            turn,
            session: SessionKey::unnamed(),
        }
    }

    pub(super) fn pool(&self) -> &Pool {
        &self.pool
    }

    /// The engine's name.
    pub(super) fn engine(&self) -> &str {
        let default = || self.pool.default_engine();
        self.engine.as_deref().unwrap_or_else(default)
    }

    async fn search(
        &self,
        task: &Task,
        stop: &CancellationToken,
        progress: &watch::Sender<Option<Report>>,
    ) -> Result<Report, PoolError> {
        let since = Instant::now();
        loop {
            match self.attempt(task, stop, progress).await {
                Err(PoolError::Full { .. })
                    if !stop.is_cancelled() && since.elapsed() < PATIENCE =>
                {
                    tokio::select! {
                        () = sleep(PAUSE) => {}
                        () = stop.cancelled() => {}
                    }
                }
                end => return end,
            }
        }
    }

    async fn attempt(
        &self,
        task: &Task,
        stop: &CancellationToken,
        progress: &watch::Sender<Option<Report>>,
    ) -> Result<Report, PoolError> {
        let mut search = self.pool.open(Request {
            engine: self.engine.clone(),
            task: task.clone(),
            cache: CacheUse::Off,
            turn: self.turn,
            session: Some(self.session.clone()),
        })?;
        loop {
            tokio::select! {
                news = search.next() => match news {
                    Some(News::State(answer)) => {
                        progress.send_replace(Some(answer.report));
                    }
                    Some(News::Queued(_)) => {}
                    None => break,
                },
                () = stop.cancelled() => {
                    search.stop();
                    break;
                }
            }
        }
        Ok(search.answer().await?.report)
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        self.pool.forget(self.session.clone());
    }
}

/// Who searches.
#[derive(Debug)]
pub(super) enum Player {
    Own(Engine),
    Pool(Box<Seat>),
}

impl Player {
    /// The embedded engine, for this session alone.
    pub(super) async fn own(hash: HashMib) -> Result<Self, EngineError> {
        Engine::spawn(&EngineSpec::Embedded { hash })
            .await
            .map(Self::Own)
    }

    /// Searches one position; see [`Engine::analyse`].
    pub(super) async fn analyse(
        &mut self,
        task: &Task,
        stop: &CancellationToken,
        progress: &watch::Sender<Option<Report>>,
    ) -> Result<Report, Failure> {
        match self {
            Self::Own(engine) => Ok(engine.analyse(task, stop, progress).await?),
            Self::Pool(seat) => Ok(seat.search(task, stop, progress).await?),
        }
    }

    /// Forgets what it has searched.
    pub(super) async fn clean(&mut self) -> Result<(), EngineError> {
        match self {
            Self::Own(engine) => engine.clean().await,
            Self::Pool(seat) => {
                let old = std::mem::replace(&mut seat.session, SessionKey::unnamed());
                seat.pool.forget(old);
                Ok(())
            }
        }
    }

    /// Takes another size of table, where it has one of its own.
    pub(super) async fn resize(self, hash: HashMib) -> Result<Self, EngineError> {
        match self {
            Self::Own(engine) => {
                drop(engine);
                Self::own(hash).await
            }
            Self::Pool(seat) => Ok(Self::Pool(seat)),
        }
    }
}

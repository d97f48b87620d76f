//! The two kinds of engine behind one set of methods.

use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use super::{Embedded, EngineError};
use crate::analysis::{Report, Task};
use crate::search::HashMib;
use crate::uci::{EngineCommand, Identity, UciEngine};

/// How to start an engine.
#[derive(Clone, Debug)]
pub enum EngineSpec {
    /// The one that is part of this program.
    Embedded {
        /// Its transposition table.
        hash: HashMib,
    },
    /// A program that speaks UCI.
    Uci(Box<EngineCommand>),
}

/// A running engine. Dropping it ends its search, and its process or thread.
#[derive(Debug)]
pub enum Engine {
    /// The one that is part of this program.
    Embedded(Embedded),
    /// A program that speaks UCI.
    Uci(Box<UciEngine>),
}

impl Engine {
    /// Starts an engine, and returns when it is ready.
    ///
    /// # Errors
    ///
    /// Any [`EngineError`] but [`EngineError::Panicked`]; nothing is left running then.
    pub async fn spawn(spec: &EngineSpec) -> Result<Self, EngineError> {
        match spec {
            EngineSpec::Embedded { hash } => Embedded::start(*hash).map(Self::Embedded),
            EngineSpec::Uci(command) => {
                let engine = UciEngine::start(command).await?;
                Ok(Self::Uci(Box::new(engine)))
            }
        }
    }

    /// Searches one position; `progress` holds the newest state that fits together. Where the game
    /// is over nothing is searched.
    ///
    /// `stop` ends the search with what is known by then. Dropping the future ends it too; what
    /// was found is lost then, and the next call waits until the engine has stopped.
    ///
    /// # Errors
    ///
    /// Any [`EngineError`]; drop the engine when it [is fatal](EngineError::is_fatal). Look at
    /// [`Engine::is_usable`] also after a report: an engine that had to be killed leaves one.
    pub async fn analyse(
        &mut self,
        task: &Task,
        stop: &CancellationToken,
        progress: &watch::Sender<Option<Report>>,
    ) -> Result<Report, EngineError> {
        if task.position.status().is_over() {
            return Ok(Report::terminal());
        }
        match self {
            Self::Embedded(engine) => engine.analyse(task, stop, progress).await,
            Self::Uci(engine) => Ok(engine.search(task, stop, progress).await?),
        }
    }

    /// Makes the engine forget what it has searched, so that nothing is carried to the next search;
    /// costs nothing when there is nothing to forget. Also ends a search whose future was dropped.
    ///
    /// # Errors
    ///
    /// Any [`EngineError`] but [`EngineError::Panicked`].
    pub async fn clean(&mut self) -> Result<(), EngineError> {
        match self {
            Self::Embedded(engine) => engine.clean().await,
            Self::Uci(engine) => Ok(engine.new_game().await?),
        }
    }

    /// Who it is and what can be set.
    pub fn identity(&self) -> &Identity {
        match self {
            Self::Embedded(engine) => engine.identity(),
            Self::Uci(engine) => engine.identity(),
        }
    }

    /// Whether it runs, as far as is known; an idle process may end at any time.
    pub fn is_usable(&self) -> bool {
        match self {
            Self::Embedded(_) => true,
            Self::Uci(engine) => engine.is_usable(),
        }
    }

    /// Ends it in good order, within about a second.
    pub async fn quit(self) {
        match self {
            Self::Embedded(_) => {}
            Self::Uci(engine) => engine.quit().await,
        }
    }
}

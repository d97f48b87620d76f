//! One engine, one search at a time: handshake, options, new games, and the state that keeps one
//! search's words out of the next.

use std::path::Path;
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::{Instant, timeout_at};
use tokio_util::sync::CancellationToken;

use super::plan::Plan;
use super::process::Process;
use super::run::Run;
use super::{
    Command, Deadlines, During, EngineCommand, Identity, OptionDecl, OptionName, OptionValue,
    Output, UciError,
};
use crate::analysis::{Report, Task};

/// How long an engine may take to obey `quit` before it is killed.
const QUIT: Duration = Duration::from_secs(1);

/// A running UCI engine.
///
/// After an error of any of its methods that [`UciError::is_fatal`], and whenever
/// [`UciEngine::is_usable`] is false, drop it: that kills its whole process group.
#[derive(Debug)]
pub struct UciEngine {
    process: Process,
    identity: Identity,
    deadlines: Deadlines,
    /// What was set last, by name.
    set: Vec<(OptionName, OptionValue)>,
    /// What was set at the start.
    base: Vec<(OptionName, OptionValue)>,
    /// Options that the last search alone has set.
    borrowed: Vec<&'static str>,
    /// A search was begun and has not said its best move.
    searching: bool,
    /// Something was searched since the last new game.
    used: bool,
    /// `isready` commands that were sent and not yet answered: more than one when a future was
    /// dropped while it waited.
    owed_ready: u32,
}

impl UciEngine {
    /// Starts an engine, and returns when it is ready.
    ///
    /// # Errors
    ///
    /// * [`UciError::Spawn`] when its program cannot be run.
    /// * [`UciError::Silent`] when it is not ready in time.
    /// * [`UciError::Ended`], [`UciError::NotReading`] when it fails meanwhile.
    pub async fn start(command: &EngineCommand) -> Result<Self, UciError> {
        check_program(&command.path)?;
        let mut engine = Self {
            process: Process::spawn(command)?,
            identity: Identity::default(),
            deadlines: command.deadlines,
            set: Vec::new(),
            base: Vec::new(),
            borrowed: Vec::new(),
            searching: false,
            used: false,
            owed_ready: 0,
        };
        engine.introduce().await?;
        engine.configure(command)?;
        engine.base.clone_from(&engine.set);
        engine.sync(During::Start).await?;
        tracing::info!(engine = %command.path.display(), name = %engine.identity.name, "engine ready");
        Ok(engine)
    }

    async fn introduce(&mut self) -> Result<(), UciError> {
        self.process.send(&Command::Uci)?;
        let deadline = Instant::now() + self.deadlines.start;
        loop {
            match timeout_at(deadline, self.process.next()).await {
                Ok(Some(Output::UciOk)) => return Ok(()),
                Ok(Some(line)) => self.identity.note(line),
                Ok(None) => return Err(self.ended(During::Start).await),
                Err(_) => {
                    return Err(UciError::Silent {
                        expected: "uciok",
                        waited: self.deadlines.start,
                    });
                }
            }
        }
    }

    fn configure(&mut self, command: &EngineCommand) -> Result<(), UciError> {
        self.set("UCI_ShowWDL", &OptionValue::on())?;
        if let Some(mib) = command.hash_mib {
            self.set("Hash", &OptionValue::number(mib.into()))?;
        }
        for (name, value) in &command.options {
            if !self.set(name.as_str(), value)? {
                tracing::warn!(option = %name, %value, "the engine has no such option or value");
            }
        }
        Ok(())
    }

    /// Sets an option if the engine has it and it is not set so already; whether it has it.
    fn set(&mut self, name: &str, value: &OptionValue) -> Result<bool, UciError> {
        let Some(option) = self.identity.option(name) else {
            return Ok(false);
        };
        let Some(value) = option.fit(value) else {
            return Ok(false);
        };
        let name = option.name.clone();
        match self.set.iter_mut().find(|(known, _)| *known == name) {
            Some((_, known)) if *known == value => return Ok(true),
            Some((_, known)) => known.clone_from(&value),
            None => self.set.push((name.clone(), value.clone())),
        }
        self.process.send(&Command::SetOption {
            name,
            value: Some(value),
        })?;
        Ok(true)
    }

    /// Gives back the options that only the last search had asked for: nothing of it is carried over.
    fn give_back(&mut self, kept: &[(&'static str, OptionValue)]) -> Result<(), UciError> {
        for name in std::mem::take(&mut self.borrowed) {
            if kept.iter().any(|(kept, _)| *kept == name) {
                continue;
            }
            let base = self.base.iter().find(|(known, _)| known.is(name));
            let declared = || self.identity.option(name).and_then(OptionDecl::at_start);
            if let Some(value) = base.map(|(_, value)| value.clone()).or_else(declared) {
                self.set(name, &value)?;
            }
        }
        Ok(())
    }

    /// Waits until everything sent is done; drops whatever was said before.
    async fn sync(&mut self, during: During) -> Result<(), UciError> {
        self.process.send(&Command::IsReady)?;
        self.owed_ready += 1;
        let limit = match during {
            During::Start => self.deadlines.start,
            During::Ready | During::Search => self.deadlines.ready,
        };
        while self.owed_ready > 0 {
            self.skip_to("readyok", limit, during).await?;
            self.owed_ready -= 1;
        }
        Ok(())
    }

    /// Drops lines up to the one that is awaited.
    async fn skip_to(
        &mut self,
        expected: &'static str,
        limit: Duration,
        during: During,
    ) -> Result<(), UciError> {
        let deadline = Instant::now() + limit;
        loop {
            match timeout_at(deadline, self.process.next()).await {
                Ok(Some(line)) if is(&line, expected) => return Ok(()),
                Ok(Some(_)) => {}
                Ok(None) => return Err(self.ended(during).await),
                Err(_) => {
                    return Err(UciError::Silent {
                        expected,
                        waited: limit,
                    });
                }
            }
        }
    }

    async fn ended(&self, during: During) -> UciError {
        match self.process.end().await {
            Ok(end) => UciError::Ended { end, during },
            Err(error) => error,
        }
    }

    /// Ends a search that was left behind by a dropped future.
    async fn settle(&mut self) -> Result<(), UciError> {
        if self.searching {
            self.process.send(&Command::Stop)?;
            self.skip_to("bestmove", self.deadlines.stop, During::Search)
                .await?;
            self.searching = false;
        }
        Ok(())
    }

    /// Makes it forget everything it has searched (its table is emptied); at once when nothing was
    /// searched since the last time. Also ends a search whose future was dropped.
    ///
    /// # Errors
    ///
    /// [`UciError::Silent`], [`UciError::Ended`], [`UciError::NotReading`].
    pub async fn new_game(&mut self) -> Result<(), UciError> {
        self.settle().await?;
        if self.used {
            self.process.send(&Command::NewGame)?;
            self.sync(During::Ready).await?;
            self.used = false;
        }
        Ok(())
    }

    /// Searches; tells `progress` after every round of lines. Where the game is over nothing is
    /// asked.
    ///
    /// A `stop` ends it with what is known. An engine that overruns its time is told to stop, and
    /// killed when it does not; then, too, the answer is what is known, if anything is, with
    /// [`StopReason::Ceiling`](crate::analysis::StopReason::Ceiling). Dropping the future tells it to
    /// stop; the next call waits for that.
    ///
    /// # Errors
    ///
    /// * [`UciError::NoChess960`], [`UciError::NoOption`] before anything is sent; the engine stays usable.
    /// * [`UciError::Silent`] when it is not ready, or gives no best move after a `stop` and has
    ///   said nothing of use.
    /// * [`UciError::Ended`] when its process ends before a limit or a `stop`.
    /// * [`UciError::NotReading`], [`UciError::IllegalBestMove`], [`UciError::NoBestMove`].
    pub async fn search(
        &mut self,
        task: &Task,
        stop: &CancellationToken,
        progress: &watch::Sender<Option<Report>>,
    ) -> Result<Report, UciError> {
        if task.position.status().is_over() {
            return Ok(Report::terminal());
        }
        let plan = Plan::new(task, &self.identity)?;
        self.settle().await?;
        self.give_back(&plan.own)?;
        for (name, value) in plan.options.iter().chain(&plan.own) {
            self.set(name, value)?;
        }
        self.borrowed.extend(plan.own.iter().map(|(name, _)| *name));
        self.sync(During::Ready).await?;
        self.process.send(&plan.position)?;
        self.process.send(&plan.go)?;
        self.searching = true;
        self.used = true;
        let run = Run::new(&self.process, task, plan.lines, self.deadlines);
        let outcome = run.watch(stop, progress).await;
        self.searching = false;
        outcome
    }

    /// Who it is and what it can do.
    pub fn identity(&self) -> &Identity {
        &self.identity
    }

    /// Whether its process runs.
    pub fn is_usable(&self) -> bool {
        self.process.is_running()
    }

    /// The number of its process group, while it runs.
    pub fn group_id(&self) -> Option<u32> {
        self.process.group_id()
    }

    /// Lets it end by itself, and kills it if it does not within a second.
    pub async fn quit(self) {
        if self.process.send(&Command::Quit).is_ok() {
            self.process.wait(QUIT).await;
        }
    }
}

fn is(line: &Output, expected: &str) -> bool {
    match line {
        Output::ReadyOk => expected == "readyok",
        Output::UciOk => expected == "uciok",
        Output::BestMove { .. } => expected == "bestmove",
        Output::IdName(_) | Output::IdAuthor(_) | Output::Option(_) | Output::Info(_) => false,
    }
}

/// Refuses early what the guard could only report by an exit code.
fn check_program(path: &Path) -> Result<(), UciError> {
    use std::os::unix::fs::PermissionsExt as _;
    let fault = |reason: String| UciError::Spawn {
        path: path.to_owned(),
        reason,
    };
    let metadata = path.metadata().map_err(|error| fault(error.to_string()))?;
    if !metadata.is_file() {
        return Err(fault("it is no file".to_owned()));
    }
    if metadata.permissions().mode() & 0o111 == 0 {
        return Err(fault("it is not executable".to_owned()));
    }
    Ok(())
}

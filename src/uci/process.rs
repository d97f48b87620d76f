//! The engine's process: started through a [`guard`](super::guard) in a process group of its own,
//! spoken to over pipes that can neither block nor flood us.
//!
//! Four tasks serve it: one writes (each command has a deadline), one reads lines into a bounded
//! [`Queue`], one drains what it says on stderr into the log, and one waits for its end, kills what
//! is left of the group, and reaps. Dropping the [`Process`] kills the whole group.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::Arc;
use std::time::Duration;

use tokio::io::AsyncWriteExt as _;
use tokio::process::{Child, ChildStderr, ChildStdin, ChildStdout};
use tokio::sync::{mpsc, watch};
use tokio::task::JoinHandle;
use tokio::time::timeout;

use super::group::{Fault, Group};
use super::guard::Order;
use super::lines::Lines;
use super::queue::Queue;
use super::{Command, End, EngineCommand, Output, UciError};

/// Commands that may wait to be written; a search sends fewer than ten.
const UNWRITTEN: usize = 64;

/// How long an ended engine's last lines may take to come through.
const LAST_LINES: Duration = Duration::from_millis(500);

/// The lines from stderr that are logged; the rest is read and dropped.
const LOGGED_LINES: usize = 1_000;

/// A running engine.
#[derive(Debug)]
pub(super) struct Process {
    commands: mpsc::Sender<String>,
    queue: Arc<Queue>,
    group: Arc<Group>,
    end: watch::Receiver<Option<End>>,
}

impl Process {
    /// Starts it. Must be called inside a tokio runtime.
    ///
    /// # Errors
    ///
    /// [`UciError::Spawn`] when the system refuses; a program that is there but cannot run shows as
    /// [`End::Exit`] with code 127 instead.
    pub(super) fn spawn(command: &EngineCommand) -> Result<Self, UciError> {
        let mut child = start(command).map_err(|reason| UciError::Spawn {
            path: command.path.clone(),
            reason,
        })?;
        let (commands, unwritten) = mpsc::channel(UNWRITTEN);
        let (end_sender, end) = watch::channel(None);
        let process = Self {
            commands,
            queue: Arc::default(),
            group: Arc::new(Group::led_by(child.id())),
            end,
        };
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(stdin), Some(stdout), Some(stderr)) = pipes else {
            unreachable!("all three are piped");
        };
        let write = write(unwritten, stdin, command.deadlines.write);
        let group = Arc::clone(&process.group);
        tokio::spawn(async move {
            if write.await.is_err() {
                group.kill(Fault::NotReading);
            }
        });
        tokio::spawn(log(stderr, command.path.clone()));
        let reader = tokio::spawn(read(stdout, Arc::clone(&process.queue)));
        let keeper = Keeper {
            child,
            group: Arc::clone(&process.group),
            queue: Arc::clone(&process.queue),
            reader,
        };
        tokio::spawn(keeper.run(end_sender));
        Ok(process)
    }

    /// Hands one command to the writer; never waits.
    ///
    /// # Errors
    ///
    /// [`UciError::NotReading`] when too many are unwritten. A process that has ended is no error
    /// here: [`Process::next`] tells it.
    pub(super) fn send(&self, command: &Command) -> Result<(), UciError> {
        tracing::trace!(command = %command, "to engine");
        match self.commands.try_send(format!("{command}\n")) {
            Ok(()) | Err(mpsc::error::TrySendError::Closed(_)) => Ok(()),
            Err(mpsc::error::TrySendError::Full(_)) => Err(UciError::NotReading),
        }
    }

    /// A sender that outlives a borrow, for a `stop` when a search is dropped.
    pub(super) fn commands(&self) -> mpsc::Sender<String> {
        self.commands.clone()
    }

    /// The next line that says something; `None` when there will be no more. Cancel-safe.
    pub(super) async fn next(&self) -> Option<Output> {
        self.queue.pop().await
    }

    /// How it ended; waits a moment for the news when its output has closed just now.
    pub(super) async fn end(&self) -> Result<End, UciError> {
        let mut end = self.end.clone();
        let known = timeout(LAST_LINES, end.wait_for(Option::is_some)).await;
        let end = known.ok().and_then(Result::ok).and_then(|end| *end);
        match self.group.fault() {
            Some(Fault::NotReading) => Err(UciError::NotReading),
            Some(Fault::Asked) => Ok(End::Killed),
            None => Ok(end.unwrap_or(End::Unknown)),
        }
    }

    /// Whether it still runs, as far as is known.
    pub(super) fn is_running(&self) -> bool {
        self.end.borrow().is_none() && self.group.fault().is_none()
    }

    /// Waits for its end, `limit` at most.
    pub(super) async fn wait(&self, limit: Duration) {
        let mut end = self.end.clone();
        // What is left after the limit is killed by whoever drops us.
        let _ = timeout(limit, end.wait_for(Option::is_some)).await;
    }

    /// Kills it with its whole group.
    pub(super) fn kill(&self) {
        self.group.kill(Fault::Asked);
    }

    /// The process id of its guard, which is the number of its group.
    pub(super) fn group_id(&self) -> Option<u32> {
        self.group
            .leader()
            .and_then(|pid| u32::try_from(pid.as_raw_pid()).ok())
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

fn start(command: &EngineCommand) -> Result<Child, String> {
    let guard = guard_program(command.guard.as_deref())?;
    let mut argv: Vec<OsString> = vec![command.path.clone().into()];
    argv.extend(command.args.iter().cloned());
    let order = Order {
        parent: rustix::process::getpid().as_raw_pid(),
        nice: command.nice,
        argv,
    };
    tokio::process::Command::new(guard)
        .arg("guard")
        .args(order.to_args())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .process_group(0)
        .kill_on_drop(true)
        .spawn()
        .map_err(|error| error.to_string())
}

/// Our own program, unless told otherwise. One that was replaced on the disk while it runs is still
/// found in `/proc`.
fn guard_program(asked: Option<&Path>) -> Result<PathBuf, String> {
    if let Some(path) = asked {
        return Ok(path.to_owned());
    }
    let path = std::env::current_exe().map_err(|error| error.to_string())?;
    Ok(if path.exists() {
        path
    } else {
        PathBuf::from("/proc/self/exe")
    })
}

/// Waits for the end.
struct Keeper {
    child: Child,
    group: Arc<Group>,
    queue: Arc<Queue>,
    reader: JoinHandle<()>,
}

impl Keeper {
    async fn run(mut self, end: watch::Sender<Option<End>>) {
        let status = tokio::select! {
            status = self.child.wait() => status,
            () = self.group.overdue() => {
                self.group.kill_all();
                self.child.wait().await
            }
        };
        self.group.close();
        let code = status.ok().map(|status| {
            use std::os::unix::process::ExitStatusExt as _;
            let signal = status.signal().map(|signal| 128 + signal);
            status.code().or(signal).unwrap_or(1)
        });
        tracing::debug!(code, "engine ended");
        end.send_replace(Some(code.map_or(End::Unknown, End::Exit)));
        if timeout(LAST_LINES, &mut self.reader).await.is_err() {
            self.reader.abort(); // somebody outside the group still holds the pipe
        }
        self.queue.close();
    }
}

async fn read(stdout: ChildStdout, queue: Arc<Queue>) {
    let mut lines = Lines::new(stdout);
    while let Ok(Some(line)) = lines.next().await {
        if let Some(output) = Output::parse(&line) {
            queue.push(output).await;
        }
    }
    queue.close();
}

async fn log(stderr: ChildStderr, path: PathBuf) {
    let mut lines = Lines::new(stderr);
    let mut logged = 0;
    while let Ok(Some(line)) = lines.next().await {
        if logged < LOGGED_LINES {
            logged += 1;
            let text = super::Text::lossy(&line);
            tracing::debug!(engine = %path.display(), %text, "engine's stderr");
        }
    }
}

/// Writes until the sender is gone or the engine is; an error when it does not read.
async fn write(
    mut unwritten: mpsc::Receiver<String>,
    mut stdin: ChildStdin,
    deadline: Duration,
) -> Result<(), UciError> {
    while let Some(line) = unwritten.recv().await {
        match timeout(deadline, stdin.write_all(line.as_bytes())).await {
            Ok(Ok(())) => {}
            Ok(Err(_)) => break, // it has ended: the keeper sees to that
            Err(_) => return Err(UciError::NotReading),
        }
    }
    Ok(())
}

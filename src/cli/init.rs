//! The duties of process 1, which kibitz has in a container that starts nothing else: orphans are
//! reaped, and signals reach the program.
//!
//! As process 1 we start ourselves once more with the same arguments and only look after that
//! child: `SIGTERM`, `SIGINT`, `SIGHUP` and `SIGQUIT` go on to it, every process that is handed to
//! us is reaped, and its exit code (128 + the signal when one killed it) becomes ours. The kernel
//! then ends whatever is left in the container.

use std::io::{self, IsTerminal as _};
use std::process::{Command, ExitCode};
use std::time::Duration;

use rustix::process::{Pid, Signal, WaitOptions, WaitStatus, getpid, kill_process, wait};
use tokio::signal::unix::{SignalKind, signal};

/// How often children are looked for when no signal tells of them.
const LOOK: Duration = Duration::from_secs(1);

/// Carries out the duties of process 1 when we are it, and returns the exit code once the real
/// program has ended. `None` in every other process: go on as usual.
pub(super) fn run_if_pid1() -> Option<ExitCode> {
    if !getpid().is_init() {
        return None;
    }
    match supervise() {
        Ok(code) => Some(code),
        Err(error) => {
            eprintln!("kibitz: cannot look after orphans as process 1: {error}");
            None
        }
    }
}

fn supervise() -> io::Result<ExitCode> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    // The handlers come first: process 1 has no defaults, and no signal may be lost.
    runtime.block_on(async {
        let mut signals = Signals::listen()?;
        let program = std::env::current_exe()?;
        let child = Command::new(program)
            .args(std::env::args_os().skip(1))
            .spawn()?;
        signals.look_after(Pid::from_child(&child)).await
    })
}

struct Signals {
    term: tokio::signal::unix::Signal,
    int: tokio::signal::unix::Signal,
    hup: tokio::signal::unix::Signal,
    quit: tokio::signal::unix::Signal,
    child: tokio::signal::unix::Signal,
    /// The terminal itself sends these keys' signals to the whole foreground group.
    keys: Keys,
}

#[derive(Clone, Copy, Eq, PartialEq)]
enum Keys {
    FromTerminal,
    FromElsewhere,
}

impl Signals {
    fn listen() -> io::Result<Self> {
        Ok(Self {
            term: signal(SignalKind::terminate())?,
            int: signal(SignalKind::interrupt())?,
            hup: signal(SignalKind::hangup())?,
            quit: signal(SignalKind::quit())?,
            child: signal(SignalKind::child())?,
            keys: if io::stdin().is_terminal() {
                Keys::FromTerminal
            } else {
                Keys::FromElsewhere
            },
        })
    }

    async fn look_after(&mut self, child: Pid) -> io::Result<ExitCode> {
        loop {
            if let Some(code) = reap(child)? {
                return Ok(ExitCode::from(code));
            }
            let forwarded = tokio::select! {
                _ = self.term.recv() => Some(Signal::TERM),
                _ = self.hup.recv() => Some(Signal::HUP),
                _ = self.int.recv() => self.key(Signal::INT),
                _ = self.quit.recv() => self.key(Signal::QUIT),
                _ = self.child.recv() => None,
                () = tokio::time::sleep(LOOK) => None,
            };
            if let Some(signal) = forwarded {
                // It may have ended this moment, which the next look finds.
                let _ = kill_process(child, signal);
            }
        }
    }

    fn key(&self, signal: Signal) -> Option<Signal> {
        (self.keys == Keys::FromElsewhere).then_some(signal)
    }
}

/// Reaps everything that has ended; the exit code of `child` when it has.
fn reap(child: Pid) -> io::Result<Option<u8>> {
    loop {
        match wait(WaitOptions::NOHANG) {
            Ok(Some((pid, status))) if pid == child => return Ok(Some(code(status))),
            Ok(Some(_)) | Err(rustix::io::Errno::INTR) => {}
            Ok(None) => return Ok(None),
            Err(error) => return Err(error.into()),
        }
    }
}

fn code(status: WaitStatus) -> u8 {
    let signal = status.terminating_signal().map(|signal| 128 + signal);
    let code = status.exit_status().or(signal).unwrap_or(1);
    u8::try_from(code).unwrap_or(1)
}

//! The guard: a small process between us and an engine, so that the engine dies with us even when
//! we are killed with `SIGKILL` and can do nothing any more.
//!
//! `kibitz guard --parent PID [--nice N] -- ENGINE ARGS…` is started as the leader of a process
//! group of its own. It starts the engine inside that group with its own stdin, stdout and stderr,
//! waits for it, ends whatever the engine left behind, and exits with the engine's code (128 + the
//! signal when one killed it, 127 when it cannot be started). Meanwhile it looks every
//! [`POLL`] whether its parent still is the process that was named; if not, the whole group is
//! killed. No tokio and no unsafe code.

use std::ffi::{OsStr, OsString};
use std::process::{Child, ExitCode};
use std::thread;
use std::time::Duration;

use rustix::process::{
    Pid, RawPid, Signal, WaitOptions, WaitStatus, getpid, getppid, kill_process,
    kill_process_group, nice, wait,
};
use thiserror::Error;

use super::descendants::children;

/// How often the guard looks for its parent.
pub const POLL: Duration = Duration::from_millis(200);

/// What a guard is told to do.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Order {
    /// Process id of the parent: when it is gone, so is the engine.
    pub parent: i32,
    /// Added to the engine's niceness; 0 leaves it.
    pub nice: i32,
    /// The engine's program and its arguments.
    pub argv: Vec<OsString>,
}

/// Arguments that are no order.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
#[error("expected --parent PID [--nice N] -- ENGINE ARGS…, found {found:?}")]
pub struct BadOrder {
    /// The argument that does not fit; empty when one is missing.
    pub found: String,
}

impl Order {
    /// Reads the arguments that follow the word `guard`.
    ///
    /// # Errors
    ///
    /// [`BadOrder`] names the argument that does not fit.
    pub fn parse(args: impl IntoIterator<Item = OsString>) -> Result<Self, BadOrder> {
        let mut args = args.into_iter();
        let mut order = Self {
            parent: 0,
            nice: 0,
            argv: Vec::new(),
        };
        loop {
            let word = args.next().unwrap_or_default();
            match word.to_str() {
                Some("--parent") => order.parent = number(args.next())?,
                Some("--nice") => order.nice = number(args.next())?,
                Some("--") => break,
                _ => return Err(bad(&word)),
            }
        }
        order.argv = args.collect();
        if order.parent <= 0 || order.argv.is_empty() {
            return Err(bad(OsStr::new("")));
        }
        Ok(order)
    }

    /// The arguments that [`Order::parse`] reads back.
    pub fn to_args(&self) -> Vec<OsString> {
        let mut args = vec!["--parent".into(), self.parent.to_string().into()];
        if self.nice != 0 {
            args.extend(["--nice".into(), self.nice.to_string().into()]);
        }
        args.push("--".into());
        args.extend(self.argv.iter().cloned());
        args
    }
}

fn bad(word: &OsStr) -> BadOrder {
    BadOrder {
        found: word.to_string_lossy().into_owned(),
    }
}

fn number(word: Option<OsString>) -> Result<i32, BadOrder> {
    let word = word.unwrap_or_default();
    word.to_str()
        .and_then(|text| text.parse().ok())
        .ok_or_else(|| bad(&word))
}

/// Carries out an order; returns when the engine has ended.
pub fn run(order: &Order) -> ExitCode {
    let parent = order.parent;
    become_reaper();
    thread::spawn(move || watch(parent));
    if order.nice != 0 && nice(order.nice).is_err() {
        eprintln!("kibitz guard: niceness {} is not allowed here", order.nice);
    }
    let Some((program, args)) = order.argv.split_first() else {
        return ExitCode::from(127);
    };
    match std::process::Command::new(program).args(args).spawn() {
        Ok(engine) => {
            let code = wait_for(&engine);
            kill_children();
            ExitCode::from(code)
        }
        Err(error) => {
            eprintln!(
                "kibitz guard: cannot run {}: {error}",
                program.to_string_lossy()
            );
            ExitCode::from(127)
        }
    }
}

/// Children that the engine loses become ours, so that they are reaped.
#[cfg(target_os = "linux")]
fn become_reaper() {
    if rustix::process::set_child_subreaper(Some(getpid())).is_err() {
        eprintln!("kibitz guard: the engine's own children may outlive it");
    }
}

#[cfg(not(target_os = "linux"))]
fn become_reaper() {}

fn watch(parent: RawPid) {
    while getppid().map(Pid::as_raw_pid) == Some(parent) {
        thread::sleep(POLL);
    }
    // Those that left the group first: killing the group ends us too.
    kill_children();
    let _ = kill_process_group(getpid(), Signal::KILL);
}

/// Reaps every child until the engine itself has ended; its exit code.
fn wait_for(engine: &Child) -> u8 {
    let engine = Pid::from_child(engine);
    loop {
        match wait(WaitOptions::empty()) {
            Ok(Some((pid, status))) if pid == engine => return code(status),
            Ok(_) | Err(rustix::io::Errno::INTR) => {}
            Err(_) => return 1,
        }
    }
}

fn code(status: WaitStatus) -> u8 {
    let code = match (status.exit_status(), status.terminating_signal()) {
        (Some(code), _) => code,
        (None, Some(signal)) => 128 + signal,
        (None, None) => 1,
    };
    u8::try_from(code).unwrap_or(1)
}

/// Kills and reaps our children until none is left, for half a second at most. As the engine's
/// orphans become our children, this reaches those that have left the group. Where the system
/// lists no children nothing is killed here, and our parent kills the group when we have ended.
fn kill_children() {
    for _ in 0..50 {
        for pid in children(getpid()) {
            let _ = kill_process(pid, Signal::KILL);
        }
        match wait(WaitOptions::NOHANG) {
            Ok(Some(_)) => {}
            Ok(None) => thread::sleep(Duration::from_millis(10)),
            Err(_) => return, // no child is left
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<OsString> {
        text.split(' ').map(OsString::from).collect()
    }

    #[test]
    fn orders_come_back_as_they_were_given() {
        for text in [
            "--parent 7 -- engine",
            "--parent 7 --nice 5 -- engine --parent 3 -- x",
        ] {
            let order = Order::parse(words(text)).unwrap();
            assert_eq!(order.to_args(), words(text), "input: {text:?}");
        }
    }

    #[test]
    fn half_orders_are_refused() {
        for text in [
            "",
            "--parent 7",
            "--parent x -- e",
            "-- e",
            "--parent 7 --",
            "--foo",
        ] {
            assert!(Order::parse(words(text)).is_err(), "input: {text:?}");
        }
    }
}

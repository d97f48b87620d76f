//! Processes: nothing is left running and nothing unreaped, however engine or parent end.

use std::io::{BufRead as _, BufReader};
use std::process::{Command, Stdio};
use std::time::Duration;

use kibitz::uci::UciEngine;
use rustix::process::{Pid, Signal, getpid, kill_process};
use tokio_util::sync::CancellationToken;

use super::support::{
    FAKE, KIBITZ, Process, alive_in_group, channel, eventually, processes, scripted, search, start,
    task,
};

/// Leaves a child in the group, and one that has left the group for a session of its own.
const PARENT: &str = "at start\nspawn sleep 1000\nspawn setsid sleep 1000";

fn group(engine: &UciEngine) -> i32 {
    i32::try_from(engine.group_id().unwrap()).unwrap()
}

fn kill(pid: i32) {
    kill_process(Pid::from_raw(pid).unwrap(), Signal::KILL).unwrap();
}

/// Our own children that have ended and were not waited for, of a group or of any.
fn zombies(group: i32) -> usize {
    let us = getpid().as_raw_pid();
    let of_group = |process: &&_| {
        let process: &Process = process;
        process.state == 'Z' && process.parent == us && process.group == group
    };
    processes().iter().filter(of_group).count()
}

fn gone(group: i32) {
    eventually("the group is gone", || alive_in_group(group).is_empty());
    eventually("nothing is unreaped", || zombies(group) == 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn dropping_an_engine_ends_its_group() {
    let engine = start(&scripted("at start\nspawn sleep 1000")).await;
    let group = group(&engine);
    eventually("guard, engine and child run", || {
        alive_in_group(group).len() == 3
    });
    drop(engine);
    gone(group);
}

#[tokio::test(flavor = "multi_thread")]
async fn dropping_an_engine_in_a_search_ends_its_group() {
    let mut engine = start(&scripted("on go\ndeaf\nflood info depth 1")).await;
    let group = group(&engine);
    let (question, never, progress) = (task("startpos"), CancellationToken::new(), channel());
    let running = engine.search(&question, &never, &progress);
    assert!(
        tokio::time::timeout(Duration::from_millis(50), running)
            .await
            .is_err()
    );
    drop(engine);
    gone(group);
}

#[tokio::test(flavor = "multi_thread")]
async fn children_that_left_the_group_end_too() {
    for ending in ["quit", "drop"] {
        let engine = start(&scripted(PARENT)).await;
        let group = group(&engine);
        let runs = || escaped_from(group).is_some();
        eventually("the child that left the group runs", runs);
        let escaped = escaped_from(group).unwrap();
        match ending {
            "quit" => engine.quit().await,
            _ => drop(engine),
        }
        gone(group);
        is_gone(escaped);
    }
}

/// The engine's child that has a group of its own.
fn escaped_from(group: i32) -> Option<i32> {
    let all = processes();
    let member = |pid: i32| pid != group && all.iter().any(|p| p.pid == pid && p.group == group);
    let left = |p: &&Process| p.group != group && member(p.parent);
    all.iter().find(left).map(|p| p.pid)
}

fn is_gone(pid: i32) {
    eventually("the child that left the group is gone", || {
        processes().iter().all(|process| process.pid != pid)
    });
}

#[tokio::test(flavor = "multi_thread")]
async fn killed_engines_are_reaped_while_they_idle() {
    for _ in 0..10 {
        let engine = start(&scripted("at start\nspawn sleep 1000")).await;
        let group = group(&engine);
        let member = alive_in_group(group)
            .into_iter()
            .find(|p| p.parent == group);
        kill(member.unwrap().pid);
        gone(group);
        eventually("it is known", || !engine.is_usable());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_killed_guard_takes_its_engine_along() {
    let mut engine = start(&scripted("")).await;
    let group = group(&engine);
    kill(group);
    gone(group);
    let error = search(&mut engine, &task("startpos")).await.unwrap_err();
    assert_eq!(error.code(), "engine-ended");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hundred_cancelled_searches_leave_one_process_pair() {
    let mut engine = start(&scripted("on go\nwait\nsay bestmove e2e4")).await;
    let group = group(&engine);
    for _ in 0..100 {
        let stop = CancellationToken::new();
        stop.cancel();
        engine
            .search(&task("startpos"), &stop, &channel())
            .await
            .unwrap();
    }
    assert_eq!(alive_in_group(group).len(), 2);
    drop(engine);
    gone(group);
}

#[test]
fn killing_the_parent_ends_engine_and_children() {
    // A shell stands for kibitz: it starts a guarded engine and is killed without warning. The
    // guard is told the shell's process id; the engine's child tells us its own by staying alive.
    let script = format!(
        "setsid '{KIBITZ}' guard --parent $$ -- '{FAKE}' --do \"$1\" </dev/zero & echo $!; wait"
    );
    let rules = format!("{PARENT}\nsay started\nblind");
    let mut shell = Command::new("sh")
        .args(["-c", &script, "sh", &rules])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(shell.stdout.take().unwrap()).lines();
    let group: i32 = lines.next().unwrap().unwrap().parse().unwrap();
    assert_eq!(lines.next().unwrap().unwrap(), "started");
    eventually("guard, engine and child run", || {
        alive_in_group(group).len() == 3
    });
    eventually("the child that left the group runs", || {
        escaped_from(group).is_some()
    });
    let escaped = escaped_from(group).unwrap();
    shell.kill().unwrap();
    shell.wait().unwrap();
    eventually("engine and child are gone", || {
        alive_in_group(group).is_empty()
    });
    is_gone(escaped);
}

#[test]
fn the_guard_has_the_engines_exit_code() {
    let parent = std::process::id().to_string();
    for (script, code) in [("at start\nexit 7", 7), ("at start\ncrash", 134)] {
        let guard = Command::new(KIBITZ)
            .args(["guard", "--parent", &parent, "--", FAKE, "--do", script])
            .stdin(Stdio::null())
            .status()
            .unwrap();
        assert_eq!(guard.code(), Some(code), "script: {script:?}");
    }
    let missing = Command::new(KIBITZ)
        .args(["guard", "--parent", &parent, "--", "/no/such/engine"])
        .status()
        .unwrap();
    assert_eq!(missing.code(), Some(127));
}

#[test]
fn a_guard_without_its_parent_starts_nothing_for_long() {
    let guard = Command::new(KIBITZ)
        .args(["guard", "--parent", "999999999", "--", "sleep", "1000"])
        .process_group_of_its_own()
        .status()
        .unwrap();
    assert!(!guard.success());
}

#[tokio::test(flavor = "multi_thread")]
async fn niceness_is_passed_on() {
    let mut command = scripted("");
    // On top of our own, as `nice` counts.
    let own = rustix::process::getpriority_process(None).unwrap();
    command.nice = 7;
    let engine = start(&command).await;
    let group = group(&engine);
    for process in alive_in_group(group) {
        let pid = Pid::from_raw(process.pid);
        assert_eq!(
            rustix::process::getpriority_process(pid),
            Ok((own + 7).min(19)),
            "{process:?}"
        );
    }
}

/// As kibitz starts its guards.
trait OwnGroup {
    fn process_group_of_its_own(&mut self) -> &mut Self;
}

impl OwnGroup for Command {
    fn process_group_of_its_own(&mut self) -> &mut Self {
        std::os::unix::process::CommandExt::process_group(self, 0)
    }
}

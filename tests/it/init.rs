//! kibitz as process 1, in a process namespace of its own where the system allows one.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const KIBITZ: &str = env!("CARGO_BIN_EXE_kibitz");

/// Runs `kibitz guard … -- sh -c SCRIPT` as process 1; `None`, loudly, where that is not allowed.
fn as_process_1(script: &str) -> Option<Command> {
    let namespace = ["--pid", "--fork", "--mount-proc"];
    let allowed = Command::new("unshare").args(namespace).arg("true").output();
    if !allowed.is_ok_and(|output| output.status.success()) {
        eprintln!("SKIPPED: no process namespace may be made here");
        return None;
    }
    let mut command = Command::new("unshare");
    command
        .args(namespace)
        .args(["--kill-child", KIBITZ, "guard", "--parent", "1", "--"])
        .args(["sh", "-c", script]);
    Some(command)
}

#[test]
fn the_programs_exit_code_is_process_1s() {
    for (script, code) in [("exit 5", 5), ("kill -9 $PPID", 137), ("true", 0)] {
        let Some(mut command) = as_process_1(script) else {
            return;
        };
        assert_eq!(
            command.status().unwrap().code(),
            Some(code),
            "script: {script:?}"
        );
    }
}

#[test]
fn signals_reach_the_program() {
    for (signal, code) in [("TERM", 143), ("INT", 130), ("HUP", 129), ("QUIT", 131)] {
        let script = format!("kill -{signal} 1; sleep 20");
        let Some(mut command) = as_process_1(&script) else {
            return;
        };
        let begun = Instant::now();
        let status = command.stdin(Stdio::null()).status().unwrap();
        assert_eq!(status.code(), Some(code), "signal: {signal}");
        assert!(
            begun.elapsed() < Duration::from_secs(10),
            "signal: {signal}"
        );
    }
}

#[test]
fn orphans_are_reaped() {
    // The orphans come from outside, so that no guard is among their ancestors: a shell that
    // enters the namespace, starts them and is gone.
    let Some(mut command) = as_process_1("sleep 20") else {
        return;
    };
    let mut namespace = command.spawn().unwrap();
    let init = first_child(namespace.id());
    let script = "for i in 1 2 3; do (sleep 0.1 &) ; done";
    let entered = Command::new("nsenter")
        .args(["--pid", "--target", &init.to_string(), "sh", "-c", script])
        .status();
    let entered = entered.is_ok_and(|status| status.success());
    std::thread::sleep(Duration::from_millis(1_500));
    let states = states_of_children(init);
    namespace.kill().unwrap();
    namespace.wait().unwrap();
    if !entered {
        eprintln!("SKIPPED: the namespace may not be entered");
        return;
    }
    assert!(
        !states.is_empty() && !states.contains(&'Z'),
        "states: {states:?}"
    );
}

/// The first child of a process, once it has one that has one.
fn first_child(parent: u32) -> u32 {
    let deadline = Instant::now() + Duration::from_secs(5);
    loop {
        let child = children(parent).first().copied();
        if let Some(child) = child.filter(|child| !children(*child).is_empty()) {
            return child;
        }
        assert!(
            Instant::now() < deadline,
            "process {parent} has no children"
        );
        std::thread::sleep(Duration::from_millis(10));
    }
}

fn children(parent: u32) -> Vec<u32> {
    let path = format!("/proc/{parent}/task/{parent}/children");
    let list = std::fs::read_to_string(path).unwrap_or_default();
    list.split_whitespace()
        .map(|pid| pid.parse().unwrap())
        .collect()
}

fn states_of_children(parent: u32) -> Vec<char> {
    let state = |pid: u32| {
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        stat.rsplit_once(") ")?.1.chars().next()
    };
    children(parent).into_iter().filter_map(state).collect()
}

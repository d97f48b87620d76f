//! The children of a process, and theirs, as Linux lists them; elsewhere none are found.

use std::fs;

use rustix::process::Pid;

/// The most processes that are listed.
const MAX: usize = 10_000;

/// The children of a process.
pub(super) fn children(parent: Pid) -> Vec<Pid> {
    let tasks = fs::read_dir(format!("/proc/{}/task", parent.as_raw_pid()));
    let mut children = Vec::new();
    for task in tasks.into_iter().flatten().flatten() {
        let list = fs::read_to_string(task.path().join("children")).unwrap_or_default();
        let pids = list.split_ascii_whitespace();
        children.extend(pids.filter_map(|pid| pid.parse().ok().and_then(Pid::from_raw)));
    }
    children
}

/// The children of a process, their children, and so on, parents first.
pub(super) fn descendants(ancestor: Pid) -> Vec<Pid> {
    let mut found = children(ancestor);
    let mut next = 0;
    while let Some(&pid) = found.get(next).filter(|_| found.len() < MAX) {
        found.extend(children(pid));
        next += 1;
    }
    found
}

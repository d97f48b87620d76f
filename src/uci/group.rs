//! The process group of a guard, an engine and what that has started, and its end.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process, kill_process_group};
use tokio::sync::Notify;

use super::descendants::descendants;

/// How long a guard may take to reap its dead before it is killed itself.
const REAPING: Duration = Duration::from_secs(1);

/// Why we killed a group.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Fault {
    /// Whoever owns the engine wanted it.
    Asked,
    /// The engine did not read its input.
    NotReading,
}

/// A process group, named by its leader, the guard, for as long as that number is surely ours:
/// until the leader is reaped.
#[derive(Debug)]
pub(super) struct Group {
    state: Mutex<State>,
    killed: Notify,
}

#[derive(Debug)]
struct State {
    leader: Option<Pid>,
    fault: Option<Fault>,
}

impl Group {
    pub(super) fn led_by(leader: Option<u32>) -> Self {
        let leader = leader.and_then(|pid| i32::try_from(pid).ok());
        Self {
            state: Mutex::new(State {
                leader: leader.and_then(Pid::from_raw),
                fault: None,
            }),
            killed: Notify::new(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Kills the engine and everything it has started, also what has left the group. The guard is
    /// spared when it has anyone to reap: it ends by itself then, and nothing is left for process 1.
    pub(super) fn kill(&self, fault: Fault) {
        let mut state = self.lock();
        let Some(leader) = state.leader else { return };
        state.fault.get_or_insert(fault);
        let engine = descendants(leader);
        for &pid in &engine {
            // One that has ended meanwhile is what we want.
            let _ = kill_process(pid, Signal::KILL);
        }
        if engine.is_empty() {
            let _ = kill_process_group(leader, Signal::KILL);
        }
        self.killed.notify_one();
    }

    /// Returns when the group was killed and its guard has had time to end.
    pub(super) async fn overdue(&self) {
        self.killed.notified().await;
        tokio::time::sleep(REAPING).await;
    }

    /// Kills the guard too.
    pub(super) fn kill_all(&self) {
        if let Some(leader) = self.lock().leader {
            let _ = kill_process_group(leader, Signal::KILL);
        }
    }

    /// The leader was reaped this moment: what is left of its group goes, and its number is
    /// forgotten.
    pub(super) fn close(&self) {
        if let Some(leader) = self.lock().leader.take() {
            let _ = kill_process_group(leader, Signal::KILL);
        }
    }

    pub(super) fn fault(&self) -> Option<Fault> {
        self.lock().fault
    }

    pub(super) fn leader(&self) -> Option<Pid> {
        self.lock().leader
    }
}

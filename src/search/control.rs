//! What ends a search, shared by its threads.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use crate::analysis::{Limits, StopReason};

use super::time::Budget;

/// Nodes between two looks at the clock and the stop flag.
pub(super) const POLL: u64 = 1_024;

/// One thread's node count, on a cache line of its own.
#[derive(Debug, Default)]
#[repr(align(128))]
struct Counter(AtomicU64);

/// The shared state of one search.
#[derive(Debug)]
pub(super) struct Control<'a> {
    stop: &'a AtomicBool,
    halt: AtomicBool,
    reason: Mutex<Option<StopReason>>,
    counters: Vec<Counter>,
    started: Instant,
    pub(super) limits: Limits,
    pub(super) budget: Budget,
}

impl<'a> Control<'a> {
    pub(super) fn new(stop: &'a AtomicBool, limits: Limits, threads: usize) -> Self {
        Self {
            stop,
            halt: AtomicBool::new(false),
            reason: Mutex::new(None),
            counters: (0..threads).map(|_| Counter::default()).collect(),
            started: Instant::now(),
            budget: Budget::new(&limits),
            limits,
        }
    }

    pub(super) fn threads(&self) -> usize {
        self.counters.len()
    }

    pub(super) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Whether the caller wants an end.
    pub(super) fn stop_asked(&self) -> bool {
        self.stop.load(Relaxed)
    }

    pub(super) fn halted(&self) -> bool {
        self.halt.load(Relaxed)
    }

    /// Ends the search of every thread. The first reason stands.
    pub(super) fn halt(&self, reason: StopReason) {
        if let Ok(mut first) = self.reason.lock() {
            first.get_or_insert(reason);
        }
        self.halt.store(true, Relaxed);
    }

    pub(super) fn reason(&self) -> Option<StopReason> {
        self.reason.lock().ok().and_then(|reason| *reason)
    }

    /// Notes how many nodes a thread has searched.
    pub(super) fn publish(&self, thread: usize, nodes: u64) {
        self.counters[thread].0.store(nodes, Relaxed);
    }

    /// Nodes of all threads, as far as published.
    pub(super) fn nodes(&self) -> u64 {
        self.counters
            .iter()
            .map(|counter| counter.0.load(Relaxed))
            .sum()
    }

    /// Halts when a limit is reached.
    pub(super) fn check(&self) {
        let over = |limit: Option<Duration>| limit.is_some_and(|limit| self.elapsed() >= limit);
        let nodes = self.limits.nodes.map(|nodes| nodes.get());
        if self.stop_asked() {
            self.halt(StopReason::Cancelled);
        } else if nodes.is_some_and(|limit| self.nodes() >= limit) {
            self.halt(StopReason::Nodes);
        } else if over(self.budget.hard) {
            self.halt(StopReason::Movetime);
        }
    }
}

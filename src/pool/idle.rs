//! The engines of one kind that rest, and what they remember.

use std::time::Duration;

use tokio::time::Instant;

use super::session::{Memory, SessionKey};
use crate::engine::Engine;

/// An engine at rest.
#[derive(Debug)]
struct Resting {
    engine: Engine,
    memory: Memory,
    since: Instant,
}

/// Engines at rest, the oldest first.
#[derive(Debug, Default)]
pub(super) struct Idle(Vec<Resting>);

impl Idle {
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    pub(super) fn rest(&mut self, engine: Engine, memory: Memory) {
        let since = Instant::now();
        self.0.push(Resting {
            engine,
            memory,
            since,
        });
    }

    /// The engine that a search should have, and what it remembers: that of its session, else one that
    /// remembers nothing that anybody wants.
    pub(super) fn take(&mut self, session: Option<&SessionKey>) -> Option<(Engine, Memory)> {
        let with = |memory: &Memory| self.0.iter().rposition(|rests| rests.memory == *memory);
        let own = session.and_then(|session| with(&Memory::Of(session.clone())));
        let at = own
            .or_else(|| with(&Memory::Clean))
            .or_else(|| with(&Memory::Stale))?;
        let resting = self.0.remove(at);
        Some((resting.engine, resting.memory))
    }

    /// The one that served its session the longest time ago: that session is forgotten.
    pub(super) fn take_oldest(&mut self) -> Option<Engine> {
        let oldest = (!self.0.is_empty()).then(|| self.0.remove(0));
        oldest.map(|resting| resting.engine)
    }

    /// Gives a session up.
    pub(super) fn forget(&mut self, session: &SessionKey) {
        let mine = Memory::Of(session.clone());
        for resting in self.0.iter_mut().filter(|resting| resting.memory == mine) {
            resting.memory = Memory::Stale;
        }
    }

    /// Drops one: if possible one whose memory nobody wants.
    pub(super) fn drop_one(&mut self) {
        let unwanted = |resting: &Resting| !matches!(resting.memory, Memory::Of(_));
        if !self.0.is_empty() {
            self.0
                .remove(self.0.iter().rposition(unwanted).unwrap_or(0));
        }
    }

    /// When the first of them will have rested for so long.
    pub(super) fn due(&self, after: Duration) -> Option<Instant> {
        self.0.first().map(|resting| resting.since + after)
    }

    /// Those that have rested for so long.
    pub(super) fn take_due(&mut self, after: Duration) -> Vec<Engine> {
        let due = |resting: &&Resting| resting.since.elapsed() >= after;
        let count = self.0.iter().take_while(due).count();
        self.0
            .drain(..count)
            .map(|resting| resting.engine)
            .collect()
    }

    pub(super) fn take_all(&mut self) -> impl Iterator<Item = Engine> {
        self.0.drain(..).map(|resting| resting.engine)
    }
}

//! Who is next: interactive work before batches, and among equals the client that has least.

use std::collections::{HashMap, VecDeque};
use std::time::Duration;

use super::actor::Ticket;

/// How pressing a search is.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Pressing {
    /// Somebody waits for this one answer.
    #[default]
    Interactive,
    /// One of many.
    Batch,
}

/// On whose behalf a search runs, and how pressing it is.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Turn {
    /// A client, the same number for all of its requests.
    pub client: u64,
    /// How pressing it is.
    pub pressing: Pressing,
}

/// Where a search stands in the queue.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Place {
    /// 1: it is the next one.
    pub position: usize,
    /// How long it will probably wait.
    pub expected: Duration,
}

/// The searches that wait, and the slots that each client has.
#[derive(Debug, Default)]
pub(super) struct Queue {
    interactive: VecDeque<Ticket>,
    batch: VecDeque<Ticket>,
    slots: HashMap<u64, u16>,
}

impl Queue {
    pub(super) fn push(&mut self, ticket: Ticket) {
        match ticket.turn.pressing {
            Pressing::Interactive => self.interactive.push_back(ticket),
            Pressing::Batch => self.batch.push_back(ticket),
        }
    }

    pub(super) fn len(&self) -> usize {
        self.interactive.len() + self.batch.len()
    }

    /// How many go before one more that is so pressing.
    pub(super) fn ahead(&self, pressing: Pressing) -> usize {
        match pressing {
            Pressing::Interactive => self.interactive.len(),
            Pressing::Batch => self.len(),
        }
    }

    /// Somebody waits for a search that was one of many.
    pub(super) fn raise(&mut self, id: u64, turn: Turn) {
        let at = self.batch.iter().position(|ticket| ticket.id == id);
        if let Some(mut ticket) = at.and_then(|at| self.batch.remove(at)) {
            ticket.turn = turn;
            self.push(ticket);
        }
    }

    /// Takes one out.
    pub(super) fn remove(&mut self, id: u64) -> Option<Ticket> {
        [&mut self.interactive, &mut self.batch]
            .into_iter()
            .find_map(|line| {
                let at = line.iter().position(|ticket| ticket.id == id)?;
                line.remove(at)
            })
    }

    pub(super) fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub(super) fn retain(&mut self, keep: impl Fn(&Ticket) -> bool) {
        self.interactive.retain(&keep);
        self.batch.retain(&keep);
    }

    pub(super) fn drain(&mut self) -> impl Iterator<Item = Ticket> {
        self.interactive.drain(..).chain(self.batch.drain(..))
    }

    /// The next search, when so many free slots are enough for it, or nobody waits for it any more.
    pub(super) fn pop_if(&mut self, free: u16) -> Option<Ticket> {
        let Self {
            interactive,
            batch,
            slots,
        } = self;
        let line = if interactive.is_empty() {
            batch
        } else {
            interactive
        };
        let has = |ticket: &Ticket| slots.get(&ticket.turn.client).copied().unwrap_or(0);
        // The first of the client that has least: `min_by_key` takes the first of equals.
        let next = line.iter().enumerate();
        let (at, ticket) = next.min_by_key(|(_, ticket)| has(ticket))?;
        if !ticket.reply.is_closed() && ticket.task.threads.get() > free {
            return None;
        }
        line.remove(at)
    }

    pub(super) fn started(&mut self, ticket: &Ticket) {
        *self.slots.entry(ticket.turn.client).or_default() += ticket.task.threads.get();
    }

    pub(super) fn finished(&mut self, turn: Turn, slots: u16) {
        if let Some(has) = self.slots.get_mut(&turn.client) {
            *has = has.saturating_sub(slots);
            if *has == 0 {
                self.slots.remove(&turn.client);
            }
        }
    }
}

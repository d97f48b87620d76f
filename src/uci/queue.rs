//! What an engine has said and nobody has read yet, in bounded memory: when it is full the oldest
//! `info` makes room, and everything that a caller waits for (`bestmove`, `readyok`, `uciok`, …)
//! is kept.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

use super::Output;

/// The most lines kept.
const CAPACITY: usize = 1_024;

/// One writer, one reader.
#[derive(Debug, Default)]
pub(super) struct Queue {
    state: Mutex<State>,
    filled: Notify,
    drained: Notify,
}

#[derive(Debug, Default)]
struct State {
    lines: VecDeque<Output>,
    closed: bool,
}

impl Queue {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a line; waits for the reader only when the queue is full of lines that must be kept.
    pub(super) async fn push(&self, line: Output) {
        let mut line = Some(line);
        loop {
            let drained = self.drained.notified();
            line = self.lock().offer(line);
            if line.is_none() {
                self.filled.notify_one();
                return;
            }
            drained.await;
        }
    }

    /// The next line; `None` once the queue is closed and empty.
    pub(super) async fn pop(&self) -> Option<Output> {
        loop {
            let filled = self.filled.notified();
            {
                let mut state = self.lock();
                if let Some(line) = state.lines.pop_front() {
                    self.drained.notify_one();
                    return Some(line);
                }
                if state.closed {
                    return None;
                }
            }
            filled.await;
        }
    }

    /// No more lines will come.
    pub(super) fn close(&self) {
        self.lock().closed = true;
        self.filled.notify_one();
        self.drained.notify_one();
    }
}

impl State {
    /// Takes the line, or gives it back when there is no room for it.
    fn offer(&mut self, line: Option<Output>) -> Option<Output> {
        let is_info = |line: &Output| matches!(line, Output::Info(_));
        if self.closed {
            return None;
        }
        if self.lines.len() >= CAPACITY {
            match self.lines.iter().position(is_info) {
                Some(oldest) => drop(self.lines.remove(oldest)),
                None if line.as_ref().is_some_and(is_info) => return None,
                None => return line,
            }
        }
        self.lines.extend(line);
        None
    }
}

#[cfg(test)]
mod tests {
    use super::super::Info;
    use super::*;

    #[tokio::test]
    async fn floods_lose_only_infos() {
        let queue = Queue::default();
        queue.push(Output::ReadyOk).await;
        for _ in 0..10 * CAPACITY {
            queue
                .push(Output::Info(Box::new(Info::words("flood"))))
                .await;
        }
        queue.push(Output::UciOk).await;
        queue.close();
        let mut kept = Vec::new();
        while let Some(line) = queue.pop().await {
            kept.push(line);
        }
        assert_eq!(kept.len(), CAPACITY);
        assert_eq!(kept.first(), Some(&Output::ReadyOk));
        assert_eq!(kept.last(), Some(&Output::UciOk));
    }
}

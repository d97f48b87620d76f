//! The word to all connections that the service stops.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};

use tokio::sync::Notify;
use tokio::sync::futures::OwnedNotified;

/// Says it. Connections are polled at each request, so their share is one load of a flag; a
/// cancellation token would take a lock that they all share.
#[derive(Debug, Default)]
pub(super) struct Drain(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    begun: AtomicBool,
    word: Arc<Notify>,
}

impl Drain {
    pub(super) fn begin(&self) {
        self.0.begun.store(true, Ordering::SeqCst);
        self.0.word.notify_waiters();
    }

    /// Ready once it has begun.
    pub(super) fn begun(&self) -> Begun {
        Begun {
            shared: Arc::clone(&self.0),
            word: Box::pin(Arc::clone(&self.0.word).notified_owned()),
            waits: false,
        }
    }
}

/// See [`Drain::begun`]. It belongs to one task: only the first that polls it is woken.
#[derive(Debug)]
pub(super) struct Begun {
    shared: Arc<Shared>,
    word: Pin<Box<OwnedNotified>>,
    waits: bool,
}

impl Future for Begun {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        if !self.waits {
            self.waits = true;
            // In line for the word before the flag is read: one of them is seen.
            if self.word.as_mut().poll(context).is_ready() {
                return Poll::Ready(());
            }
        }
        if self.shared.begun.load(Ordering::SeqCst) {
            Poll::Ready(())
        } else {
            Poll::Pending
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn all_hear_it_whenever_they_listen() {
        let drain = Drain::default();
        let early = tokio::spawn(drain.begun());
        tokio::task::yield_now().await;
        assert!(!early.is_finished());
        drain.begin();
        early.await.unwrap();
        drain.begun().await;
    }
}

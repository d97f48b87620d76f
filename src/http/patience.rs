//! Time-outs of connections, cheaply: a timer that hyper arms and drops for each request costs more
//! than the request's own parsing when each one is entered among those of the runtime.

use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use hyper::rt::{Sleep, Timer};

/// A timer whose sleeps wake nobody: they are over when they are looked at after their time. Who
/// uses it looks again every [`interval`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Lazy;

/// How often a connection looks at a time-out: an eighth of it late at most.
pub(super) fn interval(timeout: Duration) -> Duration {
    (timeout / 8).max(Duration::from_millis(10))
}

#[derive(Debug)]
struct Until(Instant);

impl Future for Until {
    type Output = ();

    fn poll(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<()> {
        if Instant::now() >= self.0 {
            Poll::Ready(())
        } else {
            Poll::Pending
        }
    }
}

impl Sleep for Until {}

impl Timer for Lazy {
    fn sleep(&self, duration: Duration) -> Pin<Box<dyn Sleep>> {
        self.sleep_until(self.now() + duration)
    }

    fn sleep_until(&self, deadline: Instant) -> Pin<Box<dyn Sleep>> {
        Box::pin(Until(deadline))
    }
}

//! When an engine that failed may be started again.

use std::time::Duration;

use tokio::time::Instant;

const FIRST: Duration = Duration::from_millis(100);
const LONGEST: Duration = Duration::from_secs(30);

/// The memory of an engine's failures: each one in a row doubles the wait, with jitter.
///
/// The first failure costs no wait: a single crash is mended by a fresh process at once.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Backoff {
    failures: u32,
    until: Option<Instant>,
}

impl Backoff {
    pub(super) fn succeed(&mut self) {
        *self = Self::default();
    }

    pub(super) fn fail(&mut self, now: Instant) {
        self.failures = self.failures.saturating_add(1);
        let doublings = self.failures.saturating_sub(2).min(16);
        if self.failures > 1 {
            self.until = Some(now + jittered(FIRST.saturating_mul(1 << doublings).min(LONGEST)));
        }
    }

    pub(super) fn failures(self) -> u32 {
        self.failures
    }

    /// How long to wait from now; zero when the engine may start at once.
    pub(super) fn wait(self, now: Instant) -> Duration {
        self.until
            .map_or(Duration::ZERO, |until| until.saturating_duration_since(now))
    }
}

/// 75–125 % of a wait, so that many servers do not start their engines in step.
fn jittered(wait: Duration) -> Duration {
    use std::hash::{BuildHasher, RandomState};
    let random = RandomState::new().hash_one(wait.as_nanos());
    let percent = 75 + u32::try_from(random % 51).unwrap_or(25);
    wait * percent / 100
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_grow_to_a_bound_and_a_success_forgets() {
        let now = Instant::now();
        let mut backoff = Backoff::default();
        backoff.fail(now);
        assert_eq!(backoff.wait(now), Duration::ZERO);
        backoff.fail(now);
        assert!(backoff.wait(now) >= Duration::from_millis(75));
        for _ in 0..100 {
            backoff.fail(now);
        }
        assert!(backoff.wait(now) <= LONGEST * 5 / 4);
        backoff.succeed();
        assert_eq!((backoff.wait(now), backoff.failures()), (Duration::ZERO, 0));
    }
}

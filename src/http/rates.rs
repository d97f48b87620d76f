//! How often a client may ask.
//!
//! The generic cell rate algorithm: `REQUESTS/SECONDS` may come at once, and come back evenly. What is left is said in the fields
//! `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers-10).

use std::num::NonZeroU32;
use std::str::FromStr;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use axum::http::{HeaderMap, HeaderName, HeaderValue};
use governor::clock::{Clock as _, DefaultClock};
use governor::middleware::StateInformationMiddleware;
use governor::state::keyed::HashMapStateStore;
use governor::{Quota, RateLimiter};

const POLICY: HeaderName = HeaderName::from_static("ratelimit-policy");
const LIMIT: HeaderName = HeaderName::from_static("ratelimit");

/// Requests after which those who have not come for long are forgotten.
const FORGET_EVERY: u32 = 4096;

/// So many requests in so many seconds.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Rate {
    requests: NonZeroU32,
    seconds: NonZeroU32,
}

impl FromStr for Rate {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let read = || {
            let (requests, seconds) = text.split_once('/')?;
            let rate = Self {
                requests: requests.trim().parse().ok()?,
                seconds: seconds.trim().parse().ok()?,
            };
            rate.quota().map(|_| rate)
        };
        read().ok_or_else(|| {
            format!(
                "{text:?}: expected REQUESTS/SECONDS, such as 600/60, of at most one a nanosecond"
            )
        })
    }
}

impl Rate {
    fn quota(self) -> Option<Quota> {
        let all = Duration::from_secs(self.seconds.get().into());
        let one = all / self.requests.get();
        Quota::with_period(one).map(|quota| quota.allow_burst(self.requests))
    }
}

type Cells = RateLimiter<u64, HashMapStateStore<u64>, DefaultClock, StateInformationMiddleware>;

/// A rate, and what everyone has used of it.
#[derive(Debug)]
pub(super) struct Limiter {
    cells: Cells,
    rate: Rate,
    policy: HeaderValue,
    charged: AtomicU32,
}

/// What a client has left.
#[derive(Clone, Debug)]
pub(super) struct Standing {
    policy: HeaderValue,
    left: u32,
    /// Until all of it is back.
    reset: Duration,
}

impl Limiter {
    /// `None` for a rate that [`Rate::from_str`] would not have given.
    pub(super) fn new(rate: Rate) -> Option<Self> {
        let policy = format!("\"default\";q={};w={}", rate.requests, rate.seconds);
        Some(Self {
            cells: RateLimiter::hashmap(rate.quota()?).with_middleware(),
            rate,
            policy: HeaderValue::from_str(&policy).ok()?,
            charged: AtomicU32::new(0),
        })
    }

    /// Takes one request off what a client has.
    ///
    /// # Errors
    ///
    /// Its standing, and when it may come again.
    pub(super) fn charge(&self, client: u64) -> Result<Standing, (Standing, Duration)> {
        let charged = self.charged.fetch_add(1, Ordering::Relaxed);
        if charged % FORGET_EVERY == FORGET_EVERY - 1 {
            self.cells.retain_recent();
            self.cells.shrink_to_fit();
        }
        match self.cells.check_key(&client) {
            Ok(state) => Ok(self.standing(state.remaining_burst_capacity())),
            Err(refused) => {
                let wait = refused.wait_time_from(DefaultClock::default().now());
                Err((self.standing(0), wait))
            }
        }
    }

    fn standing(&self, left: u32) -> Standing {
        let used = self.rate.requests.get().saturating_sub(left);
        let all = Duration::from_secs(self.rate.seconds.get().into());
        Standing {
            policy: self.policy.clone(),
            left,
            reset: all * used / self.rate.requests.get(),
        }
    }
}

impl Standing {
    /// Says it in a response.
    pub(super) fn tell(&self, response: &mut HeaderMap) {
        let seconds = self.reset.as_millis().div_ceil(1000);
        let limit = format!("\"default\";r={};t={seconds}", self.left);
        response.insert(POLICY, self.policy.clone());
        if let Ok(limit) = HeaderValue::from_str(&limit) {
            response.insert(LIMIT, limit);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_are_read() {
        for (text, fits) in [
            ("600/60", true),
            ("1/1", true),
            ("0/60", false),
            ("60/0", false),
            ("60", false),
            ("-1/2", false),
            ("4000000000/1", false),
        ] {
            assert_eq!(text.parse::<Rate>().is_ok(), fits, "input: {text:?}");
        }
    }

    #[test]
    fn a_client_has_what_the_rate_says_and_no_more() {
        let limiter = Limiter::new("3/60".parse().unwrap()).unwrap();
        for left in [2, 1, 0] {
            assert_eq!(limiter.charge(7).unwrap().left, left);
        }
        let (standing, wait) = limiter.charge(7).unwrap_err();
        assert_eq!(standing.left, 0);
        assert!(
            wait > Duration::from_secs(15) && wait <= Duration::from_secs(20),
            "{wait:?}"
        );
        assert_eq!(limiter.charge(8).unwrap().left, 2);
    }
}

//! An id for each request: the client's own where it is sane, else one of ours.

use std::convert::Infallible;
use std::hash::{BuildHasher, RandomState};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue};

use super::reply::hex;

const HEADER: HeaderName = HeaderName::from_static("x-request-id");
const LONGEST: usize = 64;

/// The id of a request.
#[derive(Clone, Debug)]
pub(super) struct RequestId(HeaderValue);

impl RequestId {
    /// The client's own id, or a new one.
    pub(super) fn of(request: &HeaderMap) -> Self {
        let given = request.get(HEADER);
        let given = given.filter(|value| is_safe(value.as_bytes()));
        Self(given.cloned().unwrap_or_else(fresh))
    }

    pub(super) fn as_str(&self) -> &str {
        self.0.to_str().unwrap_or_default()
    }

    /// Says the id in a response.
    pub(super) fn echo(self, response: &mut HeaderMap) {
        response.insert(HEADER, self.0);
    }
}

/// For answers that name it inside their body.
impl<S: Sync> FromRequestParts<S> for RequestId {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let id = parts.extensions.get().cloned();
        Ok(id.unwrap_or_else(|| Self(fresh())))
    }
}

fn is_safe(id: &[u8]) -> bool {
    let safe = |b: u8| b.is_ascii_alphanumeric() || b"-_.:/+=".contains(&b);
    (1..=LONGEST).contains(&id.len()) && id.iter().copied().all(safe)
}

/// Unique within a process by its counter, and between processes by its random half.
fn fresh() -> HeaderValue {
    static PROCESS: LazyLock<u64> =
        LazyLock::new(|| RandomState::new().hash_one(std::process::id()));
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let mut id = [0; 32];
    id[..16].copy_from_slice(&hex(*PROCESS));
    id[16..].copy_from_slice(&hex(NEXT.fetch_add(1, Ordering::Relaxed)));
    HeaderValue::from_bytes(&id).unwrap_or_else(|_| HeaderValue::from_static("-"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_sane_ids_are_echoed() {
        for (id, safe) in [
            ("abc-1", true),
            ("", false),
            ("a b", false),
            ("a\"b", false),
        ] {
            assert_eq!(is_safe(id.as_bytes()), safe, "input: {id:?}");
        }
        assert!(is_safe("x".repeat(64).as_bytes()));
        assert!(!is_safe("x".repeat(65).as_bytes()));
        assert_ne!(fresh(), fresh());
    }
}

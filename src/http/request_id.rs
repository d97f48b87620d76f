//! An id for each request: the client's own where it is sane, else one of ours.

use std::hash::{BuildHasher, RandomState};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};

use axum::extract::Request;
use axum::http::{HeaderName, HeaderValue};
use axum::middleware::Next;
use axum::response::Response;

const HEADER: HeaderName = HeaderName::from_static("x-request-id");
const LONGEST: usize = 64;

/// The id of a request, also in its extensions.
#[derive(Clone, Debug, Default)]
pub(super) struct RequestId(String);

impl RequestId {
    pub(super) fn as_str(&self) -> &str {
        &self.0
    }
}

/// Gives each request an id and echoes it as `x-request-id`.
pub(super) async fn identify(mut request: Request, next: Next) -> Response {
    let given = request
        .headers()
        .get(HEADER)
        .and_then(|value| value.to_str().ok());
    let id = given
        .filter(|id| is_safe(id))
        .map_or_else(fresh, str::to_owned);
    request.extensions_mut().insert(RequestId(id.clone()));
    let mut response = next.run(request).await;
    if let Ok(value) = HeaderValue::try_from(id) {
        response.headers_mut().insert(HEADER, value);
    }
    response
}

fn is_safe(id: &str) -> bool {
    let safe = |b: u8| b.is_ascii_alphanumeric() || b"-_.:/+=".contains(&b);
    (1..=LONGEST).contains(&id.len()) && id.bytes().all(safe)
}

/// Unique within a process by its counter, and between processes by its random half.
fn fresh() -> String {
    static PROCESS: LazyLock<u64> =
        LazyLock::new(|| RandomState::new().hash_one(std::process::id()));
    static NEXT: AtomicU64 = AtomicU64::new(0);
    format!(
        "{:016x}{:08x}",
        *PROCESS,
        NEXT.fetch_add(1, Ordering::Relaxed)
    )
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
            assert_eq!(is_safe(id), safe, "input: {id:?}");
        }
        assert!(is_safe(&"x".repeat(64)));
        assert!(!is_safe(&"x".repeat(65)));
        assert_ne!(fresh(), fresh());
    }
}

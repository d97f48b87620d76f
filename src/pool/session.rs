//! Sessions: searches that follow one another and may build on what was searched before.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// A session of one client. Its searches prefer the engine that served it last and find its hash
/// table as they left it; nobody else's search does.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub struct SessionKey {
    /// Whose it is: two clients may use the same name.
    client: u64,
    name: Arc<str>,
}

impl SessionKey {
    /// The session that a client calls so.
    pub fn new(client: u64, name: &str) -> Self {
        let name = name.into();
        Self { client, name }
    }

    /// A session that nobody has had before.
    pub fn unnamed() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        // Names of clients are never empty.
        Self {
            client: NEXT.fetch_add(1, Ordering::Relaxed),
            name: "".into(),
        }
    }

    /// About what it takes in memory beside itself, in bytes.
    pub(super) fn size(&self) -> usize {
        self.name.len()
    }
}

/// What an engine remembers.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(super) enum Memory {
    /// Nothing.
    #[default]
    Clean,
    /// A session.
    Of(SessionKey),
    /// A session that was given up.
    Stale,
}

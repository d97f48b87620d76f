//! Who asks, as far as fairness needs to know.

use std::convert::Infallible;
use std::hash::{BuildHasher as _, RandomState};
use std::net::IpAddr;
use std::sync::LazyLock;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;

use crate::pool::{Pressing, SessionKey, Turn};

/// A client: the address that it connects from.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Client(u64);

impl Client {
    pub(super) fn at(address: IpAddr) -> Self {
        static KEYS: LazyLock<RandomState> = LazyLock::new(RandomState::new);
        Self(KEYS.hash_one(address))
    }

    /// A turn for somebody who waits for one answer, or for one of many.
    pub(super) fn turn(self, pressing: Pressing) -> Turn {
        Turn {
            client: self.0,
            pressing,
        }
    }
}

impl Client {
    /// The session that this client calls so.
    pub(super) fn session(self, name: &str) -> SessionKey {
        SessionKey::new(self.0, name)
    }
}

impl<S: Sync> FromRequestParts<S> for Client {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(parts.extensions.get().copied().unwrap_or_default())
    }
}

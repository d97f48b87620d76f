//! Who asks, as far as fairness, sessions and rates need to know.

use std::convert::Infallible;
use std::hash::{BuildHasher as _, RandomState};
use std::net::{IpAddr, Ipv6Addr};
use std::sync::LazyLock;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;

use crate::pool::{Pressing, SessionKey, Turn};

static HASHES: LazyLock<RandomState> = LazyLock::new(RandomState::new);

/// A client: its key, else the address that it connects from.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Client {
    id: u64,
    address: Option<IpAddr>,
    key: Option<usize>,
}

impl Client {
    pub(super) fn at(address: IpAddr) -> Self {
        let address = address.to_canonical();
        Self {
            id: HASHES.hash_one(address),
            address: Some(address),
            key: None,
        }
    }

    /// The same, known by a key from now on.
    pub(super) fn with_key(self, number: usize) -> Self {
        Self {
            id: HASHES.hash_one(("key", number)),
            key: Some(number),
            ..self
        }
    }

    pub(super) fn address(self) -> Option<IpAddr> {
        self.address
    }

    /// The number of its key.
    pub(super) fn key(self) -> Option<usize> {
        self.key
    }

    /// What is counted together: a key, an IPv4 address, or the 64 bits of an IPv6 network, in which a client has
    /// as many addresses as it likes.
    pub(super) fn household(self) -> u64 {
        match self.address {
            Some(IpAddr::V6(address))
                if self.key.is_none() && address.to_ipv4_mapped().is_none() =>
            {
                let network = Ipv6Addr::from_bits(address.to_bits() >> 64 << 64);
                HASHES.hash_one(network)
            }
            Some(_) | None => self.id,
        }
    }

    /// A turn for somebody who waits for one answer, or for one of many.
    pub(super) fn turn(self, pressing: Pressing) -> Turn {
        Turn {
            client: self.id,
            pressing,
        }
    }

    /// The session that this client calls so.
    pub(super) fn session(self, name: &str) -> SessionKey {
        SessionKey::new(self.id, name)
    }
}

impl<S: Sync> FromRequestParts<S> for Client {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(parts.extensions.get().copied().unwrap_or_default())
    }
}

//! Who a client is and how often it may ask: keys, rates and trusted proxies, where they are configured.

use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode as S, header};
use ipnet::IpNet;

use super::HttpOptions;
use super::client::Client;
use super::keys::Keys;
use super::problem::Problem;
use super::proxies::client_of;
use super::rates::{Limiter, Standing};

const X_API_KEY: HeaderName = HeaderName::from_static("x-api-key");

/// What everyone may see, as often as he likes: monitors and the curious have no key.
const OPEN: &[&str] = &["/", "/healthz", "/openapi.yaml", "/readyz"];

/// Keys, rates and proxies.
#[derive(Debug)]
pub(super) struct Guard {
    keys: Option<Keys>,
    trusted: Vec<IpNet>,
    /// Of everyone who has no rate of his own.
    rate: Option<Limiter>,
    /// Of each key, where it has one.
    own_rates: Vec<Option<Limiter>>,
}

/// Why a client does not come in.
#[derive(Debug)]
pub(super) struct Refusal {
    pub(super) problem: Problem,
    /// What it has left, where that is why.
    pub(super) standing: Option<Standing>,
}

impl Guard {
    /// `None`: there is nothing to guard.
    pub(super) fn new(options: &HttpOptions, keys: Option<Keys>) -> Option<Self> {
        let own_rates = keys.iter().flat_map(Keys::rates);
        let guard = Self {
            own_rates: own_rates.map(|rate| rate.and_then(Limiter::new)).collect(),
            keys,
            trusted: options.trusted_proxy.clone(),
            rate: options.rate_limit.and_then(Limiter::new),
        };
        let idle = guard.keys.is_none() && guard.trusted.is_empty() && guard.rate.is_none();
        (!idle).then_some(guard)
    }

    /// Lets a request in: who sends it, and what is left to him.
    pub(super) fn admit(
        &self,
        client: Client,
        path: &str,
        headers: &HeaderMap,
    ) -> Result<(Client, Option<Standing>), Refusal> {
        let client = self.identify(client, headers);
        if OPEN.contains(&path) {
            return Ok((client, None));
        }
        let client = self.unlock(client, headers)?;
        let standing = self.charge(client)?;
        Ok((client, standing))
    }

    fn identify(&self, client: Client, headers: &HeaderMap) -> Client {
        match client.address() {
            Some(peer) if !self.trusted.is_empty() => {
                Client::at(client_of(headers, peer, &self.trusted))
            }
            Some(_) | None => client,
        }
    }

    fn unlock(&self, client: Client, headers: &HeaderMap) -> Result<Client, Refusal> {
        let Some(keys) = &self.keys else {
            return Ok(client);
        };
        let refused = |code, detail: &str| Refusal {
            problem: Problem::new(S::UNAUTHORIZED, code, detail),
            standing: None,
        };
        let Some(shown) = shown(headers) else {
            let detail =
                "a key is needed: send it as \"Authorization: Bearer KEY\" or \"X-Api-Key: KEY\"";
            return Err(refused("key-required", detail));
        };
        match keys.find(shown) {
            Some(number) => {
                tracing::trace!(key = keys.name(number), "a key was shown");
                Ok(client.with_key(number))
            }
            None => Err(refused("key-unknown", "the key is not known here")),
        }
    }

    /// Takes one request off what a client has left.
    pub(super) fn charge(&self, client: Client) -> Result<Option<Standing>, Refusal> {
        let own = client.key().and_then(|key| self.own_rates.get(key));
        let limiter = own.and_then(Option::as_ref).or(self.rate.as_ref());
        let Some(limiter) = limiter else {
            return Ok(None);
        };
        let charged = limiter.charge(client.household());
        charged.map(Some).map_err(|(standing, wait)| {
            let detail = format!(
                "too many requests; the next one may come in {:.1} s",
                wait.as_secs_f64()
            );
            Refusal {
                problem: Problem::new(S::TOO_MANY_REQUESTS, "rate-limited", detail)
                    .retry_after(wait),
                standing: Some(standing),
            }
        })
    }
}

/// The key that a request shows.
fn shown(headers: &HeaderMap) -> Option<&[u8]> {
    let bearer = |value: &'_ HeaderValue| {
        let (scheme, _) = value.as_bytes().split_at_checked(7)?;
        scheme.eq_ignore_ascii_case(b"bearer ").then_some(())
    };
    if let Some(value) = headers.get(header::AUTHORIZATION)
        && bearer(value).is_some()
    {
        return Some(value.as_bytes()[7..].trim_ascii());
    }
    headers.get(X_API_KEY).map(HeaderValue::as_bytes)
}

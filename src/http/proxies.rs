//! Whose request it is that a proxy passes on.
//!
//! `Forwarded` (RFC 7239) or `X-Forwarded-For` are believed only from proxies that are trusted, from the last entry back to the first
//! address that is not one of theirs: what a client has written before that is its own invention.

use std::net::{IpAddr, SocketAddr};

use axum::http::{HeaderMap, HeaderName, header};
use ipnet::IpNet;

const X_FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// The address that a request comes from in truth.
pub(super) fn client_of(headers: &HeaderMap, peer: IpAddr, trusted: &[IpNet]) -> IpAddr {
    let is_trusted = |address: &IpAddr| {
        let address = address.to_canonical();
        trusted.iter().any(|net| net.contains(&address))
    };
    if !is_trusted(&peer) {
        return peer;
    }
    let mut client = peer;
    for entry in entries(headers).iter().rev() {
        let Some(address) = entry else { break };
        client = *address;
        if !is_trusted(address) {
            break;
        }
    }
    client
}

/// Every hop that is named, in order; `None` for one that hides or cannot be read.
fn entries(headers: &HeaderMap) -> Vec<Option<IpAddr>> {
    let list = |name: &HeaderName| {
        let values = headers.get_all(name).into_iter();
        let values = values.filter_map(|value| value.to_str().ok());
        values
            .flat_map(|value| value.split(','))
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    if headers.contains_key(header::FORWARDED) {
        let elements = list(&header::FORWARDED);
        return elements.iter().map(|element| forwarded(element)).collect();
    }
    let addresses = list(&X_FORWARDED_FOR);
    addresses.iter().map(|entry| address(entry)).collect()
}

/// The `for` of one element of `Forwarded`.
fn forwarded(element: &str) -> Option<IpAddr> {
    let pairs = element.split(';').filter_map(|pair| pair.split_once('='));
    let mut named = pairs.filter(|(name, _)| name.trim().eq_ignore_ascii_case("for"));
    named.next().and_then(|(_, value)| address(value))
}

/// An address with or without quotes, brackets and a port.
fn address(text: &str) -> Option<IpAddr> {
    let text = text.trim().trim_matches('"');
    let bare = text.trim_start_matches('[').trim_end_matches(']');
    let whole = bare.parse::<IpAddr>().ok();
    let found = whole.or_else(|| text.parse::<SocketAddr>().ok().map(|socket| socket.ip()));
    // An IPv4 address as IPv6 writes it (RFC 4291, section 2.5.5.2) is the same client.
    found.map(|ip| ip.to_canonical())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_trusted_proxies_say_is_believed() {
        let trusted: Vec<IpNet> = ["10.0.0.0/8", "fd00::/8", "127.0.0.1/32"]
            .map(|net| net.parse().unwrap())
            .to_vec();
        for (peer, name, value, expected) in [
            ("127.0.0.1", "x-forwarded-for", "192.0.2.1", "192.0.2.1"),
            (
                "127.0.0.1",
                "x-forwarded-for",
                "::ffff:192.0.2.1",
                "192.0.2.1",
            ),
            (
                "127.0.0.1",
                "x-forwarded-for",
                "1.1.1.1, 192.0.2.1, 10.1.1.1",
                "192.0.2.1",
            ),
            (
                "127.0.0.1",
                "x-forwarded-for",
                "192.0.2.1:4711",
                "192.0.2.1",
            ),
            ("127.0.0.1", "x-forwarded-for", "10.1.1.1", "10.1.1.1"),
            (
                "127.0.0.1",
                "x-forwarded-for",
                "192.0.2.1, unknown",
                "127.0.0.1",
            ),
            ("127.0.0.1", "x-forwarded-for", "", "127.0.0.1"),
            ("192.0.2.9", "x-forwarded-for", "192.0.2.1", "192.0.2.9"),
            // The examples of RFC 7239, section 4.
            (
                "127.0.0.1",
                "forwarded",
                "For=\"[2001:db8:cafe::17]:4711\"",
                "2001:db8:cafe::17",
            ),
            (
                "127.0.0.1",
                "forwarded",
                "for=192.0.2.60;proto=http;by=203.0.113.43",
                "192.0.2.60",
            ),
            (
                "127.0.0.1",
                "forwarded",
                "for=192.0.2.43, for=198.51.100.17",
                "198.51.100.17",
            ),
            ("127.0.0.1", "forwarded", "for=\"_gazonk\"", "127.0.0.1"),
            (
                "::ffff:127.0.0.1",
                "x-forwarded-for",
                "2001:db8::1",
                "2001:db8::1",
            ),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(HeaderName::from_static(name), value.parse().unwrap());
            let client = client_of(&headers, peer.parse().unwrap(), &trusted);
            assert_eq!(
                client,
                expected.parse::<IpAddr>().unwrap(),
                "{peer}: {value}"
            );
        }
    }
}

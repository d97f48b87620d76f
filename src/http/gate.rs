//! Who may open a WebSocket.
//!
//! CORS does not guard WebSockets: any page may open one to a server on the reader's own machine, and a
//! name that its owner points at 127.0.0.1 makes a page there one of the same origin ("DNS rebinding").
//! So the `Host` must be an address that this server has or a name that it was given, and an `Origin`,
//! which only browsers send, must be that host or one that `--cors-origin` names.

use std::net::IpAddr;

use axum::http::uri::{Authority, Uri};
use axum::http::{HeaderMap, HeaderValue, StatusCode as S, header};

use super::HttpOptions;
use super::problem::Problem;
use crate::notation::quote;

/// Any origin.
pub(super) const ANY: &str = "*";

/// What is let through.
#[derive(Clone, Debug)]
pub(super) struct Gate {
    /// Where the server listens.
    listen: IpAddr,
    /// Names that it is known by besides.
    hosts: Vec<String>,
    /// Other origins whose pages may come.
    origins: Vec<String>,
}

impl Gate {
    pub(super) fn new(options: &HttpOptions) -> Self {
        Self {
            listen: options.listen.ip(),
            hosts: options.allowed_host.clone(),
            origins: options.cors_origin.clone(),
        }
    }

    /// Lets a request through or says why not.
    pub(super) fn pass(&self, headers: &HeaderMap) -> Result<(), Problem> {
        let host = headers.get(header::HOST).and_then(read);
        let Some(host) = host.filter(|host| self.knows(host.host())) else {
            let named = shown(headers.get(header::HOST));
            let detail = format!(
                "the host {named} is no address of this server; --allowed-host names others that it is known by"
            );
            return Err(Problem::new(S::FORBIDDEN, "host-not-allowed", detail));
        };
        match headers.get(header::ORIGIN) {
            Some(origin) if !self.welcomes(origin, &host) => {
                let detail = format!(
                    "pages of {} may not open a WebSocket here; --cors-origin names those that may",
                    shown(Some(origin))
                );
                Err(Problem::new(S::FORBIDDEN, "origin-not-allowed", detail))
            }
            Some(_) | None => Ok(()),
        }
    }

    fn knows(&self, host: &str) -> bool {
        let bare = host.trim_start_matches('[').trim_end_matches(']');
        if let Ok(address) = bare.parse::<IpAddr>() {
            // An address cannot be rebound: a page that names it has come from there.
            return address.is_loopback()
                || self.listen.is_unspecified()
                || address == self.listen
                || self.names(host);
        }
        let name = host.trim_end_matches('.');
        name.eq_ignore_ascii_case("localhost")
            || name.to_ascii_lowercase().ends_with(".localhost")
            || self.names(name)
    }

    fn names(&self, host: &str) -> bool {
        self.hosts
            .iter()
            .any(|known| known == ANY || known.eq_ignore_ascii_case(host))
    }

    fn welcomes(&self, origin: &HeaderValue, host: &Authority) -> bool {
        let named = |known: &String| {
            known == ANY || known.as_bytes().eq_ignore_ascii_case(origin.as_bytes())
        };
        self.origins.iter().any(named) || is_same(origin, host)
    }
}

fn read(value: &HeaderValue) -> Option<Authority> {
    Authority::try_from(value.as_bytes()).ok()
}

/// Whether an origin is the host that was asked, by whichever scheme: a proxy may have taken TLS off.
fn is_same(origin: &HeaderValue, host: &Authority) -> bool {
    let Ok(origin) = Uri::try_from(origin.as_bytes()) else {
        return false; // "null" too: a page without an origin of its own
    };
    let default = match origin.scheme_str() {
        Some("http") => 80,
        Some("https") => 443,
        _ => return false,
    };
    let Some(authority) = origin.authority() else {
        return false;
    };
    authority.host().eq_ignore_ascii_case(host.host())
        && authority.port_u16().unwrap_or(default) == host.port_u16().unwrap_or(default)
}

fn shown(value: Option<&HeaderValue>) -> String {
    let bytes = value.map_or(&b""[..], HeaderValue::as_bytes);
    quote(&String::from_utf8_lossy(bytes)).to_string()
}

/// Reads the value of `--cors-origin`: `*`, or a scheme and an authority and nothing more.
pub(super) fn parse_origin(text: &str) -> Result<String, String> {
    let expected = || format!("{text:?}: expected * or an origin such as https://example.org");
    if text == ANY {
        return Ok(text.to_owned());
    }
    let uri: Uri = text.parse().map_err(|_| expected())?;
    let whole = uri.scheme_str().zip(uri.authority());
    let whole = whole.map(|(scheme, authority)| format!("{scheme}://{authority}"));
    whole
        .filter(|whole| whole.eq_ignore_ascii_case(text))
        .ok_or_else(expected)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn passes(options: &HttpOptions, host: &str, origin: Option<&str>) -> Result<(), String> {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, host.parse().unwrap());
        if let Some(origin) = origin {
            headers.insert(header::ORIGIN, origin.parse().unwrap());
        }
        let pass = Gate::new(options).pass(&headers);
        pass.map_err(|problem| problem.code().to_owned())
    }

    #[test]
    fn hosts_and_origins_are_judged() {
        let mut options = HttpOptions::for_testing();
        options.allowed_host = vec!["chess.example".to_owned()];
        options.cors_origin = vec!["https://board.example".to_owned()];
        let host = || Err("host-not-allowed".to_owned());
        let foreign = || Err("origin-not-allowed".to_owned());
        for (host_header, origin, expected) in [
            ("127.0.0.1:8080", None, Ok(())),
            ("[::1]:8080", None, Ok(())),
            ("localhost:8080", Some("http://localhost:8080"), Ok(())),
            ("chess.example", Some("https://chess.example"), Ok(())),
            ("Chess.Example:8080", None, Ok(())),
            ("localhost", Some("https://board.example"), Ok(())),
            ("evil.example", None, host()),
            ("evil.example", Some("http://evil.example"), host()),
            ("192.0.2.7:8080", None, host()),
            ("127.0.0.1.evil.example", None, host()),
            ("localhost:8080", Some("http://evil.example"), foreign()),
            ("localhost:8080", Some("http://localhost:3000"), foreign()),
            ("localhost:8080", Some("null"), foreign()),
            ("localhost:8080", Some("file://localhost:8080"), foreign()),
            (
                "localhost:8080",
                Some("https://board.example.evil"),
                foreign(),
            ),
        ] {
            let seen = passes(&options, host_header, origin);
            assert_eq!(seen, expected, "{host_header} {origin:?}");
        }
        options.listen = "0.0.0.0:8080".parse().unwrap();
        let any_address = passes(&options, "192.0.2.7:8080", Some("http://192.0.2.7:8080"));
        assert_eq!(any_address, Ok(()));
    }

    #[test]
    fn only_origins_are_taken() {
        for (text, fits) in [
            ("*", true),
            ("https://example.org", true),
            ("http://localhost:3000", true),
            ("https://example.org/", false),
            ("https://example.org/a", false),
            ("example.org", false),
            ("", false),
        ] {
            assert_eq!(parse_origin(text).is_ok(), fits, "input: {text:?}");
        }
    }
}

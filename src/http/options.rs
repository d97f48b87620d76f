//! The options of the HTTP service.

use std::net::{SocketAddr, ToSocketAddrs as _};
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use ipnet::IpNet;

use super::rates::Rate;

/// Where the service listens, and what it takes from clients.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "HTTP")]
pub struct HttpOptions {
    /// Address and port to listen on; port 0 takes a free one
    #[arg(
        long,
        env = "KIBITZ_LISTEN",
        value_name = "ADDR:PORT",
        default_value = "127.0.0.1:8080",
        value_parser = address
    )]
    pub listen: SocketAddr,
    /// Largest request body in KiB
    #[arg(long, env = "KIBITZ_MAX_BODY", value_name = "KIB", default_value_t = 1024,
          value_parser = clap::value_parser!(u32).range(1..=1_048_576))]
    pub max_body: u32,
    /// Most of a streamed body, PGN or batch, that may wait on disk while its answer is not read, in MiB
    #[arg(long, env = "KIBITZ_SPOOL", value_name = "MIB", default_value_t = 2048,
          value_parser = clap::value_parser!(u32).range(0..=1_048_576))]
    pub spool: u32,
    /// How long a client may take to send a request, in seconds
    #[arg(long, env = "KIBITZ_READ_TIMEOUT", value_name = "SECONDS", default_value_t = 15,
          value_parser = clap::value_parser!(u64).range(1..=3600))]
    pub read_timeout: u64,
    /// How long a client may leave an answer unread before its connection is closed, in seconds
    #[arg(long, env = "KIBITZ_WRITE_TIMEOUT", value_name = "SECONDS", default_value_t = 60,
          value_parser = clap::value_parser!(u64).range(1..=3600))]
    pub write_timeout: u64,
    /// Requests and WebSockets that are taken at once; more are refused at once with 503
    #[arg(long, env = "KIBITZ_MAX_REQUESTS", value_name = "N", default_value_t = 8192,
          value_parser = clap::value_parser!(u32).range(1..))]
    pub max_requests: u32,
    /// Requests that a key, an address or an IPv6 /64 may send, REQUESTS/SECONDS: so many at once, and they come back
    /// evenly in that time [default: as many as it likes]
    #[arg(long, env = "KIBITZ_RATE_LIMIT", value_name = "RATE")]
    pub rate_limit: Option<Rate>,
    /// A file of API keys, one of which every request has to show then: a line is a name, the SHA-256 of the key and, if it
    /// has one of its own, a rate
    #[arg(long, env = "KIBITZ_API_KEYS", value_name = "FILE")]
    pub api_keys: Option<PathBuf>,
    /// A proxy whose Forwarded and X-Forwarded-For are believed, as ADDRESS/BITS (repeatable; in the variable parted by
    /// commas)
    #[arg(
        long,
        env = "KIBITZ_TRUSTED_PROXY",
        value_name = "CIDR",
        value_delimiter = ','
    )]
    pub trusted_proxy: Vec<IpNet>,
    /// An origin whose pages may ask, scheme and host, or * for all (repeatable; in the variable parted by commas). Without any, pages of all origins may send requests, and only the server's own open WebSockets
    #[arg(long, env = "KIBITZ_CORS_ORIGIN", value_name = "ORIGIN", value_delimiter = ',',
          value_parser = super::gate::parse_origin)]
    pub cors_origin: Vec<String>,
    /// A name by which WebSockets may be opened beside localhost and the addresses listened on (repeatable; in the
    /// variable parted by commas)
    #[arg(
        long,
        env = "KIBITZ_ALLOWED_HOST",
        value_name = "NAME",
        value_delimiter = ','
    )]
    pub allowed_host: Vec<String>,
    /// How often a quiet WebSocket is asked whether it lives, in seconds; after four times in vain it is closed
    #[arg(long, env = "KIBITZ_WS_PING", value_name = "SECONDS", default_value_t = 15,
          value_parser = clap::value_parser!(u64).range(1..=3600))]
    pub ws_ping: u64,
    /// How long a WebSocket may stay open without a question, in seconds
    #[arg(long, env = "KIBITZ_WS_IDLE", value_name = "SECONDS", default_value_t = 3600,
          value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub ws_idle: u64,
    /// How long running requests may go on after SIGTERM, in seconds
    #[arg(long, env = "KIBITZ_DRAIN", value_name = "SECONDS", default_value_t = 5,
          value_parser = clap::value_parser!(u64).range(0..=3600))]
    pub drain: u64,
}

impl HttpOptions {
    /// A free port on loopback.
    pub fn for_testing() -> Self {
        Self {
            listen: SocketAddr::from(([127, 0, 0, 1], 0)),
            max_body: 1024,
            spool: 64,
            read_timeout: 5,
            write_timeout: 2,
            max_requests: 1024,
            rate_limit: None,
            api_keys: None,
            trusted_proxy: Vec::new(),
            cors_origin: Vec::new(),
            allowed_host: Vec::new(),
            ws_ping: 1,
            ws_idle: 2,
            drain: 1,
        }
    }

    /// Largest request body in bytes.
    pub(crate) fn max_body_bytes(&self) -> usize {
        usize::try_from(self.max_body)
            .unwrap_or(usize::MAX)
            .saturating_mul(1024)
    }

    /// Most of a streamed body that may wait, in bytes.
    pub(crate) fn spool_bytes(&self) -> u64 {
        u64::from(self.spool) << 20
    }

    /// How long a client may take to send a request.
    pub(crate) fn read_timeout(&self) -> Duration {
        Duration::from_secs(self.read_timeout)
    }

    /// How long a client may leave an answer unread.
    pub(crate) fn write_timeout(&self) -> Duration {
        Duration::from_secs(self.write_timeout)
    }

    /// How often a quiet WebSocket is pinged.
    pub(crate) fn ws_ping(&self) -> Duration {
        Duration::from_secs(self.ws_ping)
    }

    /// How long a WebSocket may stay open without a question.
    pub(crate) fn ws_idle(&self) -> Duration {
        Duration::from_secs(self.ws_idle)
    }

    /// How long running requests may go on after SIGTERM.
    pub fn drain(&self) -> Duration {
        Duration::from_secs(self.drain)
    }
}

/// An address as it is written, or the first one of a name.
fn address(given: &str) -> Result<SocketAddr, String> {
    let mut found = given.to_socket_addrs().into_iter().flatten();
    found.next().ok_or_else(|| {
        "expected an address and a port, such as 127.0.0.1:8080, [::1]:8080 or localhost:8080"
            .to_owned()
    })
}

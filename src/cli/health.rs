//! `kibitz health`: the health check of a container, by the binary itself.

use std::io::{Read as _, Write as _};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context as _;
use clap::Args;

const PATIENCE: Duration = Duration::from_secs(3);

/// Which server to ask.
#[derive(Args, Debug)]
pub struct Options {
    /// Where the server listens
    #[arg(
        long,
        env = "KIBITZ_LISTEN",
        value_name = "ADDR:PORT",
        default_value = "127.0.0.1:8080"
    )]
    listen: SocketAddr,
}

/// Exit code 0 when `/readyz` answers 200.
pub(super) fn run(options: &Options) -> anyhow::Result<ExitCode> {
    let status = ask(reachable(options.listen))?;
    let well = status.starts_with("HTTP/1.1 200");
    if !well {
        anyhow::bail!("the server answers {status}");
    }
    Ok(ExitCode::SUCCESS)
}

/// Listening on every address means that loopback is one of them.
fn reachable(listen: SocketAddr) -> SocketAddr {
    let ip = match listen.ip() {
        ip if !ip.is_unspecified() => ip,
        IpAddr::V4(_) => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(_) => Ipv6Addr::LOCALHOST.into(),
    };
    SocketAddr::new(ip, listen.port())
}

fn ask(address: SocketAddr) -> anyhow::Result<String> {
    let mut stream = TcpStream::connect_timeout(&address, PATIENCE)
        .with_context(|| format!("nothing listens on {address}"))?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    write!(
        stream,
        "GET /readyz HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n"
    )?;
    let mut head = [0; 512];
    let read = stream.read(&mut head).context("no answer")?;
    let head = String::from_utf8_lossy(&head[..read]);
    Ok(head.lines().next().unwrap_or("nothing").to_owned())
}

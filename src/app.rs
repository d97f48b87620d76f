//! The composition root: builds the server from its options, runs it, and drains it on SIGTERM.

use std::io::Write as _;

use thiserror::Error;
use tokio::signal::unix::{SignalKind, signal};
use tokio_util::sync::CancellationToken;

use crate::config::Config;
use crate::engine::{self, OptionsError};
use crate::http::{AppState, Keys, KeysError, Server, ServerError, service};
use crate::pool::{Pool, PoolOptions};

/// What one search costs beside its hash table, in MiB: stacks and histories of the embedded
/// engine; a UCI process is counted with a network of the size of Stockfish 17's.
const EMBEDDED_MIB: u64 = 8;
const PROCESS_MIB: u64 = 160;

/// Why the server did not start.
#[derive(Debug, Error)]
pub enum ServeError {
    /// An engine that was named cannot be used.
    #[error(transparent)]
    Engines(#[from] OptionsError),
    /// The API keys cannot be read.
    #[error(transparent)]
    Keys(#[from] KeysError),
    /// The address cannot be had.
    #[error(transparent)]
    Server(#[from] ServerError),
    /// The system gives no signals or no standard output.
    #[error("{0}")]
    System(#[from] std::io::Error),
}

/// Serves until SIGTERM or SIGINT, then drains and returns.
///
/// # Errors
///
/// See [`ServeError`]; all of them come before the first request is served.
pub async fn serve(config: Config) -> Result<(), ServeError> {
    let engines = engine::configure(&config.engines, config.pool.hash)?;
    let keys = config
        .http
        .api_keys
        .as_deref()
        .map(Keys::load)
        .transpose()?;
    let server = Server::bind(&config.http).await?;
    let (mut terminate, mut interrupt) = (
        signal(SignalKind::terminate())?,
        signal(SignalKind::interrupt())?,
    );
    let default = engines.default.clone();
    let has_processes = engines.engines.len() > 1;
    let pool = Pool::start(&config.pool, engines.engines, &default);
    greet(&server, &default, keys.is_some())?;
    tell_memory(&config.pool, has_processes);

    let stop = CancellationToken::new();
    let drain = config.http.drain();
    let state = AppState::guarded(pool.clone(), config.http, keys);
    let serving = tokio::spawn(server.run(service(state.clone()), stop.clone()));
    tokio::select! {
        _ = terminate.recv() => {}
        _ = interrupt.recv() => {}
    }
    tracing::info!("draining");
    stop.cancel();
    pool.drain(drain).await;
    // Replies are written by now or their clients do not read; neither holds the exit up.
    let written = async { tokio::join!(serving, state.sockets_closed()) };
    drop(tokio::time::timeout(std::time::Duration::from_secs(2), written).await);
    tracing::info!("stopped");
    Ok(())
}

/// The one line on standard output.
fn greet(server: &Server, engine: &str, needs_key: bool) -> std::io::Result<()> {
    let address = server.address();
    let host = if address.ip().is_unspecified() {
        "localhost".to_owned()
    } else {
        address.ip().to_string()
    };
    let host = if address.is_ipv6() && host != "localhost" {
        format!("[{host}]")
    } else {
        host
    };
    let port = address.port();
    let everywhere = if address.ip().is_unspecified() {
        " and on every address of this machine"
    } else {
        ""
    };
    let key = if needs_key {
        " -H 'Authorization: Bearer KEY'"
    } else {
        ""
    };
    let mut out = std::io::stdout().lock();
    writeln!(
        out,
        "kibitz listens on http://{host}:{port}{everywhere} ({engine}); try: curl{key} 'http://{host}:{port}/v1/bestmove?moves=e4,e5&movetime=200'"
    )?;
    out.flush()
}

fn tell_memory(pool: &PoolOptions, has_processes: bool) {
    let slots = u64::from(pool.slots());
    let (hash, engine) = (
        u64::from(pool.hash),
        if has_processes {
            PROCESS_MIB
        } else {
            EMBEDDED_MIB
        },
    );
    // Answers as they were written take an eighth of what the results take.
    let cache = u64::from(pool.cache) + u64::from(pool.cache) / 8;
    tracing::info!(
        "memory of searches: at most about {} MiB = {slots} slots x ({hash} MiB hash + {engine} MiB engine) + {} MiB cache",
        slots * (hash + engine) + cache,
        cache,
    );
}

//! The connections: accepting them, bounding how long they may dawdle, and draining them.

use std::cell::RefCell;
use std::net::SocketAddr;
use std::pin::Pin;
use std::time::Duration;

use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use thiserror::Error;
use tokio::net::{TcpListener, TcpStream};
use tokio::time::MissedTickBehavior;
use tokio_io_timeout::TimeoutStream;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tower_service::Service as _;

use super::client::Client;
use super::drain::{Begun, Drain};
use super::patience::{self, Lazy};
use super::{HttpOptions, Service};

/// Why the service could not listen.
#[derive(Debug, Error)]
pub enum ServerError {
    /// The address is taken, not ours, or not allowed.
    #[error("cannot listen on {address}: {cause}")]
    Listen {
        /// The address asked.
        address: SocketAddr,
        /// What the system says.
        #[source]
        cause: std::io::Error,
    },
}

/// A server that listens, and serves once it is run.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    read_timeout: Duration,
    write_timeout: Duration,
}

impl Server {
    /// Starts to listen; connections wait until [`Server::run`].
    ///
    /// # Errors
    ///
    /// [`ServerError::Listen`] when the address cannot be had.
    pub async fn bind(options: &HttpOptions) -> Result<Self, ServerError> {
        let failed = |cause| ServerError::Listen {
            address: options.listen,
            cause,
        };
        let listener = TcpListener::bind(options.listen).await.map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        Ok(Self {
            listener,
            address,
            read_timeout: options.read_timeout(),
            write_timeout: options.write_timeout(),
        })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves until `stop`, then accepts nothing more, lets open requests finish and returns.
    pub async fn run(self, service: Service, stop: CancellationToken) {
        let mut http = http1::Builder::new();
        http.timer(Lazy)
            .header_read_timeout(self.read_timeout)
            // Head and body in one piece: most answers are small, and one write is faster than a gather.
            .writev(false)
            .max_buf_size(64 << 10);
        let (connections, drain) = (TaskTracker::new(), Drain::default());
        loop {
            let accepted = tokio::select! {
                accepted = self.listener.accept() => accepted,
                () = stop.cancelled() => break,
            };
            match accepted {
                Ok((stream, peer)) => {
                    let client = Client::at(peer.ip());
                    let stream = patient(stream, self.write_timeout);
                    let look = patience::interval(self.read_timeout);
                    let served = serve(
                        &http,
                        stream,
                        (client, service.clone()),
                        look,
                        drain.begun(),
                    );
                    connections.spawn(served);
                }
                Err(cause) => {
                    // Out of file descriptors, mostly: give connections time to end.
                    tracing::warn!(%cause, "cannot accept a connection");
                    tokio::time::sleep(Duration::from_millis(50)).await;
                }
            }
        }
        drop(self.listener);
        drain.begin();
        connections.close();
        connections.wait().await;
    }
}

/// A stream whose writes fail when the other side has read nothing for so long.
fn patient(stream: TcpStream, write_timeout: Duration) -> Pin<Box<TimeoutStream<TcpStream>>> {
    drop(stream.set_nodelay(true));
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(write_timeout));
    Box::pin(stream)
}

/// Serves one connection; once drained it ends with the request at hand.
fn serve(
    http: &http1::Builder,
    stream: Pin<Box<TimeoutStream<TcpStream>>>,
    (client, mut service): (Client, Service),
    look: Duration,
    mut drain: Begun,
) -> impl Future<Output = ()> + Send + 'static {
    service.serves(client);
    // One request at a time, so that none needs a copy of its own.
    let service = RefCell::new(service);
    let service = service_fn(move |request| service.borrow_mut().call(request));
    let connection = http.serve_connection(TokioIo::new(stream), service);
    let connection = connection.with_upgrades();
    async move {
        let mut connection = std::pin::pin!(connection);
        let mut look = tokio::time::interval(look);
        look.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut draining = false;
        let ended = loop {
            tokio::select! {
                biased;
                ended = connection.as_mut() => break ended,
                () = &mut drain, if !draining => {
                    draining = true;
                    connection.as_mut().graceful_shutdown();
                }
                // Only to poll the connection, which then sees that its time is over.
                _ = look.tick() => {}
            }
        };
        if let Err(cause) = ended {
            tracing::debug!(%cause, "connection ended");
        }
    }
}

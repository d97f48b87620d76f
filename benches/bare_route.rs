//! The peer of the HTTP benchmarks: one axum route that answers a constant body, with nothing else.
//!
//! `bare_route BYTES` prints its address and serves until it is killed.

use std::io::Write as _;

use axum::Router;
use axum::http::header::CONTENT_TYPE;
use axum::routing::get;
use axum::serve::ListenerExt as _;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let size = std::env::args()
        .filter_map(|argument| argument.parse().ok())
        .next()
        .unwrap_or(400);
    let body: &'static str = Box::leak("x".repeat(size).into_boxed_str());
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
        writeln!(std::io::stdout(), "http://{}", listener.local_addr()?)?;
        let answer = move || async move { ([(CONTENT_TYPE, "application/json")], body) };
        let router = Router::new().route("/", get(answer));
        axum::serve(
            listener.tap_io(|stream| drop(stream.set_nodelay(true))),
            router,
        )
        .await?;
        Ok(())
    })
}

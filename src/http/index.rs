//! `/`: three commands to try.

use axum::http::{HeaderMap, header};
use axum::response::Response;

use super::reply;

/// Answers what to try first (operation `getIndex`).
pub(super) async fn index(headers: HeaderMap) -> Response {
    let host = headers
        .get(header::HOST)
        .and_then(|host| host.to_str().ok());
    let host = host
        .filter(|host| is_host(host))
        .unwrap_or("localhost:8080");
    let version = env!("CARGO_PKG_VERSION");
    reply::fresh_text(format!(
        "kibitz {version}: chess analysis over HTTP\n\n\
         A best move:\n  curl 'http://{host}/v1/bestmove?fen=r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR_w_KQkq_-_0_1'\n\n\
         What is wrong with a FEN:\n  curl 'http://{host}/v1/fen/validate?fen=8/8/8/8/8/8/8/7K_w_-_-_0_1'\n\n\
         A position in words:\n  curl -H 'Accept: text/plain' 'http://{host}/v1/position?moves=e4,c5,Nf3'\n\n\
         The contract: http://{host}/openapi.yaml\n"
    ))
}

/// Whether a `Host` header can be printed back: nothing but a name or an address, and a port.
fn is_host(host: &str) -> bool {
    let plain = |b: u8| b.is_ascii_alphanumeric() || b"-._:[]".contains(&b);
    !host.is_empty() && host.len() <= 255 && host.bytes().all(plain)
}

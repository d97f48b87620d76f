//! The one integration test binary.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod architecture;
mod cli;
mod engine;
mod http;
mod init;
mod notation;
mod pool;
mod recognize;
mod search;
mod support;
mod uci;

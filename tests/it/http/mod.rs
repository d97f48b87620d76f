//! The service over HTTP: one file per resource.

mod analysis;
mod bad_engines;
mod batch;
mod bestmove;
mod cache;
mod convert;
mod doors;
mod engines;
mod live;
mod pgn;
mod position;
mod recognize;
mod refusals;
mod server;
mod service;
mod sessions;
mod settings;
mod streams;
mod uci;
mod validate;

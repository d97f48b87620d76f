//! The service over HTTP: one file per resource.

mod analysis;
mod bestmove;
mod engines;
mod position;
mod refusals;
mod server;
mod service;
mod validate;

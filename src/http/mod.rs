//! The HTTP service: one file per resource, the route table, and what all of them share.
//!
//! `frame` surrounds every request, `extract` reads requests, `problem` writes every error, `reply` what can be cached, `blocking`
//! runs long CPU work, `server` owns the connections.

mod analysis;
mod batch;
mod bestmove;
mod blocking;
mod client;
mod contract;
mod convert;
mod drain;
mod engines;
mod events;
mod extract;
mod frame;
mod gate;
mod health;
mod index;
mod lines;
mod live;
mod metrics;
mod number;
mod options;
mod patience;
mod pgn;
mod position;
mod problem;
mod reply;
mod request;
mod request_id;
mod routes;
mod searching;
mod server;
mod settings;
mod socket;
mod spool;
mod state;
mod uci;
mod validate;
mod written;

pub use frame::{Frame, Service};
pub use options::HttpOptions;
pub use problem::Problem;
pub use routes::{PATHS, service};
pub use server::{Server, ServerError};
pub use state::AppState;

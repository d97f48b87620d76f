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
mod door;
mod drain;
mod engines;
mod events;
mod extract;
mod frame;
mod gate;
mod guard;
mod health;
mod index;
mod keys;
mod lines;
mod live;
mod metrics;
mod number;
mod options;
mod patience;
mod pgn;
mod position;
mod preflight;
mod problem;
mod proxies;
mod rates;
mod recognize;
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
mod traced;
mod uci;
mod validate;
mod written;

pub use door::{Door, Inside};
pub use frame::Frame;
pub use keys::{Keys, KeysError};
pub use options::HttpOptions;
pub use preflight::Service;
pub use problem::Problem;
pub use rates::Rate;
pub use routes::{PATHS, service};
pub use server::{Server, ServerError};
pub use state::AppState;

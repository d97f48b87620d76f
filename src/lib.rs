//! kibitz: chess analysis over HTTP.
//!
//! The folders are the components, bottom first; each may use only those named with it, which
//! `tests/it/architecture.rs` enforces.
//!
//! * [`position`]: a position and its history. Uses nothing.
//! * [`notation`]: how chess is read and written, with findings on what is wrong. Uses `position`.
//! * [`analysis`]: the values that every engine speaks. Uses `position`.
//! * [`search`]: the embedded engine. Uses `analysis`, `position`.
//! * [`uci`]: the UCI protocol, engine processes, and the conversation with them. Uses `analysis`,
//!   `position`, `notation`.
//! * [`engine`]: an engine of either kind. Uses `search`, `uci` and what they use.
//! * [`telemetry`]: the log, and spans for an OpenTelemetry collector. Uses nothing.
//! * [`pool`]: the search slots, the queue, deadlines and cancellation. Uses `engine`, `telemetry`,
//!   `analysis`, `position`.
//! * [`uci_server`]: kibitz as a UCI engine. Uses everything up to `pool`.
//! * [`recognize`]: a picture into a placement, with a confidence for each square. Uses `notation`,
//!   `position`.
//! * [`wire`]: the JSON that `http` and `cli` share. Uses `recognize`, `analysis`, `notation`, `position`.
//! * [`http`]: the service. Uses all above.
//! * [`config`], [`app`], [`cli`]: the options, the composition root, the subcommands.

pub mod analysis;
pub mod app;
pub mod cli;
pub mod config;
pub mod engine;
pub mod http;
pub mod notation;
pub mod pool;
pub mod position;
pub mod recognize;
pub mod search;
pub mod telemetry;
pub mod uci;
pub mod uci_server;
pub mod wire;

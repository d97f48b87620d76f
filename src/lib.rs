//! kibitz: chess analysis over HTTP.
//!
//! The folders are the components, bottom first; each may use only those named with it.
//!
//! * [`position`]: a position and its history. Uses nothing.
//! * [`analysis`]: the values that every engine speaks. Uses `position`.

pub mod analysis;
pub mod position;

//! Pictures into positions.

mod boards;
mod files;

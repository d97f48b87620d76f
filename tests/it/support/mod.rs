//! What the tests share.

mod app;
mod contract;

pub(crate) use app::{TestApp, fake_engine, form, get};
pub(crate) use contract::Contract;

use std::path::PathBuf;

/// The folder of real positions and games, where `KIBITZ_CORPUS` names one; else the test says
/// aloud that it was skipped.
pub(crate) fn corpus(test: &str) -> Option<PathBuf> {
    let folder = std::env::var_os("KIBITZ_CORPUS").map(PathBuf::from);
    if folder.is_none() {
        eprintln!("SKIPPED {test}: KIBITZ_CORPUS names no folder of test material");
    }
    folder
}

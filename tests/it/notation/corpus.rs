//! The cases of a corpus folder named by `KIBITZ_CORPUS`; tests that need it skip loudly without.

use std::fs;
use std::path::PathBuf;

use serde_json::Value;

/// The corpus folder; says on stderr that `test` was skipped when it is not set.
pub(super) fn folder(test: &str) -> Option<PathBuf> {
    let folder = std::env::var_os("KIBITZ_CORPUS").map(PathBuf::from);
    if folder.is_none() {
        eprintln!("SKIPPED {test}: KIBITZ_CORPUS names no corpus folder");
    }
    folder
}

/// The lines of a JSON Lines file of the corpus; empty without a corpus.
pub(super) fn lines(test: &str, path: &str) -> Vec<Value> {
    let Some(folder) = folder(test) else {
        return Vec::new();
    };
    let text = fs::read_to_string(folder.join(path)).unwrap();
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// The lines of a fixture of the project.
pub(super) fn fixture(path: &str) -> Vec<Value> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    let text = fs::read_to_string(folder.join(path)).unwrap();
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

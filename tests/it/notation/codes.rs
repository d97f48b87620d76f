//! The table of codes and the codes in use are the same.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use kibitz::notation::CODES;

const PREFIXES: [&str; 6] = ["fen-", "epd-", "move-", "moves-", "pgn-", "two-"];

fn used(folder: &Path, codes: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            used(&path, codes);
        } else if path.file_name().is_some_and(|name| name != "codes.rs") {
            let source = fs::read_to_string(&path).unwrap();
            let source = source.split("#[cfg(test)]").next().unwrap();
            let strings = source.split('"').skip(1).step_by(1);
            let is_code = |word: &&str| {
                PREFIXES.iter().any(|prefix| word.starts_with(prefix))
                    && word
                        .chars()
                        .all(|ch| ch.is_ascii_lowercase() || ch.is_ascii_digit() || ch == '-')
            };
            codes.extend(strings.filter(is_code).map(str::to_owned));
        }
    }
}

#[test]
fn every_code_is_in_the_table_and_in_use() {
    let mut found = BTreeSet::new();
    used(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("src/notation"),
        &mut found,
    );
    let table: BTreeSet<String> = CODES.iter().map(|(code, _)| (*code).to_owned()).collect();
    let missing: Vec<_> = found.difference(&table).collect();
    let unused: Vec<_> = table.difference(&found).collect();
    assert!(
        missing.is_empty() && unused.is_empty(),
        "missing {missing:?}, unused {unused:?}"
    );
    assert!(CODES.is_sorted());
}

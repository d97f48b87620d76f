//! The table of the components: what each folder of `src` may import from the crate.

use std::fs;
use std::path::{Path, PathBuf};

/// Component, and all that it may use. Bottom first. `all` stands for every component above it in
/// the table.
const MAY_USE: &[(&str, &str)] = &[
    ("position", ""),
    ("notation", "position"),
    ("analysis", "position"),
    ("search", "analysis position"),
    ("uci", "analysis position notation"),
    ("engine", "search uci analysis position"),
    ("store", ""),
    ("telemetry", ""),
    ("pool", "engine store telemetry analysis position"),
    (
        "uci_server",
        "pool engine search uci analysis position notation",
    ),
    ("knowledge", "position"),
    ("review", "pool knowledge analysis position notation"),
    ("render", "position notation analysis"),
    ("recognize", "position notation"),
    (
        "wire",
        "review knowledge recognize analysis position notation",
    ),
    ("jobs", "wire store review pool analysis position notation"),
    ("http", "all"),
    ("web", ""),
    ("config", "all"),
    ("app", "all"),
    ("cli", "all"),
];

/// The paths that follow `crate::`, and those that climb out of their component by `super::`, with
/// comments left out.
fn imports(source: &str) -> Vec<String> {
    let code = source
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"));
    code.flat_map(|line| line.split("crate::").skip(1).map(word).collect::<Vec<_>>())
        .collect()
}

fn word(rest: &str) -> String {
    rest.chars()
        .take_while(|c| c.is_alphanumeric() || *c == '_')
        .collect()
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(rust_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files
}

#[test]
fn arrows_point_down() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for file in rust_files(&src) {
        let inside = file.strip_prefix(&src).unwrap();
        let depth = inside.components().count();
        let first = inside
            .components()
            .next()
            .unwrap()
            .as_os_str()
            .to_str()
            .unwrap();
        let component = first.trim_end_matches(".rs");
        if matches!(component, "lib" | "main" | "bin") {
            continue;
        }
        let row = MAY_USE.iter().position(|(name, _)| *name == component);
        let row = row.unwrap_or_else(|| panic!("{component} is not in the table"));
        let text = fs::read_to_string(&file).unwrap();
        for import in imports(&text) {
            let granted = match MAY_USE[row].1 {
                "all" => MAY_USE[..row].iter().any(|(name, _)| *name == import),
                list => list.split(' ').any(|name| name == import),
            };
            assert!(
                import == component || granted,
                "{} imports {import:?}, which {component} may not use",
                inside.display()
            );
        }
        // `super` may climb to the component's own root, never out of it: a file at depth 2
        // (`uci/driver.rs`) has one step, one at depth 3 two; inline test modules have one more.
        let climb = "super::".repeat(depth + 1);
        assert!(
            !text.contains(&climb),
            "{} climbs out of {component}",
            inside.display()
        );
    }
}

#[test]
fn the_readers_of_imports_read_them() {
    let source =
        "use crate::uci::Line;\n// crate::no\nlet x = crate::pool::new();\nuse crate::{a, b};";
    assert_eq!(imports(source), ["uci", "pool", ""]);
}

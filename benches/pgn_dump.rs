//! Writes what the PGN reader makes of files, a game a line as JSON, for `pgn_crosscheck.py`.
//!
//! `cargo bench --bench pgn_dump -- FILE… > OUT`; a folder stands for the `.pgn` files in it.
#![expect(clippy::print_stdout, reason = "its output is what it is for")]
#![expect(clippy::unwrap_used, reason = "a tool of the developers")]

use std::path::{Path, PathBuf};

use kibitz::notation::pgn::{Game, Played, Step, read_all, walk};
use serde_json::json;
use shakmaty::fen::Fen;
use shakmaty::{Chess, EnPassantMode};

fn main() {
    for path in std::env::args()
        .skip(1)
        .filter(|arg| !arg.starts_with("--"))
    {
        for file in files(Path::new(&path)) {
            for game in read_all(&std::fs::read(&file).unwrap()) {
                println!("{}", line(&file, &game));
            }
        }
    }
}

fn files(path: &Path) -> Vec<PathBuf> {
    if !path.is_dir() {
        return vec![path.to_owned()];
    }
    let entries = std::fs::read_dir(path).unwrap();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let wanted = |path: &PathBuf| path.is_dir() || path.extension().is_some_and(|ext| ext == "pgn");
    paths
        .iter()
        .filter(|path| wanted(path))
        .flat_map(|path| files(path))
        .collect()
}

fn line(file: &Path, game: &Game) -> serde_json::Value {
    let (mut main, mut all) = (Vec::new(), Vec::new());
    let mut depth = 0;
    if let Some(root) = &game.root {
        walk(&game.tree, root.root(), &mut |step| match step {
            Step::Move(node, board) => {
                let after = after(board, node.played().unwrap());
                if depth == 0 {
                    main.push(after.clone());
                }
                all.push(after);
            }
            Step::Open => depth += 1,
            Step::Close => depth -= 1,
        });
    }
    let errors: Vec<_> = game.errors.iter().map(|error| {
        json!({"code": error.code(), "line": error.place.line, "column": error.place.column, "token": error.token,
            "move": error.at_move, "message": error.fault.to_string(), "rest": error.rest})
    }).collect();
    let findings: Vec<_> = game
        .findings
        .iter()
        .map(|f| json!([f.code, f.message]))
        .collect();
    json!({"file": file, "game": game.number, "tags": game.tags.len(), "main": main, "all": all, "errors": errors,
        "findings": findings, "result": game.result.as_str(), "language": game.language.code(),
        "encoding": game.encoding.as_str(), "line": game.place.line, "rest": game.rest})
}

fn after(board: &Chess, played: Played) -> String {
    let mut after = board.clone();
    played.play(&mut after);
    Fen::from_position(&after, EnPassantMode::Legal).to_string()
}

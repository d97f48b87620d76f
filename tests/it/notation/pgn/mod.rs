//! PGN through the library's public surface.

mod corpus;
mod made;
mod properties;
mod recovery;
mod reports;
mod size;
mod writing;

use kibitz::notation::pgn::{Game, Played, Step, read_all, walk};
use kibitz::position::{CastlingStyle, Dialect, Variant};
use shakmaty::fen::Fen;
use shakmaty::{EnPassantMode, Position as _};

/// The only game of a text.
fn only(text: &str) -> Game {
    let mut games = read_all(text.as_bytes());
    assert_eq!(games.len(), 1, "{text:?}");
    games.remove(0)
}

/// The main line in UCI, castling as the variant spells it.
fn uci(game: &Game) -> Vec<String> {
    let variant = game.variant().unwrap_or(Variant::Standard);
    let style = Dialect::default().castling_for(variant);
    line(game, style)
}

fn line(game: &Game, style: CastlingStyle) -> Vec<String> {
    let moves = game.tree.main_line().map(|node| node.played().unwrap());
    moves
        .map(|played| match played {
            Played::Move(m) => style.uci(m).to_string(),
            Played::Null => "0000".to_owned(),
        })
        .collect()
}

/// The FEN at the end of the main line, en passant only where legal.
fn end_fen(game: &Game) -> String {
    let position = game.end().unwrap();
    Fen::from_position(position.board(), EnPassantMode::Legal).to_string()
}

/// How many variations there are.
fn variations(game: &Game) -> usize {
    game.tree.nodes().filter(|node| node.is_variation()).count()
}

/// The codes of the errors, in order.
fn codes(game: &Game) -> Vec<&str> {
    game.errors.iter().map(|error| error.code()).collect()
}

/// Walks over every move and checks that it is legal where it stands.
fn check_legal(game: &Game) {
    let Some(root) = &game.root else {
        return;
    };
    walk(&game.tree, root.root(), &mut |step| {
        if let Step::Move(node, board) = step
            && let Some(Played::Move(m)) = node.played()
        {
            assert!(board.is_legal(m), "{m} in game {}", game.number);
        }
    });
}

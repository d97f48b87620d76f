//! Any bytes as PGN: no panic, the same games however the bytes arrive, every move legal, and what is
//! written is read back to the same.
#![no_main]

use kibitz::notation::pgn::{Game, Limits, Options, Played, Reader, Step, read_all, walk, write};
use libfuzzer_sys::fuzz_target;
use shakmaty::Position as _;

fuzz_target!(|input: (u8, &[u8])| {
    let (size, bytes) = input;
    let whole = read(bytes, usize::MAX, Limits::default());
    let pieces = read(bytes, usize::from(size) + 1, Limits::default());
    assert_eq!(digest(&whole), digest(&pieces));
    for game in &whole {
        check(game);
    }
    let tight = Limits {
        bytes: 64,
        items: 8,
        depth: 2,
    };
    read(bytes, usize::MAX, tight);
});

fn read(bytes: &[u8], size: usize, limits: Limits) -> Vec<Game> {
    let mut games = Vec::new();
    let mut reader = Reader::new(Options {
        limits,
        ..Options::default()
    });
    for piece in bytes.chunks(size) {
        reader.feed(piece, &mut |game| games.push(game));
    }
    reader.finish(&mut |game| games.push(game));
    games
}

fn digest(games: &[Game]) -> Vec<String> {
    let digest = |game: &Game| {
        let (text, errors, findings) = (write(game), &game.errors, &game.findings);
        format!(
            "{text} {:?} {:?} {errors:?} {findings:?}",
            game.place, game.encoding
        )
    };
    games.iter().map(digest).collect()
}

fn check(game: &Game) {
    if let Some(root) = &game.root {
        walk(&game.tree, root.root(), &mut |step| {
            if let Step::Move(node, board) = step
                && let Some(Played::Move(m)) = node.played()
            {
                assert!(board.is_legal(m));
            }
        });
    }
    let text = write(game);
    let again = read_all(text.as_bytes());
    assert_eq!(again.len(), 1, "{text:?}");
    assert_eq!(write(&again[0]), text);
    if game.root.is_some() && game.errors.is_empty() {
        assert_eq!(again[0].tree, game.tree, "{text:?}");
        assert_eq!(again[0].result, game.result, "{text:?}");
    }
}

//! A game's tree in the order in which it is written, with the board at every move.

use shakmaty::Chess;

use super::{Node, Tree};

/// A step of the walk.
#[derive(Clone, Copy, Debug)]
pub enum Step<'a> {
    /// A move, and the board before it.
    Move(Node<'a>, &'a Chess),
    /// A variation opens: an alternative to the move before.
    Open,
    /// It closes.
    Close,
}

struct Line<'a> {
    /// The next move of the line, and the board before it.
    at: Option<Node<'a>>,
    board: Chess,
    /// The next variation to open, and the board that it starts from.
    variation: Option<Node<'a>>,
    fork: Chess,
}

/// Walks over the moves of `tree` from `root`: a move, then the variations to it, then the line
/// goes on. Does not recurse.
///
/// Variations to a move that could not be read are passed over: they stand in the unread text.
pub fn walk(tree: &Tree, root: &Chess, visit: &mut dyn FnMut(Step<'_>)) {
    let start = tree.root();
    let orphans = start.main().is_none() && start.unread().next().is_none();
    let mut lines = vec![Line {
        at: start.main(),
        board: root.clone(),
        variation: start.variations().next().filter(|_| orphans),
        fork: root.clone(),
    }];
    while let Some(line) = lines.last_mut() {
        if let Some(variation) = line.variation {
            line.variation = variation.next_variation();
            let board = line.fork.clone();
            visit(Step::Open);
            lines.push(Line {
                at: Some(variation),
                fork: board.clone(),
                board,
                variation: None,
            });
        } else if let Some(node) = line.at {
            visit(Step::Move(node, &line.board));
            if !node.is_variation() {
                line.variation = node.next_variation();
                line.fork.clone_from(&line.board);
            }
            if let Some(played) = node.played() {
                played.play(&mut line.board);
            }
            line.at = node.main();
        } else {
            lines.pop();
            if !lines.is_empty() {
                visit(Step::Close);
            }
        }
    }
}

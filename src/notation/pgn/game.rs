//! A game as read.

use shakmaty::{Chess, FromSetup as _, Position as _, Setup};

use super::{Encoding, Outcome, PgnError, Place, Played, Tag, Termination, Tree, outcome};
use crate::notation::{Findings, Language};
use crate::position::{Position, Variant};

/// A game with all that its text holds.
#[derive(Clone, Debug)]
pub struct Game {
    /// Its number in the stream, from 1.
    pub number: u64,
    /// Where it starts.
    pub place: Place,
    /// The tags in their order, duplicates included.
    pub tags: Vec<Tag>,
    /// The position before the first move; `None` where the tags give none that can be played from,
    /// and then the tree is empty and [`Game::rest`] holds the movetext.
    pub root: Option<Position>,
    /// The moves.
    pub tree: Tree,
    /// How it ended: by the marker at the end of the movetext, else by the `Result` tag, else by
    /// a comment that is nothing but a result.
    pub result: Outcome,
    /// The marker at the end of the movetext, as written.
    pub termination: Option<String>,
    /// What is wrong with it, in the order of the text; at most [`Findings::MAX`].
    pub errors: Vec<PgnError>,
    /// What was mended or assumed. Offsets count characters from the start of the stream.
    pub findings: Findings,
    /// The language that its moves were read in.
    pub language: Language,
    /// The encoding of its text.
    pub encoding: Encoding,
    /// The movetext as written, where none of it could be read.
    pub rest: Option<String>,
    /// Lines that start with `%`, without it: data for other programs.
    pub escapes: Vec<String>,
}

impl Game {
    /// The value of a tag: the first of that name, else the first of that name in another case.
    pub fn tag(&self, name: &str) -> Option<&str> {
        tag(&self.tags, name)
    }

    /// What the `Result` tag says, however it is written.
    pub fn result_tag(&self) -> Option<Termination> {
        self.tag("Result").and_then(outcome::read)
    }

    /// The rules that it is played by; `None` where they are not played here.
    pub fn variant(&self) -> Option<Variant> {
        self.root.as_ref().map(Position::variant)
    }

    /// Plies of the main line.
    pub fn plies(&self) -> usize {
        self.tree.main_line().count()
    }

    /// The position after `ply` plies of the main line, with its history; `None` beyond the end,
    /// and where there is no root. A null move ends what came before: the history starts after it.
    pub fn position_at(&self, ply: usize) -> Option<Position> {
        let mut position = self.root.clone()?;
        let mut line = self.tree.main_line();
        for _ in 0..ply {
            match line.next()?.played()? {
                Played::Move(m) => position.play(m).ok()?,
                Played::Null => {
                    position = Position::new(passed(position.board())?, position.variant());
                }
            }
        }
        Some(position)
    }

    /// The position at the end of the main line, with its history; `None` where there is no root.
    pub fn end(&self) -> Option<Position> {
        self.position_at(self.plies())
    }
}

/// See [`Game::tag`].
pub(super) fn tag<'a>(tags: &'a [Tag], name: &str) -> Option<&'a str> {
    let exact = tags.iter().find(|tag| tag.name == name);
    let any_case = || tags.iter().find(|tag| tag.name.eq_ignore_ascii_case(name));
    exact.or_else(any_case).map(|tag| tag.value.as_str())
}

/// The position after a null move: the turn passes, both clocks run on, en passant is gone. `None`
/// while in check.
pub(super) fn passed(board: &Chess) -> Option<Chess> {
    let mut setup: Setup = board.to_setup(shakmaty::EnPassantMode::Always);
    if setup.turn.is_black() {
        setup.fullmoves = setup.fullmoves.saturating_add(1);
    }
    setup.halfmoves = setup.halfmoves.saturating_add(1);
    setup.swap_turn();
    let mode = board.castles().mode();
    Chess::from_setup(setup, mode)
        .or_else(shakmaty::PositionError::ignore_too_much_material)
        .or_else(shakmaty::PositionError::ignore_impossible_check)
        .ok()
}

//! What an engine says.

use std::fmt;

use shakmaty::uci::UciMove;

use super::{Info, OptionDecl, Text};

/// One line from an engine; `Display` writes it without the line's end.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Output {
    /// Its name and version.
    IdName(Text),
    /// Who wrote it.
    IdAuthor(Text),
    /// An option that it has.
    Option(OptionDecl),
    /// The end of its introduction.
    UciOk,
    /// Everything before the `isready` is done.
    ReadyOk,
    /// How the search stands.
    Info(Box<Info>),
    /// The end of a search.
    BestMove {
        /// The move to play.
        best: Best,
        /// The reply expected.
        ponder: Option<UciMove>,
    },
}

/// What stands after `bestmove`.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Best {
    /// A move, not yet known to be legal.
    Move(UciMove),
    /// `(none)`, `0000` and the like: the engine has no move.
    None,
    /// Something that is no move; kept so that it can be named, since the search has ended.
    Unreadable(Text),
}

impl fmt::Display for Output {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::IdName(name) => write!(f, "id name {name}"),
            Self::IdAuthor(author) => write!(f, "id author {author}"),
            Self::Option(option) => option.fmt(f),
            Self::UciOk => f.write_str("uciok"),
            Self::ReadyOk => f.write_str("readyok"),
            Self::Info(info) => info.fmt(f),
            Self::BestMove { best, ponder } => {
                write!(f, "bestmove {best}")?;
                match ponder {
                    Some(ponder) => write!(f, " ponder {ponder}"),
                    None => Ok(()),
                }
            }
        }
    }
}

impl fmt::Display for Best {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Move(m) => m.fmt(f),
            Self::None => f.write_str("(none)"),
            Self::Unreadable(text) => text.fmt(f),
        }
    }
}

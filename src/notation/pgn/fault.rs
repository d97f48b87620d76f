//! What is wrong with a game.

use shakmaty::Chess;
use thiserror::Error;

use super::{NodeId, Place};
use crate::notation::{Finding, Severity, quote};

/// One thing that is wrong with a game's text.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub enum Fault {
    /// A tag pair without a name, or whose value never ends.
    #[error("tag {} is not of the form [Name \"value\"]", quote(.0))]
    Tag(String),
    /// The `Variant` tag names a game that is not played here.
    #[error("variant {} is not played here, expected Standard or Chess960", quote(.0))]
    Variant(String),
    /// The `FEN` tag holds no position to play from.
    #[error("the FEN tag {} is not a position to play from: {why}", quote(.fen))]
    Fen {
        /// The tag's value.
        fen: String,
        /// What the gravest finding says.
        why: String,
        /// Everything that is wrong with it.
        findings: Vec<Finding>,
    },
    /// A token that is nothing that belongs into a movetext.
    #[error("{} is not a move, nor anything else that is known here", quote(.0))]
    Token(String),
    /// A move that is not legal, or that may be several.
    #[error("{message}")]
    Move {
        /// The code of the reader of moves.
        code: &'static str,
        /// What is wrong, with the move quoted.
        message: String,
        /// The moves that may be meant or that are legal, in SAN; at most eight.
        candidates: Vec<String>,
    },
    /// A null move by a side that is in check.
    #[error("a null move while in check")]
    NullMove,
    /// A comment that is never closed.
    #[error("the comment is never closed, expected \"}}\"")]
    CommentUnclosed,
    /// A variation that is never closed.
    #[error("{0} variation(s) never closed, expected \")\"")]
    VariationUnclosed(usize),
    /// A closing parenthesis or brace without an opening one.
    #[error("{} closes nothing", quote(.0))]
    StrayClose(String),
    /// An annotation glyph that is not a number.
    #[error("annotation glyph {} is not a number, expected $0 to $255", quote(.0))]
    Nag(String),
    /// The game is larger than the reader's limits.
    #[error("the game has more than {limit} {what}; the rest of it is left out")]
    TooLarge {
        /// Bytes, moves and remarks, or nested variations.
        what: &'static str,
        /// How many are read.
        limit: usize,
    },
}

impl Fault {
    /// Stable, kebab-case; never reworded.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Tag(_) => "pgn-tag",
            Self::Variant(_) => "variant-unsupported",
            Self::Fen { .. } => "pgn-fen",
            Self::Token(_) => "pgn-token",
            Self::Move { code, .. } => code,
            Self::NullMove => "pgn-null-move",
            Self::CommentUnclosed => "pgn-comment-unclosed",
            Self::VariationUnclosed(_) => "pgn-variation-unclosed",
            Self::StrayClose(_) => "pgn-stray-close",
            Self::Nag(_) => "pgn-nag",
            Self::TooLarge { .. } => "pgn-game-too-large",
        }
    }

    /// How much it matters: an error where moves may be lost, else a warning.
    pub fn severity(&self) -> Severity {
        match self {
            Self::Variant(_)
            | Self::Fen { .. }
            | Self::Token(_)
            | Self::Move { .. }
            | Self::NullMove
            | Self::CommentUnclosed
            | Self::TooLarge { .. } => Severity::Error,
            Self::Tag(_) | Self::VariationUnclosed(_) | Self::StrayClose(_) | Self::Nag(_) => {
                Severity::Warning
            }
        }
    }
}

/// A fault with all that helps to find and mend it.
#[derive(Clone, Debug, Error, PartialEq)]
#[error("game {game}, line {}, column {}: {fault}", .place.line, .place.column)]
pub struct PgnError {
    /// What is wrong.
    pub fault: Fault,
    /// The number of the game in the stream, from 1.
    pub game: u64,
    /// Where the token starts.
    pub place: Place,
    /// The token as written; at most 1,000 characters.
    pub token: String,
    /// The move with its number, as far as a move is at fault: `3... Qxh2`.
    pub at_move: Option<String>,
    /// The FEN before the token, where there is a position.
    pub fen: Option<String>,
    /// The last move that was read in the line.
    pub after: NodeId,
    /// The part of the line that was not read for this fault, as written; it is also in the tree,
    /// as [`Remark::Unread`](super::Remark::Unread).
    pub rest: String,
}

impl PgnError {
    /// The fault's [`Fault::code`].
    pub fn code(&self) -> &'static str {
        self.fault.code()
    }
}

/// The FEN of a board, en passant square only where a capture is legal.
pub(super) fn fen(board: &Chess) -> String {
    shakmaty::fen::Fen::from_position(board, shakmaty::EnPassantMode::Legal).to_string()
}

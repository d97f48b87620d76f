//! Moves as answers show them.

use serde::Serialize;
use shakmaty::{Chess, Position as _, Role};

use crate::notation::Language;
use crate::notation::moves::{self, Notation};
use crate::position::CastlingStyle;

/// A move in both notations.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
pub struct Move {
    /// UCI, castling in the asked style.
    pub uci: String,
    /// Standard algebraic notation with check and mate marks.
    pub san: String,
}

/// A legal move with the facts that its UCI form leaves out.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
pub struct LegalMove {
    /// UCI, castling in the asked style.
    pub uci: String,
    /// Standard algebraic notation.
    pub san: String,
    /// Long algebraic notation: `Ng1-f3`.
    pub lan: String,
    /// Standard algebraic notation with figurines.
    pub figurine: String,
    /// ICCF numeric notation: `7163`.
    pub iccf: String,
    /// The moving piece: `pawn`, `knight`, …; castling is a king's move.
    pub piece: &'static str,
    /// What is captured; `None`: nothing.
    pub capture: Option<&'static str>,
    /// Whether it gives check, mate included.
    pub check: bool,
    /// Whether it mates.
    pub mate: bool,
    /// What a pawn becomes; `None`: no promotion.
    pub promotion: Option<&'static str>,
    /// Which castling; `None`: none.
    pub castling: Option<&'static str>,
    /// Whether it captures en passant.
    pub en_passant: bool,
}

/// Writes moves in one style.
#[derive(Clone, Copy, Debug)]
pub struct Spelling {
    /// Castling in UCI.
    pub castling: CastlingStyle,
    /// Piece letters of SAN.
    pub language: Language,
}

impl Spelling {
    /// One move, legal in `board`.
    pub fn write(self, board: &Chess, m: shakmaty::Move) -> Move {
        Move {
            uci: self.castling.uci(m).to_string(),
            san: self.spell(board, m, Notation::San),
        }
    }

    fn spell(self, board: &Chess, m: shakmaty::Move, notation: Notation) -> String {
        let Self { castling, language } = self;
        moves::spell(
            board,
            m,
            moves::Spelling {
                notation,
                language,
                castling,
            },
        )
    }

    /// A line of moves, legal one after the other from `board` on.
    pub fn line(self, board: &Chess, line: &[shakmaty::Move]) -> Vec<Move> {
        let mut board = board.clone();
        let mut written = Vec::with_capacity(line.len());
        for &m in line {
            written.push(self.write(&board, m));
            board.play_unchecked(m);
        }
        written
    }

    /// All facts of one move, legal in `board`.
    pub fn explain(self, board: &Chess, m: shakmaty::Move) -> LegalMove {
        let mut after = board.clone();
        after.play_unchecked(m);
        let Move { uci, san } = self.write(board, m);
        LegalMove {
            lan: self.spell(board, m, Notation::Lan),
            figurine: Self {
                language: Language::FIGURINE,
                ..self
            }
            .spell(board, m, Notation::San),
            iccf: self.spell(board, m, Notation::Iccf),
            uci,
            san,
            piece: role_name(m.role()),
            capture: m.capture().map(role_name),
            check: after.is_check(),
            mate: after.is_checkmate(),
            promotion: m.promotion().map(role_name),
            castling: m.castling_side().map(|side| {
                if side.is_king_side() {
                    "king_side"
                } else {
                    "queen_side"
                }
            }),
            en_passant: m.is_en_passant(),
        }
    }
}

/// The English name of a piece.
pub(crate) fn role_name(role: Role) -> &'static str {
    match role {
        Role::Pawn => "pawn",
        Role::Knight => "knight",
        Role::Bishop => "bishop",
        Role::Rook => "rook",
        Role::Queen => "queen",
        Role::King => "king",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::CastlingMode;
    use shakmaty::fen::Fen;

    fn spelling(castling: CastlingStyle) -> Spelling {
        Spelling {
            castling,
            language: Language::ENGLISH,
        }
    }

    fn board(fen: &str) -> Chess {
        fen.parse::<Fen>()
            .unwrap()
            .into_position(CastlingMode::Standard)
            .unwrap()
    }

    #[test]
    fn castling_is_spelled_as_asked() {
        let board = board("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
        let castle = board.castling_moves(shakmaty::CastlingSide::KingSide)[0];
        assert_eq!(
            spelling(CastlingStyle::Standard).write(&board, castle).uci,
            "e1g1"
        );
        assert_eq!(
            spelling(CastlingStyle::Chess960).write(&board, castle).uci,
            "e1h1"
        );
        let facts = spelling(CastlingStyle::Standard).explain(&board, castle);
        assert_eq!(
            (facts.san.as_str(), facts.piece, facts.castling),
            ("O-O", "king", Some("king_side"))
        );
    }

    #[test]
    fn en_passant_is_a_capture() {
        let board = board("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2");
        let m = board.en_passant_moves()[0];
        let facts = spelling(CastlingStyle::Standard).explain(&board, m);
        assert_eq!(
            (facts.uci.as_str(), facts.capture, facts.en_passant),
            ("e5d6", Some("pawn"), true)
        );
    }
}

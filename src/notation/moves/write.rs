//! Moves as UCI, SAN, long algebraic and numeric notation, with the piece letters of any language.

use serde::{Deserialize, Serialize};
use shakmaty::san::{San, SanPlus};
use shakmaty::{CastlingSide, Chess, Color, Move, Position as _, Role, Square};

use crate::notation::Language;
use crate::position::{CastlingStyle, Position, is_orthodox};

/// A notation for moves.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Notation {
    /// `g1f3`, `e7e8q`
    Uci,
    /// `Nf3`, `e8=Q+` (PGN standard)
    San,
    /// `Ng1-f3`, `e7-e8=Q+`
    Lan,
    /// `7163`, `57581` (ICCF)
    Iccf,
}

/// How moves are spelled.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Spelling {
    /// Which notation.
    pub notation: Notation,
    /// Piece letters of SAN and long algebraic notation.
    pub language: Language,
    /// Castling in UCI.
    pub castling: CastlingStyle,
}

/// UCI: the squares, and the piece of a promotion in lower case.
pub fn uci(m: Move, style: CastlingStyle) -> String {
    style.uci(m).to_string()
}

/// SAN with check and mate marks. The move must be legal on the board.
pub fn san(board: &Chess, m: Move) -> String {
    SanPlus::from_move(board.clone(), m).to_string()
}

/// A move in any spelling. The move must be legal on the board.
pub fn spell(board: &Chess, m: Move, spelling: Spelling) -> String {
    match spelling.notation {
        Notation::Uci => uci(m, spelling.castling),
        Notation::Iccf => iccf(m),
        Notation::San => localized(board, m, spelling.language),
        Notation::Lan => lan(board, m, spelling.language),
    }
}

/// The moves of a game, each spelled in the position that it was played in.
pub fn spell_all(position: &Position, spelling: Spelling) -> Vec<String> {
    let mut board = position.root().clone();
    let mut written = Vec::with_capacity(position.moves().len());
    for &m in position.moves() {
        written.push(spell(&board, m, spelling));
        board.play_unchecked(m);
    }
    written
}

/// SAN with the piece letters of a language; figurines have the colour of the side to move.
fn localized(board: &Chess, m: Move, language: Language) -> String {
    let san = SanPlus::from_move(board.clone(), m);
    if language == Language::ENGLISH {
        return san.to_string();
    }
    let mut text = String::with_capacity(12);
    if let San::Normal {
        role,
        file,
        rank,
        capture,
        to,
        promotion,
    } = san.san
    {
        if role != Role::Pawn {
            text.push_str(letter(language, role, board.turn()));
        }
        text.extend(file.map(|file| file.char()));
        text.extend(rank.map(|rank| rank.char()));
        if capture {
            text.push('x');
        }
        text.push_str(&to.to_string());
        push_promotion(&mut text, promotion, language, board.turn());
    } else {
        text.push_str(&san.san.to_string());
    }
    text.extend(san.suffix.map(|suffix| suffix.char()));
    text
}

/// Long algebraic: both squares, `-` or `x` between them.
fn lan(board: &Chess, m: Move, language: Language) -> String {
    let san = SanPlus::from_move(board.clone(), m);
    let mut text = String::with_capacity(12);
    match (m.castling_side(), m.from()) {
        (None, Some(from)) => {
            if m.role() != Role::Pawn {
                text.push_str(letter(language, m.role(), board.turn()));
            }
            text.push_str(&from.to_string());
            text.push(if m.is_capture() { 'x' } else { '-' });
            text.push_str(&m.to().to_string());
            push_promotion(&mut text, m.promotion(), language, board.turn());
        }
        _ => text.push_str(&san.san.to_string()),
    }
    text.extend(san.suffix.map(|suffix| suffix.char()));
    text
}

fn push_promotion(text: &mut String, promotion: Option<Role>, language: Language, turn: Color) {
    if let Some(role) = promotion {
        text.push('=');
        text.push_str(letter(language, role, turn));
    }
}

fn letter(language: Language, role: Role, turn: Color) -> &'static str {
    if language == Language::FIGURINE && turn == Color::Black {
        return match role {
            Role::Pawn => "♟",
            Role::Knight => "♞",
            Role::Bishop => "♝",
            Role::Rook => "♜",
            Role::Queen => "♛",
            Role::King => "♚",
        };
    }
    language.letter(role)
}

/// ICCF numeric notation: file and rank of both squares as digits, castling as the king's step,
/// promotion as 1 queen, 2 rook, 3 bishop, 4 knight (ICCF Playing Rules).
fn iccf(m: Move) -> String {
    let (from, to) = match m {
        // As in UCI: elsewhere the king's step could be another move.
        Move::Castle { king, rook } if !is_orthodox(m) => (king, rook),
        Move::Castle { king, rook } => {
            let side = CastlingSide::from_king_side(king < rook);
            (king, Square::from_coords(side.king_to_file(), king.rank()))
        }
        _ => (m.from().unwrap_or(m.to()), m.to()),
    };
    let mut text = String::with_capacity(5);
    for square in [from, to] {
        for index in [square.file().to_u32(), square.rank().to_u32()] {
            text.extend(char::from_digit(index + 1, 10));
        }
    }
    text.extend(m.promotion().and_then(|role| {
        [Role::Queen, Role::Rook, Role::Bishop, Role::Knight]
            .iter()
            .position(|&r| r == role)
            .and_then(|at| char::from_digit(u32::try_from(at).ok()? + 1, 10))
    }));
    text
}

//! A move in 16 bits: what the table, the killers and the move lists hold.
//!
//! A packed move means something only beside the board it was made for: [`Board::allows`] says
//! whether it is legal on another one, [`Board::unpack`] turns it into shakmaty's move.
//!
//! [`Board::allows`]: super::board::Board::allows
//! [`Board::unpack`]: super::board::Board::unpack

use shakmaty::{Move, Role, Square};

const CASTLE: u16 = 1 << 12;
const EN_PASSANT: u16 = 2 << 12;
const PROMOTION: u16 = 4 << 12;

/// Target in bits 0–5, origin in 6–11, kind in 12–15. Castling is the king taking its own rook.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(super) struct PackedMove(u16);

/// What is special about a move.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Kind {
    Normal,
    Castle,
    EnPassant,
    Promotion(Role),
    /// No legal move is written so; only a torn or foreign table entry can hold it.
    Invalid,
}

impl PackedMove {
    /// No move: from a1 to a1.
    pub(super) const NONE: Self = Self(0);

    pub(super) fn normal(from: Square, to: Square) -> Self {
        Self((u16::from(from) << 6) | u16::from(to))
    }

    pub(super) fn castle(king: Square, rook: Square) -> Self {
        Self(Self::normal(king, rook).0 | CASTLE)
    }

    pub(super) fn en_passant(from: Square, to: Square) -> Self {
        Self(Self::normal(from, to).0 | EN_PASSANT)
    }

    pub(super) fn promotion(from: Square, to: Square, role: Role) -> Self {
        let code = match role {
            Role::Knight => 0,
            Role::Bishop => 1,
            Role::Rook => 2,
            _ => 3,
        };
        Self(Self::normal(from, to).0 | PROMOTION | (code << 12))
    }

    pub(super) fn from_bits(bits: u16) -> Self {
        Self(bits)
    }

    pub(super) fn bits(self) -> u16 {
        self.0
    }

    pub(super) fn is_none(self) -> bool {
        self.0 == 0
    }

    pub(super) fn from(self) -> Square {
        Square::new(u32::from(self.0 >> 6) & 63)
    }

    pub(super) fn to(self) -> Square {
        Square::new(u32::from(self.0) & 63)
    }

    /// Origin and target as one index below 4,096.
    pub(super) fn route(self) -> usize {
        usize::from(self.0 & 0xfff)
    }

    pub(super) fn kind(self) -> Kind {
        match self.0 >> 12 {
            0 => Kind::Normal,
            1 => Kind::Castle,
            2 => Kind::EnPassant,
            4 => Kind::Promotion(Role::Knight),
            5 => Kind::Promotion(Role::Bishop),
            6 => Kind::Promotion(Role::Rook),
            7 => Kind::Promotion(Role::Queen),
            _ => Kind::Invalid,
        }
    }

    pub(super) fn is_queen_promotion(self) -> bool {
        self.0 >> 12 == 7
    }

    pub(super) fn is_promotion(self) -> bool {
        self.0 & PROMOTION != 0
    }

    pub(super) fn is_castle(self) -> bool {
        self.0 >> 12 == 1
    }

    pub(super) fn is_en_passant(self) -> bool {
        self.0 >> 12 == 2
    }

    /// The packed form of shakmaty's move. A drop, which standard chess has not, is no move.
    pub(super) fn pack(m: Move) -> Self {
        match m {
            Move::Normal {
                from,
                to,
                promotion: Some(role),
                ..
            } => Self::promotion(from, to, role),
            Move::Normal { from, to, .. } => Self::normal(from, to),
            Move::EnPassant { from, to } => Self::en_passant(from, to),
            Move::Castle { king, rook } => Self::castle(king, rook),
            Move::Put { .. } => Self::NONE,
        }
    }
}

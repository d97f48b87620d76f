//! A FEN between text and position: its six fields as values, not yet judged.

use std::num::NonZeroU32;
use std::rc::Rc;

use shakmaty::{Bitboard, Board, Chess, Color, File, PositionError, Rank, Role, Setup, Square};

use crate::notation::Span;
use crate::position::Variant;

/// The largest counter that is read: what engines hold in 32 bits with a sign.
pub(super) const MAX_COUNTER: u32 = i32::MAX.unsigned_abs();

/// The six fields, and where each stands in the text.
#[derive(Clone, Debug)]
pub(super) struct Draft {
    pub(super) board: Board,
    pub(super) turn: Color,
    pub(super) rights: Rights,
    pub(super) ep: Option<Square>,
    pub(super) halfmoves: u32,
    pub(super) fullmoves: u32,
    pub(super) spans: Spans,
    /// Where each square's man stands in the text; left empty by the fast reader.
    pub(super) places: Rc<[Span]>,
}

/// Castling rights as squares of rooks, and the letters that gave them.
#[derive(Clone, Debug, Default)]
pub(super) struct Rights {
    pub(super) rooks: Bitboard,
    pub(super) letters: Letters,
    /// One entry per letter; left empty by the fast reader, which has nothing to tell about them.
    pub(super) flags: Vec<Flag>,
}

/// Which letters the castling field used.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(super) enum Letters {
    /// Only `KQkq`, or none.
    #[default]
    Sides,
    /// At least one file letter, as Shredder-FEN and X-FEN have them.
    Files,
}

/// One letter of the castling field.
#[derive(Clone, Copy, Debug)]
pub(super) struct Flag {
    pub(super) letter: char,
    pub(super) rook: Square,
    pub(super) span: Span,
}

/// Where each field stands; empty where it is missing.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Spans {
    pub(super) placement: Span,
    pub(super) turn: Span,
    pub(super) castling: Span,
    pub(super) ep: Span,
    pub(super) halfmove: Span,
}

impl Default for Draft {
    fn default() -> Self {
        Self {
            board: Board::empty(),
            turn: Color::White,
            rights: Rights::default(),
            ep: None,
            halfmoves: 0,
            fullmoves: 1,
            spans: Spans::default(),
            places: Rc::default(),
        }
    }
}

impl Draft {
    /// shakmaty's setup of the same.
    pub(super) fn setup(&self) -> Setup {
        Setup {
            board: self.board.clone(),
            turn: self.turn,
            castling_rights: self.rights.rooks,
            ep_square: self.ep,
            halfmoves: self.halfmoves,
            fullmoves: NonZeroU32::new(self.fullmoves).unwrap_or(NonZeroU32::MIN),
            ..Setup::empty()
        }
    }

    /// The position, where shakmaty takes it. What python-chess calls valid is not refused for too
    /// much material or a double check that no game has; both are warnings here.
    pub(super) fn chess(&self, variant: Variant) -> Option<Chess> {
        self.setup()
            .position::<Chess>(variant.castling_mode())
            .or_else(PositionError::ignore_too_much_material)
            .or_else(PositionError::ignore_impossible_check)
            .ok()
    }

    /// Where the man on a square stands in the text.
    pub(super) fn place(&self, square: Square) -> Span {
        let place = self.places.get(square.to_usize()).copied();
        place.unwrap_or(self.spans.placement)
    }

    /// The variant in which it is read: the one stated, else Chess960 exactly when the castling
    /// field names files.
    pub(super) fn variant(&self, stated: Option<Variant>) -> Variant {
        stated.unwrap_or(match self.rights.letters {
            Letters::Sides => Variant::Standard,
            Letters::Files => Variant::Chess960,
        })
    }
}

/// The rook that a castling letter names (X-FEN and Shredder-FEN): `K` and `Q` the outermost rook
/// on that side of the king, or the corner where there is none; `A`–`H` the rook on that file.
/// `None` for any other letter.
pub(super) fn rook_of(letter: char, board: &Board) -> Option<Square> {
    let color = Color::from_white(letter.is_ascii_uppercase());
    let backrank = color.backrank();
    let rooks = board.by_color(color) & board.rooks() & Bitboard::from_rank(backrank);
    let king = (board.by_color(color) & board.kings()).last();
    Some(match letter.to_ascii_lowercase() {
        'k' => rooks
            .last()
            .filter(|&rook| king.is_some_and(|king| king < rook))
            .unwrap_or(Square::from_coords(File::H, backrank)),
        'q' => rooks
            .first()
            .filter(|&rook| king.is_some_and(|king| rook < king))
            .unwrap_or(Square::from_coords(File::A, backrank)),
        file @ 'a'..='h' => Square::from_coords(File::from_char(file)?, backrank),
        _ => return None,
    })
}

/// The rights that the rules of `variant` allow, out of `rooks`: king and rook at home
/// (python-chess's `clean_castling_rights`).
pub(super) fn sound_rights(board: &Board, rooks: Bitboard, variant: Variant) -> Bitboard {
    let mut sound = Bitboard::EMPTY;
    for color in Color::ALL {
        let rank = color.backrank();
        let home = Bitboard::from_rank(rank);
        let Some(king) = (board.by_color(color) & board.kings() & home).last() else {
            continue;
        };
        let own = rooks & board.rooks() & board.by_color(color) & home;
        match variant {
            Variant::Standard if king.file() == File::E => {
                let corners = [File::A, File::H].map(|file| Square::from_coords(file, rank));
                sound |= own & Bitboard::from_iter(corners);
            }
            Variant::Standard => {}
            Variant::Chess960 => {
                sound.add(
                    own.first()
                        .filter(|&rook| rook < king)
                        .map_or(Bitboard::EMPTY, Bitboard::from),
                );
                sound.add(
                    own.last()
                        .filter(|&rook| rook > king)
                        .map_or(Bitboard::EMPTY, Bitboard::from),
                );
            }
        }
    }
    sound
}

/// Where a pawn that passed `ep` stands now, and where it came from.
pub(super) fn passed_pawn(ep: Square, turn: Color) -> Option<(Square, Square)> {
    let (to, from) = turn.fold_wb((-8, 8), (8, -8));
    (ep.rank() == turn.relative_rank(Rank::Sixth))
        .then(|| Some((ep.offset(to)?, ep.offset(from)?)))
        .flatten()
}

/// The men of one colour and role.
pub(super) fn men(board: &Board, color: Color, role: Role) -> Bitboard {
    board.by_color(color) & board.by_role(role)
}

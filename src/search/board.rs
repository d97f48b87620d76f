//! The position as the search plays on it: bitboards and a mailbox, with keys kept by increments.
//!
//! It is made from shakmaty's `Chess`, speaks its squares, roles and colours, and is copied for
//! every move. Against playing on `Chess` itself it saves the two costs that a search meets at
//! every node: null moves without validating a set-up anew, and keys that are never computed from
//! scratch. Keys equal shakmaty's `Zobrist64` with `EnPassantMode::Legal`, so they can be compared
//! with those of the game's history.

use shakmaty::zobrist::{Zobrist64, ZobristValue};
use shakmaty::{
    Bitboard, CastlingSide, Chess, Color, EnPassantMode, Move, Piece, Position as _, Role, Square,
    attacks,
};

use super::packed::{Kind, PackedMove};

/// What follows the pieces as moves are played: the evaluation's incremental state.
pub(super) trait Watcher {
    /// A piece came onto a square.
    fn put(&mut self, piece: Piece, square: Square);
    /// A piece left a square.
    fn take(&mut self, piece: Piece, square: Square);
}

impl Watcher for () {
    fn put(&mut self, _: Piece, _: Square) {}
    fn take(&mut self, _: Piece, _: Square) {}
}

/// A legal position. `Copy` in spirit: about 200 bytes.
#[derive(Clone, Debug)]
pub(super) struct Board {
    roles: [Bitboard; 6],
    colors: [Bitboard; 2],
    squares: [Option<Role>; 64],
    key: u64,
    pawn_key: u64,
    /// Of everything but pawns, by colour.
    piece_keys: [u64; 2],
    checkers: Bitboard,
    /// Squares of the rooks that may still castle: [`right`] is the index.
    castling: [Option<Square>; 4],
    /// Only when an en passant capture is legal.
    ep: Option<Square>,
    turn: Color,
    halfmoves: u16,
    /// Moves since the last one that no repetition can reach back over: pawn moves, captures and
    /// null moves.
    reversible: u16,
}

/// The index of a castling right.
fn right(color: Color, side: CastlingSide) -> usize {
    color as usize * 2 + usize::from(side.is_queen_side())
}

/// Where a castling king and rook arrive.
fn castled(color: Color, side: CastlingSide) -> (Square, Square) {
    (side.king_to(color), side.rook_to(color))
}

fn piece_key(piece: Piece, square: Square) -> u64 {
    Zobrist64::zobrist_for_piece(square, piece).0
}

impl Board {
    pub(super) fn new(chess: &Chess) -> Self {
        let board = chess.board();
        let mut squares = [None; 64];
        let (mut pawn_key, mut piece_keys) = (0, [0; 2]);
        for (square, piece) in board.iter() {
            squares[square.to_usize()] = Some(piece.role);
            if piece.role == Role::Pawn {
                pawn_key ^= piece_key(piece, square);
            } else {
                piece_keys[piece.color as usize] ^= piece_key(piece, square);
            }
        }
        let mut castling = [None; 4];
        for color in Color::ALL {
            for side in CastlingSide::ALL {
                castling[right(color, side)] = chess.castles().rook(color, side);
            }
        }
        let halfmoves = u16::try_from(chess.halfmoves()).unwrap_or(u16::MAX);
        Self {
            roles: Role::ALL.map(|role| board.by_role(role)),
            colors: [Color::Black, Color::White].map(|color| board.by_color(color)),
            squares,
            key: chess.zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0,
            pawn_key,
            piece_keys,
            checkers: chess.checkers(),
            castling,
            ep: chess.legal_ep_square(),
            turn: chess.turn(),
            halfmoves,
            reversible: halfmoves,
        }
    }

    pub(super) fn turn(&self) -> Color {
        self.turn
    }

    pub(super) fn key(&self) -> u64 {
        self.key
    }

    pub(super) fn pawn_key(&self) -> u64 {
        self.pawn_key
    }

    /// The key of one side's pieces, the king among them, without its pawns.
    pub(super) fn piece_key(&self, color: Color) -> u64 {
        self.piece_keys[color as usize]
    }

    pub(super) fn checkers(&self) -> Bitboard {
        self.checkers
    }

    pub(super) fn in_check(&self) -> bool {
        self.checkers.any()
    }

    /// Plies since the last capture or pawn move.
    pub(super) fn halfmoves(&self) -> u16 {
        self.halfmoves
    }

    /// How many plies back a repetition can lie.
    pub(super) fn reversible(&self) -> u16 {
        self.reversible
    }

    pub(super) fn ep(&self) -> Option<Square> {
        self.ep
    }

    pub(super) fn by_role(&self, role: Role) -> Bitboard {
        self.roles[role as usize - 1]
    }

    pub(super) fn by_color(&self, color: Color) -> Bitboard {
        self.colors[color as usize]
    }

    pub(super) fn by_piece(&self, color: Color, role: Role) -> Bitboard {
        self.by_role(role) & self.by_color(color)
    }

    pub(super) fn occupied(&self) -> Bitboard {
        self.colors[0] | self.colors[1]
    }

    pub(super) fn role_at(&self, square: Square) -> Option<Role> {
        self.squares[square.to_usize()]
    }

    pub(super) fn piece_at(&self, square: Square) -> Option<Piece> {
        let color = Color::from_white(self.by_color(Color::White).contains(square));
        self.role_at(square).map(|role| role.of(color))
    }

    pub(super) fn king(&self, color: Color) -> Square {
        self.by_piece(color, Role::King)
            .first()
            .expect("both sides have a king")
    }

    /// The rook that may still castle on this side.
    pub(super) fn castling_rook(&self, color: Color, side: CastlingSide) -> Option<Square> {
        self.castling[right(color, side)]
    }

    pub(super) fn diagonal_sliders(&self) -> Bitboard {
        self.by_role(Role::Bishop) | self.by_role(Role::Queen)
    }

    pub(super) fn straight_sliders(&self) -> Bitboard {
        self.by_role(Role::Rook) | self.by_role(Role::Queen)
    }

    /// Whether `color` has a piece besides king and pawns.
    pub(super) fn has_pieces(&self, color: Color) -> bool {
        (self.by_color(color) & !self.by_role(Role::Pawn) & !self.by_role(Role::King)).any()
    }

    /// Pieces of both sides that attack a square.
    pub(super) fn attackers(&self, square: Square, occupied: Bitboard) -> Bitboard {
        let pawns = (attacks::pawn_attacks(Color::Black, square) & self.by_color(Color::White))
            | (attacks::pawn_attacks(Color::White, square) & self.by_color(Color::Black));
        (pawns & self.by_role(Role::Pawn))
            | (attacks::knight_attacks(square) & self.by_role(Role::Knight))
            | (attacks::king_attacks(square) & self.by_role(Role::King))
            | (attacks::bishop_attacks(square, occupied) & self.diagonal_sliders())
            | (attacks::rook_attacks(square, occupied) & self.straight_sliders())
    }

    /// Pieces of one side that attack a square.
    pub(super) fn attackers_of(
        &self,
        square: Square,
        attacker: Color,
        occupied: Bitboard,
    ) -> Bitboard {
        let found = (attacks::pawn_attacks(!attacker, square) & self.by_role(Role::Pawn))
            | (attacks::knight_attacks(square) & self.by_role(Role::Knight))
            | (attacks::king_attacks(square) & self.by_role(Role::King))
            | (attacks::bishop_attacks(square, occupied) & self.diagonal_sliders())
            | (attacks::rook_attacks(square, occupied) & self.straight_sliders());
        found & self.by_color(attacker)
    }

    /// Squares that the side not to move attacks.
    pub(super) fn threats(&self) -> Bitboard {
        let them = !self.turn;
        let (own, occupied) = (self.by_color(them), self.occupied());
        let mut threats = attacks::king_attacks(self.king(them));
        for from in self.by_piece(them, Role::Pawn) {
            threats |= attacks::pawn_attacks(them, from);
        }
        for from in self.by_piece(them, Role::Knight) {
            threats |= attacks::knight_attacks(from);
        }
        for from in self.diagonal_sliders() & own {
            threats |= attacks::bishop_attacks(from, occupied);
        }
        for from in self.straight_sliders() & own {
            threats |= attacks::rook_attacks(from, occupied);
        }
        threats
    }

    /// Pieces of either side that alone stand between the king of `color` and an enemy slider.
    pub(super) fn blockers(&self, color: Color) -> Bitboard {
        let king = self.king(color);
        let snipers = (attacks::rook_attacks(king, Bitboard::EMPTY) & self.straight_sliders())
            | (attacks::bishop_attacks(king, Bitboard::EMPTY) & self.diagonal_sliders());
        let mut blockers = Bitboard::EMPTY;
        for sniper in snipers & self.by_color(!color) {
            let between = attacks::between(king, sniper) & self.occupied();
            if !between.more_than_one() {
                blockers |= between;
            }
        }
        blockers
    }

    pub(super) fn is_capture(&self, m: PackedMove) -> bool {
        (self.role_at(m.to()).is_some() && !m.is_castle()) || m.is_en_passant()
    }

    /// Captures and promotions to a queen: what the quiescence search looks at.
    pub(super) fn is_noisy(&self, m: PackedMove) -> bool {
        self.is_capture(m) || m.is_queen_promotion()
    }

    /// The role of the piece that a move takes.
    pub(super) fn captured(&self, m: PackedMove) -> Option<Role> {
        match m.kind() {
            Kind::Castle => None,
            Kind::EnPassant => Some(Role::Pawn),
            _ => self.role_at(m.to()),
        }
    }

    /// Whether an en passant capture from a square would leave the mover's king safe.
    pub(super) fn en_passant_is_safe(&self, from: Square, to: Square) -> bool {
        let taken = Square::from_coords(to.file(), from.rank());
        let occupied = (self.occupied() ^ from ^ taken) | to;
        let king = self.king(self.turn);
        (self.attackers_of(king, !self.turn, occupied) & !Bitboard::from_square(taken)).is_empty()
    }

    /// Neither side can ever mate: bare kings, one minor piece, or bishops of one square colour.
    pub(super) fn is_dead(&self) -> bool {
        let heavy = self.by_role(Role::Pawn) | self.by_role(Role::Rook) | self.by_role(Role::Queen);
        if heavy.any() {
            return false;
        }
        let bishops = self.by_role(Role::Bishop);
        let minors = self.by_role(Role::Knight) | bishops;
        !minors.more_than_one()
            || (self.by_role(Role::Knight).is_empty()
                && ((bishops & Bitboard::DARK_SQUARES).is_empty()
                    || (bishops & Bitboard::LIGHT_SQUARES).is_empty()))
    }

    fn put(&mut self, piece: Piece, square: Square, watcher: &mut impl Watcher) {
        self.roles[piece.role as usize - 1] |= square;
        self.colors[piece.color as usize] |= square;
        self.squares[square.to_usize()] = Some(piece.role);
        let key = piece_key(piece, square);
        self.key ^= key;
        if piece.role == Role::Pawn {
            self.pawn_key ^= key;
        } else {
            self.piece_keys[piece.color as usize] ^= key;
        }
        watcher.put(piece, square);
    }

    fn take(&mut self, piece: Piece, square: Square, watcher: &mut impl Watcher) {
        self.roles[piece.role as usize - 1] ^= square;
        self.colors[piece.color as usize] ^= square;
        self.squares[square.to_usize()] = None;
        let key = piece_key(piece, square);
        self.key ^= key;
        if piece.role == Role::Pawn {
            self.pawn_key ^= key;
        } else {
            self.piece_keys[piece.color as usize] ^= key;
        }
        watcher.take(piece, square);
    }

    /// Plays a legal move.
    pub(super) fn play(&mut self, m: PackedMove, watcher: &mut impl Watcher) {
        let us = self.turn;
        let (from, to) = (m.from(), m.to());
        let role = self.role_at(from).expect("a legal move moves a piece");
        let captured = self.captured(m);
        self.forget_en_passant();
        self.halfmoves = self.halfmoves.saturating_add(1);
        self.reversible = self.reversible.saturating_add(1);
        if role == Role::Pawn || captured.is_some() {
            self.halfmoves = 0;
            self.reversible = 0;
        }
        match m.kind() {
            Kind::Castle => {
                let (king_to, rook_to) = castled(us, CastlingSide::from_king_side(from < to));
                self.take(us.king(), from, watcher);
                self.take(us.rook(), to, watcher);
                self.put(us.king(), king_to, watcher);
                self.put(us.rook(), rook_to, watcher);
            }
            Kind::EnPassant => {
                let taken = Square::from_coords(to.file(), from.rank());
                self.take((!us).pawn(), taken, watcher);
                self.take(us.pawn(), from, watcher);
                self.put(us.pawn(), to, watcher);
            }
            kind => {
                if let Some(captured) = captured {
                    self.take(captured.of(!us), to, watcher);
                }
                self.take(role.of(us), from, watcher);
                let role = match kind {
                    Kind::Promotion(role) => role,
                    _ => role,
                };
                self.put(role.of(us), to, watcher);
            }
        }
        self.lose_rights(role, from, to);
        self.pass_turn();
        if role == Role::Pawn && from.abs_diff(to) == 16 {
            self.offer_en_passant(from, to);
        }
        let king = self.king(self.turn);
        self.checkers = self.attackers_of(king, us, self.occupied());
    }

    /// Passes. Only when not in check.
    pub(super) fn play_null(&mut self) {
        self.forget_en_passant();
        self.halfmoves = self.halfmoves.saturating_add(1);
        self.reversible = 0;
        self.pass_turn();
    }

    fn pass_turn(&mut self) {
        self.turn = !self.turn;
        self.key ^= Zobrist64::zobrist_for_white_turn().0;
    }

    fn forget_en_passant(&mut self) {
        if let Some(ep) = self.ep.take() {
            self.key ^= Zobrist64::zobrist_for_en_passant_file(ep.file()).0;
        }
    }

    /// After a double step, with the turn passed: notes the square when a capture there is legal.
    fn offer_en_passant(&mut self, from: Square, to: Square) {
        let ep = Square::new((from.to_u32() + to.to_u32()) / 2);
        let takers = attacks::pawn_attacks(!self.turn, ep) & self.by_piece(self.turn, Role::Pawn);
        if takers
            .into_iter()
            .any(|taker| self.en_passant_is_safe(taker, ep))
        {
            self.ep = Some(ep);
            self.key ^= Zobrist64::zobrist_for_en_passant_file(ep.file()).0;
        }
    }

    fn lose_rights(&mut self, role: Role, from: Square, to: Square) {
        if self.castling == [None; 4] {
            return;
        }
        for color in Color::ALL {
            for side in CastlingSide::ALL {
                let index = right(color, side);
                let Some(rook) = self.castling[index] else {
                    continue;
                };
                let king_moved = role == Role::King && color == self.turn;
                if king_moved || rook == from || rook == to {
                    self.castling[index] = None;
                    self.key ^= Zobrist64::zobrist_for_castling_right(color, side).0;
                }
            }
        }
    }

    /// shakmaty's form of a move that is legal here.
    pub(super) fn unpack(&self, m: PackedMove) -> Move {
        let (from, to) = (m.from(), m.to());
        match m.kind() {
            Kind::Castle => Move::Castle {
                king: from,
                rook: to,
            },
            Kind::EnPassant => Move::EnPassant { from, to },
            kind => Move::Normal {
                role: self.role_at(from).expect("a legal move moves a piece"),
                from,
                capture: self.role_at(to),
                to,
                promotion: match kind {
                    Kind::Promotion(role) => Some(role),
                    _ => None,
                },
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::checks::Checks;
    use super::super::walks::walk;
    use super::*;

    #[test]
    fn playing_agrees_with_shakmaty_in_every_part() {
        walk(60, |chess, m| {
            let mut board = Board::new(chess);
            let packed = PackedMove::pack(m);
            assert_eq!(board.unpack(packed), m);
            let gives_check = Checks::new(&board).gives(&board, packed);
            board.play(packed, &mut ());
            let mut after = chess.clone();
            after.play_unchecked(m);
            let fresh = Board::new(&after);
            assert_eq!(board.key, fresh.key, "{chess:?} {m}");
            assert_eq!(board.pawn_key, fresh.pawn_key, "{chess:?} {m}");
            assert_eq!(board.piece_keys, fresh.piece_keys, "{chess:?} {m}");
            assert_eq!(board.checkers, fresh.checkers, "{chess:?} {m}");
            assert_eq!(board.squares, fresh.squares, "{chess:?} {m}");
            assert_eq!((board.roles, board.colors), (fresh.roles, fresh.colors));
            assert_eq!((board.ep, board.castling), (fresh.ep, fresh.castling));
            assert_eq!(board.halfmoves, fresh.halfmoves);
            assert_eq!(gives_check, fresh.in_check(), "{chess:?} {m}");
            assert_eq!(board.is_dead(), after.is_insufficient_material());
        });
    }

    #[test]
    fn passing_changes_only_the_turn_and_en_passant() {
        walk(4, |chess, _| {
            let board = Board::new(chess);
            if board.in_check() {
                return;
            }
            let mut passed = board.clone();
            passed.play_null();
            assert_eq!(passed.turn(), !board.turn());
            assert_eq!((passed.ep(), passed.reversible()), (None, 0));
            let swapped = chess.clone().swap_turn().unwrap();
            assert_eq!(passed.key(), Board::new(&swapped).key(), "{chess:?}");
        });
    }
}

//! Legal moves in two stages, noisy ones and quiet ones, and the test whether a move found
//! elsewhere (table, killers) is legal here. The two stages together are exactly the legal moves.

use arrayvec::ArrayVec;
use shakmaty::{Bitboard, CastlingSide, Color, Rank, Role, Square, attacks};

use super::board::Board;
use super::packed::{Kind, PackedMove};

/// Room for every legal move of any position with a king each (shakmaty's bound, 270).
pub(super) const MAX_MOVES: usize = 270;

/// A move and what its ordering thinks of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scored {
    pub(super) m: PackedMove,
    pub(super) score: i32,
}

/// Moves to be tried.
pub(super) type MoveList = ArrayVec<Scored, MAX_MOVES>;

/// What legality asks of a move on one board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Legality {
    king: Square,
    pinned: Bitboard,
    /// Where a piece other than the king may go: everywhere, or between king and checker and onto
    /// the checker.
    evasions: Bitboard,
}

impl Legality {
    pub(super) fn new(board: &Board) -> Self {
        let us = board.turn();
        let king = board.king(us);
        let checkers = board.checkers();
        let evasions = match checkers.single_square() {
            Some(checker) => attacks::between(king, checker) | checkers,
            None if checkers.any() => Bitboard::EMPTY,
            None => Bitboard::FULL,
        };
        Self {
            king,
            pinned: board.blockers(us) & board.by_color(us),
            evasions,
        }
    }

    /// Where a piece on `from` may go without leaving its king to a slider.
    fn free(&self, from: Square) -> Bitboard {
        if self.pinned.contains(from) {
            attacks::ray(self.king, from)
        } else {
            Bitboard::FULL
        }
    }
}

fn push(list: &mut MoveList, m: PackedMove) {
    list.push(Scored { m, score: 0 });
}

fn forward(color: Color) -> i32 {
    color.fold_wb(8, -8)
}

/// The square one step back from `to` as `color` sees it.
fn behind(to: Square, color: Color) -> Square {
    Square::new(to.to_u32().wrapping_add_signed(-forward(color)) & 63)
}

fn promotions(list: &mut MoveList, from: Square, to: Square, roles: &[Role]) {
    for &role in roles {
        push(list, PackedMove::promotion(from, to, role));
    }
}

const UNDER: [Role; 3] = [Role::Knight, Role::Rook, Role::Bishop];
const ALL_PROMOTIONS: [Role; 4] = [Role::Queen, Role::Knight, Role::Rook, Role::Bishop];

/// Captures (with every promotion that captures) and promotions to a queen.
pub(super) fn noisy(board: &Board, legality: &Legality, list: &mut MoveList) {
    let us = board.turn();
    let targets = board.by_color(!us);
    pawn_captures(board, legality, list);
    let last = Bitboard::from_rank(us.relative_rank(Rank::Eighth));
    for to in single_steps(board) & last & legality.evasions {
        let from = behind(to, us);
        if legality.free(from).contains(to) {
            promotions(list, from, to, &[Role::Queen]);
        }
    }
    piece_moves(board, legality, targets, list);
}

/// Everything else: castling and promotions to less than a queen included.
pub(super) fn quiet(board: &Board, legality: &Legality, list: &mut MoveList) {
    let us = board.turn();
    if board.checkers().is_empty() {
        for side in CastlingSide::ALL {
            castling(board, side, list);
        }
    }
    pawn_steps(board, legality, list);
    piece_moves(board, legality, !board.occupied(), list);
    debug_assert!(board.by_color(us).contains(legality.king));
}

fn single_steps(board: &Board) -> Bitboard {
    let us = board.turn();
    board.by_piece(us, Role::Pawn).shift(forward(us)) & !board.occupied()
}

fn pawn_steps(board: &Board, legality: &Legality, list: &mut MoveList) {
    let us = board.turn();
    let singles = single_steps(board);
    let last = Bitboard::from_rank(us.relative_rank(Rank::Eighth));
    for to in singles & legality.evasions {
        let from = behind(to, us);
        if !legality.free(from).contains(to) {
            continue;
        }
        if last.contains(to) {
            promotions(list, from, to, &UNDER);
        } else {
            push(list, PackedMove::normal(from, to));
        }
    }
    let third = Bitboard::from_rank(us.relative_rank(Rank::Third));
    let doubles = (singles & third).shift(forward(us)) & !board.occupied();
    for to in doubles & legality.evasions {
        let from = behind(behind(to, us), us);
        if legality.free(from).contains(to) {
            push(list, PackedMove::normal(from, to));
        }
    }
}

fn pawn_captures(board: &Board, legality: &Legality, list: &mut MoveList) {
    let us = board.turn();
    let targets = board.by_color(!us) & legality.evasions;
    let last = us.relative_rank(Rank::Eighth);
    for from in board.by_piece(us, Role::Pawn) {
        for to in attacks::pawn_attacks(us, from) & targets & legality.free(from) {
            if to.rank() == last {
                promotions(list, from, to, &ALL_PROMOTIONS);
            } else {
                push(list, PackedMove::normal(from, to));
            }
        }
    }
    if let Some(ep) = board.ep() {
        for from in attacks::pawn_attacks(!us, ep) & board.by_piece(us, Role::Pawn) {
            if board.en_passant_is_safe(from, ep) {
                push(list, PackedMove::en_passant(from, ep));
            }
        }
    }
}

fn piece_attacks(role: Role, from: Square, occupied: Bitboard) -> Bitboard {
    match role {
        Role::Knight => attacks::knight_attacks(from),
        Role::Bishop => attacks::bishop_attacks(from, occupied),
        Role::Rook => attacks::rook_attacks(from, occupied),
        Role::Queen => attacks::queen_attacks(from, occupied),
        Role::King => attacks::king_attacks(from),
        Role::Pawn => Bitboard::EMPTY,
    }
}

fn piece_moves(board: &Board, legality: &Legality, targets: Bitboard, list: &mut MoveList) {
    let us = board.turn();
    let occupied = board.occupied();
    for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
        for from in board.by_piece(us, role) {
            let reach = piece_attacks(role, from, occupied) & targets & legality.evasions;
            for to in reach & legality.free(from) {
                push(list, PackedMove::normal(from, to));
            }
        }
    }
    for to in attacks::king_attacks(legality.king) & targets {
        if king_is_safe(board, legality.king, to) {
            push(list, PackedMove::normal(legality.king, to));
        }
    }
}

fn king_is_safe(board: &Board, king: Square, to: Square) -> bool {
    let occupied = board.occupied() & !Bitboard::from_square(king);
    board.attackers_of(to, !board.turn(), occupied).is_empty()
}

fn castling(board: &Board, side: CastlingSide, list: &mut MoveList) {
    let us = board.turn();
    if let Some(rook) = board.castling_rook(us, side) {
        let king = board.king(us);
        if may_castle(board, side, king, rook) {
            push(list, PackedMove::castle(king, rook));
        }
    }
}

/// FIDE Laws 3.8.2, and their Chess960 form (guideline II.3): every square that king or rook
/// crosses is empty but for the two, and the king crosses no attacked square.
fn may_castle(board: &Board, side: CastlingSide, king: Square, rook: Square) -> bool {
    let us = board.turn();
    let (king_to, rook_to) = (side.king_to(us), side.rook_to(us));
    let pair = Bitboard::from_square(king) | rook;
    let path = attacks::between(king, king_to) | attacks::between(rook, rook_to);
    let others = board.occupied() & !pair;
    if ((path | king_to | rook_to) & others).any() {
        return false;
    }
    let crossed = attacks::between(king, king_to);
    if crossed
        .into_iter()
        .any(|square| !king_is_safe(board, king, square))
    {
        return false;
    }
    board
        .attackers_of(king_to, !us, others | rook_to)
        .is_empty()
}

impl Board {
    /// Whether a move that was made for any board is legal on this one.
    pub(super) fn allows(&self, m: PackedMove, legality: &Legality) -> bool {
        let us = self.turn();
        let (from, to) = (m.from(), m.to());
        let Some(role) = self.role_at(from) else {
            return false;
        };
        if m.is_none() || !self.by_color(us).contains(from) {
            return false;
        }
        match m.kind() {
            Kind::Invalid => false,
            Kind::Castle => {
                let side = CastlingSide::from_king_side(from < to);
                role == Role::King
                    && self.checkers().is_empty()
                    && self.castling_rook(us, side) == Some(to)
                    && may_castle(self, side, from, to)
            }
            Kind::EnPassant => {
                role == Role::Pawn
                    && self.ep() == Some(to)
                    && attacks::pawn_attacks(us, from).contains(to)
                    && self.en_passant_is_safe(from, to)
            }
            kind => {
                let promotes = role == Role::Pawn && to.rank() == us.relative_rank(Rank::Eighth);
                promotes == (kind != Kind::Normal)
                    && self.reaches(role, from, to)
                    && self.is_safe(role, m, legality)
            }
        }
    }

    fn reaches(&self, role: Role, from: Square, to: Square) -> bool {
        let us = self.turn();
        if self.by_color(us).contains(to) {
            return false;
        }
        if role != Role::Pawn {
            return piece_attacks(role, from, self.occupied()).contains(to);
        }
        if self.by_color(!us).contains(to) {
            return attacks::pawn_attacks(us, from).contains(to);
        }
        let empty = !self.occupied();
        let single = Bitboard::from_square(from).shift(forward(us)) & empty;
        let third = Bitboard::from_rank(us.relative_rank(Rank::Third));
        let double = (single & third).shift(forward(us)) & empty;
        (single | double).contains(to)
    }

    fn is_safe(&self, role: Role, m: PackedMove, legality: &Legality) -> bool {
        if role == Role::King {
            king_is_safe(self, legality.king, m.to())
        } else {
            legality.evasions.contains(m.to()) && legality.free(m.from()).contains(m.to())
        }
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::Position as _;

    use super::super::walks::walk;
    use super::*;

    #[test]
    fn both_stages_together_are_the_legal_moves_and_nothing_else_is_allowed() {
        walk(40, |chess, _| {
            let board = Board::new(chess);
            let legality = Legality::new(&board);
            let mut list = MoveList::new();
            noisy(&board, &legality, &mut list);
            assert!(list.iter().all(|scored| board.is_noisy(scored.m)));
            let first = list.len();
            quiet(&board, &legality, &mut list);
            assert!(!list[first..].iter().any(|scored| board.is_noisy(scored.m)));
            let mut found: Vec<u16> = list.iter().map(|scored| scored.m.bits()).collect();
            let legal = chess.legal_moves();
            let mut expected: Vec<u16> =
                legal.iter().map(|&m| PackedMove::pack(m).bits()).collect();
            found.sort_unstable();
            expected.sort_unstable();
            assert_eq!(found, expected, "{chess:?}");
            for bits in 0..=u16::MAX {
                let allowed = board.allows(PackedMove::from_bits(bits), &legality);
                let is_legal = expected.binary_search(&bits).is_ok();
                assert_eq!(allowed, is_legal, "{chess:?} {bits:#06x}");
            }
        });
    }
}

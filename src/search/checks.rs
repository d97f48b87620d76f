//! Whether a move gives check, before it is played.

use shakmaty::{Bitboard, CastlingSide, Role, attacks};

use super::board::Board;
use super::packed::{Kind, PackedMove};

/// From where each role would check the enemy king, and what stands in the way of our sliders.
#[derive(Clone, Copy, Debug)]
pub(super) struct Checks {
    from: [Bitboard; 6],
    blockers: Bitboard,
}

impl Checks {
    pub(super) fn new(board: &Board) -> Self {
        let us = board.turn();
        let king = board.king(!us);
        let occupied = board.occupied();
        let diagonal = attacks::bishop_attacks(king, occupied);
        let straight = attacks::rook_attacks(king, occupied);
        Self {
            from: [
                attacks::pawn_attacks(!us, king),
                attacks::knight_attacks(king),
                diagonal,
                straight,
                diagonal | straight,
                Bitboard::EMPTY,
            ],
            blockers: board.blockers(!us) & board.by_color(us),
        }
    }

    /// Whether a legal move gives check.
    pub(super) fn gives(&self, board: &Board, m: PackedMove) -> bool {
        let (from, to) = (m.from(), m.to());
        let us = board.turn();
        let king = board.king(!us);
        if self.blockers.contains(from) && !attacks::ray(king, from).contains(to) {
            return true;
        }
        match m.kind() {
            Kind::Normal => {
                let role = board.role_at(from).unwrap_or(Role::King);
                self.from[role as usize - 1].contains(to)
            }
            Kind::Promotion(role) => {
                let occupied = board.occupied() & !Bitboard::from_square(from);
                let reach = match role {
                    Role::Knight => attacks::knight_attacks(to),
                    Role::Bishop => attacks::bishop_attacks(to, occupied),
                    Role::Rook => attacks::rook_attacks(to, occupied),
                    _ => attacks::queen_attacks(to, occupied),
                };
                reach.contains(king)
            }
            Kind::Castle | Kind::EnPassant => {
                let side = CastlingSide::from_king_side(from < to);
                let passive = m.is_castle()
                    && !attacks::rook_attacks(side.rook_to(us), Bitboard::EMPTY).contains(king);
                if passive {
                    return false;
                }
                let mut child = board.clone();
                child.play(m, &mut ());
                child.in_check()
            }
            Kind::Invalid => false,
        }
    }
}

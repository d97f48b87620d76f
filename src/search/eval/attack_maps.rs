//! Which squares each side attacks.

use shakmaty::{Bitboard, Color, Role, Square, attacks};

use super::super::board::Board;
use super::pawns::pawn_reach;
use super::terms::{self, Tally};

/// Attacks of both sides, filled as pieces are looked at. Indexed by colour.
#[derive(Debug, Default)]
pub(super) struct AttackMaps {
    pub(super) by_pawn: [Bitboard; 2],
    /// Knights and bishops.
    pub(super) by_knight: [Bitboard; 2],
    pub(super) by_bishop: [Bitboard; 2],
    pub(super) by_rook: [Bitboard; 2],
    pub(super) by_queen: [Bitboard; 2],
    pub(super) by_king: [Bitboard; 2],
    pub(super) all: [Bitboard; 2],
    pub(super) twice: [Bitboard; 2],
    /// Units of pressure that each side puts on the other's king.
    pub(super) pressure: [i32; 2],
    /// The squares around each side's king.
    pub(super) ring: [Bitboard; 2],
}

impl AttackMaps {
    /// Looks at every piece, and counts its mobility on the way.
    pub(super) fn new(board: &Board, tally: &mut impl Tally) -> Self {
        let mut maps = Self::default();
        for color in Color::ALL {
            let king = board.king(color);
            maps.ring[color as usize] = attacks::king_attacks(king) | king;
            maps.by_king[color as usize] = attacks::king_attacks(king);
            let pawns = pawn_reach(color, board.by_piece(color, Role::Pawn));
            maps.by_pawn[color as usize] = pawns;
            maps.all[color as usize] = pawns;
            maps.note(color, attacks::king_attacks(king));
        }
        for color in Color::ALL {
            maps.look_at_pieces(board, color, tally);
        }
        maps
    }

    fn note(&mut self, color: Color, reach: Bitboard) {
        let color = color as usize;
        self.twice[color] |= self.all[color] & reach;
        self.all[color] |= reach;
    }

    fn look_at_pieces(&mut self, board: &Board, us: Color, tally: &mut impl Tally) {
        let occupied = board.occupied();
        let blockers = board.blockers(us) & board.by_color(us);
        let king = board.king(us);
        let own = board.by_piece(us, Role::Pawn) | board.by_piece(us, Role::King);
        let area = !(self.by_pawn[!us as usize] | own);
        for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
            let through = match role {
                // Pieces that lend each other their power see through one another.
                Role::Bishop => occupied & !board.by_piece(us, Role::Queen),
                Role::Rook => {
                    occupied & !(board.by_piece(us, Role::Rook) | board.by_piece(us, Role::Queen))
                }
                _ => occupied,
            };
            for from in board.by_piece(us, role) {
                let mut reach = reach(role, from, through);
                if blockers.contains(from) {
                    reach &= attacks::ray(king, from);
                }
                self.add_piece(us, role, reach);
                let squares = (reach & area).count();
                tally.add(us, mobility(role) + squares, 1);
            }
        }
    }

    fn add_piece(&mut self, us: Color, role: Role, reach: Bitboard) {
        let map = match role {
            Role::Knight => &mut self.by_knight,
            Role::Bishop => &mut self.by_bishop,
            Role::Rook => &mut self.by_rook,
            _ => &mut self.by_queen,
        };
        map[us as usize] |= reach;
        self.note(us, reach);
        let hits = reach & self.ring[!us as usize];
        if hits.any() {
            let weight = match role {
                Role::Knight | Role::Bishop => 2,
                Role::Rook => 3,
                _ => 4,
            };
            self.pressure[us as usize] += weight + hits.count() as i32;
        }
    }
}

fn reach(role: Role, from: Square, occupied: Bitboard) -> Bitboard {
    match role {
        Role::Knight => attacks::knight_attacks(from),
        Role::Bishop => attacks::bishop_attacks(from, occupied),
        Role::Rook => attacks::rook_attacks(from, occupied),
        _ => attacks::queen_attacks(from, occupied),
    }
}

fn mobility(role: Role) -> usize {
    match role {
        Role::Knight => terms::KNIGHT_MOBILITY,
        Role::Bishop => terms::BISHOP_MOBILITY,
        Role::Rook => terms::ROOK_MOBILITY,
        _ => terms::QUEEN_MOBILITY,
    }
}

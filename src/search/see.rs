//! Static exchange evaluation: who wins the fight for one square.
//!
//! The method is the usual swap algorithm with the least valuable attacker first and sliders
//! uncovered behind it (Chess Programming Wiki, "SEE - The Swap Algorithm"). Pins are ignored.

use shakmaty::{Bitboard, Role, attacks};

use super::board::Board;
use super::packed::{Kind, PackedMove};

/// What a piece is worth in an exchange, in centipawns; the king never is the loser.
pub(super) fn worth(role: Role) -> i32 {
    match role {
        Role::Pawn => 100,
        Role::Knight => 320,
        Role::Bishop => 330,
        Role::Rook => 500,
        Role::Queen => 950,
        Role::King => 0,
    }
}

impl Board {
    /// Whether a move wins at least `threshold` centipawns when both sides go on taking on its
    /// target as long as it pays.
    pub(super) fn exchange_wins(&self, m: PackedMove, threshold: i32) -> bool {
        let (from, to) = (m.from(), m.to());
        if m.is_castle() {
            return threshold <= 0;
        }
        let mut occupied = (self.occupied() & !Bitboard::from_square(from)) | to;
        if m.is_en_passant() {
            occupied ^= shakmaty::Square::from_coords(to.file(), from.rank());
        }
        let mut risked = self.role_at(from).map_or(0, worth);
        let mut balance = self.captured(m).map_or(0, worth) - threshold;
        if let Kind::Promotion(role) = m.kind() {
            balance += worth(role) - worth(Role::Pawn);
            risked = worth(role);
        }
        if balance < 0 {
            return false;
        }
        // Even if the moved piece is lost for nothing.
        balance -= risked;
        if balance >= 0 {
            return true;
        }
        self.fight(m, occupied, balance)
    }

    /// The rest of the exchange, the opponent to take; `balance` is what the mover has if the
    /// piece on the square falls.
    fn fight(&self, m: PackedMove, mut occupied: Bitboard, mut balance: i32) -> bool {
        let to = m.to();
        let us = self.turn();
        let (diagonal, straight) = (self.diagonal_sliders(), self.straight_sliders());
        let mut attackers = self.attackers(to, occupied) & occupied;
        let mut side = !us;
        loop {
            let own = attackers & self.by_color(side);
            let Some((role, taker)) = self.least_valuable(own) else {
                break;
            };
            if role == Role::King && (attackers & self.by_color(!side)).any() {
                // The king may not take what is defended.
                break;
            }
            occupied ^= taker;
            if matches!(role, Role::Pawn | Role::Bishop | Role::Queen) {
                attackers |= attacks::bishop_attacks(to, occupied) & diagonal;
            }
            if matches!(role, Role::Rook | Role::Queen) {
                attackers |= attacks::rook_attacks(to, occupied) & straight;
            }
            attackers &= occupied;
            side = !side;
            balance = -balance - 1 - worth(role);
            if balance >= 0 {
                // The side that has just taken can lose its taker and still be ahead.
                break;
            }
        }
        side != us
    }

    fn least_valuable(&self, pieces: Bitboard) -> Option<(Role, Bitboard)> {
        for role in Role::ALL {
            if let Some(square) = (pieces & self.by_role(role)).first() {
                return Some((role, Bitboard::from_square(square)));
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::fen::Fen;
    use shakmaty::uci::UciMove;
    use shakmaty::{CastlingMode, Chess};

    use super::*;

    #[test]
    fn exchanges_come_out_as_counted_by_hand() {
        for (fen, uci, value) in [
            // A pawn for nothing.
            (
                "1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1",
                "e1e5",
                100,
            ),
            // Knight takes pawn, and is lost for it.
            (
                "1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1",
                "d3e5",
                -220,
            ),
            ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", 100),
            // Rook takes a defended pawn.
            ("4k3/8/2p5/3p4/8/8/8/3RK3 w - - 0 1", "d1d5", -400),
            // The king may not take back into the second rook.
            ("4k3/4p3/8/8/8/8/4R3/4RK2 w - - 0 1", "e2e7", 100),
            ("4k3/4p3/8/8/8/8/4R3/5K2 w - - 0 1", "e2e7", -400),
            // En passant, and a quiet move into a pawn's reach.
            ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 100),
            ("4k3/2p5/8/8/3N4/8/8/4K3 w - - 0 1", "d4b5", 0),
            ("4k3/2p5/8/8/2N5/8/8/4K3 w - - 0 1", "c4d6", -320),
            // A promotion that stands, and one that is taken.
            ("8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", 850),
            ("1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", -100),
        ] {
            let chess: Chess = fen
                .parse::<Fen>()
                .unwrap()
                .into_position(CastlingMode::Standard)
                .unwrap();
            let m = uci.parse::<UciMove>().unwrap().to_move(&chess).unwrap();
            let board = Board::new(&chess);
            let m = PackedMove::pack(m);
            assert!(
                board.exchange_wins(m, value),
                "at least {value}: {fen} {uci}"
            );
            assert!(
                !board.exchange_wins(m, value + 1),
                "at most {value}: {fen} {uci}"
            );
        }
    }
}

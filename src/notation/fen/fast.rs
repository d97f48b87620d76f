//! The fast reader: a FEN without anything to say about its form. It allocates nothing and gives
//! up at the first byte that is not plain, for the tolerant reader to start over.

use shakmaty::{Bitboard, Board, ByColor, ByRole, Color, Role, Square};

use super::draft::{Draft, Letters, MAX_COUNTER, Rights, rook_of};

/// Reads six fields parted by single blanks, each in its usual form: counters without leading
/// zeros, castling letters in their usual order. `Some` exactly when the tolerant reader would
/// read the same and have nothing to say.
pub(super) fn draft(text: &str) -> Option<Draft> {
    let mut cursor = Cursor {
        bytes: text.as_bytes(),
        at: 0,
    };
    let board = cursor.placement()?;
    let turn = match cursor.next()? {
        b'w' => Color::White,
        b'b' => Color::Black,
        _ => return None,
    };
    cursor.blank()?;
    let rights = cursor.castling(&board)?;
    let ep = cursor.ep()?;
    let halfmoves = cursor.counter()?;
    cursor.blank()?;
    let fullmoves = cursor.counter()?;
    (cursor.at == cursor.bytes.len() && fullmoves > 0).then(|| Draft {
        board,
        turn,
        rights,
        ep,
        halfmoves,
        fullmoves,
        ..Draft::default()
    })
}

struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Cursor<'_> {
    fn next(&mut self) -> Option<u8> {
        let byte = *self.bytes.get(self.at)?;
        self.at += 1;
        Some(byte)
    }

    fn blank(&mut self) -> Option<()> {
        (self.next()? == b' ').then_some(())
    }

    /// The placement and the blank after it.
    fn placement(&mut self) -> Option<Board> {
        let mut by_role = ByRole::<Bitboard>::default();
        let mut by_color = ByColor::<Bitboard>::default();
        for rank in (0..8_u32).rev() {
            let mut file = 0_u32;
            let mut after_digit = false;
            while file < 8 {
                let byte = self.next()?;
                if let b'1'..=b'8' = byte {
                    if after_digit {
                        return None;
                    }
                    after_digit = true;
                    file += u32::from(byte - b'0');
                } else {
                    let square = Bitboard::from(Square::new(rank * 8 + file));
                    *by_role.get_mut(Role::from_char(char::from(byte | 0x20))?) |= square;
                    *by_color.get_mut(Color::from_white(byte.is_ascii_uppercase())) |= square;
                    after_digit = false;
                    file += 1;
                }
            }
            let end = if rank == 0 { b' ' } else { b'/' };
            if file != 8 || self.next()? != end {
                return None;
            }
        }
        Board::try_from_bitboards(by_role, by_color).ok()
    }

    /// The castling field and the blank after it: each side's rooks from the h-file, White's
    /// first, at most two a side.
    fn castling(&mut self, board: &Board) -> Option<Rights> {
        let mut rights = Rights::default();
        if self.bytes.get(self.at) == Some(&b'-') {
            self.at += 1;
            self.blank()?;
            return Some(rights);
        }
        let mut last: Option<Square> = None;
        loop {
            let byte = self.next()?;
            if byte == b' ' {
                break;
            }
            let rook = rook_of(char::from(byte), board)?;
            if last.is_some_and(|last| !in_order(last, rook)) {
                return None;
            }
            last = Some(rook);
            if !matches!(byte | 0x20, b'k' | b'q') {
                rights.letters = Letters::Files;
            }
            rights.rooks.add(rook);
        }
        let white = rights.rooks & Bitboard::SOUTH;
        let few = white.count() <= 2 && (rights.rooks ^ white).count() <= 2;
        (few && last.is_some()).then_some(rights)
    }

    /// The en passant field and the blank after it.
    fn ep(&mut self) -> Option<Option<Square>> {
        let first = self.next()?;
        let square = match first {
            b'-' => None,
            _ => Some(Square::from_ascii(&[first, self.next()?]).ok()?),
        };
        self.blank()?;
        Some(square)
    }

    fn counter(&mut self) -> Option<u32> {
        let start = self.at;
        let mut value = 0_u32;
        while let Some(digit @ b'0'..=b'9') = self.bytes.get(self.at) {
            value = value
                .checked_mul(10)?
                .checked_add(u32::from(digit - b'0'))?;
            self.at += 1;
        }
        let digits = &self.bytes[start..self.at];
        let plain = !digits.is_empty() && (digits.len() == 1 || digits[0] != b'0');
        (plain && value <= MAX_COUNTER).then_some(value)
    }
}

/// Whether two castling rights stand in the usual order: White's first, the h-side first.
pub(super) fn in_order(first: Square, second: Square) -> bool {
    match (first.rank() < second.rank(), first.rank() == second.rank()) {
        (true, _) => true,
        (_, true) => first > second,
        _ => false,
    }
}

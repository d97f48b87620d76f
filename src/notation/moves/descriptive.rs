//! English descriptive notation, `P-K4`, `KtxP`: recognised, and read where one legal move fits.
//!
//! Ranks count from the side that moves; files have the names of the pieces that start on them.
//! Whose rook or knight a prefix means (`QR-Q1`) can't be told without the game, so prefixes of
//! pieces do not choose between moves.

use shakmaty::{Chess, Color, File, Move, Position as _, Role, Square};

/// What a descriptive move says.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) struct Description {
    mover: Man,
    action: Action,
    promotion: Option<Role>,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Action {
    /// `-K4`
    To(Place),
    /// `xP`, and where it stands, `xP(K5)`.
    Takes(Man),
}

/// A piece, and what is said of its place.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
struct Man {
    role: Role,
    /// Of a pawn: the files that it may stand on.
    files: Option<Files>,
    place: Option<Place>,
}

/// A square from the mover's side: files, and a rank from 1.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
struct Place {
    files: Option<Files>,
    rank: u32,
}

/// One file by its full name, or both that share a name (`B`: c and f).
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
struct Files(File, File);

/// Reads a text that is descriptive and nothing else: a piece, then `-` and a square, or `x` and a
/// piece.
pub(super) fn parse(text: &[char]) -> Option<Description> {
    let mut cursor = Cursor { text, at: 0 };
    let mover = cursor.man()?;
    let action = if cursor.take('-') {
        Action::To(cursor.place()?)
    } else if cursor.take('x') || cursor.take('×') {
        Action::Takes(cursor.man()?)
    } else {
        return None;
    };
    let promotion = cursor.promotion()?;
    (cursor.at == text.len()).then_some(Description {
        mover,
        action,
        promotion,
    })
}

/// Whether a legal move fits.
pub(super) fn fits(board: &Chess, m: Move, description: Description) -> bool {
    let turn = board.turn();
    let Some(from) = m.from().filter(|_| !m.is_castle()) else {
        return false;
    };
    let action = match description.action {
        Action::To(place) => !m.is_capture() && place.holds(m.to(), turn),
        Action::Takes(man) => m
            .capture()
            .is_some_and(|role| man.holds(role, m.to(), turn)),
    };
    action
        && description.mover.holds(m.role(), from, turn)
        && description.promotion == m.promotion()
}

impl Man {
    fn holds(&self, role: Role, square: Square, turn: Color) -> bool {
        self.role == role
            && self.files.is_none_or(|files| files.has(square.file()))
            && self.place.is_none_or(|place| place.holds(square, turn))
    }
}

impl Place {
    fn holds(&self, square: Square, turn: Color) -> bool {
        let rank = square.rank().to_u32() + 1;
        turn.fold_wb(rank, 9 - rank) == self.rank
            && self.files.is_none_or(|files| files.has(square.file()))
    }
}

impl Files {
    fn has(self, file: File) -> bool {
        self.0 == file || self.1 == file
    }
}

struct Cursor<'a> {
    text: &'a [char],
    at: usize,
}

impl Cursor<'_> {
    fn take(&mut self, ch: char) -> bool {
        let found = self.text.get(self.at) == Some(&ch);
        self.at += usize::from(found);
        found
    }

    fn take_all(&mut self, word: &str) -> bool {
        let rest = &self.text[self.at..];
        let found =
            rest.len() >= word.len() && rest.iter().copied().zip(word.chars()).all(|(a, b)| a == b);
        self.at += if found { word.len() } else { 0 };
        found
    }

    /// A piece with its prefix and place: `P`, `QBP`, `KKt`, `R(K1)`.
    fn man(&mut self) -> Option<Man> {
        let start = self.at;
        // The longest prefix that leaves a pawn is its file.
        for (name, files) in FILES {
            if self.take_all(name) && self.take('P') {
                let place = self.bracket();
                let role = Role::Pawn;
                return Some(Man {
                    role,
                    files: Some(files),
                    place,
                });
            }
            self.at = start;
        }
        let prefix = self.take('K') || self.take('Q');
        if prefix && self.text.get(self.at) == Some(&'t') {
            self.at = start;
        }
        let role = self.role().or_else(|| {
            self.at = start;
            self.role()
        })?;
        let place = self.bracket();
        Some(Man {
            role,
            files: None,
            place,
        })
    }

    fn role(&mut self) -> Option<Role> {
        const ROLES: [(&str, Role); 7] = [
            ("Kt", Role::Knight),
            ("N", Role::Knight),
            ("P", Role::Pawn),
            ("R", Role::Rook),
            ("B", Role::Bishop),
            ("Q", Role::Queen),
            ("K", Role::King),
        ];
        ROLES
            .into_iter()
            .find(|(name, _)| self.take_all(name))
            .map(|(_, role)| role)
    }

    /// A place in brackets or after a slash, `(K5)`, `/K5`, `/5`.
    fn bracket(&mut self) -> Option<Place> {
        let start = self.at;
        if !self.take('(') && !self.take('/') {
            return None;
        }
        let place = self.place();
        self.take(')');
        if place.is_none() {
            self.at = start;
        }
        place
    }

    /// A file name and a rank, or a rank alone.
    fn place(&mut self) -> Option<Place> {
        let files = FILES
            .into_iter()
            .find(|(name, _)| self.take_all(name))
            .map(|(_, files)| files);
        let rank = self
            .text
            .get(self.at)?
            .to_digit(10)
            .filter(|rank| (1..=8).contains(rank))?;
        self.at += 1;
        Some(Place { files, rank })
    }

    /// `(Q)`, `=Q`, `/Q`, `Q`. The outer `None`: what follows is no promotion.
    #[expect(clippy::option_option, reason = "absent and unreadable differ")]
    fn promotion(&mut self) -> Option<Option<Role>> {
        if self.at == self.text.len() {
            return Some(None);
        }
        let _ = self.take('(') || self.take('=') || self.take('/');
        let role = self.role()?;
        self.take(')');
        Some(Some(role))
    }
}

/// Names of files, the longer first.
const FILES: [(&str, Files); 14] = [
    ("QKt", Files(File::B, File::B)),
    ("KKt", Files(File::G, File::G)),
    ("QR", Files(File::A, File::A)),
    ("QN", Files(File::B, File::B)),
    ("QB", Files(File::C, File::C)),
    ("KB", Files(File::F, File::F)),
    ("KN", Files(File::G, File::G)),
    ("KR", Files(File::H, File::H)),
    ("Kt", Files(File::B, File::G)),
    ("N", Files(File::B, File::G)),
    ("R", Files(File::A, File::H)),
    ("B", Files(File::C, File::F)),
    ("Q", Files(File::D, File::D)),
    ("K", Files(File::E, File::E)),
];

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<Description> {
        parse(&text.chars().collect::<Vec<_>>())
    }

    #[test]
    fn descriptive_moves_are_told_from_others() {
        for text in [
            "P-K4", "KtxP", "QxKtP", "R(K1)-K4", "P-Q8(N)", "KKt-B3", "PxP", "BxKKt", "QRxP",
        ] {
            assert!(read(text).is_some(), "{text}");
        }
        for text in [
            "Ng1-f3", "e2-e4", "Nf3", "K", "P-", "PxP9", "Nxf3", "O-O", "B4",
        ] {
            assert!(read(text).is_none(), "{text}");
        }
    }
}

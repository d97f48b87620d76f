//! Piece letters of the languages that chess is written in.
//!
//! Sources: the table of the PGN standard (Edwards 1994, 8.2.3.2.1) for Czech, Danish, Dutch,
//! English, Estonian, Finnish, French, German, Hungarian, Icelandic, Italian, Norwegian, Polish,
//! Portuguese, Romanian, Spanish and Swedish; common use in the chess press of the language for
//! the others.

use std::fmt::{self, Display};
use std::str::FromStr;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};
use shakmaty::Role;
use thiserror::Error;

/// A language whose piece letters are read and written, by its ISO 639-1 code; or figurines.
#[derive(
    Clone, Copy, Debug, Default, Deserialize, Eq, Hash, Ord, PartialEq, PartialOrd, Serialize,
)]
#[serde(try_from = "String", into = "&'static str")]
pub struct Language(u8);

/// A language code that is not known here.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
#[error("unknown language {}, expected one of {known}", crate::notation::quote(.0), known = Language::codes())]
pub struct UnknownLanguage(pub String);

struct Row {
    code: &'static str,
    name: &'static str,
    /// King, queen, rook, bishop, knight, pawn. What is written; what is read ignores an accent.
    letters: [&'static str; 6],
}

const fn row(code: &'static str, name: &'static str, letters: [&'static str; 6]) -> Row {
    Row {
        code,
        name,
        letters,
    }
}

#[rustfmt::skip]
const TABLE: &[Row] = &[
    row("en", "English",    ["K", "Q", "R", "B", "N", "P"]),
    row("es", "Spanish",    ["R", "D", "T", "A", "C", "P"]),
    row("ca", "Catalan",    ["R", "D", "T", "A", "C", "P"]),
    row("de", "German",     ["K", "D", "T", "L", "S", "B"]),
    row("fr", "French",     ["R", "D", "T", "F", "C", "P"]),
    row("it", "Italian",    ["R", "D", "T", "A", "C", "P"]),
    row("pt", "Portuguese", ["R", "D", "T", "B", "C", "P"]),
    row("nl", "Dutch",      ["K", "D", "T", "L", "P", "O"]),
    row("pl", "Polish",     ["K", "H", "W", "G", "S", "P"]),
    row("cs", "Czech",      ["K", "D", "V", "S", "J", "P"]),
    row("sk", "Slovak",     ["K", "D", "V", "S", "J", "P"]),
    row("hu", "Hungarian",  ["K", "V", "B", "F", "H", "G"]),
    row("ru", "Russian",    ["Кр", "Ф", "Л", "С", "К", "п"]),
    row("uk", "Ukrainian",  ["Кр", "Ф", "Т", "С", "К", "п"]),
    row("bg", "Bulgarian",  ["Ц", "Д", "Т", "О", "К", "п"]),
    row("sv", "Swedish",    ["K", "D", "T", "L", "S", "B"]),
    row("da", "Danish",     ["K", "D", "T", "L", "S", "B"]),
    row("no", "Norwegian",  ["K", "D", "T", "L", "S", "B"]),
    row("fi", "Finnish",    ["K", "D", "T", "L", "R", "P"]),
    row("et", "Estonian",   ["K", "L", "V", "O", "R", "P"]),
    row("is", "Icelandic",  ["K", "D", "H", "B", "R", "P"]),
    row("lv", "Latvian",    ["K", "D", "T", "L", "Z", "B"]),
    row("lt", "Lithuanian", ["K", "V", "B", "R", "Ž", "P"]),
    row("ro", "Romanian",   ["R", "D", "T", "N", "C", "P"]),
    row("tr", "Turkish",    ["Ş", "V", "K", "F", "A", "P"]),
    row("hr", "Croatian",   ["K", "D", "T", "L", "S", "P"]),
    row("sr", "Serbian",    ["К", "Д", "Т", "Л", "С", "п"]),
    row("sl", "Slovene",    ["K", "D", "T", "L", "S", "P"]),
    row("gl", "Galician",   ["R", "D", "T", "B", "C", "P"]),
    row("el", "Greek",      ["Ρ", "Β", "Π", "Α", "Ι", "Σ"]),
    row("eo", "Esperanto",  ["R", "D", "T", "K", "Ĉ", "P"]),
    row("id", "Indonesian", ["R", "M", "B", "G", "K", "P"]),
    row("af", "Afrikaans",  ["K", "D", "T", "L", "R", "P"]),
    row("figurine", "figurines", ["♔", "♕", "♖", "♗", "♘", "♙"]),
];

/// The roles in the order of a row's letters.
const ROLES: [Role; 6] = [
    Role::King,
    Role::Queen,
    Role::Rook,
    Role::Bishop,
    Role::Knight,
    Role::Pawn,
];

impl Language {
    /// English, the language of SAN.
    pub const ENGLISH: Self = Self(0);
    /// Figurines, `♔♕♖♗♘♙`.
    pub const FIGURINE: Self = Self(33);

    /// All languages, English first, figurines last.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..u8::try_from(TABLE.len()).unwrap_or(u8::MAX)).map(Self)
    }

    /// The codes of all languages, parted by commas.
    pub fn codes() -> String {
        let codes: Vec<_> = TABLE.iter().map(|row| row.code).collect();
        codes.join(", ")
    }

    fn row(self) -> &'static Row {
        &TABLE[usize::from(self.0)]
    }

    /// Its ISO 639-1 code, or `figurine`.
    pub fn code(self) -> &'static str {
        self.row().code
    }

    /// Its English name.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// How it writes a piece in a move. Pawns have a letter too, which moves leave out.
    pub fn letter(self, role: Role) -> &'static str {
        let index = ROLES.iter().position(|&r| r == role).unwrap_or(5);
        self.row().letters[index]
    }

    /// What an upper-case English piece letter means in other languages, where that is another
    /// piece.
    pub(super) fn other_meanings(letter: char) -> &'static [(Role, Vec<Self>)] {
        static MEANINGS: LazyLock<Meanings> =
            LazyLock::new(|| ['K', 'Q', 'R', 'B', 'N'].map(|letter| (letter, meanings(letter))));
        let found = MEANINGS.iter().find(|(known, _)| *known == letter);
        found.map_or(&[], |(_, meanings)| meanings)
    }

    /// The longest piece letter of the language that `text` starts with, and its length in
    /// characters. Accents may be missing; Latin letters stand for Cyrillic and Greek ones of the
    /// same shape, which keyboards mix; figurines of either colour are read in every language.
    pub(super) fn role_at(self, text: &[char]) -> Option<(Role, usize)> {
        if let Some(role) = figurine(*text.first()?) {
            return Some((role, 1));
        }
        let letters = self.row().letters.iter().zip(ROLES);
        letters
            .filter_map(|(letter, role)| Some((role, starts_with(text, letter)?)))
            .max_by_key(|&(_, length)| length)
    }
}

type Meanings = [(char, Vec<(Role, Vec<Language>)>); 5];

fn meanings(letter: char) -> Vec<(Role, Vec<Language>)> {
    let english = Language::ENGLISH.role_at(&[letter]);
    let mut meanings: Vec<(Role, Vec<Language>)> = Vec::new();
    for language in Language::all() {
        let Some((role, _)) = language
            .role_at(&[letter])
            .filter(|&read| Some(read) != english)
        else {
            continue;
        };
        match meanings.iter_mut().find(|(known, _)| *known == role) {
            Some((_, languages)) => languages.push(language),
            None => meanings.push((role, vec![language])),
        }
    }
    meanings
}

fn starts_with(text: &[char], letter: &str) -> Option<usize> {
    let mut length = 0;
    for (index, expected) in letter.chars().enumerate() {
        let given = *text.get(index)?;
        if given != expected && look_alike(expected) != Some(given) {
            return None;
        }
        length = index + 1;
    }
    Some(length)
}

/// The role that a figurine of either colour shows.
pub(super) fn figurine(ch: char) -> Option<Role> {
    Some(match ch {
        '♔' | '♚' => Role::King,
        '♕' | '♛' => Role::Queen,
        '♖' | '♜' => Role::Rook,
        '♗' | '♝' => Role::Bishop,
        '♘' | '♞' => Role::Knight,
        '♙' | '♟' => Role::Pawn,
        _ => return None,
    })
}

/// The Latin letter of the same shape, or without its accent.
pub(super) fn look_alike(ch: char) -> Option<char> {
    Some(match ch {
        'А' | 'Α' => 'A',
        'а' | 'α' => 'a',
        'В' | 'Β' => 'B',
        'С' | 'Ĉ' => 'C',
        'с' => 'c',
        'Е' | 'Ε' => 'E',
        'е' | 'ε' => 'e',
        'Н' | 'Η' => 'H',
        'Ι' => 'I',
        'К' | 'Κ' => 'K',
        'к' | 'κ' => 'k',
        'М' => 'M',
        'О' | 'Ο' => 'O',
        'о' | 'ο' => 'o',
        'Р' | 'Ρ' => 'P',
        'р' | 'ρ' => 'p',
        'Т' | 'Τ' => 'T',
        'Х' | 'Χ' => 'X',
        'х' | 'χ' => 'x',
        'Ş' | 'Ѕ' => 'S',
        'Ž' => 'Z',
        _ => return None,
    })
}

impl FromStr for Language {
    type Err = UnknownLanguage;

    fn from_str(text: &str) -> Result<Self, UnknownLanguage> {
        let wanted = text.trim().to_ascii_lowercase();
        let wanted = match wanted.as_str() {
            "nb" | "nn" => "no",
            "ua" => "uk",
            "cz" => "cs",
            "fig" | "figurines" => "figurine",
            other => other.split(['-', '_']).next().unwrap_or(other),
        };
        Self::all()
            .find(|language| language.code() == wanted)
            .ok_or_else(|| UnknownLanguage(text.to_owned()))
    }
}

impl TryFrom<String> for Language {
    type Error = UnknownLanguage;

    fn try_from(text: String) -> Result<Self, UnknownLanguage> {
        text.parse()
    }
}

impl From<Language> for &'static str {
    fn from(language: Language) -> Self {
        language.code()
    }
}

impl Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_read_back() {
        for language in Language::all() {
            assert_eq!(language.code().parse(), Ok(language));
        }
        assert_eq!(Language::FIGURINE.code(), "figurine");
        assert_eq!("de-AT".parse::<Language>().unwrap().code(), "de");
        let error = "xx".parse::<Language>().unwrap_err();
        assert!(
            error
                .to_string()
                .starts_with("unknown language \"xx\", expected one of en, es")
        );
    }

    #[test]
    fn letters_of_a_language_differ() {
        for language in Language::all() {
            let mut letters = language.row().letters;
            letters.sort_unstable();
            assert!(
                letters.windows(2).all(|pair| pair[0] != pair[1]),
                "{language}"
            );
        }
    }

    #[test]
    fn the_longest_letter_wins_and_shapes_may_be_latin() {
        let ru: Language = "ru".parse().unwrap();
        for (text, role) in [
            ("Крf1", Role::King),
            ("Кf3", Role::Knight),
            ("Kf3", Role::Knight),
            ("Cc4", Role::Bishop),
        ] {
            let chars: Vec<char> = text.chars().collect();
            assert_eq!(
                ru.role_at(&chars).map(|(role, _)| role),
                Some(role),
                "{text}"
            );
        }
    }
}

//! What the letters of a placement may mean where not all of them are FEN letters.

use shakmaty::{Color, Piece, Role};

use super::placement::man;
use crate::notation::{Language, figurine, look_alike};

/// The piece that each letter stands for.
pub(super) type Alphabet = Vec<(char, Piece)>;

/// Most alphabets that are tried.
const MAX_ALPHABETS: usize = 64;

/// Most unknown letters that are guessed one by one.
const MAX_UNKNOWN: usize = 3;

/// The alphabets that the letters can belong to: that of a FEN, else those of other languages, and
/// that of a FEN with each unknown letter read for itself. Empty where a letter means nothing.
pub(super) fn alphabets(letters: &[char]) -> Vec<Alphabet> {
    let known = |ch: char| man(ch).map(|piece| (ch, piece));
    let unknown: Vec<char> = letters
        .iter()
        .copied()
        .filter(|&ch| man(ch).is_none())
        .collect();
    let base: Alphabet = letters.iter().copied().filter_map(known).collect();
    if unknown.is_empty() {
        return vec![base];
    }
    let mut alphabets: Vec<Alphabet> = Vec::new();
    for language in Language::all().filter(|&language| language != Language::ENGLISH) {
        let read = |&ch: &char| in_language(ch, language).map(|piece| (ch, piece));
        let alphabet: Option<Alphabet> = letters.iter().map(read).collect();
        alphabets.extend(alphabet.filter(|alphabet| !alphabets.contains(alphabet)));
    }
    if unknown.len() <= MAX_UNKNOWN {
        alphabets.extend(letter_by_letter(base, &unknown));
    }
    alphabets.truncate(MAX_ALPHABETS);
    alphabets
}

fn letter_by_letter(base: Alphabet, unknown: &[char]) -> Vec<Alphabet> {
    let mut alphabets = vec![base];
    for &ch in unknown {
        let pieces = pieces(ch);
        let longer = alphabets.iter().flat_map(|head| {
            let with = |&piece: &Piece| [head.as_slice(), &[(ch, piece)]].concat();
            pieces.iter().map(with).collect::<Vec<_>>()
        });
        alphabets = longer.take(MAX_ALPHABETS).collect();
    }
    alphabets
}

fn in_language(ch: char, language: Language) -> Option<Piece> {
    let upper: Vec<char> = ch.to_uppercase().collect();
    let (role, _) = language
        .role_at(&upper)
        .filter(|&(_, length)| length == upper.len())?;
    let color = Color::from_white(ch.is_uppercase());
    Some(Piece { color, role })
}

/// What one unknown letter may be, the likelier first.
fn pieces(ch: char) -> Vec<Piece> {
    if let Some(role) = figurine(ch) {
        let color = Color::from_white(matches!(ch, '♔'..='♙'));
        return vec![Piece { color, role }];
    }
    if let Some(piece) = look_alike(ch).and_then(man) {
        return vec![piece];
    }
    if !ch.is_alphabetic() {
        return Vec::new();
    }
    let color = Color::from_white(ch.is_uppercase());
    let votes = |role: Role| {
        Language::all()
            .filter(|&l| in_language(ch, l) == Some(Piece { color, role }))
            .count()
    };
    let mut roles = [
        Role::Rook,
        Role::Bishop,
        Role::Knight,
        Role::Queen,
        Role::Pawn,
        Role::King,
    ];
    roles.sort_by_key(|&role| std::cmp::Reverse(votes(role)));
    roles.map(|role| Piece { color, role }).to_vec()
}

//! Results, as the standard has them and as people write them.

/// How a game ended.
#[derive(Clone, Copy, Debug, Default, Eq, Hash, PartialEq)]
pub enum Outcome {
    /// White won.
    White,
    /// Black won.
    Black,
    /// A draw.
    Draw,
    /// Both lost: a double forfeit.
    Neither,
    /// Unfinished, or not known.
    #[default]
    Unknown,
}

impl Outcome {
    /// The marker in export format. The standard has none for a double forfeit, which is written
    /// `0-0` as arbiters do.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::White => "1-0",
            Self::Black => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Neither => "0-0",
            Self::Unknown => "*",
        }
    }
}

/// What a result text means.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Termination {
    /// Who won.
    pub outcome: Outcome,
    /// Whether it says that the game was not played: `+--`.
    pub forfeit: bool,
}

impl Termination {
    const fn played(outcome: Outcome) -> Option<Self> {
        Some(Self {
            outcome,
            forfeit: false,
        })
    }

    const fn forfeit(outcome: Outcome) -> Option<Self> {
        Some(Self {
            outcome,
            forfeit: true,
        })
    }
}

/// Reads a whole text as a result, however it is written. `None` where it is none; an empty text
/// and `?` are none.
pub(super) fn read(text: &str) -> Option<Termination> {
    let mut plain = String::with_capacity(text.len());
    for ch in text.chars().filter(|ch| !ch.is_whitespace()).take(16) {
        match ch {
            '–' | '—' | '−' | '‐' | '‑' | '‒' => plain.push('-'),
            'o' | 'O' => plain.push('0'),
            ',' => plain.push('.'),
            '½' => plain.push_str("1/2"),
            _ => plain.push(ch),
        }
    }
    match plain.as_str() {
        "1-0" | "1:0" | "1/0" | "1-0." => Termination::played(Outcome::White),
        "0-1" | "0:1" | "0/1" | "0-1." => Termination::played(Outcome::Black),
        "1/2-1/2" | "1/2:1/2" | "1/2" | "0.5-0.5" | "0.5:0.5" | ".5-.5" | "1/2-1/2." | "1/21/2"
        | "=-=" | "=:=" | "draw" | "Draw" => Termination::played(Outcome::Draw),
        "*" => Termination::played(Outcome::Unknown),
        "+--" | "+:-" | "+/-" | "1-0F" | "1F-0" | "1-0FF" => Termination::forfeit(Outcome::White),
        "--+" | "-:+" | "-/+" | "0-1F" | "0-1FF" => Termination::forfeit(Outcome::Black),
        "---" | "-:-" | "0-0" | "0:0" | "--" | "0-0F" => Termination::forfeit(Outcome::Neither),
        _ => None,
    }
}

/// How a movetext may spell a result that is nothing else; the longest first where one starts
/// another. Blanks may stand around the dash.
const MARKERS: &[(&[&str], &[&str])] = &[
    (&["1/2", "½", "0.5", "0,5"], &["1/2", "½", "0.5", "0,5"]),
    (&["1"], &["0"]),
    (&["0"], &["1"]),
];

const DASHES: &[&str] = &["-", ":", "–", "—", "−", "‐", "‑", "‒"];

/// The length of the result marker at the start of `text`, which starts with a digit or `½`. What
/// follows must not go on a word. `0-0` is castling until the game says otherwise.
pub(super) fn marker(text: &str) -> Option<usize> {
    if let [b'0' | b'1', b'.', after, ..] = text.as_bytes()
        && *after != b'5'
    {
        return None; // a move number
    }
    let whole = MARKERS.iter().find_map(|&(left, right)| {
        let mut at = prefix(text, left)?;
        at += blanks(&text[at..]);
        at += prefix(&text[at..], DASHES)?;
        at += blanks(&text[at..]);
        Some(at + prefix(&text[at..], right)?)
    });
    let half = || prefix(text, &["½½", "1/2", "½"]);
    let length = whole.or_else(half)?;
    let follows = text[length..].chars().next();
    let goes_on = follows.is_some_and(|ch| ch.is_alphanumeric() || matches!(ch, '-' | '/' | '–'));
    (!goes_on).then_some(length)
}

fn prefix(text: &str, choices: &[&str]) -> Option<usize> {
    choices
        .iter()
        .find(|choice| text.starts_with(**choice))
        .map(|choice| choice.len())
}

fn blanks(text: &str) -> usize {
    text.len() - text.trim_start_matches([' ', '\t']).len()
}

/// Whether a line of movetext ends with a result: the game is over there. Cheap, and it errs to
/// the side of "no".
pub(super) fn ends_with_result(line: &str) -> bool {
    const ENDS: [&str; 13] = [
        "*", "1-0", "0-1", "1/2", "½", "0.5", "1:0", "0:1", "1–0", "0–1", "+--", "--+", "-:-",
    ];
    let may_end = matches!(
        line.as_bytes(),
        [.., b'*' | b'-' | b'+' | 0xbd]
            | [.., b'-' | b':' | 0x93, b'0' | b'1']
            | [.., b'/', b'2']
            | [.., b'.', b'5']
    );
    may_end
        && ENDS.iter().any(|end| {
            line.strip_suffix(end).is_some_and(|rest| {
                let before = rest.chars().next_back();
                before.is_none_or(|ch| !ch.is_ascii_digit() && !matches!(ch, '.' | '/' | '[' | '"'))
                    || *end == "1/2"
            })
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_as_people_write_them() {
        for (text, outcome, forfeit) in [
            ("1-0", Outcome::White, false),
            ("0–1", Outcome::Black, false),
            ("0 - 1", Outcome::Black, false),
            ("½–½", Outcome::Draw, false),
            ("0.5-0.5", Outcome::Draw, false),
            ("0,5:0,5", Outcome::Draw, false),
            ("1/2", Outcome::Draw, false),
            ("1:0", Outcome::White, false),
            ("*", Outcome::Unknown, false),
            ("+--", Outcome::White, true),
            ("- : +", Outcome::Black, true),
            ("-:-", Outcome::Neither, true),
            ("0-0", Outcome::Neither, true),
        ] {
            let expected = Termination { outcome, forfeit };
            assert_eq!(read(text), Some(expected), "{text:?}");
        }
        for text in ["", "?", "e4", "0-0-0", "2-0", "1-1"] {
            assert_eq!(read(text), None, "{text:?}");
        }
    }

    #[test]
    fn markers_end_where_they_end() {
        for (text, length) in [
            ("1-0", Some(3)),
            ("1-0\n", Some(3)),
            ("1/2-1/2)", Some(7)),
            ("1/2 e4", Some(3)),
            ("½–½", Some(7)),
            ("0 - 1 ", Some(5)),
            ("0.5-0.5", Some(7)),
            ("0-0", None),
            ("1-0-0", None),
            ("1. e4", None),
            ("1", None),
            ("12-0", None),
        ] {
            assert_eq!(marker(text), length, "{text:?}");
        }
    }
}

//! The opcodes of the EPD standard (Edwards 1994, 16.2.5) and what their operands are.

/// What stands behind an opcode.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Kind {
    /// Moves that could be played in the position: `bm`, `am`.
    Moves,
    /// One move that is played in the position: `pm`, `sm`.
    Move,
    /// Moves played one after another: `pv`.
    Line,
    /// A whole number.
    Number,
    /// Text, in quotes or bare.
    Text,
    /// Nothing.
    Nothing,
    /// Anything.
    Any,
}

const STANDARD: [(&str, Kind); 25] = [
    ("acd", Kind::Number),
    ("acn", Kind::Number),
    ("acs", Kind::Number),
    ("am", Kind::Moves),
    ("bm", Kind::Moves),
    ("ce", Kind::Number),
    ("dm", Kind::Number),
    ("draw_accept", Kind::Nothing),
    ("draw_claim", Kind::Nothing),
    ("draw_offer", Kind::Nothing),
    ("draw_reject", Kind::Nothing),
    ("eco", Kind::Text),
    ("fmvn", Kind::Number),
    ("hmvc", Kind::Number),
    ("id", Kind::Text),
    ("nic", Kind::Text),
    ("noop", Kind::Any),
    ("pm", Kind::Move),
    ("pv", Kind::Line),
    ("rc", Kind::Number),
    ("resign", Kind::Nothing),
    ("sm", Kind::Move),
    ("tcgs", Kind::Number),
    ("tcri", Kind::Text),
    ("tcsi", Kind::Text),
];

/// What an opcode of the standard takes; `None` for other opcodes.
pub(super) fn kind(opcode: &str) -> Option<Kind> {
    if matches!(opcode.as_bytes(), [b'c' | b'v', b'0'..=b'9']) {
        return Some(Kind::Text);
    }
    let known = STANDARD.iter().find(|(known, _)| *known == opcode);
    known.map(|&(_, kind)| kind)
}

/// Whether the standard defines an opcode.
pub(in crate::notation) fn is_standard(opcode: &str) -> bool {
    kind(opcode).is_some()
}

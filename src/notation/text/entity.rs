//! The HTML entities that turn up around chess notation (HTML Living Standard, 13.5), and numeric
//! ones in full.

const NAMED: [(&str, char); 32] = [
    ("nbsp", '\u{a0}'),
    ("ensp", '\u{2002}'),
    ("emsp", '\u{2003}'),
    ("thinsp", '\u{2009}'),
    ("zwnj", '\u{200c}'),
    ("zwj", '\u{200d}'),
    ("lrm", '\u{200e}'),
    ("rlm", '\u{200f}'),
    ("shy", '\u{ad}'),
    ("hyphen", '\u{2010}'),
    ("ndash", '\u{2013}'),
    ("mdash", '\u{2014}'),
    ("minus", '\u{2212}'),
    ("amp", '&'),
    ("lt", '<'),
    ("gt", '>'),
    ("quot", '"'),
    ("apos", '\''),
    ("lsquo", '‘'),
    ("rsquo", '’'),
    ("ldquo", '“'),
    ("rdquo", '”'),
    ("sol", '/'),
    ("num", '#'),
    ("plus", '+'),
    ("equals", '='),
    ("times", '×'),
    ("dagger", '†'),
    ("Dagger", '‡'),
    ("frac12", '½'),
    ("half", '½'),
    ("hellip", '…'),
];

/// Decodes the entity at the start of `rest`: the character, and how many characters it took.
pub(super) fn entity(rest: &[char]) -> Option<(char, usize)> {
    let end = rest.iter().take(12).position(|&ch| ch == ';')?;
    let name: String = rest.get(1..end)?.iter().collect();
    let ch = match name.strip_prefix('#') {
        Some(number) => numeric(number)?,
        None => NAMED.iter().find(|(known, _)| *known == name)?.1,
    };
    Some((ch, end + 1))
}

fn numeric(number: &str) -> Option<char> {
    let code = match number.strip_prefix(['x', 'X']) {
        Some(hex) => u32::from_str_radix(hex, 16),
        None => number.parse(),
    };
    char::from_u32(code.ok()?)
}

//! Which word is which field: an alignment of the words after the placement with the five fields,
//! so that one word too many or too few does not shift all that follow.

use super::tokens::Token;
use super::{castling, counters, en_passant, turn};

/// The fields after the placement, in order.
pub(super) const AFTER_PLACEMENT: usize = 5;

/// Words assigned to fields.
#[derive(Clone, Debug, Default)]
pub(super) struct Assigned {
    /// Index of the word for turn, castling, en passant, half-move clock and move number.
    pub(super) fields: [Option<usize>; AFTER_PLACEMENT],
    /// Words that belong to none of them.
    pub(super) extra: Vec<usize>,
}

/// Most words that are aligned; the rest is extra.
const MAX_WORDS: usize = 12;
const EXTRA: u32 = 10;
const MISSING_INSIDE: u32 = 6;
const MISSING_AT_END: u32 = 4;

/// Finds the cheapest assignment that keeps the order.
pub(super) fn assign(words: &[Token<'_>]) -> Assigned {
    let texts: Vec<String> = words
        .iter()
        .take(MAX_WORDS)
        .map(|word| word.text())
        .collect();
    let costs = table(&texts);
    let mut assigned = Assigned::default();
    let (mut word, mut field) = (0, 0);
    while word < texts.len() || field < AFTER_PLACEMENT {
        match best(&costs, &texts, word, field).1 {
            Step::Match => {
                assigned.fields[field] = Some(word);
                word += 1;
                field += 1;
            }
            Step::Missing => field += 1,
            Step::Extra => {
                assigned.extra.push(word);
                word += 1;
            }
        }
    }
    assigned.extra.extend(texts.len()..words.len());
    assigned
}

#[derive(Clone, Copy)]
enum Step {
    Match,
    Missing,
    Extra,
}

/// `costs[word][field]`: the least cost of all words and fields from there on.
fn table(texts: &[String]) -> Vec<[u32; AFTER_PLACEMENT + 1]> {
    let mut costs = vec![[0; AFTER_PLACEMENT + 1]; texts.len() + 1];
    for word in (0..=texts.len()).rev() {
        for field in (0..=AFTER_PLACEMENT).rev() {
            costs[word][field] = best(&costs, texts, word, field).0;
        }
    }
    costs
}

fn best(
    costs: &[[u32; AFTER_PLACEMENT + 1]],
    texts: &[String],
    word: usize,
    field: usize,
) -> (u32, Step) {
    let (words_left, fields_left) = (word < texts.len(), field < AFTER_PLACEMENT);
    let matching = (words_left && fields_left).then(|| {
        (
            costs[word + 1][field + 1] + cost(&texts[word], field),
            Step::Match,
        )
    });
    let missing = fields_left.then(|| {
        let here = if words_left {
            MISSING_INSIDE
        } else {
            MISSING_AT_END
        };
        (costs[word][field + 1] + here, Step::Missing)
    });
    let extra = words_left.then(|| (costs[word + 1][field] + EXTRA, Step::Extra));
    let options = [matching, missing, extra].into_iter().flatten();
    options
        .min_by_key(|&(cost, _)| cost)
        .unwrap_or((0, Step::Match))
}

/// How badly a word fits a field.
fn cost(text: &str, field: usize) -> u32 {
    const JUNK: u32 = 12;
    const ODD: u32 = 3;
    match field {
        0 if matches!(text, "w" | "b") => 0,
        0 if turn::meaning(text).is_some() => ODD,
        1 if castling::looks_like(text) => 0,
        1 if text.contains(['K', 'Q', 'k', 'q']) || matches!(text, "none" | "--") => ODD,
        2 if en_passant::looks_like(text) => 0,
        2 if en_passant::looks_like(&text.to_ascii_lowercase()) => ODD,
        3 | 4 if counters::looks_like(text) => 0,
        3 | 4
            if text.starts_with(|ch: char| ch.is_ascii_digit() || matches!(ch, '+' | '-'))
                && text.len() > 1
                && text[1..]
                    .bytes()
                    .all(|byte| byte.is_ascii_digit() || byte == b'.') =>
        {
            ODD
        }
        _ => JUNK,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::fen::tokens;
    use crate::notation::text::{Web, plain};

    #[test]
    fn one_word_does_not_shift_the_others() {
        for (text, fields, extra) in [
            (
                "w KQkq - 0 1",
                [Some(0), Some(1), Some(2), Some(3), Some(4)],
                vec![],
            ),
            (
                "b KQkq 0 1",
                [Some(0), Some(1), None, Some(2), Some(3)],
                vec![],
            ),
            (
                "- - 4 12",
                [None, Some(0), Some(1), Some(2), Some(3)],
                vec![],
            ),
            (
                "? KQkq - 0 1",
                [Some(0), Some(1), Some(2), Some(3), Some(4)],
                vec![],
            ),
            (
                "w CAca - 161+0 0 1",
                [Some(0), Some(1), Some(2), Some(4), Some(5)],
                vec![3],
            ),
            (
                "w KQkq - 0 x",
                [Some(0), Some(1), Some(2), Some(3), Some(4)],
                vec![],
            ),
            (
                "w KQkq - 0 1 7",
                [Some(0), Some(1), Some(2), Some(3), Some(4)],
                vec![5],
            ),
            ("w", [Some(0), None, None, None, None], vec![]),
            ("", [None; 5], vec![]),
        ] {
            let (glyphs, _) = plain(text, Web::Html);
            let assigned = assign(&tokens::split(&glyphs));
            assert_eq!(
                (assigned.fields, assigned.extra),
                (fields, extra),
                "{text:?}"
            );
        }
    }
}

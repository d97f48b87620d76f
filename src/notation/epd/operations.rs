//! Reading the operations of an EPD: kept as they are, moves in them checked on the board.

use serde::Serialize;
use shakmaty::{Chess, Position as _};

use super::opcodes::{Kind, kind};
use crate::notation::fen::{self, Reading};
use crate::notation::moves::{Candidate, ReadAs, read_on};
use crate::notation::{Field, Finding, Findings, Span, quote};
use crate::position::Variant;

const FIELD: Field = Field::Operations;

/// One operation: an opcode and what stands behind it.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
pub struct Operation {
    /// As written, for example `bm`.
    pub opcode: String,
    /// What it says.
    pub operands: Operands,
}

/// What stands behind an opcode.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Operands {
    /// Nothing.
    Nothing,
    /// Legal moves: each in the position, or for `pv` one after another.
    Moves(Vec<Candidate>),
    /// A whole number: `acd`, `ce`, `hmvc`, `rc` …
    Number(i64),
    /// Text, without its quotes.
    Text(String),
    /// Words that could not be read as what the opcode takes, or of an opcode that is not in the
    /// standard; kept as they are.
    Words(Vec<String>),
}

/// Reads a line of an EPD file, with more patience than [`fen::read`]: operations may follow six
/// fields, and need not end with `;`.
pub fn read_line(text: &str, variant: Option<Variant>) -> Reading {
    fen::read_epd_line(text.trim_end_matches('\0'), variant)
}

/// Reads operations. `offset` is where `text` starts in the whole text; findings are in characters
/// of that. The board is that of the four fields, absent where they are not playable.
pub(in crate::notation) fn read(
    text: &str,
    offset: usize,
    board: Option<(&Chess, Variant)>,
    findings: &mut Findings,
) -> Vec<Operation> {
    let mut operations: Vec<Operation> = Vec::new();
    for part in parts(text, offset) {
        let words = words(&part.text);
        let Some((opcode, operands)) = words.split_first() else {
            continue;
        };
        let reader = Reader {
            opcode: &opcode.text,
            operands,
            span: part.span,
        };
        if operations.iter().any(|known| known.opcode == opcode.text) {
            let message = format!("operation {} is given twice", quote(&opcode.text));
            findings.push(Finding::warning(
                "epd-opcode-doubled",
                FIELD,
                part.span,
                message,
            ));
        }
        operations.push(Operation {
            opcode: opcode.text.clone(),
            operands: reader.operands(board, findings),
        });
    }
    operations
}

struct Part {
    text: String,
    span: Span,
}

/// The operations, parted by `;` outside of quotes.
fn parts(text: &str, offset: usize) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut current = String::new();
    let (mut quoted, mut start) = (false, offset);
    for (at, ch) in text.chars().enumerate() {
        quoted ^= ch == '"';
        if ch == ';' && !quoted {
            parts.push(Part {
                text: std::mem::take(&mut current),
                span: Span::new(start, offset + at),
            });
            start = offset + at + 1;
        } else {
            current.push(if ch.is_control() { ' ' } else { ch });
        }
    }
    let end = offset + text.chars().count();
    parts.push(Part {
        text: current,
        span: Span::new(start, end),
    });
    parts.retain(|part| !part.text.trim().is_empty());
    for part in &mut parts {
        let blanks = part
            .text
            .chars()
            .take_while(|ch| ch.is_whitespace())
            .count();
        part.span.start += blanks;
    }
    parts
}

#[derive(Debug)]
struct Word {
    text: String,
    quoted: bool,
}

/// The words of an operation; text in double quotes is one word.
fn words(text: &str) -> Vec<Word> {
    let mut words = Vec::new();
    for (index, piece) in text.split('"').enumerate() {
        if index % 2 == 1 {
            words.push(Word {
                text: piece.to_owned(),
                quoted: true,
            });
        } else {
            let bare = piece.split_whitespace();
            words.extend(bare.map(|word| Word {
                text: word.to_owned(),
                quoted: false,
            }));
        }
    }
    words
}

struct Reader<'a> {
    opcode: &'a str,
    operands: &'a [Word],
    span: Span,
}

impl Reader<'_> {
    fn operands(&self, board: Option<(&Chess, Variant)>, findings: &mut Findings) -> Operands {
        let Some(kind) = kind(self.opcode) else {
            let message = format!(
                "operation {} is not in the EPD standard and kept as it is",
                quote(self.opcode)
            );
            findings.push(Finding::info("epd-opcode", FIELD, self.span, message));
            return self.as_given();
        };
        match kind {
            Kind::Text => self.text(),
            Kind::Number => self.number(findings),
            Kind::Nothing if self.operands.is_empty() => Operands::Nothing,
            Kind::Any | Kind::Nothing => self.as_given(),
            Kind::Moves | Kind::Move | Kind::Line => match board {
                Some((board, variant)) => self.moves(board, variant, kind, findings),
                None => self.as_given(),
            },
        }
    }

    fn joined(&self) -> String {
        let words: Vec<&str> = self
            .operands
            .iter()
            .map(|word| word.text.as_str())
            .collect();
        words.join(" ")
    }

    fn text(&self) -> Operands {
        if self.operands.is_empty() {
            return Operands::Nothing;
        }
        Operands::Text(self.joined())
    }

    fn as_given(&self) -> Operands {
        match self.operands {
            [] => Operands::Nothing,
            [only] if only.quoted => Operands::Text(only.text.clone()),
            words => Operands::Words(
                words
                    .iter()
                    .map(|word| word.text.clone())
                    .filter(|word| !word.is_empty())
                    .collect(),
            ),
        }
    }

    fn number(&self, findings: &mut Findings) -> Operands {
        let text = self.joined();
        let number = text.parse::<i64>().ok();
        let counts = matches!(self.opcode, "hmvc" | "fmvn" | "rc");
        if let Some(number) =
            number.filter(|&number| !counts || (0..=i64::from(i32::MAX)).contains(&number))
        {
            return Operands::Number(number);
        }
        let message = format!(
            "operation {} has {}, expected a whole number",
            quote(self.opcode),
            quote(&text)
        );
        findings.push(Finding::warning("epd-number", FIELD, self.span, message));
        self.as_given()
    }

    fn moves(
        &self,
        board: &Chess,
        variant: Variant,
        kind: Kind,
        findings: &mut Findings,
    ) -> Operands {
        let mut words: Vec<&str> = Vec::new();
        for word in &self
            .operands
            .iter()
            .map(|word| word.text.as_str())
            .collect::<Vec<_>>()
        {
            if !matches!(*word, "+" | "#" | "?" | "!" | "++" | ",") {
                words.push(word);
            }
        }
        if let [distance] = words.as_slice()
            && let Some(mate) = distance
                .strip_prefix('#')
                .and_then(|digits| digits.parse::<i64>().ok())
        {
            let message = format!("{} is a distance to mate, not a move", quote(distance));
            findings.push(Finding::info(
                "epd-mate-distance",
                FIELD,
                self.span,
                message,
            ));
            return Operands::Words(vec![format!("#{mate}")]);
        }
        let mut board = board.clone();
        let mut read = Vec::new();
        for word in words {
            let is_number = word
                .trim_end_matches('.')
                .bytes()
                .all(|byte| byte.is_ascii_digit());
            if kind == Kind::Line && is_number && word.len() != 4 {
                continue;
            }
            match read_on(&board, variant, word, ReadAs::default()) {
                Ok((m, _)) => {
                    read.push(Candidate::new(&board, variant, m));
                    if kind == Kind::Line {
                        board.play_unchecked(m);
                    }
                }
                Err(error) => {
                    let message = format!("operation {}: {error}", quote(self.opcode));
                    findings.push(Finding::warning("epd-move", FIELD, self.span, message));
                    return self.as_given();
                }
            }
        }
        if read.is_empty() {
            Operands::Nothing
        } else {
            Operands::Moves(read)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> (Vec<Operation>, Findings) {
        let mut findings = Findings::new();
        let board = Chess::default();
        let operations = read(text, 0, Some((&board, Variant::Standard)), &mut findings);
        (operations, findings)
    }

    #[test]
    fn operands_are_what_the_standard_says() {
        let (operations, findings) =
            of("bm e4 Nf3; id \"a;b\"; ce -34; pv e4 e5 Nf3; c0 bare words; xyz 1 2; draw_offer;");
        assert_eq!(operations.len(), 7);
        assert!(matches!(&operations[0].operands, Operands::Moves(moves) if moves.len() == 2));
        assert_eq!(operations[1].operands, Operands::Text("a;b".into()));
        assert_eq!(operations[2].operands, Operands::Number(-34));
        assert!(
            matches!(&operations[3].operands, Operands::Moves(moves) if moves[2].uci == "g1f3")
        );
        assert_eq!(operations[4].operands, Operands::Text("bare words".into()));
        assert_eq!(
            operations[5].operands,
            Operands::Words(vec!["1".into(), "2".into()])
        );
        assert_eq!(operations[6].operands, Operands::Nothing);
        assert_eq!(
            findings.iter().map(|f| f.code).collect::<Vec<_>>(),
            ["epd-opcode"]
        );
    }

    #[test]
    fn what_does_not_fit_is_kept_and_said() {
        let (operations, findings) = of("bm Ke5; hmvc x; bm #2");
        assert_eq!(operations[0].operands, Operands::Words(vec!["Ke5".into()]));
        assert_eq!(operations[2].operands, Operands::Words(vec!["#2".into()]));
        let codes: Vec<_> = findings.iter().map(|f| f.code).collect();
        assert_eq!(
            codes,
            [
                "epd-move",
                "epd-number",
                "epd-opcode-doubled",
                "epd-mate-distance"
            ]
        );
    }
}

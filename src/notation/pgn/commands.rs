//! Commands embedded in comments: `[%clk 0:01:00]`.
//!
//! Forms: "Enhanced PGN" (2001) for `clk`, `emt`, `egt`, `mct`; lichess and ChessBase for `eval`,
//! `csl` and `cal`. A comment's text is kept as it is; this reads it.

use std::time::Duration;

use shakmaty::Square;

/// A piece of a comment.
#[derive(Clone, Debug, PartialEq)]
pub enum Part<'a> {
    /// Plain text, as written.
    Text(&'a str),
    /// A command.
    Command(Command<'a>),
}

/// A command as written, and what it says.
#[derive(Clone, Debug, PartialEq)]
pub struct Command<'a> {
    /// The name without `%`: `clk`.
    pub name: &'a str,
    /// What follows the name, trimmed, as written.
    pub raw: &'a str,
    /// What it says.
    pub value: Value,
}

/// What a command says.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// `clk`: time left on the mover's clock.
    Clock(Duration),
    /// `emt`: time spent on the move.
    MoveTime(Duration),
    /// `egt`: time spent on the game so far.
    GameTime(Duration),
    /// `eval`: what an engine thinks.
    Eval(Eval),
    /// `csl`: coloured squares.
    Squares(Vec<Mark>),
    /// `cal`: arrows.
    Arrows(Vec<Arrow>),
    /// A command that is not known here, or whose value is not in its form: only as text.
    Unknown,
}

/// An evaluation, from White's side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Eval {
    /// What is expected.
    pub score: EvalScore,
    /// Plies searched, where it says so: `[%eval 0.21,18]`.
    pub depth: Option<u32>,
}

/// Pawns or mate, from White's side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum EvalScore {
    /// Centipawns.
    Centipawns(i32),
    /// Moves to mate; negative when Black mates, 0 where White is mated.
    Mate(i32),
}

/// The colours that squares and arrows have on lichess and in ChessBase.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Paint {
    /// `G`
    Green,
    /// `R`
    Red,
    /// `Y`
    Yellow,
    /// `B`
    Blue,
    /// `O`
    Orange,
    /// `C`
    Cyan,
}

impl Paint {
    fn of(letter: u8) -> Option<Self> {
        Some(match letter {
            b'G' => Self::Green,
            b'R' => Self::Red,
            b'Y' => Self::Yellow,
            b'B' => Self::Blue,
            b'O' => Self::Orange,
            b'C' => Self::Cyan,
            _ => return None,
        })
    }
}

/// A coloured square.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Mark {
    /// Its colour.
    pub paint: Paint,
    /// The square.
    pub square: Square,
}

/// A coloured arrow.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Arrow {
    /// Its colour.
    pub paint: Paint,
    /// Where it starts.
    pub from: Square,
    /// Where it points.
    pub to: Square,
}

/// The pieces of a comment, in order; together they are the whole comment.
pub fn parts(comment: &str) -> impl Iterator<Item = Part<'_>> {
    let mut rest = comment;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        if let Some((command, after)) = command(rest) {
            rest = after;
            return Some(Part::Command(command));
        }
        let end = next_command(rest).unwrap_or(rest.len());
        let (text, after) = rest.split_at(end);
        rest = after;
        Some(Part::Text(text))
    })
}

/// Where the next well-formed command starts, after the first character.
fn next_command(text: &str) -> Option<usize> {
    let mut from = 1;
    while let Some(at) = text.get(from..).and_then(|text| text.find("[%")) {
        if command(&text[from + at..]).is_some() {
            return Some(from + at);
        }
        from += at + 2;
    }
    None
}

/// Reads the command at the start of `text`: it must be closed before another one opens.
fn command(text: &str) -> Option<(Command<'_>, &str)> {
    let inner = text.strip_prefix("[%")?;
    let end = memchr::memchr2(b']', b'[', inner.as_bytes())?;
    let (inner, after) = inner.split_at(end);
    let after = after.strip_prefix(']')?;
    let name_end = inner
        .find(|ch: char| !ch.is_alphanumeric() && ch != '_')
        .unwrap_or(inner.len());
    let (name, raw) = inner.split_at(name_end);
    let raw = raw.trim();
    if name.is_empty() {
        return None;
    }
    let value = value(name, raw).unwrap_or(Value::Unknown);
    Some((Command { name, raw, value }, after))
}

fn value(name: &str, raw: &str) -> Option<Value> {
    Some(match name {
        "clk" => Value::Clock(time(raw)?),
        "emt" => Value::MoveTime(time(raw)?),
        "egt" => Value::GameTime(time(raw)?),
        "eval" => Value::Eval(eval(raw)?),
        "csl" => Value::Squares(list(raw, mark)?),
        "cal" => Value::Arrows(list(raw, arrow)?),
        _ => return None,
    })
}

/// `h:mm:ss`, with a fraction of seconds if need be; `m:ss` and seconds alone are plain enough.
fn time(raw: &str) -> Option<Duration> {
    let mut seconds = 0_u64;
    let mut fields = raw.split(':').rev();
    let (whole, fraction) = match fields.next()?.split_once(['.', ',']) {
        Some((whole, fraction)) => (whole, fraction),
        None => (raw.rsplit(':').next()?, ""),
    };
    for (field, unit) in std::iter::once(whole)
        .chain(fields)
        .zip([1, 60, 3_600, 86_400])
    {
        seconds = seconds.checked_add(digits(field)?.checked_mul(unit)?)?;
    }
    if raw.split(':').count() > 4 {
        return None;
    }
    let nanos: String = fraction
        .chars()
        .chain(std::iter::repeat('0'))
        .take(9)
        .collect();
    let nanos = if fraction.is_empty() {
        0
    } else {
        digits(&nanos)?
    };
    Some(Duration::new(seconds, u32::try_from(nanos).ok()?))
}

fn digits(text: &str) -> Option<u64> {
    let plain =
        !text.is_empty() && text.len() <= 9 && text.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| text.parse().ok()).flatten()
}

/// `0.21`, `-1,5` is not one; `#-3`, `M5`; a comma parts the depth.
fn eval(raw: &str) -> Option<Eval> {
    let (score, depth) = match raw.split_once([',', '/']) {
        Some((score, depth)) => (score.trim_end(), Some(depth.trim().parse().ok()?)),
        None => (raw, None),
    };
    let score = score.replace(['−', '–'], "-");
    let score = match mate(&score) {
        Some(moves) => EvalScore::Mate(moves),
        None => EvalScore::Centipawns(centipawns(&score)?),
    };
    Some(Eval { score, depth })
}

fn mate(text: &str) -> Option<i32> {
    let (sign, text) = signed(text);
    let inner = text.strip_prefix('#').or_else(|| text.strip_prefix('M'))?;
    let (inner_sign, moves) = signed(inner);
    let moves = i32::try_from(digits(moves)?).ok()?;
    (moves <= 1_000).then_some(sign * inner_sign * moves)
}

fn centipawns(text: &str) -> Option<i32> {
    let (sign, text) = signed(text);
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let whole = if text.starts_with('.') {
        0
    } else {
        digits(whole)?
    };
    let plain = !fraction.is_empty() && fraction.bytes().all(|byte| byte.is_ascii_digit());
    let hundredths: String = fraction.chars().chain(['0', '0']).take(2).collect();
    let total = whole.checked_mul(100)?.checked_add(digits(&hundredths)?)?;
    let total = i32::try_from(total)
        .ok()
        .filter(|total| *total <= 10_000_000);
    plain.then_some(sign * total?)
}

fn signed(text: &str) -> (i32, &str) {
    match text.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    }
}

/// A list parted by commas; one bad item spoils it, so that nothing of it gets lost as text.
fn list<T>(raw: &str, item: fn(&str) -> Option<T>) -> Option<Vec<T>> {
    raw.split(',').map(|text| item(text.trim())).collect()
}

fn mark(text: &str) -> Option<Mark> {
    let (paint, square) = text.split_at_checked(1)?;
    Some(Mark {
        paint: Paint::of(paint.as_bytes()[0])?,
        square: square.parse().ok()?,
    })
}

fn arrow(text: &str) -> Option<Arrow> {
    let (paint, squares) = text.split_at_checked(1)?;
    let (from, to) = squares.split_at_checked(2)?;
    Some(Arrow {
        paint: Paint::of(paint.as_bytes()[0])?,
        from: from.parse().ok()?,
        to: to.parse().ok()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(comment: &str) -> Vec<Value> {
        parts(comment)
            .filter_map(|part| match part {
                Part::Command(command) => Some(command.value),
                Part::Text(_) => None,
            })
            .collect()
    }

    #[test]
    fn times_are_read_where_their_sense_is_plain() {
        for (raw, ms) in [
            ("1:29:57", Some(5_397_000)),
            ("00:04:59.9", Some(299_900)),
            ("1:29:55.7", Some(5_395_700)),
            ("99:59:59", Some(359_999_000)),
            ("00:09", Some(9_000)),
            ("12", Some(12_000)),
            ("", None),
            ("1:2:3:4:5", None),
            ("-1:00", None),
            ("1:xx:00", None),
        ] {
            let expected = ms.map(Duration::from_millis);
            assert_eq!(time(raw), expected, "{raw:?}");
        }
    }

    #[test]
    fn evaluations_are_pawns_or_mate() {
        let cp = |cp| Some((EvalScore::Centipawns(cp), None));
        for (raw, expected) in [
            ("0.21", cp(21)),
            ("-0.05", cp(-5)),
            ("+3", cp(300)),
            (".5", cp(50)),
            ("0.2,25", Some((EvalScore::Centipawns(20), Some(25)))),
            ("0.79/19", Some((EvalScore::Centipawns(79), Some(19)))),
            ("#-3", Some((EvalScore::Mate(-3), None))),
            ("#4", Some((EvalScore::Mate(4), None))),
            ("-M5", Some((EvalScore::Mate(-5), None))),
            ("#-12", Some((EvalScore::Mate(-12), None))),
            ("abc", None),
            ("", None),
            ("999999999999", None),
        ] {
            let found = eval(raw).map(|eval| (eval.score, eval.depth));
            assert_eq!(found, expected, "{raw:?}");
        }
    }

    #[test]
    fn a_comment_is_the_sum_of_its_parts() {
        let comment = "a [%csl Gd4,Rd5][%cal Gc2c4] b [x] [%clk [%emt 0:00:03] [%foo a,b;c] [%clk";
        let mut whole = String::new();
        for part in parts(comment) {
            match part {
                Part::Text(text) => whole.push_str(text),
                Part::Command(command) => {
                    whole.push_str(&format!("[%{} {}]", command.name, command.raw));
                }
            }
        }
        assert_eq!(whole, comment);
        let squares = vec![
            Mark {
                paint: Paint::Green,
                square: Square::D4,
            },
            Mark {
                paint: Paint::Red,
                square: Square::D5,
            },
        ];
        let arrows = vec![Arrow {
            paint: Paint::Green,
            from: Square::C2,
            to: Square::C4,
        }];
        assert_eq!(
            values(comment),
            [
                Value::Squares(squares),
                Value::Arrows(arrows),
                Value::MoveTime(Duration::from_secs(3)),
                Value::Unknown,
            ]
        );
    }

    #[test]
    fn what_is_malformed_stays_text() {
        for comment in [
            "[%csl Rz9]",
            "[%cal Gd4]",
            "[%csl Za1,Gz9]",
            "[%eval abc]",
            "[%clk]",
        ] {
            assert_eq!(values(comment), [Value::Unknown], "{comment:?}");
        }
    }
}

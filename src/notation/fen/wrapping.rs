//! What surrounds a FEN in pasted text: blanks, labels, quotes, a PGN tag, a UCI command. Each is
//! cut off and said.

use super::tokens::{span, text};
use crate::notation::text::{Change, Changed, Glyph};
use crate::notation::{Field, Finding, Findings, Span, quote};

const FIELD: Field = Field::Text;

/// Says what was done to make the text plain: one finding for each kind of change, at its first
/// place.
pub(super) fn changes(changes: &[Changed], findings: &mut Findings) {
    let kinds: [(Change, &str, &str); 7] = [
        (Change::Invisible, "fen-invisible", "an invisible character"),
        (
            Change::Blank,
            "fen-unicode-blank",
            "an unusual blank, expected a plain one",
        ),
        (
            Change::Dash,
            "fen-unicode-dash",
            "an unusual dash, expected \"-\"",
        ),
        (
            Change::Entity,
            "fen-html",
            "an HTML entity, expected plain text",
        ),
        (
            Change::Escape,
            "fen-url-escape",
            "a URL escape, expected plain text",
        ),
        (Change::Tag, "fen-html", "an HTML tag, expected plain text"),
        (
            Change::Style,
            "fen-style",
            "a styled character, expected a plain one",
        ),
    ];
    for (kind, code, words) in kinds {
        let mut of_kind = changes.iter().filter(|changed| changed.change == kind);
        if let Some(first) = of_kind.next() {
            let more = of_kind.count();
            let times = if more == 0 {
                String::new()
            } else {
                format!(" ({} of them)", more + 1)
            };
            let place = Span::new(first.start, first.end);
            findings.push(Finding::error(
                code,
                FIELD,
                place,
                format!("{words}{times}"),
            ));
        }
    }
}

/// Turns tabs, underscores and line breaks into blanks and says so.
pub(super) fn blanks(glyphs: &mut [Glyph], findings: &mut Findings) {
    let inner_start = glyphs
        .iter()
        .position(|glyph| !is_blank(glyph.ch))
        .unwrap_or(glyphs.len());
    let inner_end = glyphs
        .iter()
        .rposition(|glyph| !is_blank(glyph.ch))
        .map_or(0, |at| at + 1);
    let (mut tab, mut underscore, mut line) = (None, None, None);
    plus_for_blanks(glyphs, findings);
    for (at, glyph) in glyphs.iter_mut().enumerate() {
        let place = Some(Span::new(glyph.start, glyph.end));
        let inside = (inner_start..inner_end).contains(&at);
        match glyph.ch {
            '\t' | '\u{b}' | '\u{c}' => tab = tab.or(place),
            '_' => underscore = underscore.or(place),
            '\n' | '\r' if inside => line = line.or(place),
            '\n' | '\r' => {}
            _ => continue,
        }
        glyph.ch = ' ';
    }
    if let Some(place) = tab {
        findings.push(Finding::info(
            "fen-tab",
            FIELD,
            place,
            "a tab is read as a blank",
        ));
    }
    if let Some(place) = underscore {
        findings.push(Finding::info(
            "fen-underscore",
            FIELD,
            place,
            "underscores are read as blanks",
        ));
    }
    if let Some(place) = line {
        findings.push(Finding::error(
            "fen-line-break",
            FIELD,
            place,
            "a line break inside, expected one line",
        ));
    }
}

/// Turns `+` into blanks where a form was sent without its blanks.
fn plus_for_blanks(glyphs: &mut [Glyph], findings: &mut Findings) {
    let is_plus = |glyph: &&mut Glyph| glyph.ch == '+';
    let blank = glyphs
        .iter()
        .any(|glyph| is_blank(glyph.ch) || glyph.ch == '_');
    if blank || glyphs.iter().filter(|glyph| glyph.ch == '+').count() < 3 {
        return;
    }
    let place = span(glyphs);
    glyphs
        .iter_mut()
        .filter(is_plus)
        .for_each(|glyph| glyph.ch = ' ');
    let message = "\"+\" for blanks, as in a URL; expected blanks";
    findings.push(Finding::error("fen-url-escape", FIELD, place, message));
}

fn is_blank(ch: char) -> bool {
    matches!(ch, ' ' | '\t' | '\u{b}' | '\u{c}' | '\n' | '\r')
}

/// Cuts off all that surrounds the FEN, from the outside in.
pub(super) fn unwrap<'a>(glyphs: &'a [Glyph], findings: &mut Findings) -> &'a [Glyph] {
    let mut inner = trim(glyphs);
    if inner.len() < glyphs.len() {
        let message = "blanks around the text are left out";
        let around = if inner.first().map(|g| g.start) == glyphs.first().map(|g| g.start) {
            &glyphs[inner.len()..]
        } else {
            glyphs
        };
        findings.push(Finding::info("fen-blanks", FIELD, span(around), message));
    }
    if let Some(at) = inner
        .windows(2)
        .position(|pair| pair[0].ch == ' ' && pair[1].ch == ' ')
    {
        let place = span(&inner[at..at + 2]);
        let message = "several blanks side by side are read as one";
        findings.push(Finding::info("fen-blanks", FIELD, place, message));
    }
    for _ in 0..8 {
        let Some((next, finding)) = layer(inner) else {
            break;
        };
        findings.push(finding);
        inner = trim(next);
    }
    inner
}

fn trim(glyphs: &[Glyph]) -> &[Glyph] {
    let start = glyphs
        .iter()
        .position(|glyph| glyph.ch != ' ')
        .unwrap_or(glyphs.len());
    let end = glyphs
        .iter()
        .rposition(|glyph| glyph.ch != ' ')
        .map_or(start, |at| at + 1);
    &glyphs[start..end]
}

/// The outermost layer, and what it was.
fn layer(glyphs: &[Glyph]) -> Option<(&[Glyph], Finding)> {
    address(glyphs)
        .or_else(|| label(glyphs))
        .or_else(|| quotes(glyphs))
        .or_else(|| trailing(glyphs))
}

/// A web address that ends with a FEN, as analysis boards have it: in the parameter `fen`, or as the
/// last eight parts of the path.
fn address(glyphs: &[Glyph]) -> Option<(&[Glyph], Finding)> {
    let scheme = text(&glyphs[..glyphs.len().min(8)]).to_ascii_lowercase();
    if !scheme.starts_with("http://") && scheme != "https://" {
        return None;
    }
    let end = glyphs.iter().position(|glyph| glyph.ch == ' ');
    let word = &glyphs[..end.unwrap_or(glyphs.len())];
    let parameter = word
        .windows(4)
        .position(|four| text(four).eq_ignore_ascii_case("fen="));
    let at = match parameter {
        Some(at) => at + 4,
        None => {
            let slashes = word.iter().rev().enumerate();
            let mut slashes = slashes.filter(|(_, glyph)| glyph.ch == '/');
            word.len() - slashes.nth(7)?.0
        }
    };
    let rest = &glyphs[at..];
    let stop = rest
        .iter()
        .position(|glyph| matches!(glyph.ch, '&' | '#' | '?'));
    let rest = &rest[..stop.unwrap_or(rest.len())];
    let head = &glyphs[..at];
    let message = format!(
        "the web address {} in front, expected only the FEN",
        quote(&text(head))
    );
    Some((
        rest,
        Finding::error("fen-address", FIELD, span(head), message),
    ))
}

/// Labels in front, the longer first: `position fen`, `[FEN "`, `fen:`.
fn label(glyphs: &[Glyph]) -> Option<(&[Glyph], Finding)> {
    const LABELS: [(&str, &str); 6] = [
        ("fen-uci-command", "position fen "),
        ("fen-label", "setup fen "),
        ("fen-label", "[fen "),
        ("fen-label", "fen"),
        ("fen-label", "epd"),
        ("fen-label", "position:"),
    ];
    let start = text(&glyphs[..glyphs.len().min(16)]).to_ascii_lowercase();
    let (code, label) = LABELS
        .into_iter()
        .find(|(_, label)| start.starts_with(label))?;
    let after = glyphs[label.len()..]
        .iter()
        .position(|glyph| !matches!(glyph.ch, ' ' | ':' | '=' | '-' | '>'));
    let at = label.len() + after?;
    let mut rest = &glyphs[at..];
    if label == "[fen " && rest.last().is_some_and(|glyph| glyph.ch == ']') {
        rest = &rest[..rest.len() - 1];
    }
    let head = &glyphs[..at];
    let message = format!(
        "{} in front, expected only the FEN",
        quote(text(head).trim_end())
    );
    Some((rest, Finding::error(code, FIELD, span(head), message)))
}

fn quotes(glyphs: &[Glyph]) -> Option<(&[Glyph], Finding)> {
    const PAIRS: [(&str, &str); 5] = [
        ("\"“„'‘`«", "\"”“'’`»"),
        ("(", ")"),
        ("[", "]"),
        ("{", "}"),
        ("<", ">"),
    ];
    let (first, last) = (glyphs.first()?, glyphs.last()?);
    let is_open = |&&(open, _): &&(&str, &str)| open.contains(first.ch);
    let closes = |close: &str| glyphs.len() > 1 && close.contains(last.ch);
    let opened = PAIRS.iter().find(is_open);
    let closed = PAIRS
        .iter()
        .any(|(_, close)| closes(close) && !(last.ch == ']' && opened.is_none()));
    let (inner, place) = match (opened.is_some(), closed) {
        (true, true) => (&glyphs[1..glyphs.len() - 1], span(glyphs)),
        (true, false) => (&glyphs[1..], Span::new(first.start, first.end)),
        (false, true) if !glyphs.iter().any(|glyph| glyph.ch == ';') => {
            (&glyphs[..glyphs.len() - 1], Span::new(last.start, last.end))
        }
        _ => return None,
    };
    let message = "quotes or brackets around the FEN, expected only the FEN";
    Some((inner, Finding::error("fen-quotes", FIELD, place, message)))
}

fn trailing(glyphs: &[Glyph]) -> Option<(&[Glyph], Finding)> {
    let last = glyphs
        .last()
        .filter(|glyph| matches!(glyph.ch, '.' | ',' | '!' | '?' | '\0'))?;
    let digit_before = glyphs
        .iter()
        .rev()
        .nth(1)
        .is_some_and(|glyph| glyph.ch.is_ascii_digit());
    if !digit_before {
        return None;
    }
    let message = format!("{} after the FEN", quote(&last.ch.to_string()));
    let finding = Finding::error(
        "fen-trailing",
        FIELD,
        Span::new(last.start, last.end),
        message,
    );
    Some((&glyphs[..glyphs.len() - 1], finding))
}

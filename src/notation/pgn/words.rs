//! What a word of the movetext is: a move, mostly; an annotation, a result, or nothing known.

use super::builder::Doubt;
use super::detect::Puzzle;
use super::game::passed;
use super::lexer::{Dots, Gap, Kind, Token};
use super::prose::{is_null, looks_like_move};
use super::reading;
use super::section::Parser;
use super::{Fault, Nag, Outcome, Played, glyph, outcome};
use crate::notation::moves::MoveError;
use crate::notation::text::{Change, Web, plain};
use crate::notation::{Findings, Severity, quote};

impl Parser<'_> {
    /// The short way for the most common of all words: a move as a program writes it, in the middle
    /// of a line where nothing is wrong. Whether it was one.
    pub(super) fn plain_move(&mut self, token: Token) -> bool {
        let ready = token.gap != Gap::Blank
            && self.movetext.is_some()
            && self.termination.is_none()
            && self.game.is_plain();
        if !ready {
            return false;
        }
        let written = self.lexer.slice(token);
        let Some(m) = reading::fast(&self.game.line().board, written, self.language) else {
            return false;
        };
        self.after_tag = false;
        self.count();
        self.game.play(Played::Move(m), written);
        true
    }

    /// Deals with a word.
    pub(super) fn word(&mut self, token: Token) {
        let written = self.lexer.slice(token);
        if self.game.is_unread() {
            self.pass_over(written);
            return;
        }
        if self.game.line().doubt.is_some() {
            self.in_doubt(token, written);
            return;
        }
        if let Some(m) = reading::fast(&self.game.line().board, written, self.language) {
            self.count();
            self.game.play(Played::Move(m), written);
            return;
        }
        self.odd_word(token, written);
    }

    /// A word after one that stands where a move may be missing: a move breaks the line, anything
    /// else is more of the same.
    fn in_doubt(&mut self, token: Token, word: &str) {
        if looks_like_move(word) || is_null(word) {
            self.settle_doubt();
        } else if let Some(doubt) = &mut self.game.line().doubt {
            doubt.end = token.end;
        }
    }

    /// A word in a part of the line that is not read.
    fn pass_over(&mut self, word: &str) {
        let counts = looks_like_move(word) || is_null(word);
        if self.game.skipped == 0
            && counts
            && let Some(broken) = &mut self.game.line().broken
        {
            broken.words += 1;
        }
    }

    /// Keeps up with how the text counts its moves.
    fn count(&mut self) {
        if let Some((value, _)) = self.number.take() {
            let board = &self.game.line().board;
            let due = u32::from(shakmaty::Position::fullmoves(board));
            self.ahead = i64::from(due) - i64::from(value);
        }
    }

    /// A word that the fast reader does not take: made plain, it may be several.
    fn odd_word(&mut self, token: Token, written: &str) {
        if written.is_ascii() && !written.contains('&') {
            return self.one_word(token, written, written);
        }
        let (glyphs, changes) = plain(written, Web::Html);
        for changed in changes {
            let (code, what) = match changed.change {
                Change::Invisible => ("pgn-invisible", "an invisible character is left out"),
                Change::Blank => ("pgn-blank", "an unusual blank is read as a plain one"),
                Change::Dash => ("pgn-dash", "an unusual dash is read as \"-\""),
                Change::Entity | Change::Escape => ("pgn-html", "an HTML entity is decoded"),
                Change::Tag => ("pgn-html", "an HTML tag is left out"),
                Change::Style => ("pgn-style", "a styled character is read as a plain one"),
            };
            self.note(
                Severity::Info,
                code,
                token,
                format!("{what} in {}", quote(written)),
            );
        }
        if let Some(nag) = glyph::of_word(written) {
            return self.game.nag(nag);
        }
        let text: String = glyphs.iter().map(|glyph| glyph.ch).collect();
        let words: Vec<&str> = text.split_whitespace().collect();
        if let [word] = words.as_slice() {
            return self.one_word(token, word, written);
        }
        for word in words {
            self.one_word(token, word, word);
        }
    }

    fn one_word(&mut self, token: Token, word: &str, written: &str) {
        if self.game.is_unread() {
            return self.pass_over(word);
        }
        if self.is_result(word) {
            return self.terminate(token.start, token.end);
        }
        if is_null(word) {
            return self.null_move(token, written);
        }
        if let Some(nag) = self.glyph(token, word) {
            return self.game.nag(nag);
        }
        if self.is_mark(word) {
            let message = format!("{} behind the move is passed over", quote(word));
            return self.note(Severity::Info, "pgn-mark", token, message);
        }
        if self.glued(token, word) {
            return;
        }
        let misread = match self.read(word) {
            Ok((m, findings)) => {
                self.count();
                self.tell(token, findings);
                return self.game.play(Played::Move(m), written);
            }
            Err(misread) => misread,
        };
        if self.joined(token, word) {
            return;
        }
        self.misread(token, word, &misread);
    }

    fn read(&mut self, word: &str) -> Result<(shakmaty::Move, Findings), MoveError> {
        let (variant, language) = (self.variant, self.language);
        reading::read(&self.game.line().board, variant, word, language)
    }

    /// Says once per game what the reader of moves repaired.
    fn tell(&mut self, token: Token, findings: Findings) {
        for finding in findings {
            self.note(finding.severity, finding.code, token, finding.message);
        }
    }

    /// Forfeits, and `0-0` where it is not castling.
    fn is_result(&self, word: &str) -> bool {
        let Some(read) = outcome::read(word) else {
            return false;
        };
        let tagged = super::game::tag(&self.tags, "Result").and_then(outcome::read) == Some(read);
        if read.outcome == Outcome::Neither || word == "--" {
            let castles =
                matches!(word.as_bytes()[0], b'0' | b'O' | b'o') && self.castling_is_legal();
            let last = matches!(self.lexer.clone().next().kind, Kind::End | Kind::Tag);
            return !castles && word != "--" && (tagged || last);
        }
        let sign = matches!(word, "+/-" | "-/+");
        tagged || !read.forfeit || (!sign && self.ends_here() && self.game.depth() == 0)
    }

    fn castling_is_legal(&self) -> bool {
        let board = &self.game.lines[self.game.lines.len() - 1].board;
        !shakmaty::Position::castling_moves(board, shakmaty::CastlingSide::KingSide).is_empty()
    }

    fn null_move(&mut self, token: Token, written: &str) {
        if passed(&self.game.line().board).is_some() {
            self.count();
            self.game.play(Played::Null, written);
        } else {
            let error = self.game.fault(Fault::NullMove, token.start, token.end);
            self.game.break_line(token.start, error);
        }
    }

    /// Annotation signs; letters only when they stand alone.
    fn glyph(&self, token: Token, word: &str) -> Option<Nag> {
        let letters = word.starts_with(|ch: char| ch.is_ascii_alphabetic());
        let follows = self.lexer.text[token.end..].chars().next();
        if letters && follows.is_some_and(|ch| matches!(ch, '?' | '!')) {
            return None;
        }
        match word {
            "+--" => Some(Nag(18)),
            "--+" => Some(Nag(19)),
            _ => glyph::of_word(word),
        }
    }

    /// Marks that belong to the move before: `+`, `e.p.`, `mate`.
    fn is_mark(&mut self, word: &str) -> bool {
        const MARKS: [&str; 19] = [
            "+", "++", "#", "##", "e.p.", "ep", "e.p", "ep.", "ch", "ch.", "check", "mate", "matt",
            "dis", "dbl", "†", "‡", "+ch", "#mate",
        ];
        let line = self.game.line();
        line.moves > 0 && MARKS.contains(&word) && self.number.is_none()
    }

    /// A promotion whose piece stands apart: `e8 =Q`, `e8(Q)`.
    fn joined(&mut self, token: Token, word: &str) -> bool {
        let rest = &self.lexer.text[token.end..];
        let inner = rest.trim_start_matches([' ', '=', '(', '/']);
        let parting = &rest[..rest.len() - inner.len()];
        let Some(piece) = inner.chars().next().filter(|ch| ch.is_alphabetic()) else {
            return false;
        };
        let after = &inner[piece.len_utf8()..];
        let closing = if parting.contains('(') {
            after.strip_prefix(')')
        } else {
            Some(after)
        };
        let Some(after) = closing.filter(|after| !after.starts_with(char::is_alphanumeric)) else {
            return false;
        };
        if parting.trim().is_empty() || parting.len() > 3 {
            return false;
        }
        let Ok((m, _)) = self.read(&format!("{word}={piece}")) else {
            return false;
        };
        self.count();
        let end = self.lexer.text.len() - after.len();
        let written = &self.lexer.text[token.start..end];
        self.lexer.at = end;
        let message = format!("{} is read as a promotion", quote(written));
        self.note(
            Severity::Info,
            "pgn-promotion",
            Token { end, ..token },
            message,
        );
        self.game.play(Played::Move(m), written);
        true
    }

    /// A move with a result or an annotation glued to it: `Bd8#1-0`, `Nf3+-`.
    fn glued(&mut self, token: Token, word: &str) -> bool {
        let splits = word.char_indices().skip(2).map(|(at, _)| word.split_at(at));
        for (core, rest) in splits {
            let sign = glyph::of_word(rest).filter(|_| !rest.starts_with(char::is_alphanumeric));
            let result = outcome::marker(rest).filter(|&length| length == rest.len());
            if sign.is_none() && result.is_none() {
                continue;
            }
            let Ok((m, _)) = self.read(core) else {
                continue;
            };
            self.count();
            self.game.play(Played::Move(m), core);
            match sign {
                Some(nag) => self.game.nag(nag),
                None => {
                    // The word may have lost characters without width that the text still has.
                    let written = self.lexer.slice(token);
                    let first = || rest.chars().next().and_then(|first| written.rfind(first));
                    let at = written.rfind(rest).or_else(first);
                    self.terminate(token.start + at.unwrap_or(0), token.end);
                }
            }
            return true;
        }
        false
    }

    /// A word that is no move here.
    fn misread(&mut self, token: Token, word: &str, misread: &MoveError) {
        let is_move = looks_like_move(word);
        if is_move && self.puzzle.is_none() {
            let board = self.game.line().board.clone();
            let variant = self.variant;
            self.puzzle = Some(Puzzle {
                word: word.to_owned(),
                board,
                variant,
            });
        }
        if is_move {
            let fault = Fault::Move {
                code: misread.code,
                message: self.with_hint(misread.message.clone()),
                candidates: candidates(misread),
            };
            let error = self.game.fault(fault, token.start, token.end);
            self.game.break_line(token.start, error);
            return;
        }
        let token = self.lexer.whole_word(token);
        let text = self.lexer.slice(token).to_owned();
        let placeholder =
            self.number.take().is_some() || text.bytes().all(|byte| byte.is_ascii_punctuation());
        let error = self
            .game
            .fault(Fault::Token(text.clone()), token.start, token.end);
        if placeholder {
            self.game.line().doubt = Some(Doubt {
                from: token.start,
                end: token.end,
                error,
            });
        } else {
            self.game.unread(&text);
        }
    }

    /// The message, with what the move number says where that explains it.
    fn with_hint(&mut self, message: String) -> String {
        let black = shakmaty::Position::turn(&self.game.line().board).is_black();
        match self.number {
            Some((value, Dots::White)) if black => {
                format!(
                    "{message}; its number \"{value}.\" is that of a move by White, but Black is to move"
                )
            }
            Some((value, Dots::Black)) if !black => {
                format!(
                    "{message}; its number \"{value}...\" is that of a move by Black, but White is to move"
                )
            }
            _ => message,
        }
    }
}

/// The moves that may be meant, else those that are legal; at most eight.
fn candidates(error: &MoveError) -> Vec<String> {
    let moves = if error.candidates.is_empty() {
        &error.legal_moves
    } else {
        &error.candidates
    };
    moves
        .iter()
        .take(8)
        .map(|candidate| candidate.san.clone())
        .collect()
}

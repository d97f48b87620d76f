//! The reader of a stream.

use super::decode::{Decoder, Encoding};
use super::detect::{self, Puzzle};
use super::foreign::{self, HEAD};
use super::place::Locator;
use super::section::{self, Context, Parsed};
use super::split::{Input, Splitter};
use super::{Foreign, Game, Options, Place, tags};
use crate::notation::{Field, Finding, Findings, Language, Severity, Span, quote};

/// Bytes that are decoded at once.
const PIECE: usize = 64 << 10;

/// What there is to say about a whole stream.
#[derive(Clone, Debug)]
pub struct Summary {
    /// How many games were read.
    pub games: u64,
    /// The encoding of the stream; single games may have their own.
    pub encoding: Encoding,
    /// What the input is instead of PGN; then there are no games.
    pub foreign: Option<Foreign>,
    /// About text behind the last game.
    pub findings: Findings,
}

/// Reads games from bytes as they come. A game is handed over as soon as its end is certain; what
/// is kept in memory is the text of one game.
///
/// ```
/// use kibitz::notation::pgn::{Options, Reader};
///
/// let mut games = Vec::new();
/// let mut reader = Reader::new(Options::default());
/// reader.feed(b"1. e4 e5 2. N", &mut |game| games.push(game));
/// reader.feed(b"f3 *", &mut |game| games.push(game));
/// let summary = reader.finish(&mut |game| games.push(game));
/// assert_eq!((summary.games, games[0].plies()), (1, 3));
/// ```
#[derive(Debug)]
pub struct Reader {
    options: Options,
    decoder: Decoder,
    splitter: Splitter,
    text: String,
    /// Where the section that is not yet whole starts, in `text`, in the stream, and in it decoded.
    start: usize,
    place: Place,
    passed: u64,
    head: Head,
    games: u64,
    outside: Option<(Place, String)>,
    first_outside: Option<String>,
    skipping: bool,
}

/// How far the start of the stream was looked at.
#[derive(Debug)]
enum Head {
    Bytes(Vec<u8>),
    Text,
    Pgn,
    Foreign(Foreign),
}

impl Reader {
    /// A reader at the start of a stream.
    pub fn new(options: Options) -> Self {
        Self {
            decoder: Decoder::new(options.encoding),
            options,
            splitter: Splitter::default(),
            text: String::new(),
            start: 0,
            place: Place::default(),
            passed: 0,
            head: Head::Bytes(Vec::new()),
            games: 0,
            outside: None,
            first_outside: None,
            skipping: false,
        }
    }

    /// Takes the next bytes, and hands over the games that they complete.
    pub fn feed(&mut self, bytes: &[u8], emit: &mut dyn FnMut(Game)) {
        let Head::Bytes(head) = &mut self.head else {
            return self.pieces(bytes, emit);
        };
        head.extend_from_slice(&bytes[..bytes.len().min(PIECE)]);
        if head.len() < 8 {
            return;
        }
        let mut rest = &bytes[bytes.len().min(PIECE)..];
        let head = std::mem::take(head);
        self.start_with(&head);
        if matches!(self.head, Head::Foreign(_)) {
            rest = &[];
        }
        self.pieces(&head, emit);
        self.pieces(rest, emit);
    }

    fn start_with(&mut self, head: &[u8]) {
        self.head = foreign::of_bytes(head).map_or(Head::Text, Head::Foreign);
    }

    fn pieces(&mut self, bytes: &[u8], emit: &mut dyn FnMut(Game)) {
        for piece in bytes.chunks(PIECE) {
            if matches!(self.head, Head::Foreign(_)) {
                return;
            }
            self.decoder.decode(piece, &mut self.text);
            self.sections(Input::More, emit);
        }
    }

    /// Ends the stream: hands over the last game, and says what there is to say about the whole.
    pub fn finish(mut self, emit: &mut dyn FnMut(Game)) -> Summary {
        if let Head::Bytes(head) = &mut self.head {
            let head = std::mem::take(head);
            self.start_with(&head);
            self.pieces(&head, emit);
        }
        if !matches!(self.head, Head::Foreign(_)) {
            self.decoder.finish(&mut self.text);
            self.sections(Input::Ended, emit);
        }
        let mut findings = Findings::new();
        if let Some((place, line)) = self.outside.take().filter(|_| self.games > 0) {
            findings.push(outside(place, &line, "behind the last game"));
        }
        let foreign = match self.head {
            Head::Foreign(foreign) => Some(foreign),
            Head::Bytes(_) | Head::Text | Head::Pgn if self.games == 0 => {
                self.first_outside.as_deref().and_then(foreign::of_line)
            }
            Head::Bytes(_) | Head::Text | Head::Pgn => None,
        };
        Summary {
            games: self.games,
            encoding: self.decoder.encoding(),
            foreign,
            findings,
        }
    }

    /// Whether the text is PGN as far as its first characters tell; waits for enough of them.
    fn is_pgn(&mut self, input: Input) -> bool {
        if matches!(self.head, Head::Text) {
            let text = self
                .text
                .trim_start_matches(|ch: char| ch.is_whitespace() || ch == '\u{feff}');
            let unclear = text.is_empty() || text.starts_with(['<', '{', '[']);
            if unclear && text.len() < 2 * HEAD && input == Input::More {
                return false;
            }
            self.head = foreign::of_head(text).map_or(Head::Pgn, Head::Foreign);
        }
        matches!(self.head, Head::Pgn)
    }

    fn sections(&mut self, input: Input, emit: &mut dyn FnMut(Game)) {
        if !self.is_pgn(input) {
            return;
        }
        loop {
            if self.skipping && !self.skip() {
                break;
            }
            let waiting = &self.text[self.start..];
            let limit = self.options.limits.bytes;
            match self.splitter.cut(waiting, input) {
                Some(length) if length <= limit => self.section(length, false, emit),
                None if waiting.len() <= limit + PIECE => break,
                Some(_) | None => {
                    let length = waiting.floor_char_boundary(limit);
                    self.splitter = Splitter::default();
                    self.section(length, true, emit);
                    self.skipping = true;
                }
            }
        }
        self.text.drain(..self.start);
        self.start = 0;
    }

    /// After a game that was too large: passes over text up to the next tag. Whether it came.
    fn skip(&mut self) -> bool {
        let waiting = &self.text[self.start..];
        let breaks = memchr::memchr2_iter(b'\n', b'\r', waiting.as_bytes());
        let found = breaks
            .map(|at| at + 1)
            .find(|&at| tags::name(&waiting[at..]).is_some());
        let length =
            found.unwrap_or_else(|| waiting.floor_char_boundary(waiting.len().saturating_sub(256)));
        self.advance(length);
        self.skipping = found.is_none();
        found.is_some()
    }

    fn advance(&mut self, length: usize) {
        let passed = &self.text[self.start..self.start + length];
        self.place = Locator::new(self.place).locate(passed, length);
        self.passed += length as u64;
        self.start += length;
    }

    /// Reads the games of a whole section.
    fn section(&mut self, length: usize, truncated: bool, emit: &mut dyn FnMut(Game)) {
        let text = std::mem::take(&mut self.text);
        let section = &text[self.start..self.start + length];
        let mut context = Context {
            options: &self.options.clone(),
            number: 0,
            language: self.options.language.unwrap_or(Language::ENGLISH),
            locator: Locator::new(self.place),
            truncated,
        };
        let mut at = 0;
        while at < section.len() {
            context.number = self.games + 1;
            let parsed = parse(section, at, &context);
            at = if parsed.end > at {
                parsed.end
            } else {
                section.len()
            };
            if let Some(outside) = parsed.outside {
                self.first_outside.get_or_insert_with(|| outside.1.clone());
                self.outside.get_or_insert(outside);
            }
            if let Some(game) = parsed.game {
                let end = self.passed + at as u64;
                self.emit(game, end, emit);
            }
        }
        self.text = text;
        self.advance(length);
    }

    fn emit(&mut self, mut game: Game, end: u64, emit: &mut dyn FnMut(Game)) {
        self.games += 1;
        let (encoding, replaced) = self.decoder.encoding_until(end);
        game.encoding = encoding;
        if let Some((place, line)) = self.outside.take() {
            game.findings.push(outside(place, &line, "before the game"));
        }
        let start = usize::try_from(game.place.offset).unwrap_or(usize::MAX);
        let mut note = |severity, code, message: &str| {
            let span = Span::new(start, start);
            game.findings
                .push(Finding::new(severity, code, Field::Pgn, span, message));
        };
        if encoding == Encoding::Windows1252 && self.decoder.encoding() == Encoding::Utf8 {
            note(
                Severity::Info,
                "pgn-encoding",
                "bytes that are not UTF-8 are read as Windows-1252",
            );
        }
        if replaced {
            let message = "bytes that stand for no character are replaced";
            note(Severity::Warning, "pgn-encoding-replaced", message);
        }
        emit(game);
    }
}

/// The finding about text that belongs to no game.
fn outside(place: Place, line: &str, where_: &str) -> Finding {
    let start = usize::try_from(place.offset).unwrap_or(usize::MAX);
    let span = Span::new(start, start + line.chars().count());
    let message = format!("text {where_} is passed over, {} first", quote(line));
    Finding::info("pgn-text-outside", Field::Pgn, span, message)
}

/// Reads a game in the language of the context; where that fails and none was asked for, in
/// the one that reads most of it.
fn parse(section: &str, at: usize, context: &Context<'_>) -> Parsed {
    let parsed = section::parse(section, at, context);
    let asked = context.options.language.is_some();
    match &parsed.puzzle {
        Some(puzzle) if !asked => in_other_language(section, at, context, puzzle).unwrap_or(parsed),
        _ => parsed,
    }
}

fn in_other_language(
    section: &str,
    at: usize,
    context: &Context<'_>,
    puzzle: &Puzzle,
) -> Option<Parsed> {
    let moves = |parsed: &Parsed| parsed.game.as_ref().map_or(0, |game| game.tree.len());
    let mut best: Option<(usize, Vec<Language>, Parsed)> = None;
    for language in detect::candidates(puzzle) {
        let context = Context {
            language,
            ..context.clone()
        };
        let parsed = section::parse(section, at, &context);
        let read = moves(&parsed);
        match &mut best {
            Some((most, languages, _)) if *most == read => languages.push(language),
            Some((most, ..)) if *most > read => {}
            _ => best = Some((read, vec![language], parsed)),
        }
    }
    let (_, languages, mut parsed) = best?;
    let game = parsed.game.as_mut()?;
    let (first, others) = languages.split_first()?;
    let mut message = format!("the moves are read as {}", first.name());
    if !others.is_empty() {
        let names: Vec<&str> = others.iter().map(|language| language.name()).collect();
        message.push_str(&format!(", which here is the same as {}", names.join(", ")));
    }
    let start = usize::try_from(game.place.offset).unwrap_or(usize::MAX);
    game.findings.push(Finding::info(
        "pgn-language",
        Field::Pgn,
        Span::new(start, start),
        message,
    ));
    Some(parsed)
}

/// Reads all games of a text that is in memory.
pub fn read_all(bytes: &[u8]) -> Vec<Game> {
    let mut games = Vec::new();
    let mut reader = Reader::new(Options::default());
    reader.feed(bytes, &mut |game| games.push(game));
    reader.finish(&mut |game| games.push(game));
    games
}

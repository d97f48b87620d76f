//! The fields that name a position and a search, as requests carry them.

use axum::http::StatusCode as S;
use serde::de::{Deserialize, Deserializer, Error, SeqAccess, Visitor};
use shakmaty::Move;

use super::blocking::Blocking;
use super::extract::Origin;
use super::number::Number;
use super::problem::Problem;
use super::settings::Settings;
use crate::analysis::{Limits, MoveTime, MultiPv, OutOfRange, Task, Threads};
use crate::notation::source::{Moves, ReadSource, Source};
use crate::notation::{Language, quote, read_alternatives};
use crate::pool::CacheUse;
use crate::position::{CastlingStyle, EpStyle, FenStyle, Variant};
use crate::wire::{Pov, Style};

/// Search time in milliseconds where a request names no limit.
const DEFAULT_MOVETIME_MS: i128 = 1000;

/// Characters of a session's name.
const LONGEST_SESSION: usize = 64;

/// A list, or one string parted by blanks or commas.
#[derive(Clone, Debug)]
pub(super) struct MoveText(pub(super) Moves);

impl<'de> Deserialize<'de> for MoveText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(MoveTextVisitor).map(Self)
    }
}

struct MoveTextVisitor;

impl<'de> Visitor<'de> for MoveTextVisitor {
    type Value = Moves;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a string of moves or a list of strings")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Moves, E> {
        Ok(Moves::Text(text.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Moves, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element::<String>()? {
            list.push(item);
        }
        Ok(Moves::List(list))
    }
}

/// Where a position comes from: the fields that every request with a position shares.
#[derive(Clone, Debug, Default)]
pub(super) struct SourceFields {
    pub(super) fen: Option<String>,
    pub(super) pgn: Option<String>,
    pub(super) game: Option<Number>,
    pub(super) ply: Option<Number>,
    pub(super) moves: Option<MoveText>,
    pub(super) variant: Option<String>,
    pub(super) language: Option<String>,
}

/// `game` and `ply` count within a text of at most a few MiB.
const MOST_PLIES: i128 = 1_000_000;

impl SourceFields {
    /// Reads the text into a position, beside the async threads when it is long.
    pub(super) async fn read(
        self,
        origin: Origin,
        blocking: &Blocking,
    ) -> Result<ReadSource, Problem> {
        let size = self.size();
        let source = self.source().map_err(|problem| problem.sent_as(origin))?;
        let read = blocking.run(size, move || source.read()).await?;
        read.map_err(|error| Problem::from(error).sent_as(origin))
    }

    /// Bytes of chess text.
    pub(super) fn size(&self) -> usize {
        let moves = match &self.moves {
            Some(MoveText(Moves::Text(text))) => text.len(),
            Some(MoveText(Moves::List(list))) => list.iter().map(String::len).sum(),
            None => 0,
        };
        let text = |text: &Option<String>| text.as_ref().map_or(0, String::len);
        moves + text(&self.fen) + text(&self.pgn)
    }

    fn source(self) -> Result<Source, Problem> {
        Ok(Source {
            fen: self.fen,
            pgn: self.pgn,
            game: count("game", 1, self.game)?,
            ply: count("ply", 0, self.ply)?,
            moves: self.moves.map(|MoveText(moves)| moves),
            variant: self.variant.as_deref().map(variant).transpose()?,
            language: self.language.as_deref().map(language).transpose()?,
        })
    }
}

/// The rules by name; chess variants that are not played here are told apart from typing errors
/// by nobody, so both are answered alike.
pub(super) fn variant(name: &str) -> Result<Variant, Problem> {
    match name.to_ascii_lowercase().as_str() {
        "standard" => Ok(Variant::Standard),
        "chess960" => Ok(Variant::Chess960),
        _ => {
            let name = quote(name);
            let detail =
                format!("{name} is not played here, expected \"standard\" or \"chess960\"");
            Err(
                Problem::new(S::UNPROCESSABLE_ENTITY, "variant-unsupported", detail)
                    .field("variant"),
            )
        }
    }
}

/// The language of moves in the answer.
pub(super) fn language_out(name: Option<&str>) -> Result<Option<Language>, Problem> {
    name.map(language)
        .transpose()
        .map_err(|problem| problem.field("language_out"))
}

pub(super) fn language(name: &str) -> Result<Language, Problem> {
    name.parse().map_err(|_| {
        let detail = format!(
            "{} is no language whose piece letters are known here",
            quote(name)
        );
        Problem::new(S::UNPROCESSABLE_ENTITY, "language-unknown", detail).field("language")
    })
}

/// `game`: from 1, which is the default.
pub(super) fn game_number(number: Option<Number>) -> Result<u32, Problem> {
    Ok(count("game", 1, number)?.unwrap_or(1))
}

fn count(name: &'static str, min: i128, number: Option<Number>) -> Result<Option<u32>, Problem> {
    let Some(Number(value)) = number else {
        return Ok(None);
    };
    let fits = (min..=MOST_PLIES).contains(&value);
    match u32::try_from(value) {
        Ok(value) if fits => Ok(Some(value)),
        Ok(_) | Err(_) => Err(OutOfRange {
            name,
            value,
            min,
            max: MOST_PLIES,
        }
        .into()),
    }
}

/// The fields of a search, the same for `/v1/bestmove` and `/v1/analysis`.
#[derive(Debug, Default, serde::Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct SearchFields {
    fen: Option<String>,
    pgn: Option<String>,
    game: Option<Number>,
    ply: Option<Number>,
    moves: Option<MoveText>,
    variant: Option<String>,
    language: Option<String>,
    depth: Option<Number>,
    nodes: Option<Number>,
    movetime: Option<Number>,
    mate: Option<Number>,
    multipv: Option<Number>,
    searchmoves: Option<MoveText>,
    threads: Option<Number>,
    engine: Option<String>,
    pov: Option<Pov>,
    castling_style: Option<CastlingStyle>,
    fen_style: Option<FenStyle>,
    ep_style: Option<EpStyle>,
    language_out: Option<String>,
    cache: Option<CacheUse>,
    session: Option<String>,
    options: Option<Settings>,
}

/// A search as it was asked, read and in range.
#[derive(Clone, Debug)]
pub(super) struct SearchRequest {
    pub(super) read: ReadSource,
    pub(super) task: Task,
    pub(super) engine: Option<String>,
    pub(super) style: Style,
    pub(super) cache: CacheUse,
    /// The session's name.
    pub(super) session: Option<String>,
}

impl SearchFields {
    /// All but the moves, and the place in a game where there is none: what others fill in.
    ///
    /// # Errors
    ///
    /// A game or ply that no PGN has.
    pub(super) fn without_moves(self) -> Result<Self, Problem> {
        count("game", 1, self.game)?;
        count("ply", 0, self.ply)?;
        let in_a_game = self.pgn.is_some();
        Ok(Self {
            game: self.game.filter(|_| in_a_game),
            ply: self.ply.filter(|_| in_a_game),
            moves: None,
            searchmoves: None,
            ..self
        })
    }

    /// Reads and checks everything; nothing has been searched yet.
    pub(super) async fn read(
        self,
        origin: Origin,
        blocking: &Blocking,
    ) -> Result<SearchRequest, Problem> {
        let at = |error: OutOfRange| Problem::from(error).sent_as(origin);
        let limits = self.limits().map_err(at)?;
        let multipv = quantity::<MultiPv>(self.multipv)
            .map_err(at)?
            .unwrap_or(MultiPv::MIN);
        let session = self.session.map(session).transpose();
        let threads = quantity::<Threads>(self.threads)
            .map_err(at)?
            .unwrap_or(Threads::MIN);
        let language = language_out(self.language_out.as_deref()).map_err(|p| p.sent_as(origin))?;
        let style = Style::new(
            self.pov,
            self.castling_style,
            self.fen_style,
            self.ep_style,
            language,
        );
        let source = SourceFields {
            fen: self.fen,
            pgn: self.pgn,
            game: self.game,
            ply: self.ply,
            moves: self.moves,
            variant: self.variant,
            language: self.language.clone(),
        };
        let read = source.read(origin, blocking).await?;
        let searchmoves = match self.searchmoves {
            Some(MoveText(moves)) => search_moves(&read, &moves, self.language.as_deref())
                .map_err(|p| p.sent_as(origin))?,
            None => Vec::new(),
        };
        let mut task = Task::new(read.position.clone(), limits);
        (task.multipv, task.threads, task.searchmoves) = (multipv, threads, searchmoves);
        if let Some(settings) = self.options {
            settings
                .apply(&mut task, self.threads.is_some())
                .map_err(|p| p.sent_as(origin))?;
        }
        Ok(SearchRequest {
            read,
            task,
            engine: self.engine,
            style,
            cache: self.cache.unwrap_or_default(),
            session: session.map_err(|problem| problem.sent_as(origin))?,
        })
    }

    fn limits(&self) -> Result<Limits, OutOfRange> {
        let limits = Limits {
            depth: quantity(self.depth)?,
            nodes: quantity(self.nodes)?,
            movetime: quantity(self.movetime)?,
            mate: quantity(self.mate)?,
            clock: None,
            infinite: false,
        };
        if limits.is_empty() {
            return MoveTime::try_from(DEFAULT_MOVETIME_MS).map(Limits::movetime);
        }
        Ok(limits)
    }
}

fn quantity<T: TryFrom<i128, Error = OutOfRange>>(
    number: Option<Number>,
) -> Result<Option<T>, OutOfRange> {
    number.map(|Number(value)| T::try_from(value)).transpose()
}

/// The name of a session.
fn session(name: String) -> Result<String, Problem> {
    let characters = name.chars().count();
    if (1..=LONGEST_SESSION).contains(&characters) {
        return Ok(name);
    }
    let detail = format!("session has {characters} characters, expected 1 to {LONGEST_SESSION}");
    Err(Problem::new(S::UNPROCESSABLE_ENTITY, "session-invalid", detail).field("session"))
}

/// Root moves, each legal in the position.
fn search_moves(
    read: &ReadSource,
    moves: &Moves,
    language: Option<&str>,
) -> Result<Vec<Move>, Problem> {
    let language = language.map(self::language).transpose()?;
    read_alternatives(&read.position, moves, language).map_err(Problem::from)
}

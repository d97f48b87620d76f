//! `kibitz convert`: positions, moves and games in another form, for a terminal or a pipe.

use std::fs::File;
use std::io::Read;
use std::process::ExitCode;

use clap::Args;

use super::lines::{self, Out};
use super::named::named;
use super::validate::finding;
use crate::notation::pgn::{self, Game, Reader};
use crate::notation::source::{Moves, ReadSource, Source, SourceError};
use crate::notation::{Language, Severity, position_of};
use crate::position::{CastlingStyle, EpStyle, FenStyle, Variant};
use crate::wire::{Conversion, Converted, Form, Style};

/// Bytes of a PGN read at a time.
const PIECE: usize = 64 << 10;

/// What to convert, and to what.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
    kibitz convert --to san --moves 'e2e4 e7e5 g1f3'\n  \
    kibitz convert --to shredder < positions.fen\n  \
    kibitz convert --to uci --pgn games.pgn\n  \
    kibitz convert --to san --language de --language-out es --moves 'Sf3 d5'")]
pub struct Options {
    /// What to write: fen, xfen, shredder, epd; uci, san, lan, figurine, iccf; pgn
    #[arg(long, value_parser = named::<Form>)]
    to: Form,
    /// The position; in a pipe, one on each line, or with a form of moves the start of each line
    #[arg(long)]
    fen: Option<String>,
    /// Moves played from there, in any notation
    #[arg(long)]
    moves: Option<String>,
    /// A PGN file, `-` for standard input: each of its games
    #[arg(long, value_name = "FILE", conflicts_with_all = ["fen", "moves"])]
    pgn: Option<String>,
    /// Only this game of the PGN, from 1
    #[arg(long, requires = "pgn", value_parser = clap::value_parser!(u32).range(1..))]
    game: Option<u32>,
    /// The position after so many plies of the game instead of its end
    #[arg(long, requires = "pgn")]
    ply: Option<u32>,
    /// The rules: standard or chess960
    #[arg(long, value_parser = named::<Variant>)]
    variant: Option<Variant>,
    /// Whose piece letters the moves use: en, de, fr, es ... [default: found by the moves]
    #[arg(long)]
    language: Option<Language>,
    /// Whose piece letters are written
    #[arg(long)]
    language_out: Option<Language>,
    /// Castling in UCI: standard (e1g1) or chess960 (e1h1)
    #[arg(long, value_parser = named::<CastlingStyle>)]
    castling_style: Option<CastlingStyle>,
    /// Castling in FEN: xfen (KQkq) or shredder (HAha)
    #[arg(long, value_parser = named::<FenStyle>)]
    fen_style: Option<FenStyle>,
    /// When FEN names the en passant square: legal, pseudo or always
    #[arg(long, value_parser = named::<EpStyle>)]
    ep_style: Option<EpStyle>,
    /// Print one JSON object a line, as /v1/convert answers it
    #[arg(long)]
    json: bool,
}

/// Exit code 0 when everything was converted, 1 when something was not, or not to its end; in a pipe its line is left
/// blank then, so that lines stay side by side.
pub(super) fn run(options: &Options) -> anyhow::Result<ExitCode> {
    let mut filter = Filter {
        options,
        out: Out::new(),
        count: 0,
        failed: false,
    };
    match &options.pgn {
        Some(file) if file == "-" => filter.games(std::io::stdin().lock())?,
        Some(file) => filter.games(open(file)?)?,
        None if options.is_filter() => {
            for line in lines::of_stdin() {
                let source = options.source_of(line?);
                filter.tell(source.read())?;
            }
        }
        None => filter.tell(options.source().read())?,
    }
    filter.out.flush()?;
    Ok(if filter.failed {
        ExitCode::FAILURE
    } else {
        ExitCode::SUCCESS
    })
}

fn open(file: &str) -> anyhow::Result<File> {
    File::open(file).map_err(|error| anyhow::anyhow!("cannot open {file}: {error}"))
}

impl Options {
    /// Whether the lines of standard input are converted.
    fn is_filter(&self) -> bool {
        match (&self.fen, &self.moves) {
            (Some(text), None) if text == "-" => true,
            (fen, None) => (fen.is_none() || self.writes_moves()) && lines::are_piped(),
            (_, Some(moves)) => moves == "-",
        }
    }

    fn writes_moves(&self) -> bool {
        !matches!(self.to, Form::Fen | Form::Xfen | Form::Shredder | Form::Epd)
    }

    fn source(&self) -> Source {
        Source {
            fen: self.fen.clone(),
            moves: self.moves.clone().map(Moves::Text),
            variant: self.variant,
            language: self.language,
            ..Source::default()
        }
    }

    /// A line is a position where positions are written, else moves.
    fn source_of(&self, line: String) -> Source {
        let mut source = self.source();
        if self.writes_moves() || self.moves.is_some() {
            source.moves = Some(Moves::Text(line));
        } else {
            source.fen = Some(line);
        }
        source
    }

    fn style(&self) -> Style {
        Style::new(
            None,
            self.castling_style,
            self.fen_style,
            self.ep_style,
            self.language_out,
        )
    }
}

/// What is converted one after the other.
#[derive(Debug)]
struct Filter<'a> {
    options: &'a Options,
    out: Out,
    count: usize,
    failed: bool,
}

impl Filter<'_> {
    fn tell(&mut self, read: Result<ReadSource, SourceError>) -> anyhow::Result<()> {
        self.count += 1;
        match read {
            Ok(read) => {
                let conversion = Conversion::new(read, self.options.to, self.options.style());
                self.write(&conversion)
            }
            Err(error) => self.refuse(&error),
        }
    }

    fn write(&mut self, conversion: &Conversion) -> anyhow::Result<()> {
        if self.options.json {
            return Ok(self.out.line(&serde_json::to_string(conversion)?)?);
        }
        for said in conversion.findings.iter() {
            if said.severity != Severity::Info {
                eprintln!("{}:{}", self.count, finding(said));
            }
        }
        let text = match &conversion.result {
            Converted::Text(text) => text.trim_end().to_owned(),
            Converted::Moves(moves) => moves.join(" "),
        };
        self.out.line(&text)?;
        if self.options.to == Form::Pgn {
            self.out.line("")?; // between two games
        }
        Ok(())
    }

    fn refuse(&mut self, error: &SourceError) -> anyhow::Result<()> {
        self.failed = true;
        if self.options.json {
            let line = serde_json::json!({
                "code": error.code, "detail": error.detail, "findings": error.findings,
            });
            return Ok(self.out.line(&line.to_string())?);
        }
        eprintln!("{}: [{}] {}", self.count, error.code, error.detail);
        for said in error
            .findings
            .iter()
            .filter(|said| said.message != error.detail)
        {
            eprintln!("{}", finding(said));
        }
        Ok(self.out.line("")?)
    }

    /// Each game of a PGN, in bounded memory.
    fn games(&mut self, mut from: impl Read) -> anyhow::Result<()> {
        let mut reader = Reader::new(pgn::Options {
            language: self.options.language,
            ..pgn::Options::default()
        });
        let mut games = Vec::new();
        let mut piece = vec![0; PIECE];
        let summary = loop {
            let length = from.read(&mut piece)?;
            if length == 0 {
                break reader.finish(&mut |game| games.push(game));
            }
            reader.feed(&piece[..length], &mut |game| games.push(game));
            for game in games.drain(..) {
                self.game(&game)?;
            }
        };
        for game in games.drain(..) {
            self.game(&game)?;
        }
        if let Some(foreign) = summary.foreign {
            anyhow::bail!("[{}] {foreign}", foreign.code());
        }
        match self.options.game {
            Some(asked) if u64::from(asked) > summary.games => {
                anyhow::bail!("game {asked} of a PGN with {} games", summary.games)
            }
            Some(_) | None => Ok(()),
        }
    }

    fn game(&mut self, game: &Game) -> anyhow::Result<()> {
        let asked = self.options.game;
        if asked.is_some_and(|asked| game.number != u64::from(asked)) {
            return Ok(());
        }
        if self.options.to == Form::Pgn && self.options.ply.is_none() {
            // Whole: with its tags, variations and comments.
            self.count += 1;
            self.failed |= !game.errors.is_empty();
            return self.write(&Conversion::of_game(game));
        }
        self.tell(position_of(game, self.options.ply))
    }
}

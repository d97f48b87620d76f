//! A position or a line of moves in another form.

use serde::{Deserialize, Serialize};

use super::Style;
use crate::notation::moves::{Notation, Spelling, spell_all};
use crate::notation::pgn::{self, Game};
use crate::notation::source::ReadSource;
use crate::notation::{Findings, Language, epd, fen, findings_of, pgn_of};
use crate::position::FenStyle;

/// What a conversion writes.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq)]
#[serde(rename_all = "lowercase")]
pub enum Form {
    /// FEN in the asked style.
    Fen,
    /// X-FEN.
    Xfen,
    /// Shredder-FEN.
    Shredder,
    /// EPD, with the operations of an EPD that was given, and with counters and repetitions.
    Epd,
    /// The moves in UCI.
    Uci,
    /// The moves in SAN.
    San,
    /// The moves in long algebraic notation.
    Lan,
    /// The moves in SAN with figurines.
    Figurine,
    /// The moves in ICCF numeric notation.
    Iccf,
    /// The moves as a PGN.
    Pgn,
}

/// The answer of `/v1/convert`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Conversion {
    /// A list for moves, else one text.
    pub result: Converted,
    /// What was mended or assumed in the request.
    #[serde(skip_serializing_if = "Findings::is_empty")]
    pub findings: Findings,
}

/// What was written.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Converted {
    /// A position or a game.
    Text(String),
    /// One item a move.
    Moves(Vec<String>),
}

impl Conversion {
    /// A whole game as a PGN; what could not be read in it is kept as a comment, and said.
    pub fn of_game(game: &Game) -> Self {
        Self {
            result: Converted::Text(pgn::write(game)),
            findings: findings_of(game),
        }
    }

    /// Writes what was read in another form.
    pub fn new(read: ReadSource, to: Form, style: Style) -> Self {
        let position = &read.position;
        let dialect = style.dialect;
        let text = |fen_style| Converted::Text(fen::write(position, fen_style, dialect.ep));
        let moves = |notation, language| {
            let castling = dialect.castling_for(position.variant());
            Converted::Moves(spell_all(
                position,
                Spelling {
                    notation,
                    language,
                    castling,
                },
            ))
        };
        let result = match to {
            Form::Fen => text(dialect.fen),
            Form::Xfen => text(FenStyle::Xfen),
            Form::Shredder => text(FenStyle::Shredder),
            Form::Epd => Converted::Text(epd_of(&read, style)),
            Form::Uci => moves(Notation::Uci, style.language),
            Form::San => moves(Notation::San, style.language),
            Form::Lan => moves(Notation::Lan, style.language),
            Form::Figurine => moves(Notation::San, Language::FIGURINE),
            Form::Iccf => moves(Notation::Iccf, style.language),
            Form::Pgn => Converted::Text(pgn_of(position)),
        };
        Self {
            result,
            findings: read.findings,
        }
    }
}

/// The position's own counters first; operations that were given follow, as long as no move has
/// been played since: they speak of the position that they stood with.
fn epd_of(read: &ReadSource, style: Style) -> String {
    let position = &read.position;
    let mut operations = epd::operations_of(position);
    if position.moves().is_empty() {
        let own: Vec<String> = operations.iter().map(|own| own.opcode.clone()).collect();
        let given = read
            .operations
            .iter()
            .filter(|given| !own.contains(&given.opcode));
        operations.extend(given.cloned());
    }
    epd::write(position, style.dialect.fen, style.dialect.ep, &operations)
}

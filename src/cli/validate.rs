//! `kibitz validate`: what is wrong with FENs, for a terminal or a pipe.

use std::process::ExitCode;

use clap::Args;

use super::lines::{self, Out};
use super::named::named;
use crate::notation::fen;
use crate::notation::{Finding, Severity};
use crate::position::Variant;
use crate::wire::{Include, Style, Validation};

/// What to validate, and how to say it.
#[derive(Args, Debug)]
pub struct Options {
    /// FENs; `-`, or none in a pipe, reads one from each line of standard input
    #[arg(value_name = "FEN")]
    fens: Vec<String>,
    /// The rules: standard or chess960
    #[arg(long, value_parser = named::<Variant>)]
    variant: Option<Variant>,
    /// Print one JSON object a line, as /v1/fen/validate answers it
    #[arg(long)]
    json: bool,
}

/// Exit code 0 when every FEN is playable, 1 when one is not.
pub(super) fn run(options: &Options) -> anyhow::Result<ExitCode> {
    let mut out = Out::new();
    let mut all_playable = true;
    let mut tell = |text: &str| -> anyhow::Result<()> {
        let reading = fen::read(text, options.variant);
        let verdict = Validation::new(reading, Style::default(), Include::Nothing);
        all_playable &= verdict.playable;
        if options.json {
            return Ok(out.line(&serde_json::to_string(&verdict)?)?);
        }
        Ok(out.line(&words(text, &verdict))?)
    };
    let piped = options.fens.is_empty() && lines::are_piped();
    if piped || options.fens == ["-"] {
        for line in lines::of_stdin() {
            tell(&line?)?;
        }
    } else if options.fens.is_empty() {
        anyhow::bail!("no FEN; give one in quotes, or `-` to read them from standard input");
    } else {
        options.fens.iter().try_for_each(|text| tell(text))?;
    }
    out.flush()?;
    Ok(if all_playable {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

fn words(text: &str, verdict: &Validation) -> String {
    let word = match (verdict.playable, verdict.plausible) {
        (true, true) => "playable",
        (true, false) => "playable, but no game leads here",
        (false, _) => "not playable",
    };
    let mut lines = vec![format!("{word}: {}", crate::notation::quote(text))];
    lines.extend(verdict.findings.iter().map(finding));
    lines.extend(
        verdict
            .suggested_fen
            .iter()
            .map(|fen| format!("  suggested: {fen}")),
    );
    lines.join("\n")
}

/// A finding in words, as the filters print it.
pub(super) fn finding(finding: &Finding) -> String {
    let severity = match finding.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "info",
    };
    let Finding {
        code,
        start,
        message,
        ..
    } = finding;
    format!("  {severity} [{code}] at {start}: {message}")
}

//! `kibitz validate`: what is wrong with FENs, for a terminal or a pipe.
#![expect(clippy::print_stdout, reason = "this is what the subcommand is for")]

use std::io::{BufRead as _, IsTerminal as _};
use std::process::ExitCode;

use clap::Args;

use crate::notation::fen;
use crate::notation::{Finding, Severity};
use crate::wire::{Include, Style, Validation};

/// What to validate, and how to say it.
#[derive(Args, Debug)]
pub struct Options {
    /// FENs; `-`, or none in a pipe, reads one from each line of standard input
    #[arg(value_name = "FEN")]
    fens: Vec<String>,
    /// The rules: standard or chess960
    #[arg(long, value_parser = ["standard", "chess960"])]
    variant: Option<String>,
    /// Print one JSON object a line, as /v1/fen/validate answers it
    #[arg(long)]
    json: bool,
}

/// Exit code 0 when every FEN is playable, 1 when one is not.
pub(super) fn run(options: &Options) -> anyhow::Result<ExitCode> {
    let mut all_playable = true;
    for text in texts(&options.fens)? {
        let variant = options.variant.as_deref().map(|name| match name {
            "chess960" => crate::position::Variant::Chess960,
            _ => crate::position::Variant::Standard,
        });
        let verdict = Validation::new(
            fen::read(&text, variant),
            Style::default(),
            Include::Nothing,
        );
        all_playable &= verdict.playable;
        if options.json {
            println!("{}", serde_json::to_string(&verdict)?);
        } else {
            print_verdict(&text, &verdict);
        }
    }
    Ok(if all_playable {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

fn texts(given: &[String]) -> anyhow::Result<Vec<String>> {
    let piped = given.is_empty() && !std::io::stdin().is_terminal();
    if given.is_empty() && !piped {
        anyhow::bail!("no FEN; give one in quotes, or `-` to read them from standard input");
    }
    if piped || given == ["-"] {
        let lines = std::io::stdin()
            .lock()
            .lines()
            .collect::<Result<Vec<_>, _>>()?;
        return Ok(lines
            .into_iter()
            .filter(|line| !line.trim().is_empty())
            .collect());
    }
    Ok(given.to_vec())
}

fn print_verdict(text: &str, verdict: &Validation) {
    let word = match (verdict.playable, verdict.plausible) {
        (true, true) => "playable",
        (true, false) => "playable, but no game leads here",
        (false, _) => "not playable",
    };
    println!("{word}: {}", crate::notation::quote(text));
    for finding in verdict.findings.iter() {
        print_finding(finding);
    }
    if let Some(suggested) = &verdict.suggested_fen {
        println!("  suggested: {suggested}");
    }
}

fn print_finding(finding: &Finding) {
    let severity = match finding.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "info",
    };
    println!(
        "  {severity} [{}] at {}: {}",
        finding.code, finding.start, finding.message
    );
}

//! Perft of a corpus through the search's staged move generation, against published counts.
//!
//! `cargo bench --bench perft_corpus -- [DEPTH] [FILE …]`: every position with a count for a depth
//! up to `DEPTH` (default 4), from the files given or all of `$KIBITZ_CORPUS/perft`. Reads EPD with
//! `D1 20; D2 400`, `id/epd/perft` blocks, and JSON lines with `fen` and `depths`. Exit code 1 on
//! the first file with a difference.
#![expect(clippy::print_stdout, reason = "it prints its figures")]

use std::path::PathBuf;
use std::time::Instant;

use kibitz::search::perft;
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, PositionError, Setup};

struct Case {
    text: String,
    counts: Vec<(u32, u64)>,
}

fn main() -> anyhow::Result<()> {
    let mut arguments = std::env::args().skip(1).filter(|word| word != "--bench");
    let depth: u32 = arguments.next().map_or(Ok(4), |word| word.parse())?;
    let files = match arguments.map(PathBuf::from).collect::<Vec<_>>() {
        given if given.is_empty() => corpus()?,
        given => given,
    };
    let (mut nodes, mut wrong) = (0, 0);
    let start = Instant::now();
    for file in files {
        let cases = read(&std::fs::read_to_string(&file)?)?;
        let mut counts = 0;
        for case in &cases {
            let chess = position(&case.text)?;
            for &(plies, expected) in case.counts.iter().filter(|count| count.0 <= depth) {
                let found = perft(&chess, plies);
                nodes += found;
                counts += 1;
                if found != expected {
                    wrong += 1;
                    println!("{} depth {plies}: {found}, published {expected}", case.text);
                }
            }
        }
        let seconds = start.elapsed().as_secs_f64();
        println!(
            "{}: {} positions, {counts} counts; {nodes} nodes so far in {seconds:.1} s",
            file.display(),
            cases.len(),
        );
    }
    println!("{nodes} nodes, {wrong} differences");
    std::process::exit(i32::from(wrong > 0));
}

fn corpus() -> anyhow::Result<Vec<PathBuf>> {
    let root = std::env::var("KIBITZ_CORPUS")?;
    let mut files: Vec<PathBuf> = std::fs::read_dir(PathBuf::from(root).join("perft"))?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()?;
    files.sort();
    Ok(files)
}

fn read(text: &str) -> anyhow::Result<Vec<Case>> {
    let mut cases: Vec<Case> = Vec::new();
    // Some of the published files end their lines with NUL.
    let ends = |c: char| c.is_whitespace() || c == '\0';
    for line in text.lines().map(|line| line.trim_matches(ends)) {
        if line.is_empty() || line.starts_with('#') || line.starts_with("id ") {
            continue;
        }
        if line.starts_with('{') {
            cases.push(json(line)?);
        } else if let Some(epd) = line.strip_prefix("epd ") {
            cases.push(Case {
                text: epd.to_owned(),
                counts: Vec::new(),
            });
        } else if let Some(count) = line.strip_prefix("perft ") {
            if let (Some(case), Some((depth, count))) = (cases.last_mut(), count.split_once(' ')) {
                case.counts.push((depth.parse()?, count.trim().parse()?));
            }
        } else {
            cases.push(epd(line)?);
        }
    }
    Ok(cases)
}

fn epd(line: &str) -> anyhow::Result<Case> {
    let mut parts = line.split(';').map(str::trim);
    let text = parts.next().unwrap_or_default();
    let mut counts = Vec::new();
    for part in parts.filter(|part| !part.is_empty()) {
        let (depth, count) = part.split_once(' ').unwrap_or((part, ""));
        counts.push((
            depth.trim_start_matches('D').parse()?,
            count.trim().parse()?,
        ));
    }
    Ok(Case {
        text: text.to_owned(),
        counts,
    })
}

fn json(line: &str) -> anyhow::Result<Case> {
    let value: serde_json::Value = serde_json::from_str(line)?;
    let mut counts = Vec::new();
    if let Some(depths) = value["depths"].as_object() {
        for (depth, count) in depths {
            counts.push((depth.parse()?, count.as_u64().unwrap_or_default()));
        }
    }
    Ok(Case {
        text: value["fen"].as_str().unwrap_or_default().to_owned(),
        counts,
    })
}

/// Castling rights decide the rules: those of orthodox chess where they fit.
fn position(text: &str) -> anyhow::Result<Chess> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let fen: Fen = words.join(" ").parse()?;
    let setup = fen.into_setup();
    let position = read_setup(&setup, CastlingMode::Standard);
    position
        .or_else(|| read_setup(&setup, CastlingMode::Chess960))
        .ok_or_else(|| anyhow::anyhow!("{text}: not a legal position"))
}

fn read_setup(setup: &Setup, mode: CastlingMode) -> Option<Chess> {
    let position = setup.clone().position::<Chess>(mode);
    position
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_impossible_check)
        .ok()
}

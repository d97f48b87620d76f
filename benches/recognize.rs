//! How well pictures of chessboards are read, and how fast.
//!
//! `cargo bench --bench recognize -- FOLDER [words of file names]` reads the pictures that the
//! folder's `labels.csv` and `corners.csv` tell of, and prints a table by category, then what was
//! read wrongly. Never choose weights or thresholds by a folder that is to measure them.

#![expect(clippy::print_stdout, reason = "a report for a terminal")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Instant;

use kibitz::recognize::{Bottom, Recognition, RecognizeError, Scene};

/// One line of `labels.csv`, with its corners.
struct Picture {
    file: String,
    /// Empty where there is no board.
    placement: String,
    orientation: String,
    category: String,
    corners: Option<[(f32, f32); 4]>,
}

/// What was counted over the pictures of one category.
#[derive(Clone, Default)]
struct Tally {
    pictures: usize,
    found: usize,
    located: usize,
    exact: usize,
    exact_squares: usize,
    squares: usize,
    oriented: usize,
    wrong: usize,
    wrong_told: usize,
    right_told: usize,
    corner_error: f64,
    milliseconds: f64,
    slowest: f64,
    /// How much each picture looked like a board.
    clarity: Vec<f32>,
}

fn main() {
    let arguments: Vec<String> = std::env::args()
        .skip(1)
        .filter(|a| a != "--bench")
        .collect();
    let Some(folder) = arguments.first() else {
        eprintln!("no folder of pictures named; see the head of benches/recognize.rs");
        return;
    };
    let folder = PathBuf::from(folder);
    let mut tallies: BTreeMap<String, Tally> = BTreeMap::new();
    for picture in pictures(&folder) {
        if arguments.len() > 1
            && !arguments[1..]
                .iter()
                .any(|word| picture.file.contains(word))
        {
            continue;
        }
        let bytes = std::fs::read(folder.join(&picture.file)).expect("a picture of the list");
        let start = Instant::now();
        let read = Scene::read(&bytes).and_then(|scene| scene.recognize(None));
        let milliseconds = start.elapsed().as_secs_f64() * 1e3;
        for name in [picture.category.as_str(), "~all"] {
            let tally = tallies.entry(name.to_owned()).or_default();
            tally.pictures += 1;
            tally.milliseconds += milliseconds;
            tally.slowest = tally.slowest.max(milliseconds);
            tally.clarity.push(clarity(&read));
            match &read {
                Ok(recognition) => tally.count(&picture, recognition),
                Err(_) if picture.placement.is_empty() => {
                    (tally.exact, tally.exact_squares) = (tally.exact + 1, tally.exact_squares + 1)
                }
                Err(_) => {}
            }
        }
        match &read {
            Ok(recognition) => tell(&picture, recognition),
            Err(_) if picture.placement.is_empty() => {}
            Err(error) => println!("{}: {error}", picture.file),
        }
        if std::env::var_os("OVERLAY").is_some()
            && let (Ok(scene), Ok(recognition)) = (Scene::read(&bytes), &read)
        {
            let file = Path::new("/tmp/overlay").join(format!("{}.png", picture.file));
            std::fs::write(file, scene.overlay(recognition)).expect("a folder to write to");
        }
    }
    println!(
        "category          n found located  exact  (any way)  squares  oriented  corners  told: wrong  right     ms  slowest"
    );
    for (name, tally) in &tallies {
        println!("{}", tally.row(name));
    }
    println!("\nclarity           least     5 %   median    95 %    most");
    for (name, tally) in &mut tallies {
        tally.clarity.sort_by(f32::total_cmp);
        let at = |share: f32| tally.clarity[(share * (tally.clarity.len() - 1) as f32) as usize];
        let [a, b, c, d, e] = [0.0, 0.05, 0.5, 0.95, 1.0].map(at);
        println!("{name:<14} {a:>8.3} {b:>7.3} {c:>8.3} {d:>7.3} {e:>7.3}");
    }
}

impl Tally {
    fn count(&mut self, picture: &Picture, recognition: &Recognition) {
        if picture.placement.is_empty() {
            return;
        }
        self.found += 1;
        let (read, expected) = (
            letters(&recognition.placement()),
            letters(&picture.placement),
        );
        let turned: Vec<char> = read.iter().rev().copied().collect();
        let same = |a: &[char]| a.iter().zip(&expected).filter(|(a, b)| a == b).count();
        let (straight, back) = (same(&read), same(&turned));
        let right = straight.max(back);
        self.squares += right;
        self.exact_squares += usize::from(right == 64);
        self.oriented += usize::from(bottom(recognition.bottom) == picture.orientation);
        self.exact += usize::from(straight == 64);
        let mut told: Vec<bool> = recognition
            .squares
            .iter()
            .map(|s| recognition.uncertain.contains(&s.square))
            .collect();
        let mut read = read;
        if back > straight {
            told.reverse();
            read.reverse();
        }
        for ((read, expected), told) in read.iter().zip(&expected).zip(told) {
            match (read == expected, told) {
                (true, told) => self.right_told += usize::from(told),
                (false, told) => {
                    self.wrong += 1;
                    self.wrong_told += usize::from(told);
                }
            }
        }
        if let Some(error) = corner_error(picture, recognition) {
            self.corner_error += error;
            self.located += usize::from(error < 0.03);
        }
    }

    fn row(&self, name: &str) -> String {
        let share = |part: usize, of: usize| 100.0 * part as f64 / of.max(1) as f64;
        format!(
            "{name:<14} {:>4} {:>5} {:>7} {:>5.1}% {:>9.1}% {:>7.2}% {:>8.1}% {:>7.2}% {:>6}/{:<5} {:>5.2}% {:>6.1} {:>7.0}",
            self.pictures,
            self.found,
            self.located,
            share(self.exact, self.pictures),
            share(self.exact_squares, self.pictures),
            share(self.squares, 64 * self.pictures),
            share(self.oriented, self.found),
            100.0 * self.corner_error / self.found.max(1) as f64,
            self.wrong_told,
            self.wrong,
            share(
                self.right_told,
                (64 * self.found).saturating_sub(self.wrong)
            ),
            self.milliseconds / self.pictures.max(1) as f64,
            self.slowest,
        )
    }
}

fn clarity(read: &Result<Recognition, RecognizeError>) -> f32 {
    match read {
        Ok(recognition) => recognition.clarity,
        Err(RecognizeError::NoBoard { clarity, .. }) => *clarity,
        Err(_) => 0.0,
    }
}

/// The farthest corner's distance as a share of the board's side.
fn corner_error(picture: &Picture, recognition: &Recognition) -> Option<f64> {
    let corners = picture.corners?;
    let far = |(a, b): (&(f32, f32), &kibitz::recognize::Point)| (a.0 - b.x).hypot(a.1 - b.y);
    let farthest = corners
        .iter()
        .zip(&recognition.corners)
        .map(far)
        .fold(0.0, f32::max);
    let side = (corners[0].0 - corners[2].0).hypot(corners[0].1 - corners[2].1) / 2_f32.sqrt();
    Some(f64::from(farthest / side))
}

fn tell(picture: &Picture, recognition: &Recognition) {
    if picture.placement.is_empty() {
        println!(
            "{}: a board where there is none, confidence {:.3}",
            picture.file, recognition.confidence
        );
        return;
    }
    let (read, expected) = (
        letters(&recognition.placement()),
        letters(&picture.placement),
    );
    let located = corner_error(picture, recognition).map_or(-1.0, |e| 100.0 * e);
    if read == expected {
        return;
    }
    let turned: Vec<char> = read.iter().rev().copied().collect();
    let wrong = |a: &[char]| -> Vec<String> {
        let squares = a.iter().zip(&expected).zip(&recognition.squares);
        squares
            .filter(|((a, b), _)| a != b)
            .map(|((a, b), s)| format!("{}:{b}>{a} {:.2}", s.square, s.confidence))
            .collect()
    };
    let (straight, back) = (wrong(&read), wrong(&turned));
    let flipped = if back.len() < straight.len() {
        "TURNED "
    } else {
        ""
    };
    let list = if flipped.is_empty() { straight } else { back };
    println!(
        "{}: {flipped}corners {located:.2}%, {:?} by {:?} {:.2}, turned {}, {} wrong: {}",
        picture.file,
        recognition.bottom,
        recognition.orientation_source,
        recognition.orientation_confidence,
        recognition.turned,
        list.len(),
        list.iter().take(8).cloned().collect::<Vec<_>>().join(", ")
    );
}

fn bottom(bottom: Bottom) -> &'static str {
    match bottom {
        Bottom::White => "white",
        Bottom::Black => "black",
        Bottom::FileA => "file-a",
        Bottom::FileH => "file-h",
    }
}

/// 64 letters, dots for empty squares.
fn letters(placement: &str) -> Vec<char> {
    let mut all = Vec::new();
    for letter in placement.chars().filter(|letter| *letter != '/') {
        match letter.to_digit(10) {
            Some(count) => all.extend(std::iter::repeat_n('.', count as usize)),
            None => all.push(letter),
        }
    }
    all
}

fn pictures(folder: &Path) -> Vec<Picture> {
    let corners: BTreeMap<String, [(f32, f32); 4]> = rows(&folder.join("corners.csv"))
        .into_iter()
        .filter_map(|row| {
            let number = |at: usize| row.get(at)?.parse::<f32>().ok();
            let corner = |at: usize| Some((number(at)?, number(at + 1)?));
            Some((
                row[0].clone(),
                [corner(1)?, corner(3)?, corner(5)?, corner(7)?],
            ))
        })
        .collect();
    let labels = rows(&folder.join("labels.csv")).into_iter();
    labels
        .map(|row| Picture {
            corners: corners.get(&row[0]).copied(),
            file: row[0].clone(),
            placement: row[1].clone(),
            orientation: row[2].clone(),
            category: row[3].clone(),
        })
        .collect()
}

fn rows(file: &Path) -> Vec<Vec<String>> {
    // Without corners nothing is said of them.
    let text = std::fs::read_to_string(file).unwrap_or_default();
    let lines = text.lines().skip(1).filter(|line| !line.is_empty());
    lines
        .map(|line| line.split(',').map(str::to_owned).collect())
        .collect()
}

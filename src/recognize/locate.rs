//! Where boards may lie in a picture.
//!
//! Corners of squares are looked for at several scales, grown into lattices, and the window of 7×7
//! inner corners that fits best gives a quad. Which quad is a board is for the reader of squares to
//! say.

use super::corners::{Field, Quarters};
use super::homography::{Homography, Point};
use super::lattice::{Index, Lattice, agreed};
use super::picture::Picture;
use super::quad::Quad;

/// The longer side of the picture that is looked at is at most this, in pixels.
const LOOKED_AT: usize = 1_024;
/// A picture with shorter sides is enlarged to twice its size.
const ENLARGED: usize = 420;
/// Sides of the windows that corners are looked for through, in pixels.
const WINDOWS: [usize; 4] = [3, 5, 9, 13];
/// How many corners lattices are started from, at each scale, and how many once a board is plain.
const STARTS: usize = 300;
const STARTS_THEN: usize = 48;
/// How many places are kept.
const MOST: usize = 10;

/// A place where a board may lie.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub(super) quad: Quad,
    /// How much it looks like one; only for comparing.
    pub(super) score: f32,
    /// How many of the 49 inner corners were seen.
    pub(super) seen: usize,
    /// The share of squares that are dark or light as they should be.
    alternation: f32,
}

impl Candidate {
    /// Whether nearly every corner is seen, on squares that are dark and light in turn.
    fn is_plain(&self) -> bool {
        self.seen >= 44 && self.alternation > 0.9
    }
}

/// The likeliest places, best first.
pub(super) fn locate(picture: &Picture) -> Vec<Candidate> {
    let longer = picture.width.max(picture.height);
    let view = if longer <= ENLARGED {
        picture.resized(2.0)
    } else {
        picture.shrunk(longer.div_ceil(LOOKED_AT))
    };
    let mut found = Vec::new();
    for window in WINDOWS {
        look(&view, window, Quarters::Diagonal, &mut found);
    }
    if found.iter().all(|c| c.seen < 30) {
        for window in [5, 9] {
            look(&view, window, Quarters::Straight, &mut found);
        }
    }
    // What does not fill a pixel is left out, so the sizes' ratio is not the scale.
    let across = if longer <= ENLARGED {
        0.5
    } else {
        longer.div_ceil(LOOKED_AT) as f32
    };
    for candidate in &mut found {
        candidate.quad = candidate.quad.scaled(across);
    }
    whole(picture, &mut found);
    distinct(found)
}

/// The picture itself, where it is nearly square: somebody has cut the board out.
fn whole(picture: &Picture, found: &mut Vec<Candidate>) {
    let (width, height) = (picture.width as f32, picture.height as f32);
    if !(0.85..1.18).contains(&(width / height)) {
        return;
    }
    for inset in [0.0, 0.01] {
        found.push(Candidate {
            quad: Quad::rectangle(
                width * inset,
                height * inset,
                width * (1.0 - inset),
                height * (1.0 - inset),
            ),
            score: 0.4,
            seen: 0,
            alternation: 0.0,
        });
    }
}

/// One candidate for each place, best first.
fn distinct(mut found: Vec<Candidate>) -> Vec<Candidate> {
    found.sort_by(|a, b| b.score.total_cmp(&a.score));
    let mut kept: Vec<Candidate> = Vec::new();
    for candidate in found {
        let size = candidate.quad.area().sqrt();
        let is_new = |other: &Candidate| candidate.quad.distance(&other.quad) > 0.03 * size;
        if kept.len() < MOST && kept.iter().all(is_new) {
            kept.push(candidate);
        }
    }
    kept
}

fn look(view: &Picture, window: usize, quarters: Quarters, found: &mut Vec<Candidate>) {
    let field = Field::of(view, window, quarters);
    if field.corners.len() < 12 {
        return;
    }
    let index = Index::of(&field.corners);
    let mut seen = vec![false; field.corners.len()];
    for (number, start) in starts(view, &field).into_iter().enumerate() {
        if number >= STARTS_THEN && found.iter().any(Candidate::is_plain) {
            break;
        }
        if seen[start] {
            continue;
        }
        for (right, down) in steps(&index, start, window) {
            let lattice = Lattice::grow(&index, start, right, down);
            if lattice.nodes.len() < 9 {
                continue;
            }
            let length = right.distance(Point::default());
            let before = found.len();
            windows(view, &field, &index, (&lattice, start, length), found);
            let most = found[before..].iter().map(|c| c.seen).max();
            // A good lattice needs no second start; a bad one must not keep others from theirs.
            if most.is_some_and(|most| most >= 35) {
                for (_, corner) in &lattice.nodes {
                    seen[*corner] = true;
                }
            }
            if most.is_some_and(|most| most >= 40) {
                break;
            }
        }
    }
}

/// The corners to start from: the strongest of each part of the picture in turn, so that text
/// beside a board does not take all.
fn starts(view: &Picture, field: &Field) -> Vec<usize> {
    const PARTS: usize = 8;
    let mut ranks = [[0_usize; PARTS]; PARTS];
    let part =
        |value: f32, size: usize| ((value * PARTS as f32 / size as f32) as usize).min(PARTS - 1);
    let mut order: Vec<(usize, usize)> = Vec::new();
    for (number, corner) in field.corners.iter().enumerate() {
        let rank = &mut ranks[part(corner.at.y, view.height)][part(corner.at.x, view.width)];
        order.push((*rank, number));
        *rank += 1;
    }
    order.sort_unstable();
    order
        .into_iter()
        .take(STARTS)
        .map(|(_, number)| number)
        .collect()
}

/// Pairs of steps from a corner that may be one square right and one square down.
fn steps(index: &Index<'_>, start: usize, window: usize) -> Vec<(Point, Point)> {
    const NEIGHBOURS: usize = 7;
    let at = index.corners[start].at;
    let shortest = window as f32 * 1.6;
    let to = |n: &usize| index.corners[*n].at - at;
    let near: Vec<Point> = index
        .opposite(start, 170.0, NEIGHBOURS + 3)
        .iter()
        .map(to)
        .filter(|step| step.distance(Point::default()) > shortest)
        .take(NEIGHBOURS)
        .collect();
    let mut steps = Vec::new();
    for a in &near {
        for b in &near {
            if let Some((right, down)) = step_pair(*a, *b)
                && continues(index, start, right, down)
            {
                steps.push((right, down));
            }
        }
    }
    steps
}

fn step_pair(a: Point, b: Point) -> Option<(Point, Point)> {
    if a.x.abs() < a.y.abs() * 0.9 {
        return None;
    }
    let right = if a.x < 0.0 { a * -1.0 } else { a };
    let down = if b.y < 0.0 { b * -1.0 } else { b };
    let (across, along) = (
        right.distance(Point::default()),
        down.distance(Point::default()),
    );
    let cosine = (right.x * down.x + right.y * down.y) / (across * along);
    let ratio = across / along;
    ((0.45..2.2).contains(&ratio) && cosine.abs() < 0.5).then_some((right, down))
}

/// Whether enough of the corners around are there too, so that it is worth growing.
fn continues(index: &Index<'_>, start: usize, right: Point, down: Point) -> bool {
    let corner = index.corners[start];
    let radius = 0.25
        * right
            .distance(Point::default())
            .min(down.distance(Point::default()));
    let around = [
        (1, 0),
        (-1, 0),
        (0, 1),
        (0, -1),
        (1, 1),
        (-1, 1),
        (1, -1),
        (-1, -1),
    ];
    let there = around.iter().filter(|(x, y)| {
        let place = corner.at + right * *x as f32 + down * *y as f32;
        let same = (x + y) % 2 == 0;
        index
            .nearest(place, radius, (corner.response > 0.0) == same)
            .is_some()
    });
    there.count() >= 4
}

/// What the picture has at one crossing of a lattice.
#[derive(Clone, Copy, Debug)]
struct Crossing {
    at: Point,
    /// Positive where the sign is the one that a chessboard has there.
    response: f32,
}

/// The windows of 7×7 crossings of a lattice that look most like a board.
fn windows(
    view: &Picture,
    field: &Field,
    index: &Index<'_>,
    (lattice, start, length): (&Lattice, usize, f32),
    found: &mut Vec<Candidate>,
) {
    let Some(map) = lattice.map(index, 0.15 * length) else {
        return;
    };
    // Text makes lattices that fit to no plane.
    let fits = |((x, y), n): &&((i32, i32), usize)| {
        let place = map.apply(Point::new(*x as f32, *y as f32));
        place.distance(index.corners[*n].at) < 0.15 * length
    };
    if 10 * lattice.nodes.iter().filter(fits).count() < 7 * lattice.nodes.len() {
        return;
    }
    let [columns, rows] = lattice.span();
    if columns.1 - columns.0 < 2 || rows.1 - rows.0 < 2 {
        return;
    }
    let sign = index.corners[start].response.signum();
    let places = |(least, most): (i32, i32)| (most - 6).min(least)..=least.max(most - 6);
    let crossing = |x: i32, y: i32| {
        let place = Point::new(x as f32, y as f32);
        let (response, at) = field.strongest(map.apply(place), 0.16 * length);
        let parity = if (x + y) % 2 == 0 { sign } else { -sign };
        let response = if map.is_before(place) {
            response * parity
        } else {
            0.0
        };
        Crossing { at, response }
    };
    let (left, top) = (*places(columns).start(), *places(rows).start());
    let (right, bottom) = (*places(columns).end() + 6, *places(rows).end() + 6);
    let table: Vec<Vec<Crossing>> = (top..=bottom)
        .map(|y| (left..=right).map(|x| crossing(x, y)).collect())
        .collect();
    let mut strengths: Vec<f32> = lattice
        .nodes
        .iter()
        .map(|(_, n)| index.corners[*n].response.abs())
        .collect();
    strengths.sort_by(f32::total_cmp);
    let least = strengths[strengths.len() / 2] * 0.25;
    let mut ranked: Vec<(f32, usize, usize)> = Vec::new();
    for y in 0..=table.len() - 7 {
        for x in 0..=table[0].len() - 7 {
            let all = table[y..y + 7].iter().flat_map(|row| &row[x..x + 7]);
            let score = all.map(|c| {
                f32::from(u8::from(c.response > least)) + c.response.clamp(0.0, 1000.0) * 2e-6
            });
            ranked.push((score.sum(), x, y));
        }
    }
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
    let best = ranked[0].0;
    for (score, x, y) in ranked.into_iter().take(3) {
        if score < 14.0 || score < best - 5.0 {
            break;
        }
        let rows: Vec<&[Crossing]> = table[y..y + 7].iter().map(|row| &row[x..x + 7]).collect();
        found.extend(candidate(view, field, &rows, (least, length)));
    }
}

/// The quad around 7×7 inner corners.
fn candidate(
    view: &Picture,
    field: &Field,
    rows: &[&[Crossing]],
    (least, length): (f32, f32),
) -> Option<Candidate> {
    let mut pairs = Vec::new();
    for (y, row) in rows.iter().enumerate() {
        for (x, crossing) in row.iter().enumerate() {
            if crossing.response > least {
                let place = Point::new(x as f32 + 1.0, y as f32 + 1.0);
                pairs.push((place, field.centre(crossing.at)));
            }
        }
    }
    let map = agreed(&pairs, 0.12 * length)?;
    let corners = [(0.0, 0.0), (8.0, 0.0), (8.0, 8.0), (0.0, 8.0)].map(|(x, y)| Point::new(x, y));
    if !corners.iter().all(|corner| map.is_before(*corner)) {
        return None;
    }
    let quad = Quad(corners.map(|corner| map.apply(corner)));
    let (width, height) = (view.width as f32, view.height as f32);
    let inside = |p: &Point| {
        (-0.25 * width..1.25 * width).contains(&p.x)
            && (-0.25 * height..1.25 * height).contains(&p.y)
    };
    if !quad.is_sound() || !quad.0.iter().all(inside) {
        return None;
    }
    let share = quad.area() / (width * height);
    let alternation = alternation(view, &map);
    let seen = pairs.len();
    let clarity = seen as f32 / 49.0 + 2.0 * (alternation - 0.5).max(0.0);
    Some(Candidate {
        quad,
        score: clarity + 0.15 * share.max(1e-6).ln(),
        seen,
        alternation,
    })
}

/// The share of the 64 squares that are on the right side of the middle between light and dark.
fn alternation(view: &Picture, map: &Homography) -> f32 {
    const NEAR: [(f32, f32); 4] = [(0.12, 0.12), (0.88, 0.12), (0.12, 0.88), (0.88, 0.88)];
    let tone = |square: usize| {
        let mut tones = NEAR.map(|(x, y)| {
            let place = map.apply(Point::new((square % 8) as f32 + x, (square / 8) as f32 + y));
            view.sample(place.x, place.y)
        });
        tones.sort_by(f32::total_cmp);
        (tones[1] + tones[2]) / 2.0
    };
    let tones: Vec<f32> = (0..64).map(tone).collect();
    let is_even = |square: &usize| (square % 8 + square / 8).is_multiple_of(2);
    let median = |even: bool| {
        let mut of: Vec<f32> = (0..64)
            .filter(|s| is_even(s) == even)
            .map(|s| tones[s])
            .collect();
        of.sort_by(f32::total_cmp);
        (of[15] + of[16]) / 2.0
    };
    let (even, odd) = (median(true), median(false));
    let middle = (even + odd) / 2.0;
    let right = (0..64).filter(|s| (tones[*s] > middle) == (is_even(s) == (even > odd)));
    right.count() as f32 / 64.0
}

//! Corners that belong together: a lattice grown over neighbours whose signs alternate.

use std::collections::VecDeque;

use super::corners::Corner;
use super::homography::{Homography, Point};

/// How far from its start a lattice may grow, each way: it may start at a board's corner.
const REACH: i32 = 8;
/// Cells of the table of nodes, a side.
const TABLE: usize = 2 * REACH as usize + 1;
/// Of a step's length: how far a neighbour may be from where it is expected.
const TOLERANCE: f32 = 0.22;

/// Corners by place, so that the nearest one is found at once.
#[derive(Debug)]
pub(super) struct Index<'a> {
    pub(super) corners: &'a [Corner],
    cell: f32,
    columns: usize,
    rows: usize,
    cells: Vec<Vec<u16>>,
}

impl<'a> Index<'a> {
    pub(super) fn of(corners: &'a [Corner]) -> Self {
        const CELL: f32 = 16.0;
        let most = |pick: fn(&Corner) -> f32| corners.iter().map(pick).fold(0.0, f32::max);
        let columns = (most(|c| c.at.x) / CELL) as usize + 1;
        let rows = (most(|c| c.at.y) / CELL) as usize + 1;
        let mut cells = vec![Vec::new(); columns * rows];
        for (number, corner) in corners.iter().enumerate() {
            let at = (corner.at.y / CELL) as usize * columns + (corner.at.x / CELL) as usize;
            cells[at].push(number as u16);
        }
        Self {
            corners,
            cell: CELL,
            columns,
            rows,
            cells,
        }
    }

    fn near(&self, place: Point, radius: f32) -> impl Iterator<Item = usize> {
        let bound = |from: f32, to: f32, most: usize| {
            let first = (from / self.cell).max(0.0) as usize;
            let last = (to / self.cell).max(0.0) as usize + 1;
            first.min(most)..last.min(most)
        };
        let columns = bound(place.x - radius, place.x + radius, self.columns);
        let rows = bound(place.y - radius, place.y + radius, self.rows);
        rows.flat_map(move |row| {
            columns
                .clone()
                .map(move |column| row * self.columns + column)
        })
        .flat_map(|cell| self.cells[cell].iter().map(|n| usize::from(*n)))
    }

    /// The nearest corner of a sign within a radius.
    pub(super) fn nearest(&self, place: Point, radius: f32, positive: bool) -> Option<usize> {
        let of_sign = |n: &usize| (self.corners[*n].response > 0.0) == positive;
        let far = |n: usize| self.corners[n].at.distance(place);
        self.near(place, radius)
            .filter(of_sign)
            .filter(|n| far(*n) < radius)
            .min_by(|a, b| far(*a).total_cmp(&far(*b)))
    }

    /// The nearest corners of the other sign.
    pub(super) fn opposite(&self, corner: usize, radius: f32, count: usize) -> Vec<usize> {
        let Corner { at, response } = self.corners[corner];
        let mut near: Vec<usize> = self
            .near(at, radius)
            .filter(|n| self.corners[*n].response * response < 0.0)
            .collect();
        near.sort_by(|a, b| {
            let far = |n: &usize| self.corners[*n].at.distance(at);
            far(a).total_cmp(&far(b))
        });
        near.truncate(count);
        near
    }
}

/// Corners with the whole numbers that they have on a lattice.
#[derive(Clone, Debug)]
pub(super) struct Lattice {
    /// Column and row on the lattice, and which corner it is.
    pub(super) nodes: Vec<((i32, i32), usize)>,
}

impl Lattice {
    /// Grows from a corner along two steps, right and down.
    pub(super) fn grow(index: &Index<'_>, start: usize, right: Point, down: Point) -> Self {
        let mut table = [[false; TABLE]; TABLE];
        let cell = |(x, y): (i32, i32)| ((x + REACH) as usize, (y + REACH) as usize);
        let mut used = vec![false; index.corners.len()];
        let mut lattice = Self { nodes: Vec::new() };
        let mut waiting = VecDeque::from([((0, 0), start, right, down)]);
        table[cell((0, 0)).0][cell((0, 0)).1] = true;
        used[start] = true;
        while let Some((place, corner, right, down)) = waiting.pop_front() {
            lattice.nodes.push((place, corner));
            for (dx, dy) in [(1, 0), (0, 1), (-1, 0), (0, -1)] {
                let next = (place.0 + dx, place.1 + dy);
                if next.0.abs() > REACH || next.1.abs() > REACH {
                    continue;
                }
                let (x, y) = cell(next);
                if table[x][y] {
                    continue;
                }
                let step = right * dx as f32 + down * dy as f32;
                let length = step.distance(Point::default());
                let Corner { at, response } = index.corners[corner];
                let found = index.nearest(at + step, TOLERANCE * length, response < 0.0);
                let Some(found) = found.filter(|found| !used[*found]) else {
                    continue;
                };
                table[x][y] = true;
                used[found] = true;
                let walked = (index.corners[found].at - at) * (dx + dy) as f32;
                let (right, down) = if dx == 0 {
                    (right, (down + walked) * 0.5)
                } else {
                    ((right + walked) * 0.5, down)
                };
                waiting.push_back((next, found, right, down));
            }
        }
        lattice
    }

    /// The least and the greatest number, of columns and of rows.
    pub(super) fn span(&self) -> [(i32, i32); 2] {
        let range = |pick: fn(&(i32, i32)) -> i32| {
            let numbers = || self.nodes.iter().map(|(place, _)| pick(place));
            (numbers().min().unwrap_or(0), numbers().max().unwrap_or(0))
        };
        [range(|place| place.0), range(|place| place.1)]
    }

    /// The map from the lattice to the picture that most corners agree with.
    pub(super) fn map(&self, index: &Index<'_>, tolerance: f32) -> Option<Homography> {
        let pairs: Vec<_> = self
            .nodes
            .iter()
            .map(|((x, y), n)| (Point::new(*x as f32, *y as f32), index.corners[*n].at))
            .collect();
        agreed(&pairs, tolerance)
    }
}

/// The map that most pairs agree with within a tolerance (random sample consensus, with samples
/// that are always the same).
pub(super) fn agreed(pairs: &[(Point, Point)], tolerance: f32) -> Option<Homography> {
    const SAMPLES: usize = 40;
    let agree = |map: &Homography| -> Vec<(Point, Point)> {
        let close = |(from, to): &&(Point, Point)| map.apply(*from).distance(*to) < tolerance;
        pairs.iter().filter(close).copied().collect()
    };
    let mut best = Homography::through(pairs)
        .map(|map| agree(&map))
        .unwrap_or_default();
    let mut seed = 0x9e37_79b9_7f4a_7c15_u64;
    for sample in 0..SAMPLES {
        let is_enough = 10 * best.len() >= 9 * pairs.len();
        // What so many samples have not shown is no plane.
        let is_hopeless = sample == SAMPLES / 3 && 3 * best.len() < pairs.len();
        if is_enough || is_hopeless {
            break;
        }
        let sample = [(); 4].map(|()| {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            pairs[(seed >> 33) as usize % pairs.len()]
        });
        let Some(map) = Homography::through(&sample) else {
            continue;
        };
        let agreeing = agree(&map);
        if agreeing.len() > best.len() {
            best = agreeing;
        }
    }
    Homography::through(&best)
}

//! Where four squares meet: places with two dark and two light quarters.
//!
//! The response has a sign: which diagonal is the lighter one. It alternates from corner to corner
//! of a chessboard, which few other things in a picture do.

use super::homography::Point;
use super::picture::Picture;

/// Grey values are counted in sixteenths.
const UNIT: u32 = 16;
/// Weaker responses are noise, in grey values.
const WEAKEST: i16 = 5 * UNIT as i16;
/// How many corners are kept: the strongest of each part of the picture in turn, so that text
/// beside a faint board does not take all.
const MOST: usize = 1_000;
/// Sides of those parts, in pixels.
const PART: usize = 64;

/// One corner.
#[derive(Clone, Copy, Debug)]
pub(super) struct Corner {
    pub(super) at: Point,
    /// Signed; in sixteenths of grey values.
    pub(super) response: f32,
}

/// The corners of a picture at one scale, and the response everywhere.
#[derive(Debug)]
pub(super) struct Field {
    width: usize,
    height: usize,
    /// How far from a place its quarters are looked at.
    reach: usize,
    response: Vec<i16>,
    pub(super) corners: Vec<Corner>,
}

/// Which way the quarters lie around a corner.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Quarters {
    /// Squares that stand upright: the quarters lie on the diagonals.
    Diagonal,
    /// Squares that stand on a corner: the quarters lie above, below, left and right.
    Straight,
}

impl Field {
    /// Looks at the picture through a window of `window`×`window` pixels, an odd number.
    pub(super) fn of(picture: &Picture, window: usize, quarters: Quarters) -> Self {
        let mut field = Self::response_of(picture, window, quarters);
        field.corners = field.peaks((window * 4 / 5).max(2));
        field
    }

    /// The response alone, without its peaks.
    pub(super) fn response_of(picture: &Picture, window: usize, quarters: Quarters) -> Self {
        let (width, height) = (picture.width, picture.height);
        let reach = window.div_ceil(2) + usize::from(window > 6);
        let blurred = Blurred::of(picture, window, reach);
        let mut response = Vec::with_capacity(width * height);
        for y in 0..height {
            let upper = blurred.row(y.saturating_sub(reach));
            let middle = blurred.row(y);
            let lower = blurred.row((y + reach).min(height - 1));
            let [west, centre, east] = [0, reach, 2 * reach].map(|from| from..from + width);
            let quads = match quarters {
                Quarters::Diagonal => [
                    &upper[west.clone()],
                    &upper[east.clone()],
                    &lower[west],
                    &lower[east],
                ],
                Quarters::Straight => [
                    &upper[centre.clone()],
                    &middle[east],
                    &middle[west],
                    &lower[centre],
                ],
            };
            respond(quads, &mut response);
        }
        Self {
            width,
            height,
            reach,
            response,
            corners: Vec::new(),
        }
    }

    fn at(&self, x: usize, y: usize) -> i16 {
        self.response[y * self.width + x]
    }

    /// The strongest response within `radius` of a place, and where it is.
    pub(super) fn strongest(&self, place: Point, radius: f32) -> (f32, Point) {
        let clamp = |value: f32, most: usize| value.clamp(0.0, most as f32) as usize;
        let (left, right) = (
            clamp(place.x - radius, self.width),
            clamp(place.x + radius + 1.0, self.width),
        );
        let (top, bottom) = (
            clamp(place.y - radius, self.height),
            clamp(place.y + radius + 1.0, self.height),
        );
        let mut best = (0_i16, place);
        for y in top..bottom {
            for x in left..right {
                let value = self.at(x, y);
                if value.abs() > best.0.abs() {
                    best = (value, Point::new(x as f32 + 0.5, y as f32 + 0.5));
                }
            }
        }
        (f32::from(best.0), best.1)
    }

    /// The corner itself, between pixels, at a place that [`Field::strongest`] gave.
    pub(super) fn centre(&self, place: Point) -> Point {
        let (x, y) = (place.x as usize, place.y as usize);
        self.corner(x.min(self.width - 1), y.min(self.height - 1))
            .at
    }

    /// The local peaks, the strongest of each part first, none within `apart` pixels of a stronger one.
    fn peaks(&self, apart: usize) -> Vec<Corner> {
        let (width, height) = (self.width, self.height);
        let mut peaks = Vec::new();
        for y in 1..height.saturating_sub(1) {
            for x in 1..width.saturating_sub(1) {
                let size = self.at(x, y).abs();
                if size > WEAKEST && self.is_peak(x, y, size) {
                    peaks.push((size, x, y));
                }
            }
        }
        peaks.sort_unstable_by_key(|(size, x, y)| (-size, *y, *x));
        let mut taken = vec![false; width * height];
        let parts = width.div_ceil(PART);
        let mut ranks = vec![0_u32; parts * height.div_ceil(PART)];
        let mut kept = Vec::new();
        for (_, x, y) in peaks {
            if taken[y * width + x] {
                continue;
            }
            let columns = x.saturating_sub(apart)..(x + apart + 1).min(width);
            for line in y.saturating_sub(apart)..(y + apart + 1).min(height) {
                taken[line * width + columns.start..line * width + columns.end].fill(true);
            }
            let rank = &mut ranks[y / PART * parts + x / PART];
            kept.push((*rank, x, y));
            *rank += 1;
        }
        kept.sort_by_key(|(rank, _, _)| *rank);
        kept.truncate(MOST);
        kept.into_iter()
            .map(|(_, x, y)| self.corner(x, y))
            .collect()
    }

    fn is_peak(&self, x: usize, y: usize, size: i16) -> bool {
        (y - 1..=y + 1)
            .all(|line| (x - 1..=x + 1).all(|column| self.at(column, line).abs() <= size))
    }

    /// The corner at a peak: the centre of the hill around, which may be flat on top.
    fn corner(&self, x: usize, y: usize) -> Corner {
        let peak = self.at(x, y);
        let half = f32::from(peak.abs()) / 2.0;
        let (mut left, mut top) = (x, y);
        let mut at = Point::default();
        for _ in 0..2 {
            let (mut sum, mut across, mut down) = (0.0, 0.0, 0.0);
            for line in top.saturating_sub(self.reach)..(top + self.reach + 1).min(self.height) {
                for column in
                    left.saturating_sub(self.reach)..(left + self.reach + 1).min(self.width)
                {
                    let value = f32::from(self.at(column, line)) * f32::from(peak.signum());
                    let weight = (value - half).max(0.0);
                    sum += weight;
                    across += weight * column as f32;
                    down += weight * line as f32;
                }
            }
            if sum > 0.0 {
                at = Point::new(across / sum, down / sum);
                (left, top) = ((at.x + 0.5) as usize, (at.y + 0.5) as usize);
            } else {
                at = Point::new(x as f32, y as f32);
            }
        }
        Corner {
            at: at + Point::new(0.5, 0.5),
            response: f32::from(peak),
        }
    }
}

/// By how much both of two opposite quarters are lighter than both others; negative for the
/// other two.
fn respond([a, b, c, d]: [&[i16]; 4], out: &mut Vec<i16>) {
    let quads = a.iter().zip(b).zip(c.iter().zip(d));
    out.extend(quads.map(|((a, b), (c, d))| {
        let falling = *a.min(d) - *b.max(c);
        let rising = *b.min(c) - *a.max(d);
        falling.max(0) - rising.max(0)
    }));
}

/// The picture through a square window, with its edges continued to both sides.
struct Blurred {
    stride: usize,
    values: Vec<i16>,
}

impl Blurred {
    fn of(picture: &Picture, window: usize, margin: usize) -> Self {
        let (width, height) = (picture.width, picture.height);
        let half = window / 2;
        let factor = (UNIT << 16) / (window * window) as u32;
        let rows: Vec<u16> = (0..height)
            .flat_map(|y| sums(picture.row(y), half))
            .collect();
        let row = |y: usize| &rows[y * width..(y + 1) * width];
        let clamped = |y: isize| row(y.clamp(0, height as isize - 1) as usize);
        let mut columns = vec![0_u32; width];
        for y in -(half as isize)..=half as isize {
            columns
                .iter_mut()
                .zip(clamped(y))
                .for_each(|(sum, v)| *sum += u32::from(*v));
        }
        let stride = width + 2 * margin;
        let mut values = Vec::with_capacity(height * stride);
        for y in 0..height as isize {
            let start = values.len();
            values.resize(start + margin, 0);
            values.extend(columns.iter().map(|sum| ((sum * factor) >> 16) as i16));
            let (first, last) = (values[start + margin], values[values.len() - 1]);
            values[start..start + margin].fill(first);
            values.resize(start + stride, last);
            let (gone, new) = (clamped(y - half as isize), clamped(y + half as isize + 1));
            for ((sum, gone), new) in columns.iter_mut().zip(gone).zip(new) {
                *sum = *sum + u32::from(*new) - u32::from(*gone);
            }
        }
        Self { stride, values }
    }

    fn row(&self, y: usize) -> &[i16] {
        &self.values[y * self.stride..(y + 1) * self.stride]
    }
}

/// The sum of each pixel and `half` on both sides of it.
fn sums(row: &[u8], half: usize) -> impl Iterator<Item = u16> {
    let value = |x: isize| u16::from(row[x.clamp(0, row.len() as isize - 1) as usize]);
    let half = half as isize;
    let mut sum: u16 = (-half - 1..half).map(value).sum();
    (0..row.len() as isize).map(move |x| {
        sum = sum + value(x + half) - value(x - half - 1);
        sum
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A chessboard of 8×8 squares with a margin.
    fn board(square: usize, margin: usize) -> Picture {
        let side = 8 * square + 2 * margin;
        let pixel = |at: usize| {
            let (x, y) = (at % side, at / side);
            let inside = |v: usize| (margin..side - margin).contains(&v);
            if !inside(x) || !inside(y) {
                return 128;
            }
            if ((x - margin) / square + (y - margin) / square).is_multiple_of(2) {
                230
            } else {
                60
            }
        };
        Picture {
            width: side,
            height: side,
            pixels: (0..side * side).map(pixel).collect(),
        }
    }

    #[test]
    fn the_49_corners_of_a_board() {
        for (square, window) in [(12, 3), (20, 5), (40, 9), (60, 13)] {
            let field = Field::of(&board(square, 10), window, Quarters::Diagonal);
            let strong: Vec<_> = field.corners.iter().take(49).collect();
            for column in 1..8 {
                for row in 1..8 {
                    let place =
                        Point::new((10 + column * square) as f32, (10 + row * square) as f32);
                    let found = strong.iter().find(|corner| corner.at.distance(place) < 0.6);
                    let found = found.unwrap_or_else(|| panic!("{square}: none at {place:?}"));
                    assert_eq!(
                        found.response > 0.0,
                        (column + row) % 2 == 0,
                        "{square}: {place:?}"
                    );
                }
            }
        }
    }
}

//! Where a board lies in a picture, which way up, and how its paper is bent.

use super::homography::{Homography, Point};
use super::quad::Quad;

/// The corners of a board, by how many quarters it is turned, and the bend of the page.
#[derive(Clone, Debug)]
pub(super) struct Place {
    /// In the order of the picture, whichever way up the board is.
    pub(super) quad: Quad,
    /// By how many quarters the order of the corners goes on to that of the upright board.
    pub(super) quarters: usize,
    pub(super) bend: Option<Bend>,
}

impl Place {
    /// A flat board that stands upright.
    pub(super) fn flat(quad: Quad) -> Self {
        Self {
            quad,
            quarters: 0,
            bend: None,
        }
    }

    /// The same place with the board turned.
    pub(super) fn turned(&self, quarters: usize) -> Self {
        Self {
            quarters,
            ..self.clone()
        }
    }

    /// From the upright board to the picture shrunk by a factor.
    pub(super) fn map(&self, factor: f32) -> Option<Map> {
        Some(Map {
            flat: self.quad.map()?,
            bend: self.bend.clone(),
            quarters: self.quarters,
            scale: 1.0 / factor,
        })
    }
}

/// From places on the upright board, 0 to 8 each way, to a picture.
#[derive(Clone, Debug)]
pub(super) struct Map {
    flat: Homography,
    bend: Option<Bend>,
    quarters: usize,
    scale: f32,
}

impl Map {
    pub(super) fn apply(&self, point: Point) -> Point {
        let Point { x, y } = point;
        let lying = match self.quarters {
            0 => point,
            1 => Point::new(8.0 - y, x),
            2 => Point::new(8.0 - x, 8.0 - y),
            _ => Point::new(y, 8.0 - x),
        };
        let flat = self.flat.apply(lying);
        let bent = match &self.bend {
            Some(bend) => flat + bend.at(lying),
            None => flat,
        };
        bent * self.scale
    }
}

/// Powers of the two coordinates that a bend is made of, up to the third.
const TERMS: usize = 10;

/// By how much a page that is not flat moves the places of a board, in pixels.
#[derive(Clone, Debug)]
pub(super) struct Bend([Point; TERMS]);

impl Bend {
    /// The smoothest bend through what is left over at some places of the board: least squares,
    /// with a little weight against any bend at all.
    pub(super) fn through(left_over: &[(Point, Point)]) -> Option<Self> {
        const AGAINST: f64 = 0.1;
        let mut sums = [[0.0_f64; TERMS + 2]; TERMS];
        for (place, moved) in left_over {
            let terms = terms(*place);
            for (row, a) in sums.iter_mut().zip(terms) {
                for (sum, b) in row.iter_mut().zip(terms) {
                    *sum += f64::from(a * b);
                }
                row[TERMS] += f64::from(a * moved.x);
                row[TERMS + 1] += f64::from(a * moved.y);
            }
        }
        for (term, row) in sums.iter_mut().enumerate() {
            row[term] += AGAINST;
        }
        solve(sums).map(Self)
    }

    fn at(&self, place: Point) -> Point {
        let terms = terms(place).into_iter().zip(self.0);
        terms.fold(Point::default(), |sum, (term, weight)| sum + weight * term)
    }
}

fn terms(place: Point) -> [f32; TERMS] {
    let (u, v) = ((place.x - 4.0) / 4.0, (place.y - 4.0) / 4.0);
    [
        1.0,
        u,
        v,
        u * u,
        u * v,
        v * v,
        u * u * u,
        u * u * v,
        u * v * v,
        v * v * v,
    ]
}

/// Gauss and Jordan's elimination; the diagonal is positive by the weight on it.
fn solve(mut rows: [[f64; TERMS + 2]; TERMS]) -> Option<[Point; TERMS]> {
    for column in 0..TERMS {
        let pivot = rows[column][column];
        if pivot.abs() < 1e-9 {
            return None;
        }
        let top = rows[column];
        for (number, row) in rows.iter_mut().enumerate() {
            if number != column {
                let factor = row[column] / pivot;
                row.iter_mut().zip(top).for_each(|(v, t)| *v -= factor * t);
            }
        }
    }
    Some(std::array::from_fn(|term| {
        let row = &rows[term];
        let weight = |at: usize| (row[TERMS + at] / row[term]) as f32;
        Point::new(weight(0), weight(1))
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turning_turns_the_corners() {
        let quad = Quad::rectangle(10.0, 20.0, 90.0, 100.0);
        for quarters in 0..4 {
            let map = Place::flat(quad).turned(quarters).map(1.0).unwrap();
            let corners = Quad::rectangle(0.0, 0.0, 8.0, 8.0).0;
            for (corner, expected) in corners.into_iter().zip(quad.turned(quarters).0) {
                assert!(map.apply(corner).distance(expected) < 1e-2, "{quarters}");
            }
        }
    }

    #[test]
    fn a_bend_is_found_again() {
        let bent = |p: Point| Point::new(0.2 * (p.x - 4.0).powi(2), 0.05 * (p.y - 4.0).powi(3));
        let places = (0..49).map(|n| Point::new((n % 7 + 1) as f32, (n / 7 + 1) as f32));
        let pairs: Vec<_> = places.map(|place| (place, bent(place))).collect();
        let bend = Bend::through(&pairs).unwrap();
        for (place, moved) in pairs {
            assert!(bend.at(place).distance(moved) < 0.2, "{place:?}");
        }
    }
}

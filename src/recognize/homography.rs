//! Maps between planes: what a flat board becomes in a picture taken from anywhere.

/// A place in a picture or on a board.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    /// To the right, in pixels of the picture as it is shown.
    pub x: f32,
    /// Downwards.
    pub y: f32,
}

impl Point {
    pub(super) const fn new(x: f32, y: f32) -> Self {
        Self { x, y }
    }

    pub(super) fn distance(self, other: Self) -> f32 {
        let (x, y) = (self.x - other.x, self.y - other.y);
        (x * x + y * y).sqrt()
    }
}

impl std::ops::Add for Point {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self::new(self.x + other.x, self.y + other.y)
    }
}

impl std::ops::Sub for Point {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self::new(self.x - other.x, self.y - other.y)
    }
}

impl std::ops::Mul<f32> for Point {
    type Output = Self;

    fn mul(self, factor: f32) -> Self {
        Self::new(self.x * factor, self.y * factor)
    }
}

/// A projective map of the plane: nine numbers, the last of which is 1.
#[derive(Clone, Copy, Debug)]
pub(super) struct Homography([f64; 9]);

impl Homography {
    /// The map that takes each first point to the second: exactly for four pairs, with the least
    /// squares for more (direct linear transform). `None` where the points do not fix one.
    pub(super) fn through(pairs: &[(Point, Point)]) -> Option<Self> {
        if pairs.len() < 4 {
            return None;
        }
        let (from, to) = (
            Frame::of(pairs.iter().map(|p| p.0)),
            Frame::of(pairs.iter().map(|p| p.1)),
        );
        let mut sums = [[0.0_f64; 9]; 8];
        for (a, b) in pairs {
            let ((x, y), (u, v)) = (from.put(*a), to.put(*b));
            let rows = [
                [x, y, 1.0, 0.0, 0.0, 0.0, -u * x, -u * y, u],
                [0.0, 0.0, 0.0, x, y, 1.0, -v * x, -v * y, v],
            ];
            for row in rows {
                for i in 0..8 {
                    for j in 0..9 {
                        sums[i][j] += row[i] * row[j];
                    }
                }
            }
        }
        let solved = solve(sums)?;
        let mut map = [1.0; 9];
        map[..8].copy_from_slice(&solved);
        let whole = product(&to.back(), &product(&map, &from.matrix()));
        let last = whole[8];
        (last.abs() > 1e-12).then(|| Self(whole.map(|value| value / last)))
    }

    /// Where a point goes; far away where it goes to infinity.
    pub(super) fn apply(&self, point: Point) -> Point {
        let m = &self.0;
        let (x, y) = (f64::from(point.x), f64::from(point.y));
        let depth = m[6] * x + m[7] * y + m[8];
        let depth = if depth.abs() < 1e-9 { 1e-9 } else { depth };
        Point::new(
            ((m[0] * x + m[1] * y + m[2]) / depth) as f32,
            ((m[3] * x + m[4] * y + m[5]) / depth) as f32,
        )
    }

    /// Whether a point lies before the viewer, as the origin does.
    pub(super) fn is_before(&self, point: Point) -> bool {
        let m = &self.0;
        m[6] * f64::from(point.x) + m[7] * f64::from(point.y) + m[8] > 1e-6
    }
}

/// Centre and spread, which the equations are solved in: raw pixels would cost them their digits.
struct Frame {
    x: f64,
    y: f64,
    scale: f64,
}

impl Frame {
    fn of(points: impl Iterator<Item = Point> + Clone) -> Self {
        let count = points.clone().count().max(1) as f64;
        let x = points.clone().map(|p| f64::from(p.x)).sum::<f64>() / count;
        let y = points.clone().map(|p| f64::from(p.y)).sum::<f64>() / count;
        let spread = points
            .map(|p| ((f64::from(p.x) - x).powi(2) + (f64::from(p.y) - y).powi(2)).sqrt())
            .sum::<f64>();
        Self {
            x,
            y,
            scale: count / spread.max(1e-9),
        }
    }

    fn put(&self, point: Point) -> (f64, f64) {
        (
            (f64::from(point.x) - self.x) * self.scale,
            (f64::from(point.y) - self.y) * self.scale,
        )
    }

    fn matrix(&self) -> [f64; 9] {
        let s = self.scale;
        [s, 0.0, -self.x * s, 0.0, s, -self.y * s, 0.0, 0.0, 1.0]
    }

    fn back(&self) -> [f64; 9] {
        let s = 1.0 / self.scale;
        [s, 0.0, self.x, 0.0, s, self.y, 0.0, 0.0, 1.0]
    }
}

fn product(a: &[f64; 9], b: &[f64; 9]) -> [f64; 9] {
    std::array::from_fn(|at| {
        let (row, column) = (at / 3 * 3, at % 3);
        (0..3).map(|k| a[row + k] * b[3 * k + column]).sum()
    })
}

/// Gaussian elimination with the largest pivot.
fn solve(mut rows: [[f64; 9]; 8]) -> Option<[f64; 8]> {
    for column in 0..8 {
        let pivot = (column..8).max_by(|a, b| {
            let size = |row: usize| rows[row][column].abs();
            size(*a).total_cmp(&size(*b))
        })?;
        if rows[pivot][column].abs() < 1e-12 {
            return None;
        }
        rows.swap(column, pivot);
        let top = rows[column];
        for (number, row) in rows.iter_mut().enumerate() {
            if number != column {
                let factor = row[column] / top[column];
                row.iter_mut().zip(top).for_each(|(v, t)| *v -= factor * t);
            }
        }
    }
    Some(std::array::from_fn(|i| rows[i][8] / rows[i][i]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_points_fix_it() {
        // The unit square onto a trapezium; the centre goes to where the diagonals cross.
        let square = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)];
        let shape = [(100.0, 50.0), (300.0, 50.0), (400.0, 250.0), (0.0, 250.0)];
        let point = |(x, y)| Point::new(x, y);
        let pairs: Vec<_> = square
            .map(point)
            .into_iter()
            .zip(shape.map(point))
            .collect();
        let map = Homography::through(&pairs).unwrap();
        for (from, to) in &pairs {
            assert!(map.apply(*from).distance(*to) < 1e-3);
        }
        let centre = map.apply(Point::new(0.5, 0.5));
        assert!(
            centre.distance(Point::new(200.0, 116.667)) < 0.01,
            "{centre:?}"
        );
    }

    #[test]
    fn points_on_a_line_fix_nothing() {
        let pairs: Vec<_> = (0..4)
            .map(|i| (Point::new(i as f32, 0.0), Point::new(0.0, i as f32)))
            .collect();
        assert!(Homography::through(&pairs).is_none());
    }

    #[test]
    fn many_points_agree_with_four() {
        let map = Homography([1.1, 0.2, 30.0, -0.1, 0.9, 20.0, 0.001, 0.0005, 1.0]);
        let pairs: Vec<_> = (0..81)
            .map(|i| Point::new((i % 9) as f32 * 10.0, (i / 9) as f32 * 10.0))
            .map(|p| (p, map.apply(p)))
            .collect();
        let found = Homography::through(&pairs).unwrap();
        for (from, to) in pairs {
            assert!(found.apply(from).distance(to) < 1e-2);
        }
    }
}

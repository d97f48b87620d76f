//! Where a board lies in a picture: its four corners.

use super::homography::{Homography, Point};

/// The corners of the 64 squares in the order top left, top right, bottom right, bottom left.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Quad(pub(super) [Point; 4]);

impl Quad {
    /// An upright rectangle.
    pub(super) fn rectangle(left: f32, top: f32, right: f32, bottom: f32) -> Self {
        Self([
            Point::new(left, top),
            Point::new(right, top),
            Point::new(right, bottom),
            Point::new(left, bottom),
        ])
    }

    /// From places on the board, 0 to 8 each way, to the picture.
    pub(super) fn map(&self) -> Option<Homography> {
        let board = Self::rectangle(0.0, 0.0, 8.0, 8.0);
        let pairs: Vec<_> = board.0.into_iter().zip(self.0).collect();
        Homography::through(&pairs)
    }

    /// The mean length of a side, in pixels.
    pub(super) fn side(&self) -> f32 {
        (0..4).map(|i| self.edge(i)).sum::<f32>() / 4.0
    }

    /// The length of one side; 0 is the upper one, and on clockwise.
    pub(super) fn edge(&self, number: usize) -> f32 {
        self.0[number].distance(self.0[(number + 1) % 4])
    }

    pub(super) fn area(&self) -> f32 {
        let [a, b, c, d] = self.0;
        let (p, q) = (c - a, d - b);
        (p.x * q.y - p.y * q.x).abs() / 2.0
    }

    /// Whether it is a board that can be seen: convex, clockwise, and no side far shorter than
    /// another.
    pub(super) fn is_sound(&self) -> bool {
        let turns = |i: usize| {
            let (a, b, c) = (self.0[i], self.0[(i + 1) % 4], self.0[(i + 2) % 4]);
            let (p, q) = (b - a, c - b);
            p.x * q.y - p.y * q.x > 0.0
        };
        let edges = [0, 1, 2, 3].map(|i| self.edge(i));
        let longest = edges.into_iter().fold(0.0, f32::max);
        let shortest = edges.into_iter().fold(f32::MAX, f32::min);
        (0..4).all(turns) && shortest > 0.3 * longest && longest.is_finite()
    }

    /// The same board looked at with the picture turned by so many quarters, counter-clockwise.
    pub(super) fn turned(&self, quarters: usize) -> Self {
        Self(std::array::from_fn(|i| self.0[(i + quarters) % 4]))
    }

    pub(super) fn scaled(&self, factor: f32) -> Self {
        Self(self.0.map(|corner| corner * factor))
    }

    /// How far the farthest corner is from the other's.
    pub(super) fn distance(&self, other: &Self) -> f32 {
        let corners = self.0.iter().zip(other.0);
        corners.map(|(a, b)| a.distance(b)).fold(0.0, f32::max)
    }

    /// Whether both cannot be boards of one picture: their centres are too near to each other.
    pub(super) fn overlaps(&self, other: &Self) -> bool {
        let mean = (self.side() + other.side()) / 2.0;
        self.centre().distance(other.centre()) < 0.9 * mean
    }

    pub(super) fn centre(&self) -> Point {
        self.0.into_iter().fold(Point::default(), |a, b| a + b) * 0.25
    }
}

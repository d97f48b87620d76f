//! A quad that was found in a small view of a picture, fitted again to the corners of the squares
//! at the resolution that suits their size.

use super::corners::{Field, Quarters};
use super::homography::Point;
use super::lattice::agreed;
use super::picture::{Copies, Picture};
use super::place::{Bend, Place};
use super::quad::Quad;

/// Squares are looked at with sides of at least this many pixels, where the picture has them.
const SQUARE: f32 = 20.0;
/// Of a square's side: how far a corner may be from where it is expected.
const REACH: f32 = 0.3;
/// How many of the 49 inner corners must agree.
const LEAST: usize = 16;

/// How many must be seen for a bend to be told.
const LEAST_FOR_BEND: usize = 36;

/// The place where the corners of the squares are; the quad itself where too few are seen.
pub(super) fn refine(copies: &mut Copies<'_>, quad: &Quad) -> Place {
    let factor = ((quad.side() / 8.0 / SQUARE) as usize).max(1);
    let picture = copies.shrunk(factor);
    let scale = factor as f32;
    let crossings = crossings(picture, &quad.scaled(1.0 / scale));
    let crossings: Vec<(Point, Point)> = crossings
        .into_iter()
        .map(|(place, at)| (place, at * scale))
        .collect();
    fitted(&crossings, quad).unwrap_or_else(|| Place::flat(*quad))
}

/// The inner corners that are seen, by their places on the board.
fn crossings(picture: &Picture, quad: &Quad) -> Vec<(Point, Point)> {
    let square = quad.side() / 8.0;
    let margin = square;
    let edge = |pick: fn(&Point) -> f32, start: f32, wider: fn(f32, f32) -> f32| {
        quad.0.iter().map(pick).fold(start, wider)
    };
    let (left, right) = (
        edge(|p| p.x, f32::MAX, f32::min),
        edge(|p| p.x, 0.0, f32::max),
    );
    let (top, bottom) = (
        edge(|p| p.y, f32::MAX, f32::min),
        edge(|p| p.y, 0.0, f32::max),
    );
    let part = picture.part(left - margin, top - margin, right + margin, bottom + margin);
    let (Some((part, origin)), Some(map)) = (part, quad.map()) else {
        return Vec::new();
    };
    let window = ((square * 0.25) as usize | 1).clamp(3, 13);
    let field = Field::response_of(&part, window, Quarters::Diagonal);
    let found: Vec<(Point, Point, f32)> = (0..49_usize)
        .map(|crossing| {
            let place = Point::new((crossing % 7 + 1) as f32, (crossing / 7 + 1) as f32);
            let (response, at) = field.strongest(map.apply(place) - origin, REACH * square);
            let parity = if (crossing % 7 + crossing / 7).is_multiple_of(2) {
                1.0
            } else {
                -1.0
            };
            (place, at + origin, response * parity)
        })
        .collect();
    let sum: f32 = found.iter().map(|(_, _, response)| response).sum();
    let mut strengths: Vec<f32> = found
        .iter()
        .map(|(_, _, response)| response * sum.signum())
        .collect();
    strengths.sort_by(f32::total_cmp);
    let least = (strengths[strengths.len() * 3 / 4] * 0.25).max(1.0);
    found
        .iter()
        .filter(|(_, _, response)| response * sum.signum() > least)
        .map(|(place, at, _)| (*place, field.centre(*at - origin) + origin))
        .collect()
}

/// The quad, and the bend of the page, that fit to where the inner corners are.
fn fitted(crossings: &[(Point, Point)], quad: &Quad) -> Option<Place> {
    let square = quad.side() / 8.0;
    let flat = agreed(crossings, 0.08 * square)?;
    let far = |(place, at): &(Point, Point)| flat.apply(*place).distance(*at);
    let agreeing = crossings
        .iter()
        .filter(|pair| far(pair) < 0.08 * square)
        .count();
    if agreeing < LEAST {
        return None;
    }
    let corners = Quad::rectangle(0.0, 0.0, 8.0, 8.0)
        .0
        .map(|corner| flat.apply(corner));
    let moved = Quad(corners);
    if !moved.is_sound() || moved.distance(quad) > 0.8 * square {
        return None;
    }
    let near: Vec<(Point, Point)> = crossings
        .iter()
        .filter(|pair| far(pair) < 0.25 * square)
        .map(|(place, at)| (*place, *at - flat.apply(*place)))
        .collect();
    let bend = (near.len() >= LEAST_FOR_BEND)
        .then(|| Bend::through(&near))
        .flatten();
    Some(Place {
        quad: moved,
        quarters: 0,
        bend,
    })
}

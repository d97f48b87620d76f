//! The picture with what was found in it drawn over: the grid in green, doubtful squares in red.

use image::{ExtendedColorType, ImageEncoder as _, codecs::png::PngEncoder};

use super::homography::{Homography, Point};
use super::orientation::Bottom;
use super::picture::Picture;
use super::quad::Quad;
use super::recognition::Recognition;

/// The longer side of the picture that is drawn, in pixels.
const LONGEST: f32 = 1_600.0;
const GREEN: [u8; 3] = [0, 190, 60];
const RED: [u8; 3] = [230, 20, 20];

/// Draws, and packs as PNG.
pub(super) fn draw(picture: &Picture, recognition: &Recognition) -> Vec<u8> {
    let longer = picture.width.max(picture.height) as f32;
    let scale = (LONGEST / longer).min(1.0);
    let view = picture.resized(scale);
    let mut canvas = Canvas {
        width: view.width,
        height: view.height,
        pixels: view.pixels.iter().flat_map(|v| [*v; 3]).collect(),
    };
    let scale = view.width as f32 / picture.width as f32;
    let quarters = [0, 3, 2, 1][usize::from(recognition.turned / 90) % 4];
    let quad = Quad(recognition.corners).turned(quarters).scaled(scale);
    if let Some(map) = quad.map() {
        for line in 0..=8 {
            let line = line as f32;
            canvas.line(&map, (line, 0.0), (line, 8.0), GREEN);
            canvas.line(&map, (0.0, line), (8.0, line), GREEN);
        }
        for square in &recognition.uncertain {
            let (row, column) = place(recognition.bottom, *square);
            canvas.frame(&map, row, column);
        }
    }
    let mut file = Vec::new();
    let encoder = PngEncoder::new(&mut file);
    let size = (canvas.width as u32, canvas.height as u32);
    encoder
        .write_image(&canvas.pixels, size.0, size.1, ExtendedColorType::Rgb8)
        .expect("a picture in memory fits its own size");
    file
}

/// The row and column of a square in the picture.
fn place(bottom: Bottom, square: shakmaty::Square) -> (usize, usize) {
    let places = (0..64).map(|place| (place / 8, place % 8));
    let mut found = places.filter(|(row, column)| bottom.square(*row, *column) == square);
    found.next().unwrap_or((0, 0))
}

struct Canvas {
    width: usize,
    height: usize,
    pixels: Vec<u8>,
}

impl Canvas {
    fn dot(&mut self, place: Point, colour: [u8; 3]) {
        let (x, y) = (place.x as isize, place.y as isize);
        for (x, y) in [(x, y), (x + 1, y), (x, y + 1)] {
            if (0..self.width as isize).contains(&x) && (0..self.height as isize).contains(&y) {
                let at = 3 * (y as usize * self.width + x as usize);
                self.pixels[at..at + 3].copy_from_slice(&colour);
            }
        }
    }

    fn line(&mut self, map: &Homography, from: (f32, f32), to: (f32, f32), colour: [u8; 3]) {
        const STEPS: usize = 2_000;
        let (from, to) = (Point::new(from.0, from.1), Point::new(to.0, to.1));
        for step in 0..=STEPS {
            let place = from + (to - from) * (step as f32 / STEPS as f32);
            self.dot(map.apply(place), colour);
        }
    }

    /// A doubtful square: a thick frame inside it.
    fn frame(&mut self, map: &Homography, row: usize, column: usize) {
        for inset in [0.06, 0.08, 0.10, 0.12] {
            let (left, top) = (column as f32 + inset, row as f32 + inset);
            let (right, bottom) = (left + 1.0 - 2.0 * inset, top + 1.0 - 2.0 * inset);
            self.line(map, (left, top), (right, top), RED);
            self.line(map, (right, top), (right, bottom), RED);
            self.line(map, (right, bottom), (left, bottom), RED);
            self.line(map, (left, bottom), (left, top), RED);
        }
    }
}

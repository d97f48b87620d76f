//! A grey picture in memory, and smaller copies of it.

/// Grey values row by row, 0 black to 255 white.
///
/// Places in it are measured from its outer edge: the centre of the first pixel is (0.5, 0.5).
#[derive(Clone, Debug, Default)]
pub(super) struct Picture {
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) pixels: Vec<u8>,
}

impl Picture {
    pub(super) fn row(&self, y: usize) -> &[u8] {
        &self.pixels[y * self.width..(y + 1) * self.width]
    }

    /// A part of the picture, and where its upper left corner is; `None` where it has no area.
    pub(super) fn part(
        &self,
        left: f32,
        top: f32,
        right: f32,
        bottom: f32,
    ) -> Option<(Self, super::Point)> {
        let bound = |value: f32, most: usize| value.clamp(0.0, most as f32) as usize;
        let columns = bound(left, self.width)..bound(right.ceil(), self.width);
        let rows = bound(top, self.height)..bound(bottom.ceil(), self.height);
        if columns.len() < 16 || rows.len() < 16 {
            return None;
        }
        let origin = super::Point::new(columns.start as f32, rows.start as f32);
        let (width, height) = (columns.len(), rows.len());
        let pixels = rows
            .flat_map(|y| &self.row(y)[columns.clone()])
            .copied()
            .collect();
        let part = Self {
            width,
            height,
            pixels,
        };
        Some((part, origin))
    }

    /// Between the four pixels around a place; outside, what the nearest edge has.
    pub(super) fn sample(&self, x: f32, y: f32) -> f32 {
        let (right, bottom) = ((self.width - 1) as f32, (self.height - 1) as f32);
        let x = (x - 0.5).clamp(0.0, right);
        let y = (y - 0.5).clamp(0.0, bottom);
        let (left, top) = (x as usize, y as usize);
        let (dx, dy) = (x - left as f32, y - top as f32);
        let next = usize::from(left + 1 < self.width);
        let below = if top + 1 < self.height { self.width } else { 0 };
        let at = top * self.width + left;
        let value = |offset: usize| f32::from(self.pixels[at + offset]);
        let upper = value(0) + (value(next) - value(0)) * dx;
        let lower = value(below) + (value(below + next) - value(below)) * dx;
        upper + (lower - upper) * dy
    }

    /// Each pixel the mean of `factor`×`factor`; what does not fill a pixel is left out.
    pub(super) fn shrunk(&self, factor: usize) -> Self {
        if factor <= 1 {
            return self.clone();
        }
        let (width, height) = (self.width / factor, self.height / factor);
        let mut pixels = Vec::with_capacity(width * height);
        let mut sums = vec![0_u32; self.width];
        let area = (factor * factor) as u32;
        for y in 0..height {
            sums.fill(0);
            for line in 0..factor {
                let row = self.row(y * factor + line);
                sums.iter_mut()
                    .zip(row)
                    .for_each(|(sum, v)| *sum += u32::from(*v));
            }
            let means = sums.chunks_exact(factor).take(width);
            pixels.extend(means.map(|group| ((group.iter().sum::<u32>() + area / 2) / area) as u8));
        }
        Self {
            width,
            height,
            pixels,
        }
    }

    /// The same at another size: means where it shrinks, smooth between pixels where it grows.
    pub(super) fn resized(&self, scale: f32) -> Self {
        let factor = ((1.0 / scale) as usize).max(1);
        let base = self.shrunk(factor);
        let rest = scale * factor as f32;
        if (rest - 1.0).abs() < 1e-3 {
            return base;
        }
        let size = |length: usize| ((length as f32 * rest) as usize).max(1);
        let (width, height) = (size(base.width), size(base.height));
        let mut pixels = Vec::with_capacity(width * height);
        let (across, down) = (
            base.width as f32 / width as f32,
            base.height as f32 / height as f32,
        );
        // Two samples each way where pixels are left out, else one.
        let steps: &[f32] = if rest < 1.0 { &[0.25, 0.75] } else { &[0.5] };
        let share = 1.0 / (steps.len() * steps.len()) as f32;
        for y in 0..height {
            for x in 0..width {
                let mut sum = 0.0;
                for dy in steps {
                    for dx in steps {
                        let at = ((x as f32 + dx) * across, (y as f32 + dy) * down);
                        sum += base.sample(at.0, at.1);
                    }
                }
                pixels.push((sum * share + 0.5) as u8);
            }
        }
        Self {
            width,
            height,
            pixels,
        }
    }
}

/// A picture and the smaller copies that were asked for.
#[derive(Debug)]
pub(super) struct Copies<'a> {
    whole: &'a Picture,
    shrunk: Vec<(usize, Picture)>,
}

impl<'a> Copies<'a> {
    pub(super) fn new(whole: &'a Picture) -> Self {
        Self {
            whole,
            shrunk: Vec::new(),
        }
    }

    /// The picture shrunk by a whole factor, made once.
    pub(super) fn shrunk(&mut self, factor: usize) -> &Picture {
        if factor <= 1 {
            return self.whole;
        }
        let place = self.shrunk.iter().position(|(made, _)| *made == factor);
        let place = place.unwrap_or_else(|| {
            self.shrunk.push((factor, self.whole.shrunk(factor)));
            self.shrunk.len() - 1
        });
        &self.shrunk[place].1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ramp(width: usize, height: usize) -> Picture {
        let pixels = (0..width * height)
            .map(|at| (at % width * 2) as u8)
            .collect();
        Picture {
            width,
            height,
            pixels,
        }
    }

    #[test]
    fn samples_lie_between_pixels() {
        let picture = ramp(10, 4);
        for (x, value) in [
            (0.5, 0.0),
            (3.0, 5.0),
            (3.5, 6.0),
            (-7.0, 0.0),
            (99.0, 18.0),
        ] {
            assert_eq!(picture.sample(x, 2.0), value, "at {x}");
        }
    }

    #[test]
    fn shrinking_takes_means() {
        let small = ramp(11, 7).shrunk(3);
        assert_eq!((small.width, small.height), (3, 2));
        assert_eq!(small.row(1), [2, 8, 14]);
    }

    #[test]
    fn resizing_keeps_the_ramp() {
        for scale in [0.4, 0.5, 0.8, 1.7] {
            let other = ramp(100, 40).resized(scale);
            assert_eq!(other.width, (100.0 * scale) as usize, "by {scale}");
            let middle = f32::from(other.row(other.height / 2)[other.width / 2]);
            assert!((middle - 99.0).abs() < 5.0, "by {scale}: {middle}");
        }
    }
}

//! Bytes into a grey picture, within bounds: PNG, JPEG, WebP or GIF; the first frame where there
//! are several; turned as its EXIF data says; on white where it is see-through.
//!
//! The size is known before any pixel is unpacked, and memory is bounded by it: at most about
//! 9 bytes for each of [`MOST_PIXELS`](super::MOST_PIXELS) (a progressive JPEG).

use std::io::Cursor;

use image::metadata::Orientation;
use image::{ColorType, ImageDecoder, ImageError, ImageFormat, ImageReader, Limits};

use super::error::RecognizeError;
use super::picture::Picture;
use super::{MOST_BYTES, MOST_PIXELS, MOST_SIDE};

/// What a decoder may take at once: pixels of four bytes, and something for its own work.
const MOST_MEMORY: u64 = 4 * MOST_PIXELS + (32 << 20);

/// Reads a file.
pub(super) fn decode(bytes: &[u8]) -> Result<Picture, RecognizeError> {
    if bytes.is_empty() {
        return Err(RecognizeError::Empty);
    }
    if bytes.len() > MOST_BYTES {
        let (bytes, most) = (bytes.len(), MOST_BYTES);
        return Err(RecognizeError::Bytes { bytes, most });
    }
    let (format, name) = format_of(bytes)?;
    match format {
        ImageFormat::Jpeg => look_at_jpeg(bytes)?,
        ImageFormat::Png => look_at_png(bytes)?,
        _ => {}
    }
    let broken = |error: ImageError| broken(name, &error);
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    // Sides are judged below, where both are known and can be told.
    let mut limits = Limits::no_limits();
    limits.max_alloc = Some(MOST_MEMORY);
    reader.limits(limits);
    let mut decoder = reader.into_decoder().map_err(broken)?;
    let (width, height) = decoder.dimensions();
    bound(width, height, name)?;
    let colours = decoder.color_type();
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let channels = channels(colours)?;
    let length = width as usize * height as usize * channels;
    if decoder.total_bytes() != length as u64 {
        return Err(RecognizeError::Colours { seen: "unusual" });
    }
    let mut pixels = vec![0; length];
    decoder.read_image(&mut pixels).map_err(broken)?;
    let picture = Picture {
        width: width as usize,
        height: height as usize,
        pixels: grey(pixels, channels),
    };
    Ok(turned(picture, orientation))
}

fn format_of(bytes: &[u8]) -> Result<(ImageFormat, &'static str), RecognizeError> {
    let format = image::guess_format(bytes).ok();
    let seen = match format {
        Some(ImageFormat::Png) => return Ok((ImageFormat::Png, "PNG")),
        Some(ImageFormat::Jpeg) => return Ok((ImageFormat::Jpeg, "JPEG")),
        Some(ImageFormat::WebP) => return Ok((ImageFormat::WebP, "WebP")),
        Some(ImageFormat::Gif) => return Ok((ImageFormat::Gif, "GIF")),
        Some(ImageFormat::Tiff) => Some("a TIFF file"),
        Some(ImageFormat::Bmp) => Some("a BMP file"),
        Some(ImageFormat::Avif) => Some("an AVIF file"),
        Some(ImageFormat::Ico) => Some("an icon file"),
        _ => other_kind(bytes),
    };
    Err(RecognizeError::Format { seen })
}

/// What people send for a picture.
fn other_kind(bytes: &[u8]) -> Option<&'static str> {
    let start = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let start = start.trim_ascii_start();
    let holds = |word: &[u8]| {
        start[..start.len().min(512)]
            .windows(word.len())
            .any(|w| w == word)
    };
    if start.starts_with(b"<") {
        return Some(if holds(b"<svg") {
            "an SVG drawing"
        } else {
            "markup"
        });
    }
    if start.starts_with(b"%PDF") {
        return Some("a PDF document");
    }
    if start
        .get(4..12)
        .is_some_and(|kind| kind.starts_with(b"ftyphei"))
    {
        return Some("a HEIC file");
    }
    start.starts_with(b"data:image/").then_some("a data: URL")
}

/// The size that a PNG announces (PNG specification, 11.2.2): its decoder calls one broken whose pixels no
/// machine could hold.
fn look_at_png(bytes: &[u8]) -> Result<(), RecognizeError> {
    let number = |at: usize| {
        let four = bytes.get(at..at + 4)?.try_into().ok()?;
        Some(u32::from_be_bytes(four))
    };
    match (bytes.get(12..16), number(16), number(20)) {
        (Some(b"IHDR"), Some(width), Some(height)) => bound(width, height, "PNG"),
        _ => Ok(()),
    }
}

/// What the decoder of JPEG would pass over: four colours, a file that is cut off, and one that is too
/// short for the size that it announces.
fn look_at_jpeg(bytes: &[u8]) -> Result<(), RecognizeError> {
    let mut at = 2;
    let mut least = 0;
    while let Some([0xff, marker]) = bytes.get(at..at + 2) {
        let number = |at: usize| {
            let two = bytes.get(at..at + 2);
            two.map_or(0, |two| usize::from(two[0]) << 8 | usize::from(two[1]))
        };
        match marker {
            0xff => {
                at += 1;
                continue;
            }
            0xc0..=0xcf if !matches!(marker, 0xc4 | 0xc8 | 0xcc) => {
                jpeg_colours(bytes.get(at + 4), bytes.get(at + 9))?;
                let (height, width) = (number(at + 5), number(at + 7));
                bound(width as u32, height as u32, "JPEG")?;
                let blocks = height.div_ceil(8) * width.div_ceil(8);
                // A block of 8 x 8 is a code for its mean and one for the rest, each at least a bit; a
                // progressive file may leave out the rest.
                least = blocks * if *marker == 0xc2 { 1 } else { 2 } / 8;
            }
            0xda => return jpeg_scan(&bytes[at..], least),
            _ => {}
        }
        at += 2 + number(at + 2);
    }
    Ok(())
}

/// Bits of a colour and how many colours there are.
fn jpeg_colours(bits: Option<&u8>, colours: Option<&u8>) -> Result<(), RecognizeError> {
    let seen = match (bits, colours) {
        (Some(8), Some(4)) => "CMYK",
        (Some(8) | None, _) => return Ok(()),
        (Some(_), _) => "of more than 8 bits",
    };
    Err(RecognizeError::Colours { seen })
}

/// From the first scan on there must be an end, and at least so many bytes.
fn jpeg_scan(scan: &[u8], least: usize) -> Result<(), RecognizeError> {
    let ends = scan.windows(2).any(|pair| pair == [0xff, 0xd9]);
    if ends && scan.len() >= least {
        return Ok(());
    }
    let reason = "it is cut off".to_owned();
    Err(RecognizeError::Broken {
        format: "JPEG",
        reason,
    })
}

fn broken(format: &'static str, error: &ImageError) -> RecognizeError {
    let reason = match error {
        ImageError::Limits(_) => "it unpacks to more than is taken".to_owned(),
        ImageError::Decoding(_)
        | ImageError::Encoding(_)
        | ImageError::Parameter(_)
        | ImageError::Unsupported(_)
        | ImageError::IoError(_) => {
            let words = error.to_string();
            words
                .chars()
                .filter(|c| !c.is_control())
                .take(120)
                .collect()
        }
    };
    RecognizeError::Broken { format, reason }
}

fn bound(width: u32, height: u32, format: &'static str) -> Result<(), RecognizeError> {
    if width == 0 || height == 0 {
        let reason = format!("it is {width} x {height} pixels");
        return Err(RecognizeError::Broken { format, reason });
    }
    let area = u64::from(width) * u64::from(height);
    if width > MOST_SIDE || height > MOST_SIDE || area > MOST_PIXELS {
        return Err(RecognizeError::Pixels { width, height });
    }
    Ok(())
}

fn channels(colours: ColorType) -> Result<usize, RecognizeError> {
    match colours {
        ColorType::L8 => Ok(1),
        ColorType::La8 => Ok(2),
        ColorType::Rgb8 => Ok(3),
        ColorType::Rgba8 => Ok(4),
        ColorType::L16 | ColorType::La16 | ColorType::Rgb16 | ColorType::Rgba16 => {
            Err(RecognizeError::Colours { seen: "of 16 bits" })
        }
        _ => Err(RecognizeError::Colours { seen: "unusual" }),
    }
}

/// Brightness as ITU-R BT.601 weighs it, on white where a pixel is see-through.
fn grey(pixels: Vec<u8>, channels: usize) -> Vec<u8> {
    let luma = |p: &[u8]| {
        let [r, g, b] = [p[0], p[1], p[2]].map(u32::from);
        ((299 * r + 587 * g + 114 * b + 500) / 1000) as u8
    };
    let on_white = |value: u8, alpha: u8| {
        let (value, alpha) = (u32::from(value), u32::from(alpha));
        ((value * alpha + 255 * (255 - alpha) + 127) / 255) as u8
    };
    match channels {
        1 => pixels,
        2 => pixels
            .chunks_exact(2)
            .map(|p| on_white(p[0], p[1]))
            .collect(),
        3 => pixels.chunks_exact(3).map(luma).collect(),
        _ => pixels
            .chunks_exact(4)
            .map(|p| on_white(luma(p), p[3]))
            .collect(),
    }
}

/// The picture as its EXIF data says that it is to be seen.
fn turned(picture: Picture, orientation: Orientation) -> Picture {
    let (width, height) = (picture.width, picture.height);
    // For each place of the turned picture the place that its pixel comes from.
    let from = |x: usize, y: usize| match orientation {
        Orientation::NoTransforms => (x, y),
        Orientation::FlipHorizontal => (width - 1 - x, y),
        Orientation::Rotate180 => (width - 1 - x, height - 1 - y),
        Orientation::FlipVertical => (x, height - 1 - y),
        Orientation::Rotate90FlipH => (y, x),
        Orientation::Rotate90 => (y, height - 1 - x),
        Orientation::Rotate270FlipH => (width - 1 - y, height - 1 - x),
        Orientation::Rotate270 => (width - 1 - y, x),
    };
    let (across, down) = match orientation {
        Orientation::NoTransforms => return picture,
        Orientation::FlipHorizontal | Orientation::Rotate180 | Orientation::FlipVertical => {
            (width, height)
        }
        Orientation::Rotate90FlipH
        | Orientation::Rotate90
        | Orientation::Rotate270FlipH
        | Orientation::Rotate270 => (height, width),
    };
    let places = (0..down).flat_map(|y| (0..across).map(move |x| (x, y)));
    let pixels = places.map(|(x, y)| {
        let (x, y) = from(x, y);
        picture.pixels[y * width + x]
    });
    Picture {
        width: across,
        height: down,
        pixels: pixels.collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::DynamicImage;

    #[test]
    fn turning_is_that_of_the_crate() {
        let pixels: Vec<u8> = (0..6).collect();
        for orientation in (1..=8).filter_map(Orientation::from_exif) {
            let grey = image::GrayImage::from_raw(3, 2, pixels.clone()).unwrap();
            let mut expected = DynamicImage::ImageLuma8(grey);
            expected.apply_orientation(orientation);
            let picture = Picture {
                width: 3,
                height: 2,
                pixels: pixels.clone(),
            };
            let turned = turned(picture, orientation);
            assert_eq!(
                turned.pixels,
                expected.to_luma8().into_raw(),
                "{orientation:?}"
            );
            assert_eq!(turned.width as u32, expected.width(), "{orientation:?}");
        }
    }

    #[test]
    fn see_through_is_white() {
        assert_eq!(
            grey(vec![0, 0, 0, 0, 0, 0, 0, 255, 90, 90, 90, 128], 4),
            [255, 0, 172]
        );
        assert_eq!(grey(vec![10, 0, 10, 255], 2), [255, 10]);
        assert_eq!(
            grey(vec![255, 0, 0, 0, 255, 0, 0, 0, 255], 3),
            [76, 150, 29]
        );
    }
}

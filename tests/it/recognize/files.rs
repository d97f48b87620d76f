//! Files that are odd, broken or hostile: each is refused by name, none takes more than its share.

use std::io::Cursor;

use image::{DynamicImage, ImageFormat, Rgb, RgbImage, Rgba, RgbaImage};
use kibitz::recognize::{RecognizeError, Scene};

/// A picture of stripes, packed.
fn packed(format: ImageFormat) -> Vec<u8> {
    let picture = RgbImage::from_fn(80, 60, |x, y| Rgb([(x * 3) as u8, (y * 4) as u8, 90]));
    pack(&picture.into(), format)
}

fn pack(picture: &DynamicImage, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    picture.write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}

fn code(bytes: &[u8]) -> &'static str {
    match Scene::read(bytes).and_then(|scene| scene.recognize(None)) {
        Ok(_) => "a board",
        Err(error) => error.code(),
    }
}

const FORMATS: [ImageFormat; 4] = [
    ImageFormat::Png,
    ImageFormat::Jpeg,
    ImageFormat::WebP,
    ImageFormat::Gif,
];

#[test]
fn four_formats_are_read() {
    for format in FORMATS {
        assert_eq!(code(&packed(format)), "board-not-found", "{format:?}");
    }
}

#[test]
fn cut_off_files_are_broken() {
    for format in FORMATS {
        let whole = packed(format);
        for share in [30, 60, 95] {
            let part = &whole[..whole.len() * share / 100];
            assert_eq!(code(part), "picture-broken", "{format:?}, {share} %");
        }
    }
}

#[test]
fn a_jpeg_too_short_for_its_size_is_broken() {
    let mut bytes = packed(ImageFormat::Jpeg);
    // The start of the frame (ITU-T T.81, B.2.2): marker, length, bits, height, width.
    let frame = bytes.windows(2).position(|pair| pair == [0xff, 0xc0]);
    let height = frame.unwrap() + 5;
    assert_eq!(bytes[height..height + 4], [0, 60, 0, 80]);
    bytes[height..height + 4].copy_from_slice(&[0x0f, 0xa0, 0x0f, 0xa0]);
    assert_eq!(code(&bytes), "picture-broken");
    bytes[height..height + 4].copy_from_slice(&[0xea, 0x60, 0xea, 0x60]);
    assert_eq!(code(&bytes), "picture-too-large");
    // As few bits as a real one can have.
    let plain = pack(&DynamicImage::new_luma8(4_000, 4_000), ImageFormat::Jpeg);
    assert_eq!(code(&plain), "board-not-found");
}

#[test]
fn what_is_no_picture_is_named() {
    for (bytes, word) in [
        (
            &b"<svg xmlns='http://www.w3.org/2000/svg' width='9'/>"[..],
            "SVG",
        ),
        (b"<?xml version='1.0'?>\n<svg/>", "SVG"),
        (b"<!doctype html><p>no</p>", "markup"),
        (b"%PDF-1.7\n", "PDF"),
        (b"BM\x46\x00\x00\x00", "BMP"),
        (b"\0\0\0\x18ftypheic\0\0\0\0", "HEIC"),
        (b"rnbqkbnr/8 w - - 0 1", "no known"),
        (&[0; 100], "no known"),
    ] {
        let error = Scene::read(bytes).unwrap_err();
        assert_eq!(error.code(), "picture-format", "{bytes:?}");
        assert!(error.to_string().contains(word), "{error}");
    }
    assert_eq!(code(b""), "picture-empty");
}

/// A PNG's signature and first chunk, which announces its size (PNG specification, 11.2.2).
fn announced(width: u32, height: u32) -> Vec<u8> {
    let mut chunk = b"IHDR".to_vec();
    chunk.extend(width.to_be_bytes());
    chunk.extend(height.to_be_bytes());
    chunk.extend([8, 2, 0, 0, 0]);
    let mut bytes = b"\x89PNG\r\n\x1a\n\0\0\0\x0d".to_vec();
    bytes.extend(&chunk);
    bytes.extend(crc(&chunk).to_be_bytes());
    bytes.extend(b"\0\0\0\x01IDAT\x78");
    bytes.extend(crc(b"IDAT\x78").to_be_bytes());
    bytes
}

/// The checksum of a chunk (PNG specification, annex D).
fn crc(bytes: &[u8]) -> u32 {
    let step = |crc: u32, byte: &u8| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| {
            if crc & 1 == 1 {
                0xedb8_8320 ^ (crc >> 1)
            } else {
                crc >> 1
            }
        })
    };
    !bytes.iter().fold(u32::MAX, step)
}

#[test]
fn size_is_judged_before_anything_is_unpacked() {
    for (width, height, code_expected) in [
        (8_193, 10, "picture-too-large"),
        (10, 8_193, "picture-too-large"),
        (8_000, 8_000, "picture-too-large"),
        (60_000, 60_000, "picture-too-large"),
        (u32::MAX >> 1, u32::MAX >> 1, "picture-too-large"),
        (u32::MAX, 1, "picture-too-large"),
        (0, 0, "picture-broken"),
        (0, 50, "picture-broken"),
        (100, 100, "picture-broken"),
    ] {
        assert_eq!(
            code(&announced(width, height)),
            code_expected,
            "{width} x {height}"
        );
    }
    assert_eq!(code(&vec![0x89; 10_000_001]), "body-too-large");
}

#[test]
fn a_large_picture_of_nothing_is_just_that() {
    // 39.9 million pixels in some 100 kB.
    let bytes = pack(&DynamicImage::new_luma8(8_192, 4_870), ImageFormat::Png);
    assert!(bytes.len() < 1_000_000);
    assert_eq!(code(&bytes), "board-not-found");
}

#[test]
fn other_colours_are_refused() {
    let deep = pack(&DynamicImage::new_rgb16(64, 64), ImageFormat::Png);
    let cmyk = include_bytes!("../../fixtures/images/cmyk.jpg");
    for (bytes, word) in [(&deep[..], "16 bits"), (cmyk, "CMYK")] {
        let error = Scene::read(bytes).unwrap_err();
        assert_eq!(error.code(), "picture-colours");
        assert!(error.to_string().contains(word), "{error}");
    }
}

#[test]
fn small_pictures_hold_no_board() {
    for side in [1, 7, 47] {
        let bytes = pack(&DynamicImage::new_rgb8(side, side), ImageFormat::Png);
        let error = Scene::read(&bytes)
            .and_then(|scene| scene.recognize(None))
            .unwrap_err();
        let RecognizeError::NoBoard { hints, .. } = error else {
            panic!("{side}: {error}");
        };
        let words: Vec<String> = hints.iter().map(ToString::to_string).collect();
        assert!(
            words.iter().any(|hint| hint.contains("larger")),
            "{words:?}"
        );
    }
}

#[test]
fn noise_and_stripes_hold_no_board() {
    let mut seed = 1_u32;
    let mut noise = || {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (seed >> 24) as u8
    };
    let pictures = [
        RgbImage::from_fn(400, 300, |_, _| Rgb([noise(), noise(), noise()])),
        RgbImage::from_fn(400, 400, |x, _| {
            Rgb([if x / 40 % 2 == 0 { 20 } else { 230 }; 3])
        }),
        RgbImage::from_fn(640, 480, |x, y| Rgb([(x / 4) as u8, (y / 4) as u8, 128])),
    ];
    for (number, picture) in pictures.into_iter().enumerate() {
        assert_eq!(
            code(&pack(&picture.into(), ImageFormat::Png)),
            "board-not-found",
            "{number}"
        );
    }
}

#[test]
fn bytes_changed_anywhere_never_panic() {
    for format in FORMATS {
        let whole = packed(format);
        for at in (0..whole.len()).step_by(whole.len() / 150 + 1) {
            let mut bytes = whole.clone();
            bytes[at] ^= 0x5a;
            let _ = Scene::read(&bytes);
        }
    }
}

#[test]
fn see_through_pictures_are_read() {
    let picture = RgbaImage::from_pixel(64, 64, Rgba([0, 0, 0, 0]));
    assert_eq!(
        code(&pack(&picture.into(), ImageFormat::Png)),
        "board-not-found"
    );
}

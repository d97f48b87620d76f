//! Any text as a line of an EPD file: no panic, and operations survive writing and reading.
#![no_main]

use kibitz::notation::epd;
use kibitz::position::{EpStyle, FenStyle};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let reading = epd::read_line(text, None);
    let Some(position) = &reading.position else {
        return;
    };
    let write = |operations: &[epd::Operation]| {
        epd::write(position, FenStyle::Xfen, EpStyle::Legal, operations)
    };
    let once = write(&reading.operations);
    let again = epd::read_line(&once, Some(position.variant()));
    let twice = write(&again.operations);
    let thrice = epd::read_line(&twice, Some(position.variant()));
    assert_eq!(again.operations, thrice.operations, "{once}");
});

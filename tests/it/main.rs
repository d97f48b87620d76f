//! The one integration test binary.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod architecture;

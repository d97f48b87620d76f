//! The one integration test binary.

mod architecture;

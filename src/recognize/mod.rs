//! A picture into a position: finds the board, straightens it, reads its squares and its
//! orientation, and says how sure each of it is. Works on bytes in memory with the processor alone.
//!
//! [`Scene::read`] takes a PNG, JPEG, WebP or GIF; [`Scene::recognize`] gives a [`Recognition`];
//! [`fens`] adds what no picture can hold and gives FENs.

mod coordinates;
mod corners;
mod decode;
mod error;
mod fen;
mod hints;
mod homography;
mod lattice;
mod legality;
mod locate;
mod network;
mod orientation;
mod overlay;
mod picture;
mod place;
mod quad;
mod recognition;
mod refine;
mod scene;
mod squares;
mod tiles;

pub use error::RecognizeError;
pub use fen::{Facts, Fens, fens};
pub use hints::Hint;
pub use homography::Point;
pub use orientation::{Bottom, Source};
pub use recognition::{Recognition, SquareReading};
pub use scene::Scene;

/// Most bytes of a file.
pub const MOST_BYTES: usize = 10_000_000;
/// Most pixels of a side.
pub const MOST_SIDE: u32 = 8_192;
/// Most pixels of a picture.
pub const MOST_PIXELS: u64 = 40_000_000;

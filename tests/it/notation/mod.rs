//! Reading and writing chess, through the library's public surface.

mod codes;
mod corpus;
mod epd;
mod fen;
mod moves;
mod pgn;
mod properties;
mod reports;
mod source;

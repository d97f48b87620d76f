//! Reading and writing chess, through the library's public surface.

mod corpus;
mod epd;
mod fen;
mod moves;
mod source;

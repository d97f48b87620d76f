//! The program itself: its subcommands, its signals, and what it leaves behind.

mod serve;
mod spans;
mod subcommands;
mod uci;

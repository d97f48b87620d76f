//! The program itself: its subcommands, its signals, and what it leaves behind.

mod serve;
mod subcommands;
mod uci;

//! The `kibitz` program.

fn main() {}

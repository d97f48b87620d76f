//! How much less deep late moves are searched.

use std::sync::LazyLock;

const SIZE: usize = 64;

/// By depth and move number, in plies: the product of logarithms that is common among engines
/// (Chess Programming Wiki, "Late Move Reductions"), with constants of our own.
static TABLE: LazyLock<[[[u8; SIZE]; SIZE]; 2]> = LazyLock::new(|| {
    let mut table = [[[0; SIZE]; SIZE]; 2];
    let [noisy, quiet] = &mut table;
    fill(noisy, |logs| 0.25 + logs / 3.2);
    fill(quiet, |logs| 0.7 + logs / 2.5);
    table
});

fn fill(table: &mut [[u8; SIZE]; SIZE], plies: impl Fn(f64) -> f64) {
    for (depth, row) in (0_u32..).zip(table).skip(1) {
        for (count, cell) in (0_u32..).zip(row).skip(1) {
            let logs = f64::from(depth).ln() * f64::from(count).ln();
            *cell = plies(logs).max(0.0) as u8;
        }
    }
}

/// What kind of move is reduced.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Temper {
    Noisy,
    Quiet,
}

/// Plies to take off a move's depth, before anything is known about the move.
pub(super) fn reduction(temper: Temper, depth: i32, count: usize) -> i32 {
    let depth = usize::try_from(depth).unwrap_or(0).min(SIZE - 1);
    i32::from(TABLE[temper as usize][depth][count.min(SIZE - 1)])
}

//! The arithmetic that the time goes into, compiled for what the machine it runs on has. Whole
//! numbers only, so every version answers the same.

use multiversion::multiversion;

use super::{FULL, HIDDEN};

type Row = [i16; HIDDEN];

/// `to` = `from` + one row − one row: a quiet move.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl", "x86_64+avx2", "x86_64+sse4.1"))]
pub(super) fn move_one(to: &mut Row, from: &Row, came: &Row, went: &Row) {
    for lane in 0..HIDDEN {
        to[lane] = from[lane].wrapping_add(came[lane]).wrapping_sub(went[lane]);
    }
}

/// `to` = `from` + one row − two rows: a capture.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl", "x86_64+avx2", "x86_64+sse4.1"))]
pub(super) fn capture(to: &mut Row, from: &Row, came: &Row, went: [&Row; 2]) {
    for lane in 0..HIDDEN {
        to[lane] = from[lane]
            .wrapping_add(came[lane])
            .wrapping_sub(went[0][lane])
            .wrapping_sub(went[1][lane]);
    }
}

/// `to` += one row.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl", "x86_64+avx2", "x86_64+sse4.1"))]
pub(super) fn add(to: &mut Row, came: &Row) {
    for lane in 0..HIDDEN {
        to[lane] = to[lane].wrapping_add(came[lane]);
    }
}

/// The squared clipped sums of both sides, weighted and added: in units of 255 · 255 · 64.
///
/// An output weight is at most 128, so that its product with a clipped sum is an i16 still.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl", "x86_64+avx2", "x86_64+sse4.1"))]
pub(super) fn weigh(ours: &Row, first: &Row, theirs: &Row, second: &Row) -> i32 {
    let mut sum = 0_i32;
    for (sums, weights) in [(ours, first), (theirs, second)] {
        for lane in 0..HIDDEN {
            let value = sums[lane].clamp(0, FULL);
            let product = value.wrapping_mul(weights[lane]);
            sum = sum.wrapping_add(i32::from(product) * i32::from(value));
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows<const N: usize>(mut seed: u64, most: i16) -> [Row; N] {
        let mut next = || {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            ((seed >> 20) % (2 * most as u64 + 1)) as i16 - most
        };
        [(); N].map(|()| [(); HIDDEN].map(|()| next()))
    }

    #[test]
    fn every_version_is_the_plain_sum() {
        for seed in 1..200 {
            let [from, a, b, c] = rows(seed, 600);
            let mut to = from;
            move_one(&mut to, &from, &a, &b);
            assert!((0..HIDDEN).all(|lane| to[lane] == from[lane] + a[lane] - b[lane]));
            capture(&mut to, &from, &a, [&b, &c]);
            assert!((0..HIDDEN).all(|lane| to[lane] == from[lane] + a[lane] - b[lane] - c[lane]));
            to = from;
            add(&mut to, &a);
            assert!((0..HIDDEN).all(|lane| to[lane] == from[lane] + a[lane]));
        }
    }

    #[test]
    fn the_output_is_the_plain_sum() {
        for seed in 1..200 {
            let [ours, theirs] = rows(seed, 600);
            let [first, second] = rows(seed + 1_000, 127);
            let lanes = ours.iter().zip(&first).chain(theirs.iter().zip(&second));
            let plain = lanes.map(|(&sum, &weight)| {
                let value = i64::from(sum.clamp(0, FULL));
                value * value * i64::from(weight)
            });
            let sum = i64::from(weigh(&ours, &first, &theirs, &second));
            assert_eq!(sum, plain.sum::<i64>());
        }
    }
}

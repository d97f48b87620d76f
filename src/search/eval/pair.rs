//! A middlegame and an endgame value in one number.

use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// Middlegame value in the low 16 bits, endgame value above; sums of both at once. Each must stay
/// within ±32,767.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(super) struct Pair(i32);

impl Pair {
    pub(super) const fn new(middle: i16, end: i16) -> Self {
        Self(((end as i32) << 16) + middle as i32)
    }

    pub(super) fn middle(self) -> i32 {
        i32::from(self.0 as i16)
    }

    pub(super) fn end(self) -> i32 {
        // Rounds the borrow of a negative low half back.
        i32::from((self.0.wrapping_add(0x8000) >> 16) as i16)
    }
}

impl Add for Pair {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Sub for Pair {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl Neg for Pair {
    type Output = Self;
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Mul<i32> for Pair {
    type Output = Self;
    fn mul(self, factor: i32) -> Self {
        Self(self.0 * factor)
    }
}

impl AddAssign for Pair {
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl SubAssign for Pair {
    fn sub_assign(&mut self, other: Self) {
        self.0 -= other.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_do_not_disturb_each_other() {
        let sum = Pair::new(-7, 12) + Pair::new(5, -40) * 3 - Pair::new(1, 1);
        assert_eq!((sum.middle(), sum.end()), (7, -109));
        assert_eq!(((-sum).middle(), (-sum).end()), (-7, 109));
    }
}

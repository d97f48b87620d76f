//! A seeded generator of numbers.

/// Marsaglia's xorshift generator.
#[derive(Debug)]
pub struct Random(u64);

impl Random {
    /// Seeds that lie together give numbers that do not.
    pub fn new(seed: u64) -> Self {
        let mut random = Self(seed.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        for _ in 0..16 {
            random.below(2);
        }
        random
    }

    /// From 0 to one less than `end`.
    pub fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 20) as usize % end
    }
}

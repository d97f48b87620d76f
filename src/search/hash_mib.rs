//! The size of a transposition table.

use crate::analysis::OutOfRange;

/// Memory of a transposition table in MiB, always within `1..=65_536`.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct HashMib(u32);

impl HashMib {
    /// The name in requests and error messages.
    pub const NAME: &'static str = "hash";
    /// Smallest table.
    pub const MIN: Self = Self(1);
    /// Largest table.
    pub const MAX: Self = Self(65_536);

    /// The plain number.
    pub fn get(self) -> u32 {
        self.0
    }
}

impl Default for HashMib {
    /// 16 MiB, as UCI engines do.
    fn default() -> Self {
        Self(16)
    }
}

impl TryFrom<i128> for HashMib {
    type Error = OutOfRange;

    fn try_from(value: i128) -> Result<Self, OutOfRange> {
        u32::try_from(value)
            .ok()
            .filter(|mib| (Self::MIN.0..=Self::MAX.0).contains(mib))
            .map(Self)
            .ok_or(OutOfRange {
                name: Self::NAME,
                value,
                min: i128::from(Self::MIN.0),
                max: i128::from(Self::MAX.0),
            })
    }
}

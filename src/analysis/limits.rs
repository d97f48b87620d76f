//! How far a search may go: one type per quantity, each always inside its documented range.

use std::time::Duration;

use thiserror::Error;

/// A limit outside its documented range.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
#[error("{name} is {value}, expected {min} to {max}")]
pub struct OutOfRange {
    /// The limit's name in requests, `depth` for instance.
    pub name: &'static str,
    /// What was asked.
    pub value: i128,
    /// Smallest value allowed.
    pub min: i128,
    /// Largest value allowed.
    pub max: i128,
}

macro_rules! quantity {
    ($(#[$doc:meta])* $name:ident($inner:ty), $field:literal, $min:literal..=$max:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
        pub struct $name($inner);

        impl $name {
            /// The name in requests and error messages.
            pub const NAME: &'static str = $field;
            /// Smallest value.
            pub const MIN: Self = Self($min);
            /// Largest value.
            pub const MAX: Self = Self($max);

            /// The plain number.
            pub fn get(self) -> $inner {
                self.0
            }
        }

        impl TryFrom<i128> for $name {
            type Error = OutOfRange;

            fn try_from(value: i128) -> Result<Self, OutOfRange> {
                <$inner>::try_from(value)
                    .ok()
                    .filter(|inner| ($min..=$max).contains(inner))
                    .map(Self)
                    .ok_or(OutOfRange { name: $field, value, min: $min, max: $max })
            }
        }
    };
}

quantity!(
    /// Nominal search depth in plies, always within `1..=245`.
    Depth(u8), "depth", 1..=245
);
quantity!(
    /// Positions visited, quiescence included, always within `1..=1_000_000_000_000`.
    Nodes(u64), "nodes", 1..=1_000_000_000_000
);
quantity!(
    /// Search time in milliseconds, always within `1..=86_400_000` (a day).
    MoveTime(u64), "movetime", 1..=86_400_000
);
quantity!(
    /// Search for a mate in at most so many moves, always within `1..=120`.
    MateIn(u8), "mate", 1..=120
);
quantity!(
    /// How many best lines, always within `1..=500`; no position has more than 218 moves.
    MultiPv(u16), "multipv", 1..=500
);
quantity!(
    /// Search threads, always within `1..=1024`.
    Threads(u16), "threads", 1..=1024
);

impl MoveTime {
    /// As a duration.
    pub fn duration(self) -> Duration {
        Duration::from_millis(self.0)
    }
}

/// A chess clock as a GUI tells it (UCI `go wtime …`), already for the side to move.
#[derive(Clone, Copy, Debug, Default, Eq, Hash, PartialEq)]
pub struct Clock {
    /// What is left on the mover's clock.
    pub remaining: Duration,
    /// Added after each move.
    pub increment: Duration,
    /// Moves to the next time control; `None`: the rest of the game.
    pub moves_to_go: Option<u32>,
}

/// What ends a search: the first limit that is reached.
///
/// With nothing set a search ends only when it is stopped or when its depth runs out.
#[derive(Clone, Copy, Debug, Default, Eq, Hash, PartialEq)]
pub struct Limits {
    /// Stop after this iteration.
    pub depth: Option<Depth>,
    /// Stop after about this many nodes (checked at least every 2,048).
    pub nodes: Option<Nodes>,
    /// Stop after this time.
    pub movetime: Option<MoveTime>,
    /// Stop when a mate in at most so many moves is proven.
    pub mate: Option<MateIn>,
    /// Manage the time from a clock; only a UCI session sets it.
    pub clock: Option<Clock>,
    /// Do not answer before `stop`, even when the search has ended; only a UCI session sets it.
    pub infinite: bool,
}

impl Limits {
    /// Stop after `depth` plies.
    pub fn depth(depth: Depth) -> Self {
        Self {
            depth: Some(depth),
            ..Self::default()
        }
    }

    /// Stop after `nodes` nodes.
    pub fn nodes(nodes: Nodes) -> Self {
        Self {
            nodes: Some(nodes),
            ..Self::default()
        }
    }

    /// Stop after a time.
    pub fn movetime(movetime: MoveTime) -> Self {
        Self {
            movetime: Some(movetime),
            ..Self::default()
        }
    }

    /// Whether nothing but a stop ends the search.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_hold() {
        for (value, ok) in [
            (0, false),
            (1, true),
            (245, true),
            (246, false),
            (-1, false),
            (9999, false),
        ] {
            assert_eq!(Depth::try_from(value).is_ok(), ok, "depth: {value}");
        }
        assert_eq!(
            Depth::try_from(9999).unwrap_err().to_string(),
            "depth is 9999, expected 1 to 245"
        );
    }
}

//! One curve from centipawns to a winning chance, the same for every engine.

/// The winning chance in percent (0–100) of the side for which `cp` centipawns were given.
///
/// Source: lichess, `50 + 50 · (2 / (1 + e^(−0.00368208 · cp)) − 1)`, fitted on its rated games.
///
/// ```
/// assert_eq!(kibitz::analysis::win_percent(0), 50.0);
/// ```
pub fn win_percent(cp: i32) -> f64 {
    50.0 + 50.0 * (2.0 / (1.0 + (-0.003_682_08 * f64::from(cp)).exp()) - 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_symmetric_and_monotonic() {
        for cp in [1, 10, 100, 1_000, 10_000] {
            assert!(
                (win_percent(cp) + win_percent(-cp) - 100.0).abs() < 1e-9,
                "cp: {cp}"
            );
            assert!(win_percent(cp) >= win_percent(cp - 1), "cp: {cp}");
        }
        assert!((win_percent(100) - 59.1).abs() < 0.05);
    }
}

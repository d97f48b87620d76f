//! The options of UCI engines that a client may set.
//!
//! This is the whole list. It holds nothing that names a file or a program, nothing that writes (`Debug Log File`), nothing that
//! loads (`EvalFile`, `SyzygyPath`), no button, and nothing that a request has a field of its own for (`MultiPV`, `UCI_Chess960`,
//! `Ponder`). `Hash` and `Threads` are clamped to what the server gives any search. An option goes back to
//! what it was when the search is over.

/// Every option that a client may set, by the name that engines declare it with.
pub const ALLOWED: &[&str] = &[
    "Analysis Contempt",
    "Contempt",
    "ContemptMode",
    "Hash",
    "ScoreType",
    "Skill Level",
    "Syzygy50MoveRule",
    "SyzygyProbeDepth",
    "SyzygyProbeLimit",
    "Temperature",
    "Threads",
    "UCI_AnalyseMode",
    "UCI_Elo",
    "UCI_LimitStrength",
    "UCI_ShowWDL",
    "WDLCalibrationElo",
];

/// Fields that stand for options which are none here.
const FIELDS: &[(&str, &str)] = &[
    ("MultiPV", "the field multipv"),
    ("UCI_Chess960", "the field variant"),
];

/// The option of that name as the list spells it; names are compared without case, as UCI does.
pub fn allowed(name: &str) -> Option<&'static str> {
    let same = |known: &&&str| known.eq_ignore_ascii_case(name.trim());
    ALLOWED.iter().find(same).copied()
}

/// What says the same as an option that is not in the list.
pub fn instead(name: &str) -> Option<&'static str> {
    let known = FIELDS.iter();
    let mut known = known.filter(|(option, _)| option.eq_ignore_ascii_case(name.trim()));
    known.next().map(|(_, field)| *field)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_dangerous_is_allowed() {
        for name in [
            "Debug Log File",
            "debug log file",
            "EvalFile",
            "EvalFileSmall",
            "SyzygyPath",
            "GaviotaTbPath",
            "WeightsFile",
            "Backend",
            "BackendOptions",
            "LogFile",
            "Book File",
            "Clear Hash",
            "NalimovPath",
            "UCI_Opponent",
            "Ponder",
            "MultiPV",
            "",
        ] {
            assert_eq!(allowed(name), None, "{name}");
        }
        for name in ALLOWED {
            let lower = name.to_ascii_lowercase();
            let hides = ["file", "path", "log", "book", "backend"];
            assert!(!hides.iter().any(|word| lower.contains(word)), "{name}");
        }
        assert_eq!(allowed("uci_elo"), Some("UCI_Elo"));
        assert_eq!(instead("multipv"), Some("the field multipv"));
    }
}

//! The script language: what to do at which command.
//!
//! ```text
//! # a comment
//! at start            when the process starts
//!   ACTION…
//! on COMMAND          each time (uci, isready, ucinewgame, position, go, stop, quit)
//! on COMMAND 3        only the third time
//! on COMMAND every 3  the third, sixth, … time
//!   ACTION…           an empty block ignores the command
//! ```
//!
//! The last fitting rule counts; a command without one is answered well. Actions: `say TEXT` (with
//! `\xNN` bytes), `sleep MS`, `exit CODE`, `crash` (dies by a signal), `flood TEXT` (for ever, or
//! until a `stop` that is heard), `long N` (a line of N letters), `spawn PROGRAM ARGS…` (a child
//! that is left behind), `wait` (until `stop`), `deaf` (hears no `stop` from now on), `blind` (reads
//! nothing more), `well` (the good answer to the command), `tell` (the same, and from now on scores tell what it remembers).

/// What to do at one point.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) enum Action {
    Say(Vec<u8>),
    Sleep(u64),
    Exit(i32),
    Crash,
    Flood(Vec<u8>),
    Long(usize),
    Spawn(Vec<String>),
    Wait,
    Deaf,
    Blind,
    Well,
    Tell,
}

/// Which time a rule is for.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Times {
    Always,
    Only(u32),
    Every(u32),
}

#[derive(Clone, Debug)]
struct Rule {
    command: String,
    times: Times,
    actions: Vec<Action>,
}

/// All rules.
#[derive(Clone, Debug, Default)]
pub(crate) struct Script(Vec<Rule>);

impl Script {
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let mut rules: Vec<Rule> = Vec::new();
        for line in text.lines().map(str::trim) {
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            if let Some(rule) = Rule::parse(line) {
                rules.push(rule);
                continue;
            }
            let action = action(line).ok_or_else(|| format!("no statement: {line:?}"))?;
            let rule = rules.last_mut().ok_or("an action before the first rule")?;
            rule.actions.push(action);
        }
        Ok(Self(rules))
    }

    /// What to do the `time`-th time (from 1) that `command` comes; `None`: answer it well.
    pub(crate) fn actions(&self, command: &str, time: u32) -> Option<&[Action]> {
        let fits = |rule: &&Rule| rule.command == command && rule.times.fit(time);
        let rule = self.0.iter().rfind(fits)?;
        Some(&rule.actions)
    }
}

impl Times {
    fn fit(self, time: u32) -> bool {
        match self {
            Self::Always => true,
            Self::Only(only) => time == only,
            Self::Every(every) => time.is_multiple_of(every.max(1)),
        }
    }
}

impl Rule {
    fn parse(line: &str) -> Option<Self> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let (command, times) = match words.as_slice() {
            ["at", "start"] => ("start", Times::Always),
            ["on", command] => (*command, Times::Always),
            ["on", command, only] => (*command, Times::Only(only.parse().ok()?)),
            ["on", command, "every", every] => (*command, Times::Every(every.parse().ok()?)),
            _ => return None,
        };
        Some(Self {
            command: command.to_owned(),
            times,
            actions: Vec::new(),
        })
    }
}

fn action(line: &str) -> Option<Action> {
    let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
    Some(match word {
        "say" => Action::Say(bytes(rest)),
        "sleep" => Action::Sleep(rest.parse().ok()?),
        "exit" => Action::Exit(rest.parse().ok()?),
        "crash" => Action::Crash,
        "flood" => Action::Flood(bytes(rest)),
        "long" => Action::Long(rest.parse().ok()?),
        "spawn" => Action::Spawn(rest.split(' ').map(str::to_owned).collect()),
        "wait" => Action::Wait,
        "deaf" => Action::Deaf,
        "blind" => Action::Blind,
        "well" => Action::Well,
        "tell" => Action::Tell,
        _ => return None,
    })
}

/// The text with `\xNN` as that byte.
fn bytes(text: &str) -> Vec<u8> {
    let mut parts = text.split("\\x");
    let mut bytes = parts.next().unwrap_or_default().as_bytes().to_vec();
    for part in parts {
        let hex = part
            .get(..2)
            .and_then(|hex| u8::from_str_radix(hex, 16).ok());
        bytes.extend(hex);
        bytes.extend_from_slice(part.get(2..).unwrap_or_default().as_bytes());
    }
    bytes
}

//! Where engines are: programs on the search path, and what `--engine` says.

use std::collections::HashSet;
use std::env::split_paths;
use std::ffi::{OsStr, OsString};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use thiserror::Error;

/// Looked in after the search path: Debian puts games where a service's path does not lead.
const ALSO: [&str; 2] = ["/usr/games", "/usr/local/bin"];

/// Names that no UCI engine may have.
const RESERVED: [&str; 2] = ["embedded", "auto"];

/// Characters of an engine's name.
const MAX_NAME: usize = 40;

/// An `--engine` that cannot be used.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub enum FindError {
    /// No program is named.
    #[error("engine {text:?} names no program, expected PATH or NAME=PATH")]
    NoPath {
        /// The value given.
        text: String,
    },
    /// A name with other characters than letters, digits, `.`, `-`, `_`, or too long.
    #[error("engine name {name:?}: expected 1 to {MAX_NAME} letters, digits, '.', '-' or '_'")]
    BadName {
        /// The name given.
        name: String,
    },
    /// A name that means something else.
    #[error("engine name {name:?} is reserved")]
    Reserved {
        /// The name given.
        name: String,
    },
    /// Two engines with one name.
    #[error("engine name {name:?} is given twice")]
    Twice {
        /// The name given.
        name: String,
    },
    /// No such program.
    #[error("engine {}: no such program that can be run", .path.display())]
    NotFound {
        /// The path or name given.
        path: PathBuf,
    },
}

impl FindError {
    /// The stable name of the fault.
    pub fn code(&self) -> &'static str {
        match self {
            Self::NoPath { .. } => "engine-path-missing",
            Self::BadName { .. } => "engine-name-invalid",
            Self::Reserved { .. } => "engine-name-reserved",
            Self::Twice { .. } => "engine-name-twice",
            Self::NotFound { .. } => "engine-not-found",
        }
    }
}

/// The value of an `--engine`: `PATH` or `NAME=PATH`, and after ` -- ` the program's arguments.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct EngineArg {
    /// The name given; `None`: the program's own.
    pub name: Option<String>,
    /// The program; without a slash it is looked for on the search path.
    pub path: PathBuf,
    /// Its arguments.
    pub args: Vec<OsString>,
}

impl FromStr for EngineArg {
    type Err = FindError;

    fn from_str(text: &str) -> Result<Self, FindError> {
        let (program, args) = text.split_once(" -- ").unwrap_or((text, ""));
        // A slash before the first `=` makes it part of a path.
        let (name, path) = match program.split_once('=') {
            Some((name, path)) if !name.contains('/') => (Some(name), path),
            _ => (None, program),
        };
        if path.trim().is_empty() {
            return Err(FindError::NoPath {
                text: text.to_owned(),
            });
        }
        Ok(Self {
            name: name.map(check_name).transpose()?,
            path: PathBuf::from(path.trim()),
            args: args.split_whitespace().map(OsString::from).collect(),
        })
    }
}

fn check_name(name: &str) -> Result<String, FindError> {
    let name = name.trim().to_owned();
    let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_');
    if name.is_empty() || name.len() > MAX_NAME || !name.chars().all(fits) {
        return Err(FindError::BadName { name });
    }
    if RESERVED.contains(&name.as_str()) {
        return Err(FindError::Reserved { name });
    }
    Ok(name)
}

/// An engine's program with the one name that it is called by.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct NamedProgram {
    /// Unique among the engines, and neither `embedded` nor `auto`.
    pub name: String,
    /// A program that can be run.
    pub path: PathBuf,
    /// Its arguments.
    pub args: Vec<OsString>,
}

/// Finds every program and names those that have no name after their files: `lc0`, `lc0-2`, ….
///
/// # Errors
///
/// [`FindError::NotFound`], [`FindError::Twice`].
pub fn resolve(
    engines: &[EngineArg],
    search_path: Option<&OsStr>,
) -> Result<Vec<NamedProgram>, FindError> {
    let mut taken: HashSet<String> = RESERVED.iter().map(|name| (*name).to_owned()).collect();
    for name in engines.iter().filter_map(|engine| engine.name.as_ref()) {
        if !taken.insert(name.clone()) {
            return Err(FindError::Twice { name: name.clone() });
        }
    }
    let mut programs = Vec::new();
    for engine in engines {
        let path = locate(&engine.path, search_path).ok_or_else(|| FindError::NotFound {
            path: engine.path.clone(),
        })?;
        let name = match &engine.name {
            Some(name) => name.clone(),
            None => unused(&file_name(&path), &mut taken),
        };
        programs.push(NamedProgram {
            name,
            path,
            args: engine.args.clone(),
        });
    }
    Ok(programs)
}

/// The file's name without its extension, in the characters that a name may have.
fn file_name(path: &Path) -> String {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let name: String = stem
        .chars()
        .take(MAX_NAME - 4)
        .map(|c| match c {
            '.' | '-' | '_' => c,
            _ if c.is_ascii_alphanumeric() => c,
            _ => '-',
        })
        .collect();
    if name.is_empty() {
        "engine".to_owned()
    } else {
        name
    }
}

fn unused(name: &str, taken: &mut HashSet<String>) -> String {
    let mut candidate = name.to_owned();
    let mut number = 2;
    while !taken.insert(candidate.clone()) {
        candidate = format!("{name}-{number}");
        number += 1;
    }
    candidate
}

/// The program that a path or a bare name means; `None` when there is none that can be run.
pub fn locate(program: &Path, search_path: Option<&OsStr>) -> Option<PathBuf> {
    if program.components().count() > 1 || program.is_absolute() {
        return is_program(program).then(|| program.to_owned());
    }
    let folders = search_path.into_iter().flat_map(split_paths);
    folders
        .chain(ALSO.map(PathBuf::from))
        .filter(|folder| folder.is_absolute())
        .map(|folder| folder.join(program))
        .find(|path| is_program(path))
}

/// Stockfish, where it is installed; `search_path` is the value of `PATH`.
pub fn stockfish(search_path: Option<&OsStr>) -> Option<PathBuf> {
    locate(Path::new("stockfish"), search_path)
}

fn is_program(path: &Path) -> bool {
    path.metadata()
        .is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read() {
        for (text, name, path, args) in [
            ("/opt/lc0", None, "/opt/lc0", 0),
            (
                "lc0=/opt/lc0 -- --backend=cpu -w x",
                Some("lc0"),
                "/opt/lc0",
                3,
            ),
            ("/opt/a=b/sf", None, "/opt/a=b/sf", 0),
            ("stockfish", None, "stockfish", 0),
            ("old=/opt/my engine", Some("old"), "/opt/my engine", 0),
        ] {
            let engine: EngineArg = text.parse().unwrap();
            assert_eq!(engine.name.as_deref(), name, "input: {text:?}");
            assert_eq!(engine.path, Path::new(path), "input: {text:?}");
            assert_eq!(engine.args.len(), args, "input: {text:?}");
        }
    }

    #[test]
    fn bad_values_are_refused() {
        for (text, code) in [
            ("", "engine-path-missing"),
            ("sf=", "engine-path-missing"),
            ("=/bin/sh", "engine-name-invalid"),
            ("a b=/bin/sh", "engine-name-invalid"),
            ("embedded=/bin/sh", "engine-name-reserved"),
        ] {
            let error = text.parse::<EngineArg>().unwrap_err();
            assert_eq!(error.code(), code, "input: {text:?}");
        }
    }

    #[test]
    fn names_are_unique() {
        let named = |texts: &[&str]| {
            let engines: Vec<EngineArg> = texts.iter().map(|text| text.parse().unwrap()).collect();
            let programs = resolve(&engines, Some(OsStr::new("/bin")));
            programs.map(|programs| programs.into_iter().map(|p| p.name).collect::<Vec<_>>())
        };
        assert_eq!(
            named(&["/bin/sh", "sh", "sh-2=/bin/sh", "/bin/sh"]).unwrap(),
            ["sh", "sh-3", "sh-2", "sh-4"]
        );
        assert_eq!(
            named(&["a=/bin/sh", "a=/bin/ls"]).unwrap_err().code(),
            "engine-name-twice"
        );
        assert_eq!(
            named(&["/bin/no-such-engine"]).unwrap_err().code(),
            "engine-not-found"
        );
        assert_eq!(named(&["/bin"]).unwrap_err().code(), "engine-not-found");
    }
}

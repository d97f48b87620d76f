//! API keys: who they belong to, known by their hashes alone.
//!
//! A file has a key a line: a name, the SHA-256 of the key in hexadecimal digits and, if that key has a rate of its own, the rate:
//! `alice 5e88… 600/60`. Blank lines and those that start with `#` are passed over. `printf %s KEY | sha256sum` makes a hash.

use std::collections::HashSet;
use std::fmt;
use std::path::Path;

use sha2::{Digest as _, Sha256};
use subtle::ConstantTimeEq as _;
use thiserror::Error;

use super::rates::Rate;

/// A file of keys that cannot be used. No line of it is quoted.
#[derive(Debug, Error)]
pub enum KeysError {
    /// It cannot be read.
    #[error("cannot read the API keys in {path}: {cause}")]
    Unreadable {
        /// The file.
        path: String,
        /// What the system says.
        #[source]
        cause: std::io::Error,
    },
    /// A line is no key.
    #[error("line {line} of the API keys: expected NAME SHA256 [REQUESTS/SECONDS]")]
    BadLine {
        /// Its number, from 1.
        line: usize,
    },
    /// Two keys have one name.
    #[error("line {line} of the API keys: the name is given twice")]
    Twice {
        /// The second one's number, from 1.
        line: usize,
    },
    /// There is no key, so nobody could come in.
    #[error("there are no API keys in the file")]
    Empty,
}

/// Keys that are known.
#[derive(Default)]
pub struct Keys(Vec<Key>);

struct Key {
    name: String,
    hash: [u8; 32],
    rate: Option<Rate>,
}

impl fmt::Debug for Keys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} keys", self.0.len())
    }
}

impl Keys {
    /// Reads a file.
    ///
    /// # Errors
    ///
    /// See [`KeysError`].
    pub fn load(path: &Path) -> Result<Self, KeysError> {
        let text = std::fs::read_to_string(path).map_err(|cause| KeysError::Unreadable {
            path: path.display().to_string(),
            cause,
        })?;
        Self::parse(&text)
    }

    /// Reads the text of a file.
    ///
    /// # Errors
    ///
    /// All of [`KeysError`] but [`KeysError::Unreadable`].
    pub fn parse(text: &str) -> Result<Self, KeysError> {
        let mut keys = Vec::new();
        let mut names = HashSet::new();
        for (line, text) in (1..).zip(text.lines().map(str::trim)) {
            if text.is_empty() || text.starts_with('#') {
                continue;
            }
            let key = parse_line(text).ok_or(KeysError::BadLine { line })?;
            if !names.insert(key.name.clone()) {
                return Err(KeysError::Twice { line });
            }
            keys.push(key);
        }
        if keys.is_empty() {
            return Err(KeysError::Empty);
        }
        Ok(Self(keys))
    }

    /// The number of a key that a client shows. All of them are compared, each in constant time.
    pub(super) fn find(&self, shown: &[u8]) -> Option<usize> {
        let shown: [u8; 32] = Sha256::digest(shown).into();
        let mut found = None;
        for (number, key) in self.0.iter().enumerate() {
            if bool::from(key.hash.ct_eq(&shown)) {
                found = Some(number);
            }
        }
        found
    }

    /// The rates of their own that keys have, by number.
    pub(super) fn rates(&self) -> impl Iterator<Item = Option<Rate>> {
        self.0.iter().map(|key| key.rate)
    }

    /// The name of a key, for the log.
    pub(super) fn name(&self, number: usize) -> &str {
        self.0.get(number).map_or("", |key| &key.name)
    }
}

fn parse_line(line: &str) -> Option<Key> {
    let mut words = line.split_whitespace();
    let (name, hash) = (words.next()?.to_owned(), unhex(words.next()?)?);
    let rate = words.next().map(str::parse).transpose().ok()?;
    words.next().is_none().then_some(Key { name, hash, rate })
}

fn unhex(text: &str) -> Option<[u8; 32]> {
    let mut bytes = [0; 32];
    if text.len() != 64 || !text.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return None;
    }
    for (at, byte) in bytes.iter_mut().enumerate() {
        *byte = u8::from_str_radix(text.get(2 * at..2 * at + 2)?, 16).ok()?;
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// FIPS 180-2, appendix B.1: the SHA-256 of "abc".
    const ABC: &str = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

    #[test]
    fn keys_are_found_by_their_hashes() {
        let text = format!("# keys\n\nalice {ABC} 10/60\nbob {}\n", "0".repeat(64));
        let keys = Keys::parse(&text).unwrap();
        assert_eq!(keys.find(b"abc"), Some(0));
        assert_eq!(keys.find(b"abd"), None);
        assert_eq!(keys.find(b""), None);
        assert_eq!(keys.name(0), "alice");
        assert_eq!(format!("{keys:?}"), "2 keys");
    }

    #[test]
    fn bad_files_are_refused_without_quoting_them() {
        for (text, expected) in [
            ("", "there are no API keys in the file"),
            (
                "alice",
                "line 1 of the API keys: expected NAME SHA256 [REQUESTS/SECONDS]",
            ),
            (
                "\nalice secret",
                "line 2 of the API keys: expected NAME SHA256 [REQUESTS/SECONDS]",
            ),
            (
                &format!("a {ABC} often"),
                "line 1 of the API keys: expected NAME SHA256 [REQUESTS/SECONDS]",
            ),
            (
                &format!("a {ABC}\na {ABC}"),
                "line 2 of the API keys: the name is given twice",
            ),
        ] {
            assert_eq!(
                Keys::parse(text).unwrap_err().to_string(),
                expected,
                "input: {text:?}"
            );
        }
    }
}

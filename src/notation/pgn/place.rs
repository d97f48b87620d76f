//! Where in the stream something stands.

/// A place in the text as given.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Place {
    /// Line, from 1. Lines end with LF, CR LF or CR.
    pub line: u64,
    /// Unicode character in the line, from 1.
    pub column: u64,
    /// Unicode characters of the stream before it.
    pub offset: u64,
}

impl Default for Place {
    fn default() -> Self {
        Self {
            line: 1,
            column: 1,
            offset: 0,
        }
    }
}

impl Place {
    /// The place after `text`, which starts here.
    fn after(mut self, text: &str) -> Self {
        let bytes = text.as_bytes();
        let mut line_start = 0;
        for at in memchr::memchr2_iter(b'\n', b'\r', bytes) {
            let crlf = bytes[at] == b'\r' && bytes.get(at + 1) == Some(&b'\n');
            if !crlf {
                self.line += 1;
                self.column = 1;
                line_start = at + 1;
            }
        }
        let last = count(&text[line_start..]);
        self.column += last;
        self.offset += last + count(&text[..line_start]);
        self
    }
}

fn count(text: &str) -> u64 {
    u64::try_from(text.chars().count()).unwrap_or(u64::MAX)
}

/// Finds places in one section of the stream. Cheap as long as it is asked in the order of the
/// text, and not asked at all where nothing is wrong.
#[derive(Clone, Debug)]
pub(super) struct Locator {
    base: Place,
    known: (usize, Place),
}

impl Locator {
    /// For a section that starts at `base`.
    pub(super) fn new(base: Place) -> Self {
        Self {
            base,
            known: (0, base),
        }
    }

    /// The place of byte `at` of the section.
    pub(super) fn locate(&mut self, section: &str, at: usize) -> Place {
        let at = section.floor_char_boundary(at);
        let (from, place) = match self.known {
            known if known.0 <= at => known,
            _ => (0, self.base),
        };
        let place = place.after(&section[from..at]);
        self.known = (at, place);
        place
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_in_three_ways() {
        let text = "é\nb\r\nc\rde";
        let mut locator = Locator::new(Place::default());
        let mut at = |byte| {
            let place = locator.locate(text, byte);
            (place.line, place.column, place.offset)
        };
        assert_eq!(at(text.find('b').unwrap()), (2, 1, 2));
        assert_eq!(at(text.find('c').unwrap()), (3, 1, 5));
        assert_eq!(at(text.find('e').unwrap()), (4, 2, 8));
        assert_eq!(at(0), (1, 1, 0));
    }
}

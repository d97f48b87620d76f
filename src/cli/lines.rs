//! Standard input line by line and standard output in a pipe, for the subcommands that are filters.

use std::io::{self, BufRead as _, BufWriter, IsTerminal as _, StdoutLock, Write as _};

/// The lines of standard input that are not blank, as they arrive; bytes that are not UTF-8 are
/// replaced.
pub(super) fn of_stdin() -> impl Iterator<Item = io::Result<String>> {
    let lines = io::stdin().lock().split(b'\n');
    lines
        .map(|line| line.map(|bytes| String::from_utf8_lossy(bytes.trim_ascii_end()).into_owned()))
        .filter(|line| line.as_ref().map_or(true, |text| !text.trim().is_empty()))
}

/// Whether standard input is a pipe or a file.
pub(super) fn are_piped() -> bool {
    !io::stdin().is_terminal()
}

/// Standard output, buffered unless somebody reads along.
#[derive(Debug)]
pub(super) struct Out {
    to: BufWriter<StdoutLock<'static>>,
    live: bool,
}

impl Out {
    pub(super) fn new() -> Self {
        let to = io::stdout().lock();
        let live = to.is_terminal();
        Self {
            to: BufWriter::new(to),
            live,
        }
    }

    /// Writes a line.
    pub(super) fn line(&mut self, text: &str) -> io::Result<()> {
        self.to.write_all(text.as_bytes())?;
        self.to.write_all(b"\n")?;
        if self.live { self.to.flush() } else { Ok(()) }
    }

    pub(super) fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

/// Whoever read the output has enough (`| head`): no error of ours.
pub(super) fn is_closed(error: &anyhow::Error) -> bool {
    error
        .downcast_ref::<io::Error>()
        .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

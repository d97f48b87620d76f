//! Lines from a program that may send anything: of any length, in any encoding, without an end.

use std::io;

use tokio::io::{AsyncBufReadExt as _, AsyncRead, BufReader};

/// The longest line that is kept, in bytes; the rest of a longer one is read and dropped.
pub(super) const MAX_LINE: usize = 64 * 1024;

/// Reads lines in bounded memory.
#[derive(Debug)]
pub(super) struct Lines<R> {
    reader: BufReader<R>,
    line: Vec<u8>,
}

impl<R: AsyncRead + Unpin> Lines<R> {
    pub(super) fn new(reader: R) -> Self {
        Self {
            reader: BufReader::new(reader),
            line: Vec::new(),
        }
    }

    /// The next line without its end; bytes that are no UTF-8 become U+FFFD. `None` at the end of
    /// the input.
    pub(super) async fn next(&mut self) -> io::Result<Option<String>> {
        self.line.clear();
        self.line.shrink_to(MAX_LINE / 16);
        let mut read_any = false;
        loop {
            let chunk = self.reader.fill_buf().await?;
            if chunk.is_empty() {
                return Ok(read_any.then(|| self.text()));
            }
            read_any = true;
            let end = chunk.iter().position(|byte| *byte == b'\n');
            let part = &chunk[..end.unwrap_or(chunk.len())];
            let room = MAX_LINE - self.line.len();
            self.line.extend_from_slice(&part[..part.len().min(room)]);
            let used = end.map_or(chunk.len(), |end| end + 1);
            self.reader.consume(used);
            if end.is_some() {
                return Ok(Some(self.text()));
            }
        }
    }

    fn text(&self) -> String {
        String::from_utf8_lossy(&self.line).into_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn lengths(input: &[u8]) -> Vec<usize> {
        let mut lines = Lines::new(input);
        let mut lengths = Vec::new();
        while let Some(line) = lines.next().await.unwrap() {
            lengths.push(line.len());
        }
        lengths
    }

    #[tokio::test]
    async fn long_lines_are_cut_and_the_next_is_whole() {
        let mut input = vec![b'x'; 1 << 20];
        input.extend_from_slice(b"\nuciok\nend");
        assert_eq!(lengths(&input).await, [MAX_LINE, 5, 3]);
        assert_eq!(lengths(b"").await, [0_usize; 0]);
        assert_eq!(lengths(b"\n\n").await, [0, 0]);
    }

    #[tokio::test]
    async fn bytes_that_are_no_utf8_end_nothing() {
        let mut lines = Lines::new(&b"id name Mot\xf6r\nuciok\n"[..]);
        assert_eq!(lines.next().await.unwrap().unwrap(), "id name Mot\u{fffd}r");
        assert_eq!(lines.next().await.unwrap().unwrap(), "uciok");
    }
}

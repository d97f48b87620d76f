//! What a client has sent and nobody has read yet: in memory while it is little, then in an unnamed
//! temporary file, up to a bound.

use std::collections::VecDeque;
use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt as _;
use std::sync::Arc;

use axum::body::Bytes;
use thiserror::Error;

/// Bytes kept in memory.
const IN_MEMORY: usize = 2 << 20;
/// Bytes read back from the file at once.
const PIECE: u64 = 256 << 10;

/// Why no more can be held.
#[derive(Debug, Error)]
pub(super) enum SpoolError {
    /// The bound is reached.
    #[error(
        "{limit} bytes were sent and wait to be read, which is the most that is kept: read the answer while sending"
    )]
    Full { limit: u64 },
    /// No temporary file can be had, or it cannot be used.
    #[error("what was sent cannot be kept: {0}")]
    File(#[from] io::Error),
}

/// Bytes in the order in which they came.
#[derive(Debug)]
pub(super) struct Spool {
    memory: VecDeque<Bytes>,
    in_memory: usize,
    file: Option<Arc<File>>,
    read: u64,
    written: u64,
    limit: u64,
}

impl Spool {
    /// Holds at most `limit` bytes.
    pub(super) fn new(limit: u64) -> Self {
        Self {
            memory: VecDeque::new(),
            in_memory: 0,
            file: None,
            read: 0,
            written: 0,
            limit,
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.memory.is_empty() && self.read == self.written
    }

    /// Whether more than memory is needed for what comes next.
    pub(super) fn is_large(&self) -> bool {
        self.in_memory >= IN_MEMORY
    }

    pub(super) async fn push(&mut self, bytes: Bytes) -> Result<(), SpoolError> {
        let spilled = self.read < self.written;
        if !spilled && !self.is_large() {
            self.in_memory += bytes.len();
            self.memory.push_back(bytes);
            return Ok(());
        }
        let length = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
        if self.written.saturating_add(length) > self.limit {
            return Err(SpoolError::Full { limit: self.limit });
        }
        let at = self.written;
        let file = self.file()?;
        blocking(move || file.write_all_at(&bytes, at)).await?;
        self.written += length;
        Ok(())
    }

    pub(super) async fn pop(&mut self) -> Result<Option<Bytes>, SpoolError> {
        if let Some(bytes) = self.memory.pop_front() {
            self.in_memory -= bytes.len();
            return Ok(Some(bytes));
        }
        let length = (self.written - self.read).min(PIECE);
        if length == 0 {
            return Ok(None);
        }
        let at = self.read;
        let file = self.file()?;
        let bytes = blocking(move || {
            let mut bytes = vec![0; usize::try_from(length).unwrap_or(0)];
            file.read_exact_at(&mut bytes, at).map(|()| bytes)
        });
        let bytes = bytes.await?;
        self.read += length;
        if self.read == self.written {
            (self.read, self.written) = (0, 0);
        }
        Ok(Some(Bytes::from(bytes)))
    }

    fn file(&mut self) -> io::Result<Arc<File>> {
        if self.file.is_none() {
            self.file = Some(Arc::new(tempfile::tempfile()?));
        }
        Ok(Arc::clone(self.file.as_ref().expect("made above")))
    }
}

async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> io::Result<T> + Send + 'static,
) -> io::Result<T> {
    tokio::task::spawn_blocking(work)
        .await
        .unwrap_or_else(|error| Err(io::Error::other(error)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn what_goes_in_comes_out_in_order() {
        let mut spool = Spool::new(64 << 20);
        let mut sent: Vec<u8> = Vec::new();
        for round in 0..80_u8 {
            let bytes = vec![round; 100_000];
            sent.extend(&bytes);
            spool.push(Bytes::from(bytes)).await.unwrap();
        }
        assert!(spool.written > 0, "the file was needed");
        let mut got: Vec<u8> = Vec::new();
        while let Some(bytes) = spool.pop().await.unwrap() {
            got.extend(&bytes);
        }
        assert!(got == sent && spool.is_empty());
    }

    #[tokio::test]
    async fn the_bound_is_an_error() {
        let mut spool = Spool::new(1000);
        let megabyte = Bytes::from(vec![0; 1 << 20]);
        for _ in 0..2 {
            spool.push(megabyte.clone()).await.unwrap();
        }
        assert!(matches!(
            spool.push(megabyte).await,
            Err(SpoolError::Full { limit: 1000 })
        ));
    }
}

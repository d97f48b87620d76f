//! The async runtime of the subcommands.

/// A runtime for a server: a worker for each core.
///
/// # Errors
///
/// When the system gives no threads.
pub(super) fn many() -> std::io::Result<tokio::runtime::Runtime> {
    tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
}

/// A runtime for one task.
///
/// # Errors
///
/// When the system gives no event queue.
pub(super) fn single() -> std::io::Result<tokio::runtime::Runtime> {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
}

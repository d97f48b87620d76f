//! Unread text in export format: a comment that says so, which the reader takes back.

const MARK: &str = "unread:";

/// The comment for a text that could not be read.
pub(super) fn mark(text: &str) -> String {
    format!("{MARK} {text}")
}

/// The text of such a comment.
pub(super) fn unmark(comment: &str) -> Option<&str> {
    let text = comment.trim_ascii_start().strip_prefix(MARK)?;
    Some(text.trim())
}

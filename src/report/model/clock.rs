//! Hours as a clock shows them.

/// Minutes as hours and minutes: `3:20`.
pub(crate) fn hours(minutes: u32) -> String {
    format!("{}:{:02}", minutes / 60, minutes % 60)
}

//! The page on which a report is written, and in which format.

/// In which format a report is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// For reading at a terminal or on paper.
    Table,
    /// One JSON document.
    Json,
    /// Comma-separated values.
    Csv,
    /// Markdown.
    Markdown,
}

/// The page on which a report is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Page {
    /// The format.
    pub format: Format,
    /// How many characters go on a line.
    pub width: usize,
    /// Whether what must not be overlooked is set off by the terminal too.
    pub colour: bool,
}

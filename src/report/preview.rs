//! Tables of a dry run: their titles say that nothing is written, but on a page that says so itself.

use crate::{Row, Table};

/// What the title of a dry run says first.
const DRY_RUN: &str = "dry run: nothing is written";

impl Table {
    /// The same; of a dry run its title says that nothing is written, and then what it shows.
    #[must_use]
    pub(crate) fn tried(self, is_dry_run: bool) -> Self {
        if !is_dry_run {
            return self;
        }
        let title = match self.title.as_str() {
            "" => DRY_RUN.to_owned(),
            shows => format!("{DRY_RUN}: {shows}"),
        };
        Self { title, besides: Some(self.title), ..self }
    }

    /// The same on a page that says itself that nothing is written.
    #[must_use]
    pub fn of_preview(self) -> Self {
        Self { title: self.besides.unwrap_or(self.title), besides: None, ..self }
    }

    /// Whether rows stand under the heads of its columns, and not groups alone.
    pub fn needs_heads(&self) -> bool {
        self.is_form || self.rows.iter().any(|row| matches!(row, Row::Cells(_)))
    }
}

//! A drawing on a page, for reports that tables cannot show.

use super::page::{Format, Page};
use super::{csv, markdown};

/// A drawing on a page: in Markdown as it stands, in CSV a line a field.
pub(super) fn drawn(text: String, page: Page) -> String {
    match page.format {
        Format::Markdown => markdown::fenced(&text),
        Format::Csv => text.lines().map(|line| csv::field(line) + "\n").collect(),
        Format::Table | Format::Json => text,
    }
}

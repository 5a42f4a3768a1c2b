//! A drawing on a page, for reports that tables cannot show.

use super::page::{Format, Page};
use super::{csv, markdown};

/// A drawing on a page: in Markdown as it stands, in CSV a line a field.
pub(super) fn drawn(text: String, page: Page) -> String {
    match page.format {
        Format::Markdown => markdown::fenced(&text),
        Format::Csv => {
            let mut records = csv::Records::new();
            text.lines().for_each(|line| records.add(std::iter::once(csv::as_text(line))));
            records.text()
        }
        Format::Table | Format::Json => text,
    }
}

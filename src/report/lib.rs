//! What is said of a campaign: reports as plain values, and the ways to write them down.
//!
//! What it is: [`model`], plain serialisable values with final figures; [`Table`], the neutral form between a report
//! and a page; [`mod@render`], one file a format; `words`, which says once what values mean.
//! What it decides: what a reader is shown, in which order and words.
//! What it never does: compute a result of the game, read a file, or write to the ledger.
//! Where to look next: `cli`, which asks for reports.
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod gathered;
pub mod model;
mod preview;
pub mod render;
mod table;
mod words;

pub use render::{Format, Page, render};
pub use table::{Align, Cell, Column, Offered, Row, Sheet, Table};

/// A report: serialised as it is for JSON, laid out in tables for everything else.
pub trait Report: serde::Serialize {
    /// The report as tables, in the order in which they are read: this, or [`Self::tables_for`].
    fn tables(&self) -> Vec<Table> {
        self.tables_for(false)
    }

    /// The same for a reader of Markdown or of a page in a browser, where that is not the rows that a spreadsheet wants.
    fn page_tables(&self) -> Vec<Table> {
        self.tables_for(true)
    }

    /// The one or the other.
    fn tables_for(&self, _on_page: bool) -> Vec<Table> {
        self.tables()
    }

    /// The same as the rows that a spreadsheet wants, where these are not the tables of a page.
    fn rows(&self) -> Vec<Table> {
        self.tables()
    }

    /// The same as the sheets of a workbook.
    fn sheets(&self) -> Vec<Sheet> {
        self.rows().into_iter().map(Sheet::of).collect()
    }

    /// The report as a drawn page, for those that tables cannot show; none for all others.
    fn drawing(&self, _page: Page) -> Option<String> {
        None
    }
}

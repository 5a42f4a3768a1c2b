//! Writing a report down: one file a format. A renderer knows no campaign, only the report.

mod causes;
mod csv;
pub(crate) mod curves;
mod dot;
mod drawn;
pub mod form;
pub mod ground;
mod json;
pub mod map;
mod markdown;
mod page;
mod text;
pub mod wrap;

use domain::shown;
use std::borrow::Cow;

use super::Report;

pub use csv::flat;
pub use page::{Format, Page};

/// How many characters a drawing is wide that stands on a page which is no terminal.
const DRAWN_WIDTH: usize = 100;

/// Writes a report down; the text ends with a line end.
///
/// # Errors
/// When the report cannot be serialised, which no report of this program is.
pub fn render(report: &dyn ErasedReport, page: Page) -> Result<String, serde_json::Error> {
    if page.format != Format::Json
        && let Some(drawing) = report.drawing_of(page)
    {
        return Ok(drawing);
    }
    match page.format {
        Format::Json => report.json(),
        Format::Table => Ok(each(report.page_tables_of(), |table| text::render(table, page.width, page.colour))),
        Format::Csv => Ok(each(report.rows_of(), csv::render)),
        Format::Markdown => Ok(each(report.page_tables_of(), markdown::render)),
    }
}

/// The sheets of a report with the rows that a spreadsheet wants, for renderers elsewhere; a drawing as its text.
pub fn sheets(report: &dyn ErasedReport) -> Vec<super::Sheet> {
    let mut sheets = report.sheets_of();
    for sheet in &mut sheets {
        clean(&mut sheet.name);
        sheet.tables = std::mem::take(&mut sheet.tables).into_iter().map(plain).collect();
    }
    if sheets.is_empty() { vec![super::Sheet::of(drawn(report))] } else { sheets }
}

/// The tables of a report as they are read on a page, for renderers elsewhere; a drawing as its text.
pub fn page_tables(report: &dyn ErasedReport) -> Vec<super::Table> {
    let tables: Vec<_> = report.page_tables_of().into_iter().map(plain).collect();
    if tables.is_empty() { vec![drawn(report)] } else { tables }
}

/// What is only drawn, as a table of its lines.
fn drawn(report: &dyn ErasedReport) -> super::Table {
    let mut drawn = super::Table::new(String::new(), Vec::new());
    drawn.is_drawing = true;
    let page = Page { format: Format::Table, width: DRAWN_WIDTH, colour: false };
    drawn.notes.extend(report.drawing_of(page).iter().flat_map(|text| text.lines()).map(Into::into));
    drawn
}

fn each(tables: Vec<super::Table>, write: impl Fn(&super::Table) -> String) -> String {
    let pages: Vec<String> =
        tables.into_iter().map(plain).map(|table| write(&table)).filter(|text| !text.is_empty()).collect();
    pages.join("\n")
}

/// A text as it is shown: names may hold what would do things to a terminal.
fn clean(text: &mut String) {
    if let Cow::Owned(plain) = shown(text) {
        *text = plain;
    }
}

fn plain(mut table: super::Table) -> super::Table {
    clean(&mut table.title);
    table.besides.iter_mut().for_each(clean);
    table.notes.iter_mut().flat_map(domain::Said::texts_mut).for_each(clean);
    for row in &mut table.rows {
        match row {
            super::Row::Group(text) => clean(text),
            super::Row::Cells(cells) => {
                for cell in cells {
                    clean(&mut cell.text);
                    cell.short.iter_mut().chain(&mut cell.told).for_each(clean);
                }
            }
        }
    }
    table
}

/// A report whose type is not known here: every [`Report`] is one.
pub trait ErasedReport {
    /// The report as tables.
    fn tables_of(&self) -> Vec<super::Table>;
    /// The report as rows for a spreadsheet.
    fn rows_of(&self) -> Vec<super::Table>;
    /// The report as sheets of a workbook.
    fn sheets_of(&self) -> Vec<super::Sheet>;
    /// The report as tables for a reader of a page.
    fn page_tables_of(&self) -> Vec<super::Table>;
    /// The report as a drawn page, where tables cannot show it.
    fn drawing_of(&self, page: Page) -> Option<String>;
    /// The report as one JSON document.
    ///
    /// # Errors
    /// When it cannot be serialised.
    fn json(&self) -> Result<String, serde_json::Error>;
}

impl<R: Report> ErasedReport for R {
    fn tables_of(&self) -> Vec<super::Table> {
        self.tables()
    }

    fn rows_of(&self) -> Vec<super::Table> {
        self.rows()
    }

    fn sheets_of(&self) -> Vec<super::Sheet> {
        self.sheets()
    }

    fn page_tables_of(&self) -> Vec<super::Table> {
        self.page_tables()
    }

    fn drawing_of(&self, page: Page) -> Option<String> {
        self.drawing(page)
    }

    fn json(&self) -> Result<String, serde_json::Error> {
        json::render(self)
    }
}

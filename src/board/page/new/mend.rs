//! What was meant, put with one button into the cell where something else stands.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use maud::{Markup, html};

use ops::draft::{Draft, Fault};

use super::super::form::hidden;
use crate::office::Office;

/// By which it is known whether a file has changed.
pub(super) fn mark(text: &str) -> String {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}

/// A button that puts what was meant into the cell with this fault, where that is known; from there one goes on on this page.
pub(super) fn mend(office: &Office<'_>, draft: &Draft, fault: &Fault, page: &str) -> Markup {
    let found = draft.table(&fault.file).and_then(|table| {
        let (row, column) = table.place(fault.line, fault.column)?;
        let (row, column) = (row?, table.columns.get(column?)?.clone());
        let cell = table.cell(row, &column);
        let alike = (0..table.rows.len()).filter(|of| table.cell(*of, &column) == cell).count();
        Some((row, fault.mended(cell)?, alike, table.file, column))
    });
    html! {
        @if let Some((row, mended, alike, file, column)) = found {
            form.mend method="post" action="/new/cell" {
                (hidden(office.last))
                @for (name, value) in [("of", draft.name.as_str()), ("file", file), ("column", &column), ("value", &mended), ("page", page), ("same", "1")] {
                    input type="hidden" name=(name) value=(value);
                }
                input type="hidden" name="row" value=(row);
                input type="hidden" name="mark" value=(mark(&draft.text(file)));
                button type="submit" { "Write " code { (mended) } @if alike > 1 { " in all " (alike) " rows that say so" } }
            }
        }
    }
}

//! What is odd in a table and still can be read, or nearly: rows that look like comments, headers that people call otherwise.

use super::files::Hint;
use super::layout::Layout;
use super::log::{Log, Spot, did_you_mean, listed};
use super::records::{Field, Records};
use crate::edit::guess_columns;

/// Warns of lines that are left out as comments and look like rows: as many fields as the header has, and no blank behind the
/// `#`, as our own comments have it.
pub(super) fn warn_of_rows_as_comments(file: &str, text: &str, (separator, width): (u8, usize), log: &Log) {
    for (line, comment) in (1..).zip(text.lines()).filter(|(_, line)| line.starts_with('#')) {
        let is_said = comment[1..].starts_with(|letter: char| letter.is_alphanumeric() || "\"'(".contains(letter));
        let Some(row) = Records::new(&comment[1..], separator).next().filter(|_| is_said) else { continue };
        let given = row.fields.iter().filter(|field| !field.text.is_empty()).count();
        if given < 2 || row.fields.len() != width {
            continue;
        }
        let message = format!("the row of `#{}` begins with `#` and is left out as a comment", row.fields[0].text);
        let hint = "begin it otherwise if it is a row; put a blank behind the `#` if it is a comment";
        log.warn(Spot { file, line, column: 1 }, message, hint);
    }
}

/// What may be meant by a header that is no column: the column that people call so, one that is spelled alike, else what there is.
pub(super) fn meant_by_header(layout: &Layout, header: &[Field], given: &str) -> Hint {
    let headers: Vec<String> = header.iter().map(|field| field.text.clone()).collect();
    // What the header has already cannot be meant by another: a column stands there once.
    let is_free = |column: &&str| !headers.iter().any(|header| header.eq_ignore_ascii_case(column));
    let guess = headers.iter().zip(guess_columns(layout.file, &headers)).find(|(header, _)| *header == given);
    if let Some((_, Some(column))) = guess {
        return Hint::meant(given, column, "");
    }
    let free = layout.headers(true).chain(layout.headers(false)).filter(is_free);
    did_you_mean(given, free, &columns_there_are(layout))
}

/// Which columns a table has, for a header that is none of them; of many where they are explained.
fn columns_there_are(layout: &Layout) -> String {
    /// Of how many columns all are named.
    const NAMED: usize = 14;
    let all: Vec<&str> = layout.headers(true).chain(layout.headers(false)).collect();
    if all.len() <= NAMED {
        return format!("the columns are {}", listed(all));
    }
    let needed = listed(layout.headers(true));
    format!("it needs {needed}; `COLUMNS.md`, which `railhead init FOLDER` writes, explains all {} columns", all.len())
}

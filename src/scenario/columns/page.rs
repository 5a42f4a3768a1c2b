//! `COLUMNS.md`: what every column may hold, as a page.

use std::fmt::Write as _;

use super::{BY_HAND, IN_PLAY};
use crate::text::files::COLUMNS_PAGE;
use crate::text::layout::{Column, Layout};
use crate::text::log::listed;

/// How long a line of the page may be.
const WIDTH: usize = 118;

const HEAD: &str = "\
A campaign folder holds one `campaign.toml` and tables, a file each. Only `campaign.toml` and `orbat.csv` must be there.
A table has a header row; its columns may stand in any order, and those that are not marked *needed* may be left out. A
line that begins with `#` is a comment; put a blank behind it, or `check` asks whether it is a row.
`railhead check FOLDER` names every fault with its place.

Tables are CSV. What a spreadsheet saves is read too: fields separated by semicolons or tabs, in which decimals may have
a comma and dates may be written 22.6.1941; a byte order mark, Windows line ends, blank rows. So is a workbook (`.xlsx`
or `.ods`) with a sheet for each table, named like it, and a sheet `campaign` of two columns
for `campaign.toml`: key and value, with a dot for what stands under a heading (`map.columns`) and a number for the
first, second, ... of several (`sides.1.id`, `sides.2.id`). `railhead export --xlsx` writes one.

A *square* is written as column and row from the north-west corner, from 0: `0302`, or `003002` on a map of more than 99
columns or rows. Spreadsheets drop the zero in front: format such columns as text. A *bound* is written `D3 am`,
`D3 pm` or `D3 night`; `3am`, `3pm` and `3n` are read too. In words of a list, capitals,
blanks, underscores and hyphens do not matter: `Dug in` is `dug_in`. In a column `square`, but for that of
`rivers.csv`, the name of a place stands for its square. A *name* has at most 100 letters and does not begin with `-`.
";

/// The page.
pub(crate) fn page() -> String {
    let mut page = format!("# {COLUMNS_PAGE}: what a campaign folder may hold\n\n");
    page.push_str("<!-- Written by the program: `UPDATE_DOCS=1 cargo test -p railhead-scenario columns`. -->\n\n");
    page.push_str(HEAD);
    page.push_str("\n## What you write\n");
    for text in BY_HAND {
        file(text, &mut page);
    }
    page.push_str("\n## What play fills in\n\n");
    page.push_str("An export of a running campaign has these files too. Nobody writes them for a new one.\n");
    for text in IN_PLAY {
        file(text, &mut page);
    }
    page
}

/// The section of a file.
fn file(text: &Layout, page: &mut String) {
    let _ = write!(page, "\n### `{}`\n\n", text.file);
    let what = text.what;
    let (first, rest) = what.split_at(what.chars().next().map_or(0, char::len_utf8));
    wrap(&format!("{}{rest}.", first.to_uppercase()), "", page);
    page.push('\n');
    text.columns.iter().for_each(|column| wrap(&line(column), "  ", page));
}

/// What is said of a column.
fn line(column: &Column) -> String {
    let Column { name, what, is_of_play, is_needed, words, .. } = column;
    let mark = match (is_needed, is_of_play) {
        (true, _) => " (*needed*)",
        (false, true) => " (filled in play)",
        (false, false) => "",
    };
    let words = words.map_or(String::new(), |words| format!(": {}", listed(words())));
    format!("* `{name}`{mark}: {what}{words}")
}

/// Adds a paragraph, its lines broken at blanks and those behind the first indented.
fn wrap(text: &str, indent: &str, page: &mut String) {
    let mut line = String::new();
    for word in text.split(' ') {
        if line.chars().count() + 1 + word.chars().count() > WIDTH && !line.trim().is_empty() {
            page.push_str(&line);
            page.push('\n');
            indent.clone_into(&mut line);
        } else if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    page.push_str(&line);
    page.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_of_the_docs_is_what_the_program_writes() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/COLUMNS.md");
        if std::env::var_os("UPDATE_DOCS").is_some() {
            std::fs::write(path, page()).unwrap();
        }
        let kept = std::fs::read_to_string(path).unwrap_or_default();
        assert!(kept == page(), "docs/COLUMNS.md is old: `UPDATE_DOCS=1 cargo test -p railhead-scenario columns`");
        assert!(page().lines().all(|line| line.chars().count() <= 120));
    }
}

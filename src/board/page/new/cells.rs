//! Cells and rows of a table, written as a form gives them.
//!
//! What it decides: that nothing is written over what has changed since the page was made.

use ops::draft::{Draft, EditTable, table_columns};

use super::mend::mark;
use super::step::{Step, address, page_of};
use super::{Came, query};
use crate::asked::{Asked, Given};
use crate::desk::Refusal;
use crate::office::Office;

/// The table that a form is about, where nobody has changed it since the form was made.
fn unchanged(office: &mut Office<'_>, asked: &Asked) -> Result<(Draft, EditTable), Refusal> {
    let draft = super::draft(office, asked)?;
    let file = asked.form("file").unwrap_or_default();
    let table = draft.table(file).ok_or_else(|| Refusal::new(format!("there is no table `{file}`")))?;
    if asked.form("mark") != Some(&mark(&draft.text(file))) {
        return Err(Refusal {
            hints: vec!["here it is as it stands now: do it again".into()],
            ..Refusal::new(format!("`{file}` has changed since you opened this page: nothing was written"))
        });
    }
    Ok((draft, table))
}

fn keep(office: &mut Office<'_>, draft: &Draft, table: &EditTable) -> Result<(), Refusal> {
    let written = office.desk.drafts_mut().write(draft, table.file, &table.text());
    written.map_err(|error| office.desk.refused(error))
}

/// Writes a cell; with `same` in all rows that say the same there.
pub(super) fn write_cell(office: &mut Office<'_>, asked: &Asked) -> Came {
    let (draft, mut table) = unchanged(office, asked)?;
    let row: usize = asked.form("row").and_then(|row| row.parse().ok()).unwrap_or(usize::MAX);
    let (column, value) =
        (known_column(&table, asked.form("column").unwrap_or_default())?, asked.form("value").unwrap_or_default());
    if row >= table.rows.len() {
        return Err(Refusal::new("there is no such row"));
    }
    let was = table.cell(row, &column).to_owned();
    let is_same = asked.form("same").is_some() && !was.is_empty();
    let rows: Vec<usize> =
        (0..table.rows.len()).filter(|of| *of == row || (is_same && table.cell(*of, &column) == was)).collect();
    for row in rows {
        table.set(row, &column, value);
    }
    keep(office, &draft, &table)?;
    Ok(Given::elsewhere(back(asked, &draft, table.file)))
}

/// The page from which a cell was changed: with the same rows on it.
fn back(asked: &Asked, draft: &Draft, file: &str) -> String {
    let from = asked.form("page");
    if let Some(step) = [Step::Check, Step::Map].into_iter().find(|step| from == Some(step.word())) {
        return address(step, &draft.name);
    }
    let of = |name: &str| asked.form(name).unwrap_or_default();
    let kept =
        [("of", draft.name.as_str()), ("file", file), ("only", of("only")), ("all", of("all")), ("from", of("from"))];
    format!("/new/{}?{}", page_of(file), query(&kept))
}

/// A column that the table has, or may have.
fn known_column(table: &EditTable, name: &str) -> Result<String, Refusal> {
    let is_known = table.columns.iter().any(|column| column == name)
        || table_columns(table.file).iter().any(|info| info.name == name);
    if is_known {
        Ok(name.to_owned())
    } else {
        Err(Refusal::new(format!("`{name}` is not a column of `{}`", table.file)))
    }
}

/// Writes, adds or removes a row.
pub(super) fn write_row(office: &mut Office<'_>, asked: &Asked) -> Came {
    let (draft, mut table) = unchanged(office, asked)?;
    let row: Option<usize> = asked.form("row").and_then(|row| row.parse().ok()).filter(|row| *row < table.rows.len());
    let given: Vec<(String, &str)> = { asked.form.iter() }
        .filter_map(|(name, value)| Some((name.strip_prefix("cell-")?, value.trim())))
        .map(|(name, value)| Ok((known_column(&table, name)?, value)))
        .collect::<Result<_, Refusal>>()?;
    match (asked.form("what"), row) {
        (Some("remove"), Some(row)) => table.remove(row),
        (Some("add"), _) => {
            if given.iter().all(|(_, value)| value.is_empty()) {
                return Err(Refusal::new("the new row is empty"));
            }
            let cells: Vec<(&str, String)> =
                given.iter().map(|(name, value)| (name.as_str(), (*value).to_owned())).collect();
            table.add(&cells);
        }
        (_, Some(row)) => {
            let differs = |(name, value): &&(String, &str)| table.cell(row, name) != *value;
            let changed: Vec<_> = given.iter().filter(differs).cloned().collect();
            for (name, value) in changed {
                table.set(row, &name, value);
            }
        }
        _ => return Err(Refusal::new("there is no such row")),
    }
    keep(office, &draft, &table)?;
    Ok(Given::elsewhere(back(asked, &draft, table.file)))
}

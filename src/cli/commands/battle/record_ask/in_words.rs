//! A result as the flags of `battle record` and `battle correct` give it.

use ops::query::{FormCell, FormRow, ResultSheet};
use report::model::{FormReport, set_value};

use crate::words::quoted;

/// The command as it can be done again: with what was answered.
pub(in crate::commands::battle) fn words(typed: &str, sheet: &ResultSheet) -> String {
    let flags = flags(sheet).map(|(_, flag)| flag);
    let words: Vec<String> = std::iter::once(String::new()).chain(flags).collect();
    typed.replacen(" --ask", &words.join(" "), 1)
}

/// A line for each of these flags, with the name of whom it is about: `--set A1.2=4,1  II Battalion`.
pub(in crate::commands::battle) fn lines(form: &FormReport, sheet: &ResultSheet) -> Vec<String> {
    let bases = form.units().flat_map(|unit| &unit.bases).map(|base| (&base.code, &base.name));
    let named: Vec<(&String, &String)> = form.units().map(|unit| (&unit.code, &unit.name)).chain(bases).collect();
    let line = |(code, flag): (Option<&str>, String)| {
        let name = named.iter().find(|(of, _)| Some(of.as_str()) == code);
        name.map_or_else(|| flag.clone(), |(_, name)| format!("{flag}  {name}"))
    };
    flags(sheet).map(line).collect()
}

/// Every flag of a result, with the code of whom it is about.
fn flags(sheet: &ResultSheet) -> impl Iterator<Item = (Option<&str>, String)> {
    let head = sheet.head.iter().map(|(key, written)| (None, format!("--{key} {}", written.text)));
    let rows = sheet.rows.iter().filter_map(|row| {
        let code = row.code.text.as_str();
        let value = set_value(code, |cell| row.cells.get(&cell).map_or("", |written| written.text.as_str()))?;
        Some((Some(code), format!("--set {}", quoted(&value))))
    });
    head.chain(rows)
}

/// What a row says, as it is typed.
pub(super) fn cells(row: &FormRow) -> String {
    let told = FormCell::ALL.iter().filter_map(|cell| row.cells.get(cell)).map(|written| written.text.as_str());
    told.collect::<Vec<_>>().join(" ")
}

/// What a row says in these cells; 0 where it says nothing.
pub(super) fn cells_of(row: &FormRow, cells: &[FormCell]) -> Vec<String> {
    let text = |cell| row.cells.get(cell).map_or_else(|| "0".to_owned(), |written| written.text.clone());
    cells.iter().map(text).collect()
}

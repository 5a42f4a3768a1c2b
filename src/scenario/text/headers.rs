//! The headers of the columns in which faults stand.

use std::collections::BTreeMap;

use super::dialect::Dialect;
use super::files::{Fault, Files};
use super::records::{Field, Records};
use crate::columns;

/// Names the column of each fault that stands in one, by its header: what spreadsheets show, and not how many letters stand
/// before it. Of the header row itself the fault says more. `cells` are those whose column is the number of a cell.
pub(crate) fn name_columns(files: &Files, cells: &[Fault], faults: &mut [Fault]) {
    let mut read: BTreeMap<String, Vec<Vec<Field>>> = BTreeMap::new();
    for fault in faults.iter_mut().filter(|fault| fault.line > 0 && fault.column > 0) {
        let Some(layout) = columns::of_file(&fault.file) else { continue };
        let records = read.entry(fault.file.clone()).or_insert_with(|| {
            let text = files.get(&fault.file).map(|bytes| String::from_utf8_lossy(bytes)).unwrap_or_default();
            let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
            let separator = Dialect::of(layout, text).separator;
            Records::new(text, separator).map(|record| record.fields).collect()
        });
        let is_cell = cells.contains(fault);
        let number = if is_cell { Some(fault.column as usize - 1) } else { field_of(records, fault) };
        let header = records.first().zip(number).and_then(|(header, number)| header.get(number));
        fault.header = header.map(|field| field.text.to_lowercase()).filter(|name| layout.column(name).is_some());
    }
}

/// In which field of its row a fault stands; none of the header row, and of what stands behind the last field.
fn field_of(records: &[Vec<Field>], fault: &Fault) -> Option<usize> {
    let is_behind = |field: &Field| (fault.line, fault.column) < (field.line, field.column);
    let behind = records.partition_point(|fields| fields.first().is_some_and(|first| !is_behind(first)));
    let fields = records.get(behind.checked_sub(1).filter(|row| *row > 0)?)?;
    let within = |end: &Field| fault.line <= end.line || fault.line == fields[0].line;
    let number = fields.partition_point(|field| !is_behind(field)).checked_sub(1)?;
    fields.last().filter(|last| within(last)).map(|_| number)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(file: &str, text: &str, at: &[(u64, u64)]) -> Vec<Option<String>> {
        let files = Files::from([(file.to_owned(), text.as_bytes().to_vec())]);
        let fault = |(line, column): &(u64, u64)| Fault::at(file, (*line, *column), "", "");
        let mut faults: Vec<Fault> = at.iter().map(fault).collect();
        name_columns(&files, &[], &mut faults);
        faults.into_iter().map(|fault| fault.header).collect()
    }

    /// `su.d` begins the second field of row 3, `X` the third; the comment between is no row.
    #[test]
    fn a_fault_names_the_header_above_it() {
        let text = "\u{feff}id;Parent;side\nsu;;SU\n# a;b;c\nsu.d;su;X\n";
        let at = [(1, 4), (2, 1), (4, 6), (4, 9), (4, 0), (0, 0)];
        let names = [None, Some("id"), Some("parent"), Some("side"), None, None];
        assert_eq!(named("orbat.csv", text, &at), names.map(|name| name.map(str::to_owned)));
        assert_eq!(named("campaign.toml", "[map]\n", &[(1, 2)]), [None]);
    }

    #[test]
    fn what_stands_behind_the_last_header_has_none() {
        assert_eq!(named("orbat.csv", "id,parent\nsu,a,b\n", &[(2, 6)]), [None]);
    }
}

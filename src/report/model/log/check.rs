//! The faults and warnings of a campaign folder.

use std::collections::BTreeMap;

use serde::Serialize;

use ops::query::ZERO_DROPPED;

use crate::{Cell, Column, Report, Table};

/// How many warnings of a kind a table shows one by one; where there are more it folds them into one row.
const ALIKE: usize = 3;
/// How many of a kind are named in such a row beside the first.
const NAMED: usize = 3;

/// What `check` found: `{"faults":[{"file","line","column","message","hint"}],"warnings":[...],"notes":[text]}`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CheckReport {
    /// What is wrong.
    pub faults: Vec<FaultRow>,
    /// What is odd but legal.
    pub warnings: Vec<FaultRow>,
    /// How files were read that are not written as the program writes them.
    pub notes: Vec<String>,
    /// Whether one fault of many rows is told once, for somebody who reads it.
    #[serde(skip)]
    pub is_folded: bool,
}

/// A fault or warning.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FaultRow {
    /// The file, by its name within the folder.
    pub file: String,
    /// The line, from 1; 0 for the file as a whole.
    pub line: u64,
    /// The column of text, from 1; 0 for the line as a whole.
    pub column: u64,
    /// What is wrong.
    pub message: String,
    /// What would be right.
    pub hint: String,
    /// The header of the column in which it stands, where it stands in one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub header: Option<String>,
    /// What was given and what is meant by it, where that is known.
    #[serde(skip)]
    pub meant: Option<(String, String)>,
}

impl Report for CheckReport {
    fn tables(&self) -> Vec<Table> {
        let columns = vec![Column::text("where"), Column::text("what").wrapping(), Column::text("hint").wrapping()];
        let mut table = Table::new("", columns);
        for (name, rows) in [("faults", &self.faults), ("warnings", &self.warnings)] {
            if rows.is_empty() {
                continue;
            }
            table.group(name);
            if name == "faults" {
                self.faults_of(rows, &mut table);
                continue;
            }
            for alike in FaultRow::kinds(rows) {
                let Some(first) = alike.first() else { continue };
                let what = if alike.len() > ALIKE { told_once(&alike) } else { first.message.clone() };
                let told = if alike.len() > ALIKE { 1 } else { alike.len() };
                table.row([first.place(), what, first.hint.clone()].map(Cell::from));
                for row in &alike[1..told] {
                    table.row([row.place(), row.message.clone(), row.hint.clone()].map(Cell::from));
                }
            }
        }
        self.notes.iter().for_each(|note| table.note(note.clone()));
        let (faults, warnings) = (self.faults.len(), self.warnings.len());
        let is_folded = FaultRow::kinds(&self.warnings).iter().any(|alike| alike.len() > ALIKE);
        let all = if is_folded { "; --format json has every one" } else { "" };
        table.note(format!("faults: {faults}, warnings: {warnings}{all}"));
        vec![table]
    }
}

impl CheckReport {
    /// Faults; those that are one thing to mend are told once, where they are folded, with the rows.
    fn faults_of(&self, rows: &[FaultRow], table: &mut Table) {
        let alone = || rows.iter().map(|row| vec![row]).collect();
        let told = if self.is_folded { FaultRow::alike(rows) } else { alone() };
        for alike in told {
            let Some(first) = alike.first() else { continue };
            let what = if FaultRow::is_one(&alike) { first.message.clone() } else { told_once(&alike) };
            let what = rows_said(&alike).map_or_else(|| what.clone(), |rows| format!("{what}: {rows}"));
            table.row([first.place(), what, first.hint.clone()].map(Cell::from));
        }
    }
}

/// The rows of what stands in several: `rows 3-9, 12 and 14`; none where it stands in one.
pub fn rows_said(alike: &[&FaultRow]) -> Option<String> {
    let mut lines: Vec<u64> = alike.iter().map(|row| row.line).collect();
    lines.dedup();
    (lines.len() > 1).then(|| format!("rows {}", runs(&lines)))
}

/// Numbers in order, those that follow each other as a run: `3-9, 12 and 14`.
fn runs(numbers: &[u64]) -> String {
    let runs: Vec<String> = numbers
        .chunk_by(|one, next| one + 1 == *next)
        .flat_map(|run| match run {
            [first, .., last] if run.len() > 2 => vec![format!("{first}-{last}")],
            few => few.iter().map(ToString::to_string).collect(),
        })
        .collect();
    match runs.split_last() {
        Some((last, before)) if !before.is_empty() => format!("{} and {last}", before.join(", ")),
        _ => runs.concat(),
    }
}

/// The first of many alike in full, how many more there are, and whom the next are about.
fn told_once(alike: &[&FaultRow]) -> String {
    let others: Vec<String> = alike.iter().skip(1).take(NAMED).map(|row| row.subject()).collect();
    let first = alike.first().map_or("", |row| row.message.as_str());
    format!("{first}; {} more like it: {}, ...", alike.len() - 1, others.join(", "))
}

impl FaultRow {
    /// Faults that are one thing to mend, together: the same one of several rows, and the zeros that a spreadsheet has dropped
    /// in many rows of a file. Those of a file as a whole are each for itself.
    pub fn alike(rows: &[Self]) -> Vec<Vec<&Self>> {
        let mut zeros: BTreeMap<&str, usize> = BTreeMap::new();
        for row in rows.iter().filter(|row| row.has_lost_zeros()) {
            *zeros.entry(&row.file).or_default() += 1;
        }
        let is_one_of_many = |row: &Self| row.has_lost_zeros() && zeros.get(row.file.as_str()) > Some(&ALIKE);
        let same = |one: &Self, other: &Self| {
            let is_told_alike = (&one.message, &one.hint) == (&other.message, &other.hint);
            let is_alike = is_told_alike || (is_one_of_many(one) && is_one_of_many(other));
            one.line > 0 && one.file == other.file && is_alike
        };
        let mut found: Vec<Vec<&Self>> = Vec::new();
        for row in rows {
            match found.iter_mut().find(|alike| alike.first().is_some_and(|first| same(row, first))) {
                Some(alike) => alike.push(row),
                None => found.push(vec![row]),
            }
        }
        found
    }

    /// Whether rows that are alike say the same.
    pub fn is_one(alike: &[&Self]) -> bool {
        alike.windows(2).all(|pair| pair[0].message == pair[1].message)
    }

    /// Whether a spreadsheet has dropped the zero in front of what is given.
    fn has_lost_zeros(&self) -> bool {
        self.hint.ends_with(ZERO_DROPPED)
    }

    /// Rows by kind, in the order in which the kinds come first. Every fault wants mending and is told; of warnings alike
    /// a reader wants to see of what kind they are, and how many.
    pub fn kinds(rows: &[Self]) -> Vec<Vec<&Self>> {
        let mut kinds: Vec<Vec<&Self>> = Vec::new();
        let mut of_shape = BTreeMap::new();
        for row in rows {
            let number = *of_shape.entry(row.shape()).or_insert_with(|| {
                kinds.push(Vec::new());
                kinds.len() - 1
            });
            kinds[number].push(row);
        }
        kinds
    }

    /// What those of a kind have in common: file, advice, and the words but for what they name.
    fn shape(&self) -> (&str, &str, String) {
        let outside = self.message.split('`').step_by(2).flat_map(str::chars);
        (&self.file, &self.hint, outside.filter(|c| !c.is_ascii_digit()).collect())
    }

    /// Whom it is about: what it names first, else where it stands.
    fn subject(&self) -> String {
        self.message.split('`').nth(1).map_or_else(|| self.place(), |name| format!("`{name}`"))
    }

    /// Where it is: `orbat.csv:12:4 (side)`, of a workbook `orbat!C12 (side)`.
    pub fn place(&self) -> String {
        let header = self.header.as_ref().map(|header| format!(" ({header})")).unwrap_or_default();
        // What has no ending is a sheet of a workbook.
        if self.line > 0 && !self.file.contains('.') {
            return format!("{}!{}{}{header}", self.file, letters(self.column.max(1)), self.line);
        }
        match (self.line, self.column) {
            (0, _) => self.file.clone(),
            (line, 0) => format!("{}:{line}", self.file),
            (line, column) => format!("{}:{line}:{column}{header}", self.file),
        }
    }
}

/// A column of a sheet by its letters: 1 is `A`, 27 is `AA`.
fn letters(mut column: u64) -> String {
    let mut letters = Vec::new();
    while column > 0 {
        letters.push(char::from(b'A' + ((column - 1) % 26) as u8));
        column = (column - 1) / 26;
    }
    letters.iter().rev().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Row;

    fn row(line: u64, message: &str) -> FaultRow {
        FaultRow {
            file: "orbat.csv".into(),
            line,
            column: 0,
            message: message.into(),
            hint: String::new(),
            header: None,
            meant: None,
        }
    }

    fn lines(report: &CheckReport) -> Vec<String> {
        let tables = report.tables();
        let text = |cell: &Cell| cell.text.clone();
        let rows = tables[0].rows.iter().map(|row| match row {
            Row::Cells(cells) => cells.iter().map(text).collect::<Vec<_>>().join("|"),
            Row::Group(title) => title.clone(),
        });
        rows.chain(tables[0].notes.iter().map(|note| note.to_string())).collect()
    }

    #[test]
    fn a_place_in_a_sheet_is_a_cell() {
        let at = |line, column| FaultRow { file: "orbat".into(), column, ..row(line, "") }.place();
        assert_eq!(
            (at(17, 3), at(2, 26), at(2, 27), at(2, 703)),
            ("orbat!C17".into(), "orbat!Z2".into(), "orbat!AA2".into(), "orbat!AAA2".into())
        );
        assert_eq!((at(17, 0), at(0, 0)), ("orbat!A17".into(), "orbat".into()));
        let mut of_file = FaultRow { column: 3, header: Some("side".into()), ..row(17, "") };
        assert_eq!(of_file.place(), "orbat.csv:17:3 (side)");
        of_file.file = "orbat".into();
        assert_eq!(of_file.place(), "orbat!C17 (side)");
    }

    #[test]
    fn three_warnings_alike_are_told_and_of_five_the_first() {
        let moved = |n: u64| row(n, &format!("`u{n}` stands in 010{n}"));
        let other = row(3, "`u3` has no dump above it");
        let mut report = CheckReport {
            faults: vec![],
            notes: Vec::new(),
            is_folded: true,
            warnings: vec![moved(1), moved(2), other, moved(4)],
        };
        assert_eq!(
            lines(&report),
            [
                "warnings",
                "orbat.csv:1|`u1` stands in 0101|",
                "orbat.csv:2|`u2` stands in 0102|",
                "orbat.csv:4|`u4` stands in 0104|",
                "orbat.csv:3|`u3` has no dump above it|",
                "faults: 0, warnings: 4",
            ]
        );
        report.warnings.extend([moved(5), moved(6)]);
        assert_eq!(
            lines(&report),
            [
                "warnings",
                "orbat.csv:1|`u1` stands in 0101; 4 more like it: `u2`, `u4`, `u5`, ...|",
                "orbat.csv:3|`u3` has no dump above it|",
                "faults: 0, warnings: 6; --format json has every one",
            ]
        );
        let faults = CheckReport { faults: report.warnings, notes: Vec::new(), warnings: vec![], is_folded: true };
        assert_eq!(lines(&faults).len(), 1 + 6 + 1, "every fault wants mending");
    }

    #[test]
    fn zeros_that_a_spreadsheet_dropped_are_one_fault_of_a_file() {
        let lost = |line: u64| FaultRow {
            hint: format!("did you mean `03{line:02}`? {ZERO_DROPPED}"),
            ..row(line, &format!("`3{line:02}` is not a square: write 4 digits"))
        };
        let faults: Vec<FaultRow> = (2..7).map(lost).collect();
        let report = |faults| CheckReport { faults, warnings: vec![], notes: Vec::new(), is_folded: true };
        let told = "orbat.csv:2|`302` is not a square: write 4 digits; 4 more like it: `303`, `304`, `305`, ...: rows 2-6|did \
                    you mean `0302`? Spreadsheets drop the zero in front: format it as text";
        assert_eq!(lines(&report(faults.clone())), ["faults", told, "faults: 5, warnings: 0"]);
        assert_eq!(lines(&report(faults[..3].to_vec())).len(), 1 + 3 + 1, "few are told one by one");
    }

    #[test]
    fn one_fault_of_many_rows_is_told_once_with_these() {
        let posture = |line| row(line, "`trench` is not a posture");
        let faults =
            [3, 4, 5, 6, 9, 12, 13, 15].map(posture).into_iter().chain([row(7, "`x` is not an arm")]).collect();
        let mut report = CheckReport { faults, warnings: vec![], notes: Vec::new(), is_folded: true };
        report.faults.sort_by_key(|fault| fault.line);
        assert_eq!(
            lines(&report),
            [
                "faults",
                "orbat.csv:3|`trench` is not a posture: rows 3-6, 9, 12, 13 and 15|",
                "orbat.csv:7|`x` is not an arm|",
                "faults: 9, warnings: 0",
            ]
        );
        report.is_folded = false;
        assert_eq!(lines(&report).len(), 1 + 9 + 1);
        assert_eq!((runs(&[2, 3]), runs(&[2, 3, 4]), runs(&[7])), ("2 and 3".into(), "2-4".into(), "7".into()));
    }
}

//! The faults and warnings of a campaign folder.

use serde::Serialize;

use crate::report::{Cell, Column, Report, Table};

/// What `check` found: `{"faults":[{"file","line","column","message","hint"}],"warnings":[...]}`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CheckReport {
    /// What is wrong.
    pub faults: Vec<FaultRow>,
    /// What is odd but legal.
    pub warnings: Vec<FaultRow>,
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
            for row in rows {
                table.row([row.place(), row.message.clone(), row.hint.clone()].map(Cell::from));
            }
        }
        let (faults, warnings) = (self.faults.len(), self.warnings.len());
        table.note(format!("faults: {faults}, warnings: {warnings}"));
        vec![table]
    }
}

impl FaultRow {
    /// Where it is: `orbat.csv:12:4`.
    pub fn place(&self) -> String {
        match (self.line, self.column) {
            (0, _) => self.file.clone(),
            (line, 0) => format!("{}:{line}", self.file),
            (line, column) => format!("{}:{line}:{column}", self.file),
        }
    }
}

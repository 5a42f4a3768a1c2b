//! The faults and warnings of a campaign folder.

use serde::Serialize;

use crate::report::{Cell, Column, Report, Table};

/// How many warnings of a kind a table shows where there are more.
const ALIKE: usize = 3;

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
                let alike = rows.iter().filter(|other| other.is_like(row));
                let (before, all) = (alike.clone().take_while(|other| *other != row).count(), alike.count());
                // Every fault wants mending; of warnings alike a reader wants to see of what kind they are.
                let told = if name == "faults" || all <= ALIKE + 1 { usize::MAX } else { ALIKE };
                if before < told {
                    table.row([row.place(), row.message.clone(), row.hint.clone()].map(Cell::from));
                } else if before == told {
                    let more = format!("... and {} more like these; --format json has them all", all - told);
                    table.row([row.file.clone(), more, String::new()].map(Cell::from));
                }
            }
        }
        let (faults, warnings) = (self.faults.len(), self.warnings.len());
        table.note(format!("faults: {faults}, warnings: {warnings}"));
        vec![table]
    }
}

impl FaultRow {
    /// Whether it is of the same kind: in the same file, with the same advice, and worded alike but for what it names.
    fn is_like(&self, other: &Self) -> bool {
        let shape = |text: &str| {
            let outside = text.split('`').step_by(2);
            outside.collect::<String>().chars().filter(|c| !c.is_ascii_digit()).collect::<String>()
        };
        self.file == other.file && self.hint == other.hint && shape(&self.message) == shape(&other.message)
    }

    /// Where it is: `orbat.csv:12:4`.
    pub fn place(&self) -> String {
        match (self.line, self.column) {
            (0, _) => self.file.clone(),
            (line, 0) => format!("{}:{line}", self.file),
            (line, column) => format!("{}:{line}:{column}", self.file),
        }
    }
}

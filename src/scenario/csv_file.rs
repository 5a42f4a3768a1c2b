//! One reader for every CSV file: rows with the line and column of each field.
//!
//! Written here, and not with the `csv` crate, because a fault must name the column of the text, which that crate
//! does not give for a field.

use std::collections::BTreeMap;

use crate::domain::nearest;

use super::{Fault, Files};

/// Everything found while reading a folder.
pub(super) struct Findings {
    pub(super) faults: Vec<Fault>,
    pub(super) warnings: Vec<Fault>,
}

impl Findings {
    pub(super) fn fault(&mut self, file: &str, at: (u64, u64), message: impl Into<String>, hint: impl Into<String>) {
        self.faults.push(fault(file, at, message, hint));
    }

    pub(super) fn warn(&mut self, file: &str, at: (u64, u64), message: impl Into<String>, hint: impl Into<String>) {
        self.warnings.push(fault(file, at, message, hint));
    }
}

fn fault(file: &str, at: (u64, u64), message: impl Into<String>, hint: impl Into<String>) -> Fault {
    Fault { file: file.to_owned(), line: at.0, column: at.1, message: message.into(), hint: hint.into() }
}

/// A row of a CSV file.
#[derive(Debug, Clone)]
pub(super) struct Row {
    pub(super) file: &'static str,
    pub(super) line: u64,
    fields: BTreeMap<&'static str, (String, u64)>,
}

impl Row {
    /// The text of a field; empty where the column was left out.
    pub(super) fn get(&self, column: &str) -> &str {
        self.fields.get(column).map_or("", |(text, _)| text)
    }

    /// Where a field stands: line and column of its text.
    pub(super) fn at(&self, column: &str) -> (u64, u64) {
        (self.line, self.fields.get(column).map_or(0, |(_, column)| *column))
    }

    /// Reads a field that must be there and be one of something.
    pub(super) fn read<T: std::str::FromStr>(
        &self,
        column: &'static str,
        found: &mut Findings,
        say: impl Fn(&str, T::Err) -> (String, String),
    ) -> Option<T> {
        let text = self.get(column);
        if text.is_empty() {
            found.fault(self.file, self.at(column), format!("`{column}` is empty"), "give a value");
            return None;
        }
        text.parse().map_err(|e| say(text, e)).map_err(|(m, h)| found.fault(self.file, self.at(column), m, h)).ok()
    }

    /// Reads a word of a closed list; the default where the field is empty.
    pub(super) fn word<T>(&self, column: &'static str, default: Option<T>, found: &mut Findings) -> Option<T>
    where
        T: std::str::FromStr<Err = crate::domain::UnknownWord>,
    {
        if self.get(column).is_empty() && default.is_some() {
            return default;
        }
        self.read(column, found, |_, word: crate::domain::UnknownWord| {
            let all = word.known.iter().map(|w| format!("`{w}`")).collect::<Vec<_>>().join(", ");
            let hint = word.nearest().map_or_else(|| format!("one of {all}"), |near| format!("did you mean `{near}`?"));
            (word.to_string(), hint)
        })
    }

    /// Reads a whole number; the default where the field is empty.
    pub(super) fn number(&self, column: &'static str, default: Option<u32>, found: &mut Findings) -> Option<u32> {
        if self.get(column).is_empty() && default.is_some() {
            return default;
        }
        self.read(column, found, |text, _: std::num::ParseIntError| {
            let message = if text.starts_with('-') {
                format!("`{text}` is negative: `{column}` is 0 or more")
            } else {
                format!("`{text}` is no whole number")
            };
            (message, format!("`{column}` is a whole number from 0"))
        })
    }

    /// Whether a field says yes.
    pub(super) fn yes(&self, column: &'static str, found: &mut Findings) -> bool {
        match self.get(column).to_ascii_lowercase().as_str() {
            "" | "no" | "false" => false,
            "yes" | "true" => true,
            other => {
                found.fault(self.file, self.at(column), format!("`{other}` is neither `yes` nor `no`"), "");
                false
            }
        }
    }
}

/// The text of a file, its byte-order mark left out; a fault where it is not UTF-8.
pub(super) fn text<'f>(files: &'f Files, name: &str, found: &mut Findings) -> Option<&'f str> {
    let bytes = files.get(name)?;
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    match std::str::from_utf8(bytes) {
        Ok(text) => Some(text),
        Err(error) => {
            let good = &bytes[..error.valid_up_to()];
            let line = good.split(|b| *b == b'\n').count() as u64;
            let start = good.iter().rposition(|b| *b == b'\n').map_or(0, |p| p + 1);
            let column = String::from_utf8_lossy(&good[start..]).chars().count() as u64 + 1;
            found.fault(name, (line, column), "not UTF-8 text", "save the file as UTF-8");
            None
        }
    }
}

/// The rows of a CSV file, in order; none where there is no such file.
pub(super) fn rows(
    files: &Files,
    file: &'static str,
    known: &'static [&'static str],
    wanted: &[&str],
    found: &mut Findings,
) -> Vec<Row> {
    let Some(text) = text(files, file, found) else { return Vec::new() };
    let mut lines = records(file, text, found).into_iter();
    let Some((line, header)) = lines.next() else {
        found.fault(
            file,
            (1, 0),
            "the file is empty",
            format!("its first line names the columns: {}", known.join(",")),
        );
        return Vec::new();
    };
    let columns = columns(file, line, &header, known, wanted, found);
    lines
        .filter_map(|(line, fields)| {
            if fields.len() != columns.len() {
                let few = if fields.len() < columns.len() { "few" } else { "many" };
                let message = format!("too {few} fields: {} wanted, {} found", columns.len(), fields.len());
                found.fault(file, (line, 0), message, "quote a field that has a comma in it");
                return None;
            }
            let named = columns.iter().zip(fields).filter_map(|(name, field)| name.map(|n| (n, field)));
            Some(Row { file, line, fields: named.collect() })
        })
        .collect()
}

fn columns(
    file: &'static str,
    line: u64,
    header: &[(String, u64)],
    known: &'static [&'static str],
    wanted: &[&str],
    found: &mut Findings,
) -> Vec<Option<&'static str>> {
    let mut columns: Vec<Option<&'static str>> = Vec::new();
    for (name, column) in header {
        let name = name.to_lowercase();
        let one = known.iter().copied().find(|k| *k == name);
        if one.is_none() {
            let near = nearest(&name, known.iter().copied());
            let hint =
                near.map_or_else(|| format!("known are {}", known.join(", ")), |n| format!("did you mean `{n}`?"));
            found.fault(file, (line, *column), format!("there is no column `{name}`"), hint);
        } else if columns.contains(&one) {
            found.fault(file, (line, *column), format!("column `{name}` is there twice"), "leave one out");
        }
        columns.push(one);
    }
    for missing in wanted.iter().filter(|w| !columns.contains(&Some(**w))) {
        found.fault(file, (line, 0), format!("column `{missing}` is missing"), "add it to the first line");
    }
    columns
}

type Record = (u64, Vec<(String, u64)>);

/// Splits a text into records; `#` begins a comment line, blank lines are passed over.
fn records(file: &str, text: &str, found: &mut Findings) -> Vec<Record> {
    let mut records = Vec::new();
    let mut chars = text.chars().peekable();
    let (mut line, mut column) = (1u64, 1u64);
    while chars.peek().is_some() {
        if chars.peek() == Some(&'#') {
            for c in chars.by_ref() {
                if c == '\n' {
                    break;
                }
            }
            (line, column) = (line + 1, 1);
            continue;
        }
        let start = line;
        let mut fields = vec![(String::new(), column)];
        let mut quoted = false;
        let mut opened = (line, column);
        while let Some(c) = chars.next() {
            let at = column;
            column += 1;
            let last = fields.len() - 1;
            match (c, quoted) {
                ('"', true) if chars.peek() == Some(&'"') => {
                    chars.next();
                    column += 1;
                    fields[last].0.push('"');
                }
                ('"', true) => quoted = false,
                ('"', false) if fields[last].0.is_empty() => {
                    (quoted, opened) = (true, (line, at));
                    fields[last].1 = at + 1;
                }
                (',', false) => fields.push((String::new(), column)),
                ('\r', false) if chars.peek() == Some(&'\n') => {}
                ('\n', _) => {
                    (line, column) = (line + 1, 1);
                    if !quoted {
                        break;
                    }
                    fields[last].0.push('\n');
                }
                (other, _) => fields[last].0.push(other),
            }
        }
        if quoted {
            found.fault(file, opened, "a quoted field is not closed", "close it with `\"`");
            break;
        }
        let blank = fields.len() == 1 && fields[0].0.trim().is_empty();
        if !blank {
            for (text, _) in &mut fields {
                *text = text.trim().to_owned();
            }
            records.push((start, fields));
        }
    }
    records
}

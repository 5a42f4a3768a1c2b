//! Tables of text with a header row: rows whose fields know their line and column.
//!
//! What it decides: what a CSV file is, and the faults of one that is none.
//! What it never does: know what a table is about.

use std::cell::RefCell;
use std::str::FromStr;

use campaign::size_limits::{ID, fault_of_name};
use domain::{ID_LETTERS, UnknownWord, counted, is_id, is_refused, thirds_of};

use super::csv_odd::{meant_by_header, warn_of_rows_as_comments};
use super::dialect::Dialect;
use super::files::Hint;
use super::layout::{Form, Layout};
use super::limits;
use super::log::{Log, NO_TEXT, Spot, listed, text_of, word_meant};
use super::records::{Field, QuoteFault, Record, Records};

/// A file as rows of fields.
#[derive(Debug)]
pub(crate) struct CsvTable {
    log: Log,
    file: &'static str,
    /// The line of its header.
    head: u64,
    columns: Vec<String>,
    /// Those that it lacks and must have.
    missing: Vec<&'static str>,
    /// Those that some of its rows must have, of which it was said that they are missing.
    wanted: RefCell<Vec<&'static str>>,
    records: Vec<Vec<Field>>,
    /// Rows with too few or too many fields, or with bytes that are no text.
    lost: Vec<Vec<Field>>,
}

/// A row of a table.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CsvRow<'a> {
    table: &'a CsvTable,
    fields: &'a [Field],
}

impl CsvTable {
    /// Reads a table; none where its text or header cannot be used.
    pub(crate) fn read(layout: &Layout, bytes: &[u8], log: &Log) -> Option<Self> {
        let file = layout.file;
        let sound = log.count();
        let text = text_of(file, bytes, log);
        let before = log.count();
        let dialect = Dialect::of(layout, &text);
        let mut records = records(file, &text, dialect, log);
        let is_torn = |fields: &Vec<Field>| before > sound && fields.iter().any(|field| field.text.contains(NO_TEXT));
        if log.count() > before || records.first().is_some_and(is_torn) {
            return None;
        }
        if records.is_empty() {
            let hint = format!("give it one with {}", listed(layout.headers(true)));
            log.fault(Spot::file(file), "the file has no header row", hint);
            return None;
        }
        records.iter().flatten().for_each(|field| must_be_plain(file, field, log));
        drop_columns_without_header(&mut records);
        let header = records.remove(0);
        let missing = check_header(layout, &header, log);
        warn_of_rows_as_comments(file, &text, (dialect.separator, header.len()), log);
        let (wanted, head) = (RefCell::default(), header.first().map_or(1, |field| field.line));
        // Whom an order of battle has is known by their ids, whatever else it does not say of them.
        if !missing.is_empty() && (file != crate::columns::ORBAT.file || missing.contains(&"id")) {
            return None;
        }
        if !dialect.is_own() {
            log.read_in(file, dialect);
        }
        let columns: Vec<String> = header.iter().map(|field| field.text.to_lowercase()).collect();
        to_own(layout, dialect, &columns, &mut records);
        let (width, words) = (columns.len(), dialect.words());
        let is_whole = |fields: &Vec<Field>| has_its_fields(file, width, words, fields, log) && !is_torn(fields);
        let (records, lost) = records.into_iter().partition(is_whole);
        let table = Self { log: log.clone(), file, head, columns, missing, wanted, records, lost };
        table.rows().for_each(|row| row.warn_of_name());
        Some(table)
    }

    /// What a column most likely says in the rows that were lost, with their lines: enough to say nothing more of what
    /// names them.
    pub(crate) fn lost(&self, column: &str) -> impl Iterator<Item = (&str, u64)> {
        let number = self.columns.iter().position(|name| name == column);
        let fields = self.lost.iter().filter_map(move |fields| fields.get(number?));
        fields.map(|field| (field.text.as_str(), field.line))
    }

    /// Its rows, in order.
    pub(crate) fn rows(&self) -> impl Iterator<Item = CsvRow<'_>> {
        self.records.iter().map(|fields| CsvRow { table: self, fields })
    }
}

/// Names and notes are printed as they are and are words of commands, so a field is one line without control characters.
fn must_be_plain(file: &str, field: &Field, log: &Log) {
    let spot = Spot { file, line: field.line, column: field.column };
    if field.text.len() > limits::FIELD {
        log.fault(spot, format!("the field has more than {} bytes", limits::FIELD), "shorten it");
    }
    let Some(letter) = field.text.chars().find(|letter| is_refused(*letter)) else { return };
    if matches!(letter, '\n' | '\r') {
        log.fault(spot, "the field holds a line break", "write it in one line");
    } else {
        let code = u32::from(letter);
        log.fault(spot, format!("the field holds the control character U+{code:04X}"), "remove it");
    }
}

/// Spreadsheets write as many fields to a row as the longest has, though it be a comment: those behind the last header
/// that hold nothing are none.
fn drop_columns_without_header(records: &mut [Vec<Field>]) {
    let Some(header) = records.first() else { return };
    let width = header.len();
    let named = header.iter().rposition(|field| !field.text.is_empty()).map_or(0, |last| last + 1);
    for record in records.iter_mut().filter(|record| record.len() <= width) {
        while record.len() > named && record.last().is_some_and(|field| field.text.is_empty()) {
            record.pop();
        }
    }
}

/// Writes what the dialect writes otherwise as every table is written.
fn to_own(layout: &Layout, dialect: Dialect, columns: &[String], records: &mut [Vec<Field>]) {
    let form = |name: &String| layout.column(name).map_or(Form::Plain, |column| column.form);
    let forms: Vec<Form> = columns.iter().map(form).collect();
    for (field, form) in records.iter_mut().flat_map(|record| record.iter_mut().zip(&forms)) {
        if let Some(own) = dialect.own(*form, &field.text) {
            field.text = own;
        }
    }
}

/// Finds fault with the header; gives the columns that are missing.
fn check_header(layout: &Layout, header: &[Field], log: &Log) -> Vec<&'static str> {
    let file = layout.file;
    let known = || layout.headers(true).chain(layout.headers(false));
    let (mut seen, mut meant): (Vec<String>, Vec<String>) = Default::default();
    for field in header {
        let name = field.text.to_lowercase();
        let spot = Spot { file, line: field.line, column: field.column };
        if !known().any(|column| column == name) {
            let given = &field.text;
            let hint = meant_by_header(layout, header, given);
            meant.extend(hint.meant_instead().map(str::to_owned));
            log.fault(spot, format!("`{given}` is not a column of `{file}`"), hint);
        } else if seen.contains(&name) {
            log.fault(spot, format!("the column `{name}` appears twice"), "remove one of them");
        }
        seen.push(name);
    }
    let missing: Vec<_> = layout.headers(true).filter(|name| !seen.iter().any(|s| s == name)).collect();
    let line = header.first().map_or(1, |field| field.line);
    for name in missing.iter().filter(|name| !meant.iter().any(|meant| meant == *name)) {
        missing_column(file, line, name, log);
    }
    missing
}

fn missing_column(file: &'static str, line: u64, name: &str, log: &Log) {
    log.fault(Spot::line(file, line), format!("the column `{name}` is missing"), "add it to the header row");
}

fn has_its_fields(file: &str, wanted: usize, separators: (&str, &str), fields: &[Field], log: &Log) -> bool {
    let found = fields.len();
    if found == wanted {
        return true;
    }
    let line = fields.first().map_or(0, |field| field.line);
    let column = fields.get(wanted).map(|field| field.column).or(fields.last().map(|field| field.end));
    let hint = if found == 1 {
        format!("separate its fields with {}, as the header row does", separators.1)
    } else {
        format!("the header row sets the number; put a field with a {} in quotes", separators.0)
    };
    let (line, column) =
        (fields.get(wanted).or(fields.last()).map_or(line, |field| field.line), column.unwrap_or_default());
    log.fault(Spot { file, line, column }, format!("the row has {}, not {wanted}", counted(found, "field")), hint);
    false
}

impl<'a> CsvRow<'a> {
    /// Where what is wrong with it goes.
    pub(crate) fn log(&self) -> &'a Log {
        &self.table.log
    }

    /// Finds fault with a field.
    pub(crate) fn fault(&self, column: &str, message: impl Into<String>, hint: impl Into<Hint>) {
        self.log().fault(self.at(column), message, hint);
    }

    /// Where the row stands.
    pub(crate) fn line(&self) -> u64 {
        self.fields.first().map_or(0, |field| field.line)
    }

    /// The row as a whole.
    pub(crate) fn spot(&self) -> Spot<'static> {
        Spot::line(self.table.file, self.line())
    }

    /// The names of its columns.
    pub(crate) fn columns(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        self.table.columns.iter().map(String::as_str)
    }

    fn field(&self, column: &str) -> Option<&'a Field> {
        let number = self.table.columns.iter().position(|name| name == column)?;
        self.fields.get(number)
    }

    /// Whether the table lacks all of these columns, of which this row must have one: that is said once, of the header.
    pub(crate) fn lacks_columns(&self, columns: &[&'static str]) -> bool {
        let table = self.table;
        let is_lacking = !columns.iter().any(|column| table.columns.iter().any(|name| name == column));
        if is_lacking && !table.wanted.borrow().iter().any(|wanted| columns.contains(wanted)) {
            table.wanted.borrow_mut().extend(columns);
            let Self { table: CsvTable { file, head, log, .. }, .. } = self;
            match columns {
                [column] => missing_column(file, *head, column, log),
                several => {
                    let message = format!("the columns {} are missing", listed(several.iter().copied()));
                    log.fault(Spot::line(file, *head), message, "add one of them to the header row");
                }
            }
        }
        is_lacking
    }

    /// Where a field stands.
    pub(crate) fn at(&self, column: &str) -> Spot<'static> {
        let spot = |field: &Field| Spot { file: self.table.file, line: field.line, column: field.column };
        self.field(column).map_or(self.spot(), spot)
    }

    /// Where the first of these columns stands that is given; of none, the first that the table has, else the row.
    pub(crate) fn at_first(&self, columns: &[&str]) -> Spot<'static> {
        let given = columns.iter().find(|column| self.given(column).is_some());
        let there = columns.iter().find(|column| self.field(column).is_some());
        let start = self.fields.first().map_or(0, |field| field.column);
        given.or(there).map_or(Spot { column: start, ..self.spot() }, |column| self.at(column))
    }

    /// The text of a field; empty where the table has no such column.
    pub(crate) fn text(&self, column: &str) -> &'a str {
        self.field(column).map_or("", |field| field.text.as_str())
    }

    /// The text of a field, without blanks around it.
    pub(crate) fn word(&self, column: &str) -> &'a str {
        self.text(column).trim()
    }

    /// The text of a field, where it has one.
    pub(crate) fn given(&self, column: &str) -> Option<&'a str> {
        Some(self.word(column)).filter(|text| !text.is_empty())
    }

    /// Whether two fields are both given or neither; notes where only one is.
    pub(crate) fn go_together(&self, [one, other]: [&str; 2], hint: &str) -> bool {
        let given = [one, other].map(|column| self.given(column).is_some());
        if given[0] != given[1] {
            let at = if given[0] { one } else { other };
            self.fault(at, format!("`{one}` and `{other}` go together"), hint);
        }
        given[0] == given[1]
    }

    /// The text of a field that may not be empty.
    pub(crate) fn needed(&self, column: &str) -> Option<&'a str> {
        let given = self.given(column);
        // That a whole column is missing is said once.
        if given.is_none() && !self.table.missing.contains(&column) {
            self.fault(column, format!("`{column}` is empty"), "every row needs it");
        }
        given
    }

    /// Warns of a name that cards cannot hold or commands cannot be given: campaigns that have one can be read all the same.
    fn warn_of_name(&self) {
        if let Some((message, hint)) = self.given("name").and_then(fault_of_name) {
            self.log().warn(self.at("name"), message, hint);
        }
    }

    /// The id of what the row is about.
    pub(crate) fn id(&self) -> Option<&'a str> {
        let id = self.needed("id")?;
        self.is_id(id);
        Some(id)
    }

    /// Finds fault with what cannot be an id; who names it by that is not at fault too.
    pub(crate) fn is_id(&self, id: &str) {
        if id.len() > ID {
            self.fault("id", format!("the id has more than {ID} letters"), "shorten it");
        }
        if !is_id(id) {
            self.fault("id", format!("`{id}` is not a valid id"), format!("an id has only {ID_LETTERS}"));
        }
    }

    /// A word of a closed list; none where the field is empty or has a fault.
    pub(crate) fn one_of<T: FromStr<Err = UnknownWord>>(&self, column: &str) -> Option<T> {
        let text = self.given(column)?;
        let read = text.parse();
        read.map_err(|unknown: UnknownWord| {
            let hint = word_meant(&unknown, || format!("one of {}", listed(unknown.known.iter().copied())));
            self.fault(column, unknown.to_string(), hint);
        })
        .ok()
    }

    /// A word of a closed list that may not be missing.
    pub(crate) fn one_of_needed<T: FromStr<Err = UnknownWord>>(&self, column: &str) -> Option<T> {
        self.needed(column)?;
        self.one_of(column)
    }

    /// A whole number up to `most`; none where the field is empty or has a fault.
    pub(crate) fn number(&self, column: &str, most: u32) -> Option<u32> {
        let text = self.given(column)?;
        let number = text.parse().ok().filter(|number| *number <= most);
        if number.is_none() {
            let is_negative = text.strip_prefix('-').is_some_and(|rest| rest.parse::<u32>().is_ok());
            let what = if is_negative { "is below zero" } else { "is not a valid number" };
            self.fault(column, format!("`{text}` {what}"), format!("a whole number from 0 to {most}"));
        }
        number
    }

    /// A number of whole ones and thirds, `2 1/3`, as thirds; none where the field is empty or has a fault.
    pub(crate) fn thirds(&self, column: &str) -> Option<u16> {
        let text = self.given(column)?;
        let thirds = thirds_of(text);
        if thirds.is_none() {
            self.fault(column, format!("`{text}` is not a number of thirds"), "write `2`, `2 1/3` or `1/3`");
        }
        thirds
    }

    /// Whether a field says `yes`; an empty one says no.
    pub(crate) fn yes(&self, column: &str) -> bool {
        match self.word(column).to_ascii_lowercase().as_str() {
            "yes" | "true" => true,
            "" | "no" | "false" => false,
            _ => {
                let text = self.word(column);
                self.fault(column, format!("`{text}` is neither `yes` nor `no`"), "write `yes` or nothing");
                false
            }
        }
    }

    /// A value that reads itself, where its error is the message; none where the field is empty or has a fault.
    pub(crate) fn parsed<T: FromStr<Err: std::fmt::Display>>(&self, column: &str) -> Option<T> {
        let text = self.given(column)?;
        let read: Result<T, T::Err> = text.parse();
        read.map_err(|error| {
            let whole = error.to_string();
            let (message, hint) = whole.split_once(": ").unwrap_or((&whole, ""));
            self.fault(column, message, hint);
        })
        .ok()
    }
}

/// Whether a row is blank, or a comment that a spreadsheet has put in quotes.
fn says_nothing(record: &[Field]) -> bool {
    let mut given = record.iter().enumerate().filter(|(_, field)| !field.text.is_empty());
    let is_comment = |(number, field): (usize, &Field)| number == 0 && field.text.starts_with('#');
    given.next().is_none_or(is_comment) && given.next().is_none()
}

/// The records of a file that say anything, as many as it may have.
fn records(file: &str, text: &str, dialect: Dialect, log: &Log) -> Vec<Vec<Field>> {
    let (mut records, mut fields) = (Vec::new(), 0);
    for Record { fields: record, faults } in Records::new(text, dialect.separator) {
        for QuoteFault { line, column, message, hint } in faults {
            log.fault(Spot { file, line, column }, message, hint);
        }
        let (line, in_row) = (record[0].line, record.len());
        fields += in_row;
        if !says_nothing(&record) {
            records.push(record);
        }
        if let Some((what, hint)) = limits::beyond(limits::rows(file), records.len(), fields, in_row) {
            log.fault(Spot::line(file, line), what, hint);
            break;
        }
    }
    records
}

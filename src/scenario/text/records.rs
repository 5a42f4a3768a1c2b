//! Separated text, read: records whose fields know where they stand. The one reader of CSV, on `csv_core`.
//!
//! What it decides: where a field begins and ends, and what is wrong with its quotes. Lines that begin with `#` and blank
//! lines are no records.
//! What it never does: know what a table is about, or refuse a record.

use csv_core::{ReadFieldResult, Reader, ReaderBuilder, Terminator};

use super::limits;
use super::place::past;

/// A field of a record: what it says, without blanks around it unless it is in quotes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Field {
    /// The text.
    pub text: String,
    /// The line on which it begins, from 1.
    pub line: u64,
    /// The letter of the line with which it begins, from 1.
    pub column: u64,
    /// The column after its last letter.
    pub end: u64,
}

/// What is wrong with the quotes of a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QuoteFault {
    /// The line, from 1.
    pub line: u64,
    /// The letter of the line, from 1.
    pub column: u64,
    /// What is wrong.
    pub message: String,
    /// What would be right.
    pub hint: &'static str,
}

/// A record.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Record {
    /// Its fields, at least one.
    pub fields: Vec<Field>,
    /// What is wrong with their quotes.
    pub faults: Vec<QuoteFault>,
}

/// The records of a text, in order.
#[derive(Debug)]
pub struct Records<'t> {
    rest: &'t str,
    line: u64,
    column: u64,
    end: char,
    reader: Reader,
    letters: Vec<u8>,
}

impl<'t> Records<'t> {
    /// Those of a text whose fields this separates, an ASCII letter.
    pub fn new(text: &'t str, separator: u8) -> Self {
        // Spreadsheets of old Macintoshes end a line with a carriage return alone.
        let end = if text.contains('\n') { '\n' } else { '\r' };
        let reader = ReaderBuilder::new().delimiter(separator).terminator(Terminator::Any(end as u8)).build();
        Self { rest: text, line: 1, column: 1, end, reader, letters: vec![0; 256] }
    }

    /// Goes on behind these bytes; gives them.
    fn take(&mut self, bytes: usize) -> &'t str {
        let (taken, rest) = self.rest.split_at(bytes);
        self.rest = rest;
        (self.line, self.column) = past((self.line, self.column), taken.chars(), self.end);
        taken
    }

    fn skip_comments_and_blank_lines(&mut self) {
        loop {
            let line = self.rest.find(self.end).map_or(self.rest, |at| &self.rest[..=at]);
            let is_blank = line.ends_with(self.end) && line.trim().is_empty();
            if !is_blank && !line.starts_with('#') {
                return;
            }
            self.take(line.len());
        }
    }

    /// The next field, how it was written, and whether it is the last of its record.
    fn field(&mut self, faults: &mut Vec<QuoteFault>) -> (Field, bool) {
        let (mut read, mut written) = (0, 0);
        let (is_parted, is_last) = loop {
            let input = &self.rest.as_bytes()[read..];
            let (result, bytes, letters) = self.reader.read_field(input, &mut self.letters[written..]);
            (read, written) = (read + bytes, written + letters);
            match result {
                ReadFieldResult::InputEmpty => {}
                ReadFieldResult::OutputFull => self.letters.resize(self.letters.len() * 2, 0),
                ReadFieldResult::Field { record_end } => break (bytes > 0, record_end),
                ReadFieldResult::End => break (false, true),
            }
        };
        let (line, column) = (self.line, self.column);
        let raw = self.take(read - usize::from(is_parted));
        let text = if raw.starts_with('"') {
            faults.extend(quote_fault(raw).map(|(at, message, hint)| {
                let (line, column) = past((line, column), raw[..at].chars(), self.end);
                QuoteFault { line, column, message, hint }
            }));
            // Behind a closed quote come blanks, of which a carriage return is one: they are no part of the text.
            let closed = raw.trim_end();
            let blanks = if closed.len() > 1 && closed.ends_with('"') { raw.len() - closed.len() } else { 0 };
            String::from_utf8_lossy(&self.letters[..written.saturating_sub(blanks)]).into_owned()
        } else {
            raw.trim().to_owned()
        };
        let end = self.column;
        self.take(usize::from(is_parted));
        (Field { text, line, column, end }, is_last)
    }
}

impl Iterator for Records<'_> {
    type Item = Record;

    fn next(&mut self) -> Option<Record> {
        self.skip_comments_and_blank_lines();
        if self.rest.is_empty() {
            return None;
        }
        let mut record = Record::default();
        // Of a row without end nobody wants more than that it has none.
        while record.fields.len() <= limits::FIELDS {
            let (field, is_last) = self.field(&mut record.faults);
            record.fields.push(field);
            if is_last {
                break;
            }
        }
        Some(record)
    }
}

/// What is wrong with a field that begins with a quote, and at which of its bytes.
fn quote_fault(raw: &str) -> Option<(usize, String, &'static str)> {
    let mut letters = raw.char_indices().skip(1).peekable();
    while let Some((at, letter)) = letters.next() {
        if letter == '"' && letters.next_if(|(_, next)| *next == '"').is_none() {
            let rest = raw[at + 1..].trim();
            let message = format!("`{rest}` follows a closed quote");
            return (!rest.is_empty()).then_some((at + 1, message, "double a quote that is inside quotes"));
        }
    }
    Some((0, "the quote is not closed".to_owned(), "close it, or double a quote that is inside quotes"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spots(text: &str, separator: u8) -> Vec<Vec<(String, u64, u64)>> {
        let spot = |field: Field| (field.text, field.line, field.column);
        Records::new(text, separator).map(|record| record.fields.into_iter().map(spot).collect()).collect()
    }

    fn at(text: &str, line: u64, column: u64) -> (String, u64, u64) {
        (text.to_owned(), line, column)
    }

    #[test]
    fn fields_know_where_they_stand() {
        // A quoted comma is no new field, a doubled quote no end of one; letters are counted, not bytes.
        let text = "a,\"b,\"\"c\",\u{fc} ,d\n";
        assert_eq!(spots(text, b','), [[at("a", 1, 1), at("b,\"c", 1, 3), at("\u{fc}", 1, 11), at("d", 1, 14)]]);
        let text = "a;\"two\nlines\"; x\r\n\r\n# no record\nb;;";
        let second = [at("b", 5, 1), at("", 5, 3), at("", 5, 4)];
        assert_eq!(spots(text, b';'), [[at("a", 1, 1), at("two\nlines", 1, 3), at("x", 2, 8)], second]);
    }

    #[test]
    fn lines_may_end_as_on_an_old_macintosh() {
        assert_eq!(spots("a\tb\rc\td\r", b'\t'), [[at("a", 1, 1), at("b", 1, 3)], [at("c", 2, 1), at("d", 2, 3)]]);
    }

    #[test]
    fn what_follows_a_closed_quote_is_no_part_of_the_text() {
        let text = "\"a\";\" b \" ;\"c\"\r\n\"d\"\r\n";
        assert_eq!(spots(text, b';'), [vec![at("a", 1, 1), at(" b ", 1, 5), at("c", 1, 12)], vec![at("d", 2, 1)]]);
    }

    #[test]
    fn what_is_wrong_with_quotes_is_told_with_its_place() {
        let faults = |text: &str| {
            let faults = Records::new(text, b',').flat_map(|record| record.faults);
            faults.map(|fault| (fault.line, fault.column, fault.message)).collect::<Vec<_>>()
        };
        assert_eq!(faults("a,\"b\" c\n"), [(1, 6, "`c` follows a closed quote".to_owned())]);
        assert_eq!(
            faults("a\n\"two\nlines\" x,\"y\n"),
            [(3, 7, "`x` follows a closed quote".to_owned()), (3, 10, "the quote is not closed".to_owned()),]
        );
        assert_eq!(faults("a \"b\",\"\"\"c\"\"\"\n"), []);
    }

    #[test]
    fn a_row_without_end_is_not_read_to_its_end() {
        let text = ",".repeat(100_000);
        assert_eq!(Records::new(&text, b',').next().unwrap().fields.len(), limits::FIELDS + 1);
    }
}

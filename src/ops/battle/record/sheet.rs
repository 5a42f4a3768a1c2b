//! A result form as it came back from the table: what is written in it, and where.
//!
//! What it decides: how a filled CSV and the words of `--set` are read.
//! What it never does: know the battle; whether what is written can be is for `record`.

use std::collections::BTreeMap;

use domain::{nearest, words};
use rules::form::FateWord;
use scenario::{Fault, Field, QuoteFault, Record, Records};

words! {
    /// What can be filled in for a base, a unit or a side.
    enum FormCell: "column of a form" {
        /// SP left.
        Sp = "sp",
        /// Markers.
        Markers = "markers",
        /// Whether it is out of ammunition.
        Out = "out",
        /// Combat units left, where they are counted.
        Cu = "cu",
        /// What became of it.
        Fate = "fate",
        /// Where it ends.
        Square = "square",
        /// Steps of the HQ die that it owes for its attacks.
        Attacks = "attacks",
        /// Tests passed.
        Passed = "passed",
        /// Tests failed.
        Failed = "failed",
    }
}

/// What the form says of the battle as it was, beside codes: read and passed over.
const FORM_KEPT: &[&str] =
    &["code", "id", "name", "full", "sp_was", "markers_was", "out_was", "cu_was", "square_was", "note"];
/// What of it must be so still: else the form was printed of another drawing.
const FORM_COMPARED: &[&str] = &["sp_was", "markers_was"];
/// The lines over the table of a form.
const FORM_HEAD: &[&str] = &["battle", "end", "moves", "holder"];

/// Where something is written.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FormSpot {
    /// The file, or the words of the command line.
    pub file: String,
    /// The line, from 1; 0 where there are none.
    pub line: u64,
    /// The column of text, from 1; 0 where there is none.
    pub column: u64,
    /// The code of the row, where it stands in one.
    pub row: Option<String>,
}

impl FormSpot {
    /// Words that are no file.
    pub fn words(words: impl Into<String>) -> Self {
        Self { file: words.into(), ..Self::default() }
    }

    pub(crate) fn fault(&self, message: impl Into<String>, hint: impl Into<String>) -> Fault {
        let Self { file, line, column, row } = self.clone();
        Fault { row, ..Fault::at(file, (line, column), message, hint) }
    }
}

/// Something written, without blanks around it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FormText {
    /// The text.
    pub text: String,
    /// Where it stands.
    pub spot: FormSpot,
}

/// What is filled in for a base, a unit or a side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FormRow {
    /// Whose it is.
    pub code: FormText,
    /// The id, where it is written too.
    pub id: Option<FormText>,
    /// What is filled in; who is not in it is as it was.
    pub cells: BTreeMap<FormCell, FormText>,
    /// What the form says of it as it was: `sp_was`, `markers_was`.
    pub was: BTreeMap<String, FormText>,
}

/// A filled form.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ResultSheet {
    /// The form as a whole.
    pub spot: FormSpot,
    /// The lines over the table: `battle`, `end`, `moves`, `holder`.
    pub head: BTreeMap<&'static str, FormText>,
    /// Its rows.
    pub rows: Vec<FormRow>,
    /// What could not be read in it.
    pub faults: Vec<Fault>,
    /// What the bases of some codes are called in faults.
    pub names: BTreeMap<String, String>,
}

impl ResultSheet {
    /// The filled form of a CSV text, with what cannot be read in it.
    ///
    /// # Errors
    /// When it has no header line: then nothing of it can be read.
    pub fn read(file: &str, text: &str) -> Result<Self, Vec<Fault>> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let spot = FormSpot::words(file);
        let mut reader = Reader { text, sheet: Self { spot, ..Self::default() }, header: None };
        reader.read();
        let sheet = reader.sheet;
        if reader.header.is_none() {
            let hint = "`railhead battle form BATTLE --format csv` prints a form with it";
            // In a text that is not a form every line would be a fault.
            return Err(vec![sheet.spot.fault("the header line, which begins with `code`, is missing", hint)]);
        }
        Ok(sheet)
    }
}

struct Reader<'t> {
    text: &'t str,
    sheet: ResultSheet,
    /// The columns, once their line has been read.
    header: Option<Vec<String>>,
}

impl Reader<'_> {
    fn read(&mut self) {
        for record in Records::new(self.text, separator(self.text)) {
            for QuoteFault { line, column, message, hint } in &record.faults {
                let spot = FormSpot { line: *line, column: *column, ..self.sheet.spot.clone() };
                self.sheet.faults.push(spot.fault(message, *hint));
            }
            self.record(record);
        }
    }

    fn record(&mut self, record: Record) {
        let spot = |field: &Field| FormSpot { line: field.line, column: field.column, ..self.sheet.spot.clone() };
        let fields = record.fields.into_iter();
        let fields: Vec<FormText> =
            fields.map(|field| FormText { spot: spot(&field), text: field.text.trim().to_owned() }).collect();
        let Some(first) = fields.first() else { return };
        if first.text.starts_with('#') || fields.iter().all(|field| field.text.is_empty()) {
            return;
        }
        match &self.header {
            Some(columns) => self.row(&columns.clone(), &fields),
            None if first.text.eq_ignore_ascii_case("code") => self.columns(&fields),
            None => self.head(&fields),
        }
    }

    fn head(&mut self, fields: &[FormText]) {
        let key = &fields[0];
        let word = key.text.to_lowercase();
        let Some(known) = FORM_HEAD.iter().find(|known| **known == word) else {
            let hint = meant(&key.text, FORM_HEAD, "a line begins with `battle`, `end`, `moves` or `holder`");
            return self.sheet.faults.push(key.spot.fault(format!("`{}` is not a line of a form", key.text), hint));
        };
        let Some(value) = fields.get(1).filter(|value| !value.text.is_empty()) else { return };
        if self.sheet.head.insert(known, value.clone()).is_some() {
            self.sheet.faults.push(key.spot.fault(format!("`{known}` appears twice"), "leave one of them out"));
        }
    }

    fn columns(&mut self, fields: &[FormText]) {
        let known: Vec<&str> = FORM_KEPT.iter().copied().chain(FormCell::ALL.iter().map(|c| c.as_str())).collect();
        let mut columns: Vec<String> = Vec::new();
        for field in fields {
            let name = field.text.to_lowercase();
            if !name.is_empty() && !known.contains(&name.as_str()) {
                let hint = meant(&field.text, &known, "the printed form has the right ones");
                self.sheet.faults.push(field.spot.fault(format!("`{}` is not a column of a form", field.text), hint));
            } else if !name.is_empty() && columns.contains(&name) {
                self.sheet.faults.push(field.spot.fault(format!("`{name}` appears twice"), "leave one of them out"));
            }
            columns.push(name);
        }
        self.header = Some(columns);
    }

    fn row(&mut self, columns: &[String], fields: &[FormText]) {
        let code = Some(fields[0].text.to_uppercase()).filter(|code| !code.is_empty());
        let in_row =
            |field: &FormText| FormText { spot: FormSpot { row: code.clone(), ..field.spot.clone() }, ..field.clone() };
        let fields: Vec<FormText> = fields.iter().map(in_row).collect();
        let mut row = FormRow { code: fields[0].clone(), id: None, cells: BTreeMap::new(), was: BTreeMap::new() };
        for (number, field) in fields.iter().enumerate().filter(|(_, field)| !field.text.is_empty()) {
            let column = columns.get(number).map_or("", String::as_str);
            if column.is_empty() {
                let hint = "the header line sets the number of columns; put a text with a comma in quotes";
                self.sheet.faults.push(field.spot.fault(format!("`{}` is not under any column", field.text), hint));
            } else if column == "id" {
                row.id = Some(field.clone());
            } else if FORM_COMPARED.contains(&column) {
                row.was.insert(column.to_owned(), field.clone());
            } else if let Some(cell) = FormCell::from_word(column) {
                row.cells.insert(cell, field.clone());
            }
        }
        if row.code.text.is_empty() {
            let hint = "give the code of the side, unit or base, or leave the row out";
            return self.sheet.faults.push(row.code.spot.fault("the row has no code", hint));
        }
        self.sheet.rows.push(row);
    }
}

/// What parts the fields: spreadsheets of many countries write `;` or tabulators.
fn separator(text: &str) -> u8 {
    let line = text.lines().find(|line| line.trim_start_matches('"').to_lowercase().starts_with("code"));
    let line = line.unwrap_or_default();
    let count = |separator: &u8| line.bytes().filter(|byte| byte == separator).count();
    [b',', b';', b'\t'].into_iter().rev().max_by_key(count).unwrap_or(b',')
}

/// The hint that names what was meant, or else `otherwise`.
pub(crate) fn meant(given: &str, known: &[&str], otherwise: &str) -> String {
    nearest(given, known.iter().copied()).map_or_else(|| otherwise.to_owned(), |near| format!("did you mean `{near}`?"))
}

/// The row of words as they are typed: `SP MARKERS [out] [FATE] [SQUARE]`, with `=`, `-` or nothing for what is as it
/// was, and `attacks:N`, `passed:N`, `failed:N` of a unit.
///
/// # Errors
/// Every word that has no meaning.
pub fn row_of_words<'w>(
    code: &str,
    words: impl Iterator<Item = &'w str>,
    spot: &FormSpot,
) -> Result<FormRow, Vec<Fault>> {
    let written = |text: &str| FormText { text: text.to_owned(), spot: spot.clone() };
    row_of_texts(written(code), words.map(written))
}

/// The same of words each of which stands in a place of its own.
///
/// # Errors
/// Every word that has no meaning.
pub fn row_of_texts(code: FormText, words: impl Iterator<Item = FormText>) -> Result<FormRow, Vec<Fault>> {
    let mut row = FormRow { code, id: None, cells: BTreeMap::new(), was: BTreeMap::new() };
    let mut faults = Vec::new();
    let mut numbers = [FormCell::Sp, FormCell::Markers].into_iter();
    for FormText { text, spot } in words {
        let word = text.trim();
        let written = |text: &str| FormText { text: text.to_owned(), spot: spot.clone() };
        let is_number = word.len() <= 2 && !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
        let is_skipped = matches!(word, "" | "=" | "-");
        let number = if is_number || is_skipped { numbers.next() } else { None };
        let below_nought = word.strip_prefix('-').is_some_and(|digits| digits.parse::<u16>().is_ok());
        let named = match number {
            _ if is_skipped => continue,
            None if below_nought => {
                Err("SP and markers are whole numbers from 0; `-` alone means unchanged".to_owned())
            }
            Some(cell) => Ok((cell, word)),
            None => named(word),
        };
        match named {
            Err(hint) => faults.push(spot.fault(format!("`{word}` has no meaning here"), hint)),
            Ok((cell, text)) if row.cells.insert(cell, written(text)).is_some() => {
                faults.push(spot.fault(format!("`{word}` is a second {}", cell.as_str()), "give it once"));
            }
            Ok(_) => {}
        }
    }
    if faults.is_empty() { Ok(row) } else { Err(faults) }
}

/// The cell of a word that is not a number in its place. A near miss of a fate is taken for one, to be refused as such.
fn named(word: &str) -> Result<(FormCell, &str), String> {
    if let Some((key, value)) = word.split_once(':') {
        let counted = [FormCell::Attacks, FormCell::Passed, FormCell::Failed, FormCell::Cu];
        let known: Vec<&str> = counted.iter().map(|cell| cell.as_str()).collect();
        let cell = FormCell::from_word(key).filter(|cell| counted.contains(cell));
        return cell.map(|cell| (cell, value)).ok_or_else(|| meant(key, &known, "`attacks:1`, `passed:1`, `failed:1`"));
    }
    Ok(match (word, word.parse::<FateWord>()) {
        ("out" | "ammo", _) => (FormCell::Out, "out"),
        (_, Ok(_)) => (FormCell::Fate, word),
        (_, Err(unknown)) if unknown.nearest().is_some() => (FormCell::Fate, word),
        _ => (FormCell::Square, word),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn words_go_to_their_cells() {
        let row = |words: &str| row_of_words("A1", words.split(' '), &FormSpot::words("A1")).unwrap().cells;
        let texts = |words: &str| row(words).into_iter().map(|(cell, given)| (cell, given.text)).collect::<Vec<_>>();
        let cell = |cell: FormCell, text: &str| (cell, text.to_owned());
        assert_eq!(
            texts("2 1 out broken 0602"),
            [
                cell(FormCell::Sp, "2"),
                cell(FormCell::Markers, "1"),
                cell(FormCell::Out, "out"),
                cell(FormCell::Fate, "broken"),
                cell(FormCell::Square, "0602"),
            ]
        );
        assert_eq!(texts("= 3 driven-back"), [cell(FormCell::Markers, "3"), cell(FormCell::Fate, "driven-back")]);
        assert_eq!(texts("Old-Town passed:2"), [cell(FormCell::Square, "Old-Town"), cell(FormCell::Passed, "2")]);
        let wrong = row_of_words("A1", ["1", "1", "out", "out", "lost:2"].into_iter(), &FormSpot::words("A1"));
        assert_eq!(wrong.unwrap_err().len(), 2);
    }

    proptest! {
        #[test]
        fn no_text_is_too_odd_to_be_read(text in "\\PC*|[a-z,;\"\r\n#ü]*", body in "[A-D0-9.,;\"\r\n ü=-]*") {
            let _ = ResultSheet::read("form.csv", &text);
            if let Ok(sheet) = ResultSheet::read("form.csv", &format!("code,id,sp\n{body}")) {
                for row in &sheet.rows {
                    prop_assert!(row.code.spot.line > 1 && row.code.spot.column > 0);
                }
            }
        }
    }
}

//! What a reading has found so far.

use crate::domain::nearest;

use super::Fault;

/// The faults and warnings of a reading.
#[derive(Debug, Default)]
pub(super) struct Log {
    pub(super) faults: Vec<Fault>,
    pub(super) warnings: Vec<Fault>,
}

/// Where in a folder something stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Spot<'a> {
    pub(super) file: &'a str,
    pub(super) line: u64,
    pub(super) column: u64,
}

impl<'a> Spot<'a> {
    /// A file as a whole.
    pub(super) fn file(file: &'a str) -> Self {
        Self { file, line: 0, column: 0 }
    }

    /// A line as a whole.
    pub(super) fn line(file: &'a str, line: u64) -> Self {
        Self { file, line, column: 0 }
    }

    fn fault(self, message: impl Into<String>, hint: impl Into<String>) -> Fault {
        let Self { file, line, column } = self;
        Fault { file: file.to_owned(), line, column, message: message.into(), hint: hint.into() }
    }
}

impl Log {
    pub(super) fn fault(&mut self, spot: Spot<'_>, message: impl Into<String>, hint: impl Into<String>) {
        self.faults.push(spot.fault(message, hint));
    }

    pub(super) fn warn(&mut self, spot: Spot<'_>, message: impl Into<String>, hint: impl Into<String>) {
        self.warnings.push(spot.fault(message, hint));
    }

    /// How many faults there are, to ask later whether there have been more.
    pub(super) fn count(&self) -> usize {
        self.faults.len()
    }
}

/// The hint that names what was meant, or else `otherwise`.
pub(super) fn did_you_mean<'a>(given: &str, known: impl IntoIterator<Item = &'a str>, otherwise: &str) -> String {
    nearest(given, known).map_or_else(|| otherwise.to_owned(), |meant| format!("did you mean `{meant}`?"))
}

/// Words in back-ticks with commas between.
pub(super) fn listed<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
    words.into_iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ")
}

/// The text of a file without its byte order mark; a fault where it is not UTF-8.
pub(super) fn text_of<'a>(file: &str, bytes: &'a [u8], log: &mut Log) -> Option<&'a str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Some(text.strip_prefix('\u{feff}').unwrap_or(text)),
        Err(error) => {
            let good = String::from_utf8_lossy(&bytes[..error.valid_up_to()]).into_owned();
            let (line, column) = position(good.strip_prefix('\u{feff}').unwrap_or(&good), usize::MAX);
            let byte = bytes.get(error.valid_up_to()).copied().unwrap_or_default();
            log.fault(
                Spot { file, line, column },
                format!("the text is not UTF-8: byte {byte:#04x}"),
                "save the file as UTF-8",
            );
            None
        }
    }
}

/// Line and column, both from 1, of a byte of a text.
pub(super) fn position(text: &str, offset: usize) -> (u64, u64) {
    let (mut line, mut column) = (1, 1);
    for (at, letter) in text.char_indices() {
        if at >= offset {
            break;
        }
        if letter == '\n' {
            line += 1;
            column = 1;
        } else {
            column += 1;
        }
    }
    (line, column)
}

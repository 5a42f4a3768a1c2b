//! Files and standard input, read to their end up to a limit.
//!
//! What it decides: how much a command reads at most, so that a file without end is refused before memory is gone. A pipe
//! is read as a file is.

use std::fs::File;
use std::io::{BufRead, Read};
use std::path::Path;

use crate::context::Context;
use crate::failure::{Failure, UNREADABLE, WORDS, file_error};

const KIB: u64 = 1 << 10;
const MIB: u64 = 1 << 20;

/// How many bytes a script, an engagement, an outcome, a plan, a form or the input of a mechanic may have.
const FILE: u64 = 16 * MIB;
/// How many bytes a line of a script may have.
const LINE: u64 = MIB;
/// How many bytes an answer may have.
const ANSWER: u64 = 64 * KIB;

/// The bytes of a file that a command was given, by its name as typed.
pub(crate) fn bytes(context: &Context, name: &Path) -> Result<Vec<u8>, Failure> {
    bytes_at(&context.path(name), name)
}

fn bytes_at(path: &Path, name: &Path) -> Result<Vec<u8>, Failure> {
    let file = File::open(path).map_err(file_error(name.to_owned()))?;
    let mut bytes = Vec::new();
    file.take(FILE + 1).read_to_end(&mut bytes).map_err(file_error(name.to_owned()))?;
    must_fit(&bytes, || format!("`{}`", name.display()))?;
    Ok(bytes)
}

/// The text of a file that a command was given, by its name as typed.
pub(crate) fn text(context: &Context, name: &Path) -> Result<String, Failure> {
    text_at(&context.path(name), name)
}

/// The text of a file at a path, by the name that errors call it.
pub(crate) fn text_at(path: &Path, name: &Path) -> Result<String, Failure> {
    String::from_utf8(bytes_at(path, name)?).map_err(|_| file_error(name.to_owned())(no_text()))
}

/// The text of standard input.
pub(crate) fn typed_in(context: &mut Context) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    (&mut context.input).take(FILE + 1).read_to_end(&mut bytes)?;
    must_fit(&bytes, || "standard input".to_owned())?;
    Ok(String::from_utf8(bytes).map_err(|_| no_text())?)
}

/// The next line that is typed in; none at the end, and of a line without end.
pub(crate) fn line(input: &mut dyn BufRead) -> Option<String> {
    let mut line = String::new();
    let read = input.take(ANSWER + 1).read_line(&mut line).ok()? as u64;
    (1..=ANSWER).contains(&read).then_some(line)
}

/// Refuses a script with a line too long to be a command.
pub(crate) fn must_have_short_lines(name: &str, text: &str) -> Result<(), Failure> {
    let Some(number) = text.lines().position(|line| line.len() as u64 > LINE) else { return Ok(()) };
    let message = format!("the line has more than {}", size(LINE));
    Err(Failure::new("limit", WORDS, message)
        .at(format!("{name}:{}", number + 1))
        .undone("nothing was done: write one command a line"))
}

fn must_fit(bytes: &[u8], what: impl Fn() -> String) -> Result<(), Failure> {
    if bytes.len() as u64 <= FILE {
        return Ok(());
    }
    let message = format!("{} has more than {}", what(), size(FILE));
    Err(Failure::new("limit", UNREADABLE, message).hint("check that this is the right file"))
}

fn size(bytes: u64) -> String {
    format!("{} MiB", bytes / MIB)
}

fn no_text() -> std::io::Error {
    std::io::Error::new(std::io::ErrorKind::InvalidData, "it is not text in UTF-8")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_without_end_is_no_answer() {
        let mut endless = std::io::BufReader::new(std::io::repeat(b'6'));
        assert_eq!(line(&mut endless), None);
        let mut two = std::io::Cursor::new("6 5\n4");
        assert_eq!(line(&mut two).as_deref(), Some("6 5\n"));
        assert_eq!(line(&mut two).as_deref(), Some("4"));
        assert_eq!(line(&mut two), None);
    }
}

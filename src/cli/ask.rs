//! Asking for dice: who throws how many for what, and the answer as it is typed.

use std::io::{BufRead, Write};

use crate::ops::{Ask, Call, DiceError};

/// Whoever sits at the terminal.
pub(crate) struct Umpire<'a> {
    input: &'a mut dyn BufRead,
    err: &'a mut dyn Write,
}

impl<'a> Umpire<'a> {
    pub(crate) fn new(input: &'a mut dyn BufRead, err: &'a mut dyn Write) -> Self {
        Self { input, err }
    }
}

impl Ask for Umpire<'_> {
    fn ask(&mut self, call: &Call<'_>, count: usize, wrong: Option<&DiceError>) -> Option<String> {
        if let Some(wrong) = wrong {
            writeln!(self.err, "  {wrong}").ok()?;
        }
        let dice = if count == 1 { "1 die".to_owned() } else { format!("{count} dice") };
        write!(self.err, "{}: {} throws {dice}: ", call.purpose, call.thrower).ok()?;
        self.err.flush().ok()?;
        let mut line = String::new();
        let read = self.input.read_line(&mut line).ok()?;
        if read == 0 {
            writeln!(self.err).ok()?;
        }
        (read > 0).then_some(line)
    }
}

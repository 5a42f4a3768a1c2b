//! Asking whoever sits at the terminal.
//!
//! Where to look next: `table`, which asks for the dice and decisions of a battle.

use std::cell::RefCell;
use std::io::{BufRead, Write};

use super::bounded;
use domain::{counted, shown};
use ops::{Ask, Call, DiceError, throws};

/// Where questions are asked and answered.
pub(crate) struct Terminal<'a>(RefCell<Streams<'a>>);

struct Streams<'a> {
    input: &'a mut dyn BufRead,
    err: &'a mut dyn Write,
}

impl<'a> Terminal<'a> {
    pub(crate) fn new(input: &'a mut dyn BufRead, err: &'a mut dyn Write) -> Self {
        Self(RefCell::new(Streams { input, err }))
    }

    /// Writes a message outside the reports.
    pub(crate) fn say(&self, text: &str) {
        let mut streams = self.0.borrow_mut();
        // If the stream is closed, nobody is reading.
        let _ = write!(streams.err, "{}", shown(text)).and_then(|()| streams.err.flush());
    }

    /// The line that answers; none when input has ended.
    pub(crate) fn line(&self, question: &str) -> Option<String> {
        let mut streams = self.0.borrow_mut();
        write!(streams.err, "{}", shown(question)).ok()?;
        streams.err.flush().ok()?;
        let line = bounded::line(streams.input);
        if line.is_none() {
            writeln!(streams.err).ok()?;
        }
        line
    }
}

/// The source of what the players rolled.
pub(crate) struct Umpire<'t, 'a>(pub(crate) &'t Terminal<'a>);

impl Ask for Umpire<'_, '_> {
    fn ask(&mut self, call: &Call<'_>, count: usize, wrong: Option<&DiceError>) -> Option<String> {
        let wrong = wrong.map(|wrong| format!("  {wrong}\n")).unwrap_or_default();
        let dice = counted(count, "die");
        self.0.line(&format!("{wrong}{} {} {dice} for {}: ", call.thrower, throws(&call.thrower), call.purpose))
    }
}

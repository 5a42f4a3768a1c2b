//! Asking whoever sits at the terminal: for dice, and for decisions.

use std::cell::RefCell;
use std::io::{BufRead, Write};

use crate::ops::{Ask, Call, Decide, DiceError, Question};

/// Where is asked and answered; dice and decisions of one battle share it.
pub(crate) struct Terminal<'a>(RefCell<Streams<'a>>);

struct Streams<'a> {
    input: &'a mut dyn BufRead,
    err: &'a mut dyn Write,
}

impl<'a> Terminal<'a> {
    pub(crate) fn new(input: &'a mut dyn BufRead, err: &'a mut dyn Write) -> Self {
        Self(RefCell::new(Streams { input, err }))
    }

    /// The line that answers; none when there is nobody to answer any more.
    pub(crate) fn line(&self, question: &str) -> Option<String> {
        let mut streams = self.0.borrow_mut();
        write!(streams.err, "{question}").ok()?;
        streams.err.flush().ok()?;
        let mut line = String::new();
        let read = streams.input.read_line(&mut line).ok()?;
        if read == 0 {
            writeln!(streams.err).ok()?;
        }
        (read > 0).then_some(line)
    }
}

/// Who says what the players rolled.
pub(crate) struct Umpire<'t, 'a>(pub(crate) &'t Terminal<'a>);

impl Ask for Umpire<'_, '_> {
    fn ask(&mut self, call: &Call<'_>, count: usize, wrong: Option<&DiceError>) -> Option<String> {
        let wrong = wrong.map(|wrong| format!("  {wrong}\n")).unwrap_or_default();
        let dice = if count == 1 { "1 die".to_owned() } else { format!("{count} dice") };
        self.0.line(&format!("{wrong}{} throws {dice} for {}: ", call.thrower, call.purpose))
    }
}

/// Who says what the players decide.
pub(crate) struct Player<'t, 'a>(pub(crate) &'t Terminal<'a>);

impl Decide for Player<'_, '_> {
    fn decide(&mut self, question: &Question<'_>) -> Option<bool> {
        let usual = if question.doctrine { "Y/n" } else { "y/N" };
        let mut wrong = "";
        loop {
            let line = self.0.line(&format!("{wrong}{question} [{usual}] "))?;
            match line.trim().to_lowercase().as_str() {
                "" => return Some(question.doctrine),
                "y" | "yes" => return Some(true),
                "n" | "no" => return Some(false),
                _ => wrong = "  answer `y`, `n`, or nothing for what the doctrine says\n",
            }
        }
    }

    fn stay_out(&mut self, bases: &[&str], now: u8) -> Option<Vec<usize>> {
        let listed: Vec<String> = bases.iter().enumerate().map(|(i, base)| format!("{} {base}", i + 1)).collect();
        let mut wrong = String::new();
        loop {
            let asked = format!("{wrong}move {now}: which stay out of the assault? {} [none] ", listed.join(", "));
            let line = self.0.line(&asked)?;
            let place = |word: &str| {
                let number = word.parse::<usize>().ok().filter(|number| (1..=bases.len()).contains(number));
                number.map(|number| number - 1).or_else(|| bases.iter().position(|base| *base == word))
            };
            let words = line.split([' ', ',', '\t', '\r', '\n']).filter(|word| !word.is_empty() && *word != "none");
            match words.map(place).collect::<Option<Vec<usize>>>() {
                Some(out) => return Some(out),
                None => wrong = format!("  answer numbers from 1 to {}, or nothing\n", bases.len()),
            }
        }
    }

    fn places_markers(&self) -> bool {
        true
    }

    fn marker(&mut self, options: &[&str]) -> Option<usize> {
        if options.len() < 2 {
            return (!options.is_empty()).then_some(0);
        }
        let listed: Vec<String> = options.iter().enumerate().map(|(i, base)| format!("{} {base}", i + 1)).collect();
        let mut wrong = String::new();
        loop {
            let line = self.0.line(&format!("{wrong}a marker on which base? {} [1] ", listed.join(", ")))?;
            let word = line.trim();
            if word.is_empty() {
                return Some(0);
            }
            let number = word.parse::<usize>().ok().filter(|number| (1..=options.len()).contains(number));
            if let Some(place) = number.map(|number| number - 1).or_else(|| options.iter().position(|o| *o == word)) {
                return Some(place);
            }
            wrong = format!("  answer a number from 1 to {}\n", options.len());
        }
    }
}

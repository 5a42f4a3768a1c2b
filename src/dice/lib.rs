//! Dice: faces from 1 to 6, seeded, scripted or asked for, and the log of every throw.
//!
//! What it is: [`Dice`], a source of faces that remembers who threw them for what.
//! What it decides: how a seed becomes faces (`seeded`), and what is wrong with a script or an answer.
//! What it never does: say what a face means, or print and read: an asked face comes through [`Ask`].
//! Where to look next: the rules that throw, `rules` and `ops::command`.
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod call;
mod error;
mod script;
mod seeded;
mod told;

use std::fmt;

pub use call::{Call, Part, Throw, Words, throws};
pub use error::DiceError;
pub use script::{Script, faces};
pub use seeded::Seeded;
pub use told::Told;

/// Who is asked for what the players rolled.
pub trait Ask {
    /// The words that answer a call for `count` dice; none when there is nobody to answer any more.
    ///
    /// After an answer that cannot be used it is called again, with what was wrong.
    fn ask(&mut self, call: &Call<'_>, count: usize, wrong: Option<&DiceError>) -> Option<String>;
}

enum Source<'a> {
    Seeded(Box<Seeded>),
    Scripted(Script),
    Asked(&'a mut dyn Ask),
}

/// A source of faces, and the log of what was thrown from it.
pub struct Dice<'a> {
    source: Source<'a>,
    log: Vec<Throw>,
    kept: bool,
}

impl fmt::Debug for Dice<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let source = match self.source {
            Source::Seeded(_) => "seeded",
            Source::Scripted(_) => "scripted",
            Source::Asked(_) => "asked",
        };
        f.debug_struct("Dice").field("source", &source).field("log", &self.log).finish()
    }
}

impl<'a> Dice<'a> {
    /// Dice that fall as a seed says, the same in every version of the program; one stream a battle.
    pub fn seeded(seed: u64, stream: u64) -> Self {
        Self::from_source(Source::Seeded(Box::new(Seeded::new(seed, stream))))
    }

    /// Dice that fall as written: `6 5 4`.
    pub fn scripted(script: &str) -> Self {
        Self::from_source(Source::Scripted(Script::new(script)))
    }

    /// Dice that the players roll and somebody reports.
    pub fn asked(ask: &'a mut dyn Ask) -> Self {
        Self::from_source(Source::Asked(ask))
    }

    fn from_source(source: Source<'a>) -> Self {
        Self { source, log: Vec::new(), kept: true }
    }

    /// The same dice without a log, for those who throw a battle a hundred thousand times.
    #[must_use]
    pub fn unlogged(mut self) -> Self {
        self.kept = false;
        self
    }

    /// Whether somebody is asked what he rolled.
    pub fn is_asked(&self) -> bool {
        matches!(self.source, Source::Asked(_))
    }

    /// Throws so many dice and gives their faces, each from 1 to 6.
    ///
    /// # Errors
    /// When a script runs out or holds something that is not a face, or when input has ended.
    pub fn throw(&mut self, call: &Call<'_>, count: usize) -> Result<Vec<u8>, DiceError> {
        let mut faces = Vec::with_capacity(count);
        self.throw_into(call, count, &mut faces)?;
        Ok(faces)
    }

    /// Throws one die.
    ///
    /// # Errors
    /// As [`Dice::throw`].
    pub fn one(&mut self, call: &Call<'_>) -> Result<u8, DiceError> {
        let face = match &mut self.source {
            Source::Seeded(dice) => dice.face(),
            Source::Scripted(script) => script.take(call, 1)?[0],
            Source::Asked(ask) => answer(*ask, call, 1)?[0],
        };
        if self.kept {
            self.log.push(Throw::new(call, vec![face]));
        }
        Ok(face)
    }

    /// Throws so many dice after the faces that `faces` holds already, so that a caller may use one list again.
    ///
    /// # Errors
    /// As [`Dice::throw`].
    pub fn throw_into(&mut self, call: &Call<'_>, count: usize, faces: &mut Vec<u8>) -> Result<(), DiceError> {
        if count == 0 {
            return Ok(());
        }
        let first = faces.len();
        match &mut self.source {
            Source::Seeded(dice) => faces.extend(std::iter::repeat_with(|| dice.face()).take(count)),
            Source::Scripted(script) => faces.extend(script.take(call, count)?),
            Source::Asked(ask) => faces.extend(answer(*ask, call, count)?),
        }
        if self.kept {
            self.log.push(Throw::new(call, faces[first..].to_vec()));
        }
        Ok(())
    }

    /// Writes down what the last throw came to.
    pub fn note_effect(&mut self, effect: impl Into<String>) {
        if let Some(last) = self.log.last_mut() {
            last.effect = Some(effect.into());
        }
    }

    /// Writes down what the throw before the last came to, of two that count together.
    pub fn note_effect_before(&mut self, effect: impl Into<String>) {
        let place = self.log.len().checked_sub(2);
        if let Some(throw) = place.and_then(|place| self.log.get_mut(place)) {
            throw.effect = Some(effect.into());
        }
    }

    /// Every throw so far, the first first.
    pub fn log(&self) -> &[Throw] {
        &self.log
    }

    /// Ends the throwing and gives the log.
    ///
    /// # Errors
    /// When a script holds faces that no throw wanted.
    pub fn finish(self) -> Result<Vec<Throw>, DiceError> {
        if let Source::Scripted(script) = &self.source {
            script.must_be_short()?;
            if script.left() > 0 {
                return Err(DiceError::TooMany { left: script.left(), thrown: script.taken() });
            }
        }
        Ok(self.log)
    }
}

/// Asks until the answer has as many faces as were asked for.
fn answer(ask: &mut dyn Ask, call: &Call<'_>, count: usize) -> Result<Vec<u8>, DiceError> {
    let mut wrong = None;
    loop {
        let words = ask.ask(call, count, wrong.as_ref());
        let words = words.ok_or_else(|| DiceError::NobodyAnswers { call: call.to_string() })?;
        match faces(&words) {
            Ok(faces) if faces.len() == count => return Ok(faces),
            Ok(faces) => wrong = Some(DiceError::Count { wanted: count, given: faces.len() }),
            Err(error) => wrong = Some(error),
        }
    }
}

#[cfg(test)]
mod tests;

//! Decisions as written: `break-off@2=no marker=ax.3`.
//!
//! What it decides: what a word of a script means, and whether anybody or any move of a battle is meant.

use std::fmt;

use crate::setup::Setup;
use domain::nearest;

use super::{Choice, Decide, MarkerOn, Placing, Question};

/// A word of a script of decisions that means nothing.
#[expect(missing_docs, reason = "the messages say what is wrong")]
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadDecision {
    /// It cannot be read.
    #[error("`{given}` is not a decision: write CHOICE[:WHO][@MOVE]=yes|no, or marker=BASE")]
    Unreadable { given: String },
    #[error("the decision `{given}` fits nobody: `{who}` is not a side, unit or base of this battle{near}")]
    Nobody {
        given: String,
        who: String,
        /// Who is like that, in words; empty where nobody is.
        near: String,
    },
    #[error("the decision `{given}` is for move {now}, but the battle has only {moves}")]
    NoMove { given: String, now: u8, moves: u8 },
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Line {
    choice: Choice,
    who: Option<String>,
    now: Option<u8>,
    yes: bool,
    used: bool,
}

/// As it is written.
impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.choice.as_str())?;
        if let Some(who) = &self.who {
            write!(f, ":{who}")?;
        }
        if let Some(now) = self.now {
            write!(f, "@{now}")?;
        }
        f.write_str(if self.yes { "=yes" } else { "=no" })
    }
}

/// Decisions as written: `break-off@2=no commissar:su.63rd.1=yes marker=ax.3`. What is not written goes by doctrine.
///
/// A line without `@MOVE` or `:WHO` answers every question that it fits; of several that fit the first is taken.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Decisions {
    lines: Vec<Line>,
    markers: Vec<String>,
    marked: usize,
    /// The most markers placed in a battle of those fought with this script.
    most_marked: usize,
}

impl Decisions {
    /// The decisions of a text, words with blanks between.
    ///
    /// # Errors
    /// The first word that cannot be read.
    pub fn new(text: &str) -> Result<Self, BadDecision> {
        let mut decisions = Self::default();
        for word in text.split_whitespace() {
            if let Some(base) = word.strip_prefix("marker=") {
                decisions.markers.push(base.to_owned());
            } else {
                let unreadable = || BadDecision::Unreadable { given: word.to_owned() };
                decisions.lines.push(line(word).ok_or_else(unreadable)?);
            }
        }
        Ok(decisions)
    }

    /// The decisions of a text for a battle.
    ///
    /// # Errors
    /// The first word that cannot be read, or is for nobody in this battle or for no move of it.
    pub fn of(text: &str, setup: &Setup) -> Result<Self, BadDecision> {
        let decisions = Self::new(text)?;
        let sides = [&setup.attacker, &setup.defender];
        let units = || sides.into_iter().flat_map(|side| &side.units);
        let bases = || units().flat_map(|unit| unit.bases.iter().map(|base| base.id.as_str()));
        let names = || sides.into_iter().map(|side| side.name.as_str());
        let known: Vec<&str> = names().chain(units().map(|unit| unit.id.as_str())).chain(bases()).collect();
        let is_there = |given: String, who: &str, known: &[&str]| {
            if known.contains(&who) {
                return Ok(());
            }
            let near = nearest(who, known.iter().copied());
            let near = near.map(|near| format!(" (did you mean `{near}`?)")).unwrap_or_default();
            Err(BadDecision::Nobody { given, who: who.to_owned(), near })
        };
        for line in &decisions.lines {
            if let Some(who) = &line.who {
                is_there(line.to_string(), who, &known)?;
            }
            if let Some(now) = line.now.filter(|now| !(1..=setup.moves).contains(now)) {
                return Err(BadDecision::NoMove { given: line.to_string(), now, moves: setup.moves });
            }
        }
        let bases: Vec<&str> = bases().collect();
        decisions.markers.iter().try_for_each(|base| is_there(format!("marker={base}"), base, &bases))?;
        Ok(decisions)
    }

    /// The lines that answered nothing: likely mistakes.
    pub fn unused(&self) -> Vec<String> {
        let unused = self.lines.iter().filter(|line| !line.used).map(ToString::to_string);
        let marked = self.most_marked.max(self.marked);
        unused.chain(self.markers[marked..].iter().map(|base| format!("marker={base}"))).collect()
    }

    /// Goes back to its beginning for another battle; what answered in this one stays used.
    pub fn restart(&mut self) {
        self.most_marked = self.most_marked.max(self.marked);
        self.marked = 0;
    }

    /// Counts as used what another copy of the same script used.
    pub fn used_too(&mut self, other: &Self) {
        self.lines.iter_mut().zip(&other.lines).for_each(|(mine, theirs)| mine.used |= theirs.used);
        self.most_marked = self.most_marked.max(other.most_marked).max(other.marked);
    }
}

fn line(word: &str) -> Option<Line> {
    let (asked, answer) = word.rsplit_once('=')?;
    let yes = match answer {
        "yes" => true,
        "no" => false,
        _ => return None,
    };
    let (asked, now) = match asked.rsplit_once('@') {
        Some((asked, now)) => (asked, Some(now.parse().ok()?)),
        None => (asked, None),
    };
    let (name, who) = asked.split_once(':').map_or((asked, None), |(name, who)| (name, Some(who.to_owned())));
    let choice = Choice::from_word(name)?;
    Some(Line { choice, who, now, yes, used: false })
}

impl Decide for Decisions {
    fn decide(&mut self, question: &Question<'_>) -> Option<bool> {
        let fits = |line: &&mut Line| {
            line.choice == question.choice
                && line.who.as_deref().is_none_or(|who| who == question.who)
                && line.now.is_none_or(|now| now == question.now)
        };
        let Some(line) = self.lines.iter_mut().find(fits) else { return Some(question.doctrine) };
        line.used = true;
        Some(line.yes)
    }

    fn holds_back(&self) -> bool {
        self.lines.iter().any(|line| line.choice == Choice::Stays)
    }

    fn places_markers(&self) -> bool {
        self.marked < self.markers.len()
    }

    fn marker(&mut self, options: &[MarkerOn<'_>], _: Placing) -> Option<usize> {
        let wanted = self.markers.get(self.marked)?;
        let place = options.iter().position(|base| base.id == wanted);
        self.marked += usize::from(place.is_some());
        Some(place.unwrap_or(0))
    }
}

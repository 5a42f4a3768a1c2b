//! What players decide in a battle: the default doctrine, a script, or somebody who is asked.
//!
//! What it is: [`Question`], [`Decide`] and its answers. The doctrine is that of NQM Squared, section 12: every question
//! bears the answer that it would give.
//! Where to look next: `battle`, which puts the questions.

use std::fmt;

use crate::domain::nearest;

use super::outcome::Happening;
use super::setup::Setup;

/// What there is to decide.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Choice {
    /// Whether the attacker breaks off.
    BreakOff,
    /// Whether a unit assaults.
    Assault,
    /// Whether a base stays out of the assault of its unit.
    Stays,
    /// Whether armour or mounted troops assault without having won the firefight.
    Charge,
    /// Whether a failed attacking unit withdraws; else it halts.
    Withdraw,
    /// Whether a failed or pinned defending unit goes back; else it sits tight.
    GoBack,
    /// Whether a commissar mends a failed test.
    Commissar,
    /// Whether uncommitted defenders counter-attack.
    CounterAttack,
    /// Whether tanks among infantry that stayed leave again.
    Leave,
    /// Whether hidden troops that were not seen ambush; else they let the enemy pass.
    Ambush,
    /// Whether troops fire and withdraw before the reply (NQM Free).
    ShootAndScoot,
    /// Whether guns that outrange their attackers fire once more before the reply, and take it (NQM Free).
    FireTwice,
    /// Whether a unit about to be attacked by low flyers spends its fire on them.
    FireAtAircraft,
}

impl Choice {
    /// Every choice.
    pub const ALL: [Self; 13] = [
        Self::BreakOff,
        Self::Assault,
        Self::Stays,
        Self::Charge,
        Self::Withdraw,
        Self::GoBack,
        Self::Commissar,
        Self::CounterAttack,
        Self::Leave,
        Self::Ambush,
        Self::ShootAndScoot,
        Self::FireTwice,
        Self::FireAtAircraft,
    ];

    /// The word for it in a script.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::BreakOff => "break-off",
            Self::Assault => "assault",
            Self::Stays => "stays",
            Self::Charge => "charge",
            Self::Withdraw => "withdraw",
            Self::GoBack => "go-back",
            Self::Commissar => "commissar",
            Self::CounterAttack => "counter-attack",
            Self::Leave => "leave",
            Self::Ambush => "ambush",
            Self::ShootAndScoot => "shoot-and-scoot",
            Self::FireTwice => "fire-twice",
            Self::FireAtAircraft => "fire-at-aircraft",
        }
    }

    /// The question in words.
    pub fn question(self) -> &'static str {
        match self {
            Self::BreakOff => "break off the attack?",
            Self::Assault => "assault?",
            Self::Stays => "stay out of the assault of its unit?",
            Self::Charge => "assault without having won the firefight, every marker an SP lost?",
            Self::Withdraw => "withdraw, having failed its test? (no: halt and fire on)",
            Self::GoBack => "go back? (no: sit tight)",
            Self::Commissar => "let the commissar fire, and hold?",
            Self::CounterAttack => "counter-attack?",
            Self::Leave => "drive on and leave the position?",
            Self::Ambush => "ambush? (no: let them pass)",
            Self::ShootAndScoot => "fire and withdraw before the reply?",
            Self::FireTwice => "fire once more before the reply, and take it?",
            Self::FireAtAircraft => "spend this move's fire on the low flyers?",
        }
    }
}

/// A question of yes or no.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Question<'a> {
    /// What is to be decided.
    pub choice: Choice,
    /// By or for whom.
    pub who: &'a str,
    /// In which move.
    pub now: u8,
    /// What the doctrine says.
    pub doctrine: bool,
}

impl fmt::Display for Question<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "move {}, {}: {}", self.now, self.who, self.choice.question())
    }
}

/// A base that may take a marker.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MarkerOn<'a> {
    /// Its id.
    pub id: &'a str,
    /// Its SP.
    pub sp: u16,
    /// The markers that it has.
    pub markers: u16,
}

/// Who decides.
pub trait Decide {
    /// Yes or no; none when nobody answers any more.
    fn decide(&mut self, question: &Question<'_>) -> Option<bool>;

    /// Which of these bases of a unit stay out of its assault, by place; none when nobody answers any more.
    fn stay_out(&mut self, bases: &[&str], now: u8) -> Option<Vec<usize>> {
        let mut out = Vec::new();
        for (place, who) in bases.iter().enumerate() {
            if self.decide(&Question { choice: Choice::Stays, who, now, doctrine: false })? {
                out.push(place);
            }
        }
        Some(out)
    }

    /// Whether markers are placed by whoever decides, where several bases may take one.
    fn places_markers(&self) -> bool {
        false
    }

    /// Which of these bases takes the next of so many markers, by its place in the list; none when nobody answers any
    /// more.
    fn marker(&mut self, options: &[MarkerOn<'_>], left: u32) -> Option<usize> {
        let _ = left;
        (!options.is_empty()).then_some(0)
    }

    /// What happens, as it does: for whoever decides by what has happened.
    fn hear(&mut self, happening: &Happening) {
        let _ = happening;
    }
}

/// The default doctrine (section 12).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Doctrine;

impl Decide for Doctrine {
    fn decide(&mut self, question: &Question<'_>) -> Option<bool> {
        Some(question.doctrine)
    }

    fn stay_out(&mut self, _: &[&str], _: u8) -> Option<Vec<usize>> {
        Some(Vec::new())
    }
}

/// A word of a script of decisions that means nothing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadDecision {
    /// It cannot be read.
    #[error("`{given}` is no decision: write CHOICE[:WHO][@MOVE]=yes|no, or marker=BASE")]
    Unreadable {
        /// The word.
        given: String,
    },
    /// It is for nobody in this battle.
    #[error("the decision `{given}` is for nobody: `{who}` is no side, unit or base of this battle{near}")]
    Nobody {
        /// The word.
        given: String,
        /// For whom it is.
        who: String,
        /// Who is like that, in words; empty where nobody is.
        near: String,
    },
    /// It is for a move that there is not.
    #[error("the decision `{given}` is for move {now}, and the battle has {moves}")]
    NoMove {
        /// The word.
        given: String,
        /// The move.
        now: u8,
        /// How many there are.
        moves: u8,
    },
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
    let choice = Choice::ALL.into_iter().find(|choice| choice.as_str() == name)?;
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

    fn places_markers(&self) -> bool {
        self.marked < self.markers.len()
    }

    fn marker(&mut self, options: &[MarkerOn<'_>], _: u32) -> Option<usize> {
        let wanted = self.markers.get(self.marked)?;
        let place = options.iter().position(|base| base.id == wanted);
        self.marked += usize::from(place.is_some());
        Some(place.unwrap_or(0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_script_answers_what_it_names_and_leaves_the_rest_to_doctrine() {
        let mut decisions = Decisions::new("break-off@2=no commissar:su.1=yes leave=no").unwrap();
        let mut ask = |choice, who, now, doctrine| decisions.decide(&Question { choice, who, now, doctrine });
        assert_eq!(ask(Choice::BreakOff, "ax", 1, true), Some(true));
        assert_eq!(ask(Choice::BreakOff, "ax", 2, true), Some(false));
        assert_eq!(ask(Choice::Commissar, "su.1", 4, false), Some(true));
        assert_eq!(ask(Choice::Commissar, "su.2", 4, false), Some(false));
        assert_eq!(decisions.unused(), ["leave=no"]);
        for wrong in ["break-off", "break-off=maybe", "run=yes", "assault@x=yes"] {
            let unreadable = BadDecision::Unreadable { given: wrong.to_owned() };
            assert_eq!(Decisions::new(wrong).unwrap_err(), unreadable);
        }
    }

    #[test]
    fn markers_go_where_the_script_says_if_they_may() {
        let mut decisions = Decisions::new("marker=b marker=z").unwrap();
        assert!(decisions.places_markers());
        let on = |ids: &[&'static str]| ids.iter().map(|id| MarkerOn { id, sp: 3, markers: 0 }).collect::<Vec<_>>();
        assert_eq!(decisions.marker(&on(&["a", "b"]), 2), Some(1));
        assert_eq!(decisions.marker(&on(&["a", "b"]), 1), Some(0), "z is not among them");
        assert_eq!(decisions.unused(), ["marker=z"]);
    }

    #[test]
    fn over_many_battles_a_line_is_unused_that_answered_in_none() {
        let script = Decisions::new("assault=no leave=no marker=a marker=b").unwrap();
        let (mut first, mut second) = (script.clone(), script);
        first.decide(&Question { choice: Choice::Assault, who: "su.1", now: 1, doctrine: true });
        let on = |ids: &[&'static str]| ids.iter().map(|id| MarkerOn { id, sp: 3, markers: 0 }).collect::<Vec<_>>();
        first.marker(&on(&["a"]), 1);
        first.restart();
        assert_eq!(first.marker(&on(&["a", "b"]), 1), Some(0), "the markers begin again");
        second.restart();
        second.used_too(&first);
        assert_eq!(second.unused(), ["leave=no", "marker=b"]);
    }
}

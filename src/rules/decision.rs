//! What players decide in a battle: the default doctrine, a script, or somebody who is asked.
//!
//! What it is: [`Question`], [`Decide`] and its answers. The doctrine is that of NQM Squared, section 12: every question
//! bears the answer that it would give.
//! Where to look next: `battle`, which puts the questions.

mod script;

use std::fmt;

use domain::words;

use super::outcome::Happening;

pub use script::{BadDecision, Decisions};

words! {
    /// What there is to decide.
    enum Choice: "choice" {
        /// Whether the attacker breaks off.
        BreakOff = "break-off",
        /// Whether a unit assaults.
        Assault = "assault",
        /// Whether a base stays out of the assault of its unit.
        Stays = "stays",
        /// Whether armour or mounted troops assault without having won the firefight.
        Charge = "charge",
        /// Whether a failed attacking unit withdraws; else it halts.
        Withdraw = "withdraw",
        /// Whether a failed or pinned defending unit goes back; else it sits tight.
        GoBack = "go-back",
        /// Whether a commissar mends a failed test.
        Commissar = "commissar",
        /// Whether uncommitted defenders counter-attack.
        CounterAttack = "counter-attack",
        /// Whether tanks among infantry that stayed leave again.
        Leave = "leave",
        /// Whether hidden troops that were not seen ambush; else they let the enemy pass.
        Ambush = "ambush",
        /// Whether hidden troops call the recce test on a base within their reach (setting `defender_stops`).
        Stop = "stop",
        /// Whether troops fire and withdraw before the reply (NQM Free).
        ShootAndScoot = "shoot-and-scoot",
        /// Whether guns that outrange their attackers fire once more before the reply, and take it (NQM Free).
        FireTwice = "fire-twice",
        /// Whether a unit about to be attacked by low flyers spends its fire on them.
        FireAtAircraft = "fire-at-aircraft",
        /// Whether a base of a unit that reorganises is merged into another that has room for it.
        Merge = "merge",
    }
}

impl Choice {
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
            Self::Stop => "stop it, and throw the recce test?",
            Self::ShootAndScoot => "fire and withdraw before the reply?",
            Self::FireTwice => "fire once more before the reply, and take it?",
            Self::FireAtAircraft => "spend this move's fire on the low flyers?",
            Self::Merge => "merge it into another base of its unit that has room?",
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
    /// Its number among those that the markers may go to, from 1: the same for each of them.
    pub number: usize,
    /// Its SP.
    pub sp: u16,
    /// The markers that it has.
    pub markers: u16,
}

/// Which of the markers that are placed together is placed now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Placing {
    /// How many are still to be placed, this one with them.
    pub left: u32,
    /// How many there are in all.
    pub of: u32,
}

impl Placing {
    /// All of so many, from the first to the last.
    pub fn each(of: u32) -> impl Iterator<Item = Self> {
        (1..=of).rev().map(move |left| Self { left, of })
    }

    /// One alone.
    pub const ONE: Self = Self { left: 1, of: 1 };
}

/// What a base still has in the middle of a battle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BaseStrength {
    /// Its SP.
    pub sp: u16,
    /// Its markers.
    pub markers: u16,
}

/// Who decides.
pub trait Decide {
    /// Yes or no; none when input has ended.
    fn decide(&mut self, question: &Question<'_>) -> Option<bool>;

    /// Whether whoever decides may keep bases of a unit out of its assault; else all go in that may.
    fn holds_back(&self) -> bool {
        false
    }

    /// Which of these bases of a unit stay out of its assault, by place; none when input has ended.
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

    /// Which of these bases takes the next of the markers that are placed, by its place in the list; none when input has
    /// ended.
    fn marker(&mut self, options: &[MarkerOn<'_>], placing: Placing) -> Option<usize> {
        let _ = placing;
        (!options.is_empty()).then_some(0)
    }

    /// What happens, as it does: for whoever decides by what has happened.
    fn hear(&mut self, happening: &Happening) {
        let _ = happening;
    }

    /// What each base has where the battle stops for want of an answer, in the order of the engagement.
    fn stopped(&mut self, bases: &[BaseStrength]) {
        let _ = bases;
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
        let on = |ids: &[&'static str]| {
            ids.iter().map(|id| MarkerOn { id, number: 1, sp: 3, markers: 0 }).collect::<Vec<_>>()
        };
        assert_eq!(decisions.marker(&on(&["a", "b"]), Placing { left: 2, of: 2 }), Some(1));
        assert_eq!(decisions.marker(&on(&["a", "b"]), Placing::ONE), Some(0), "z is not among them");
        assert_eq!(decisions.unused(), ["marker=z"]);
    }

    #[test]
    fn over_many_battles_a_line_is_unused_that_answered_in_none() {
        let script = Decisions::new("assault=no leave=no marker=a marker=b").unwrap();
        let (mut first, mut second) = (script.clone(), script);
        first.decide(&Question { choice: Choice::Assault, who: "su.1", now: 1, doctrine: true });
        let on = |ids: &[&'static str]| {
            ids.iter().map(|id| MarkerOn { id, number: 1, sp: 3, markers: 0 }).collect::<Vec<_>>()
        };
        first.marker(&on(&["a"]), Placing::ONE);
        first.restart();
        assert_eq!(first.marker(&on(&["a", "b"]), Placing::ONE), Some(0), "the markers begin again");
        second.restart();
        second.used_too(&first);
        assert_eq!(second.unused(), ["leave=no", "marker=b"]);
    }
}

//! A battle, move by move (NQM Squared, section 6), for both NQM systems.
//!
//! What it is: [`RunningBattle`], the running state; [`System`], the figures in which the systems differ; one file a step:
//! `arrive`, `recce`, `terror`, `air`, `fire`, `place`, `morale`, `assault`, `retreat`, `counter`, `reorganise`.
//! What it decides: the order of the steps, when the battle is over, the outcome.
//! What it never does: change anything but its own state. The same engagement, dice and decisions give the same outcome.
//! Where to look next: `sequence`, the order of a move.

mod air;
mod arrive;
mod asked;
mod assault;
mod counter;
mod fire;
mod led;
mod look;
mod merge;
mod morale;
mod outcome;
mod place;
mod reorganise;
mod retreat;
mod scoot;
mod sequence;
mod shell;
mod state;
pub(crate) mod system;
mod terror;

use dice::{Call, Dice, Part};

use super::decision::{BaseStrength, Choice, Decide, Question};
use super::engagement::Engagement;
use super::outcome::{AirOutcome, Happening, Outcome};
use super::pairs::BattleSide;
use crate::battle::system::{BattleError, Result, System};
use state::{FightingBase, FightingUnit};

/// A battle that is being fought.
pub(crate) struct RunningBattle<'e, 'd, 'a> {
    pub(crate) engagement: &'e Engagement,
    pub(crate) system: &'static System,
    pub(crate) dice: &'a mut Dice<'d>,
    pub(crate) decide: &'a mut dyn Decide,
    pub(crate) bases: Vec<FightingBase>,
    pub(crate) units: Vec<FightingUnit>,
    pub(crate) now: u8,
    /// Markers caused in the firefight by each side, before overload (section 8).
    pub(crate) caused: [u32; 2],
    /// The move in which the firefight was won.
    pub(crate) won: Option<u8>,
    /// The attacker caused fewer than he took in a round, and no fresh reserve has joined since.
    pub(crate) wants_reserve: bool,
    /// The first move of the firefight.
    pub(crate) firefight_from: u8,
    /// The move in which the position fell last.
    pub(crate) fell: Option<u8>,
    pub(crate) counter_attacked: bool,
    pub(crate) holder: BattleSide,
    pub(crate) broken_off: bool,
    pub(crate) story: Vec<Happening>,
    /// Bases that have fired their last in a volley that is not told yet.
    pub(crate) ran_out: Vec<usize>,
    /// Aircraft that have come, with the markers that they took.
    pub(crate) flown: Vec<AirOutcome>,
}

/// Fights a battle to its end.
pub(crate) fn fight(
    system: &'static System,
    engagement: &Engagement,
    dice: &mut Dice<'_>,
    decide: &mut dyn Decide,
) -> Result<Outcome> {
    let mut battle = RunningBattle::new(system, engagement, dice, decide);
    match battle.run() {
        Ok(end) => Ok(battle.outcome(end)),
        Err(error) => {
            let strength = |base: &FightingBase| BaseStrength { sp: base.sp, markers: base.markers };
            let bases: Vec<BaseStrength> = battle.bases.iter().map(strength).collect();
            battle.decide.stopped(&bases);
            Err(error)
        }
    }
}

impl RunningBattle<'_, '_, '_> {
    pub(crate) fn throw(&mut self, thrower: &str, purpose: &str, count: usize, parts: &[Part]) -> Result<Vec<u8>> {
        Ok(self.dice.throw(&Call::new(thrower, purpose).with_parts(parts), count)?)
    }

    /// One die of a unit.
    pub(crate) fn unit_die(&mut self, unit: usize, purpose: &str, parts: &[Part]) -> Result<u8> {
        let engagement = self.engagement;
        Ok(self.dice.one(&Call::new(engagement.unit(unit).id.as_str(), purpose).with_parts(parts))?)
    }

    /// Writes down what the last throw came to, where throws are kept at all.
    pub(crate) fn effect(&mut self, effect: impl FnOnce() -> String) {
        if !self.dice.log().is_empty() {
            self.dice.note_effect(effect());
        }
    }

    /// Writes down what the last two throws came to, which count together.
    pub(crate) fn effects(&mut self, effects: impl FnOnce() -> [String; 2]) {
        if !self.dice.log().is_empty() {
            let [first, second] = effects();
            self.dice.note_effect_before(first);
            self.dice.note_effect(second);
        }
    }

    /// Puts a question.
    pub(crate) fn ask(&mut self, choice: Choice, who: &str, doctrine: bool) -> Result<bool> {
        let question = Question { choice, who, now: self.now, doctrine };
        let answer = self.decide.decide(&question);
        answer.ok_or_else(|| BattleError::Undecided { question: question.to_string() })
    }

    /// Puts a question to or about a unit.
    pub(crate) fn ask_unit(&mut self, choice: Choice, unit: usize, doctrine: bool) -> Result<bool> {
        let engagement = self.engagement;
        self.ask(choice, engagement.unit(unit).id.as_str(), doctrine)
    }
}

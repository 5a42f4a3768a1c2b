//! A battle, move by move (NQM Squared, section 6), for both NQM systems.
//!
//! What it is: [`Battle`], the running state; [`System`], the figures in which the systems differ; one file a step:
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
mod terror;

use dice::{Call, Dice, DiceError, Part};
use domain::{Class, Grade, RuleSystemId, Scale};

use super::decision::{Choice, Decide, Question};
use super::engagement::Engagement;
use super::mechanic::MechanicError;
use super::outcome::{AirOutcome, Happening, Outcome};
use super::pairs::Side;

use state::{Base, Unit};

/// Why a battle cannot be fought to its end.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BattleError {
    /// The dice do not fit.
    #[error(transparent)]
    Dice(#[from] DiceError),
    /// Nobody decides.
    #[error("nobody answers: {question}")]
    Undecided {
        /// The question.
        question: String,
    },
    /// A mechanic is told what it cannot use.
    #[error(transparent)]
    Mechanic(MechanicError),
}

/// Dice stay dice.
impl From<MechanicError> for BattleError {
    fn from(error: MechanicError) -> Self {
        match error {
            MechanicError::Dice(dice) => Self::Dice(dice),
            other => Self::Mechanic(other),
        }
    }
}

/// How recce is thrown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RecceWay {
    /// A die each, modified by grade (Squared).
    Contest,
    /// Red, white and blue (Free).
    Colours,
}

/// What differs between the NQM systems in a battle.
#[expect(clippy::struct_excessive_bools, reason = "each is a difference between two rule pages")]
#[derive(Debug)]
pub(crate) struct System {
    pub(crate) id: RuleSystemId,
    /// Whether a natural 1 takes a base's ammunition at this scale; else combat units are counted.
    pub(crate) ones_count: fn(Scale) -> bool,
    /// The class of troops that move to contact.
    pub(crate) moving: Class,
    /// The least calibre that disorganises a target of class L, M, H.
    pub(crate) disorganising: [u16; 3],
    pub(crate) recce: RecceWay,
    /// Whether markers fall by dice unless the options say otherwise.
    pub(crate) random_markers: bool,
    /// The least face that passes a break test; the grade under it second.
    pub(crate) need: fn(Grade, Option<Grade>) -> Option<u8>,
    /// Whether a lost base makes a unit test.
    pub(crate) tests_for_losses: bool,
    /// Whether a unit that passed tests no more for casualties.
    pub(crate) passes_once: bool,
    /// Whether a unit tests: the unit's grade, whether it attacks, SP at the start, SP left, markers.
    pub(crate) share_reached: fn(Grade, bool, [u32; 3]) -> bool,
    /// Most dice in attack and defence.
    pub(crate) most_dice: fn(Grade, Option<Grade>) -> [u8; 2],
    /// Who wins drawn dice.
    pub(crate) tie: fn(Grade, Grade) -> Option<Side>,
    /// How many rounds a move, by grade, grade under it and HQ die; none without limit.
    pub(crate) rounds: fn(Grade, Option<Grade>, u8) -> Option<u16>,
    /// Whether attacks cost HQ dice whatever the options say.
    pub(crate) costs_die: bool,
    /// Whether an attacker of a grade that fails only refuses to attack further.
    pub(crate) only_refuses: fn(Grade) -> bool,
    /// Whether attackers that are disorganised otherwise than by a failed test halt and fire on.
    pub(crate) disorganised_fire_on: bool,
    /// Whether there are commissars.
    pub(crate) commissars: bool,
    /// Whether armour, carriers and tank riders that assault unwon lose SP for markers.
    pub(crate) charge_costs_sp: bool,
    /// Whether guns that outrange their attackers may fire and withdraw before the reply.
    pub(crate) scoots: bool,
    /// How surrounded veterans break out: always, or each on a face.
    pub(crate) break_out: Option<u8>,
    /// Whether disorganised militia always surrender, and unsupported green troops.
    pub(crate) militia_surrender: bool,
}

/// A battle that is being fought.
pub(crate) struct Battle<'e, 'd, 'a> {
    pub(crate) engagement: &'e Engagement,
    pub(crate) system: &'static System,
    pub(crate) dice: &'a mut Dice<'d>,
    pub(crate) decide: &'a mut dyn Decide,
    pub(crate) bases: Vec<Base>,
    pub(crate) units: Vec<Unit>,
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
    pub(crate) holder: Side,
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
) -> Result<Outcome, BattleError> {
    let mut battle = Battle::new(system, engagement, dice, decide);
    let end = battle.run()?;
    Ok(battle.outcome(end))
}

impl Battle<'_, '_, '_> {
    pub(crate) fn throw(
        &mut self,
        thrower: &str,
        purpose: &str,
        count: usize,
        parts: &[Part],
    ) -> Result<Vec<u8>, BattleError> {
        Ok(self.dice.throw(&Call::new(thrower, purpose).with_parts(parts), count)?)
    }

    /// One die of a unit.
    pub(crate) fn unit_die(&mut self, unit: usize, purpose: &str, parts: &[Part]) -> Result<u8, BattleError> {
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
    pub(crate) fn ask(&mut self, choice: Choice, who: &str, doctrine: bool) -> Result<bool, BattleError> {
        let question = Question { choice, who, now: self.now, doctrine };
        let answer = self.decide.decide(&question);
        answer.ok_or_else(|| BattleError::Undecided { question: question.to_string() })
    }

    /// Puts a question to or about a unit.
    pub(crate) fn ask_unit(&mut self, choice: Choice, unit: usize, doctrine: bool) -> Result<bool, BattleError> {
        let engagement = self.engagement;
        self.ask(choice, engagement.unit(unit).id.as_str(), doctrine)
    }
}

//! One turn of a campaign bound at contact distance (5): attacker against defender, every weapon in range.
//!
//! What it is: [`Turn`], both sides as they stand, and the order of its steps and dice (5.2).
//! What it decides: who does what when; the throws are in `volley` (fire) and `contact` (from surrender to medics).
//! What it never does: measure movement, or know the campaign.
//! Where to look next: `read`, the input; `told`, the answer.

mod contact;
pub(crate) mod force;
mod read;
mod told;
mod volley;

use dice::{Dice, DiceError, Told};

use super::answer::BgcAnswer;
use super::checks::{in_contact, time};
use super::kinds::Mode;
use super::ladder::mode;
use crate::brigadier_general_commands::engage::force::{ATTACKER, DEFENDER, Force, Platoon, Terms};
use crate::brigadier_general_commands::parameters::{BgcHouse, BgcUsedHouseRules, BugOutPolicy, Parameter};
use crate::mechanic::MechanicError;
use crate::pairs::BattleSide;

pub(crate) use read::{EngageInput, KEYS};

/// A turn: both sides as they stand, and what has come of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Turn<'h> {
    house: &'h BgcHouse,
    /// Attacker, defender.
    pub(crate) sides: [Force; 2],
    terms: Terms,
    pub(crate) used_house_rules: BgcUsedHouseRules,
    pub(crate) words: Vec<Told>,
    /// The attacking platoons that fired direct or close assaulted.
    pub(crate) attacked: Vec<bool>,
    pub(crate) advances: Option<usize>,
    close_assault: Option<(BattleSide, [u32; 2])>,
    minutes: Option<(u32, bool)>,
}

/// Throws a turn as its input draws it.
pub(crate) fn roll(input: &EngageInput, dice: &mut Dice<'_>) -> Result<BgcAnswer, MechanicError> {
    let mut turn = read::turn(input)?;
    turn.run(dice)?;
    Ok(turn.told())
}

impl<'h> Turn<'h> {
    /// A turn that is to begin.
    pub(crate) fn new(house: &'h BgcHouse, sides: [Force; 2], terms: Terms) -> Self {
        let mut used_house_rules = BgcUsedHouseRules::default();
        let policy = house.bug_out_policy != BugOutPolicy::default();
        used_house_rules.on(policy.then_some(Parameter::BugOutPolicy));
        Self {
            house,
            attacked: vec![false; sides[ATTACKER].platoons.len()],
            sides,
            terms,
            used_house_rules,
            words: Vec::new(),
            advances: None,
            close_assault: None,
            minutes: None,
        }
    }

    /// The steps of the turn, in the order of their dice.
    pub(crate) fn run(&mut self, dice: &mut Dice<'_>) -> Result<(), DiceError> {
        self.communications(dice)?;
        self.call_indirect_fire();
        for side in [ATTACKER, DEFENDER] {
            self.anti_air_fire(side, dice)?;
        }
        for side in [ATTACKER, DEFENDER] {
            self.air_attacks(side, dice)?;
            self.indirect_fire(side, dice)?;
        }
        self.aimed_fire(DEFENDER, dice)?;
        self.remaining_fire(ATTACKER, dice)?;
        self.remaining_fire(DEFENDER, dice)?;
        self.surrenders(dice)?;
        self.movement(dice)?;
        self.medics(dice)?;
        if self.terms.roll_time {
            self.used_house_rules.on([Parameter::MinutesPerPip, Parameter::InitiativeFlipsOn]);
            self.minutes = Some(time(self.house, dice)?);
        }
        Ok(())
    }

    /// The minutes that the turn took, where they are thrown for.
    pub(crate) fn minutes(&self) -> Option<u32> {
        self.minutes.map(|(minutes, _)| minutes)
    }

    fn communications(&mut self, dice: &mut Dice<'_>) -> Result<(), DiceError> {
        if !self.terms.roll_comms {
            return Ok(());
        }
        self.used_house_rules.on([Parameter::CommsInContact]);
        for (force, name) in self.sides.iter_mut().zip(["the attacker's battalion", "the defender's battalion"]) {
            force.in_contact = in_contact(name, self.house, dice)?;
            let how = if force.in_contact { "in contact" } else { "silent" };
            self.words.push(format!("{name} is {how}").into());
        }
        Ok(())
    }

    /// Who can call.
    ///
    /// # Interpretation
    /// Calls come before the Firing phase (2.1): losses and steps of this turn no longer undo them.
    fn call_indirect_fire(&mut self) {
        for force in &mut self.sides {
            let calls = |p: &Platoon| p.strength.u > 0 && !p.indirect && mode(p.order) == Some(Mode::Aimed);
            force.has_caller = force.in_contact && (force.has_observer || force.platoons.iter().any(calls));
        }
    }
}

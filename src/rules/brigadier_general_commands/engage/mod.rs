//! One turn of a campaign bound at contact distance (5): attacker against defender, every weapon in range.
//!
//! What it is: [`Turn`], both sides as they stand, and the order of its steps and dice (5.2).
//! What it decides: who does what when; the throws are in `volley` (fire) and `contact` (from surrender to medics).
//! What it never does: measure movement, or know the campaign.
//! Where to look next: `read`, the input; `told`, the answer.

mod contact;
mod read;
mod told;
mod volley;

use crate::dice::{Dice, DiceError};
use crate::rules::mechanic::MechanicError;
use crate::rules::pairs::Side;

use super::answer::Told;
use super::checks::{in_contact, time};
use super::house::{House, Leaned, Parameter};
use super::kinds::{Arm, Armour, Care, Cover, Experience, Flat, Mode, Order, Sortie, Weapon};
use super::ladder::mode;
use super::strength::Strength;

pub(crate) use read::{EngageInput, KEYS};

/// The attacker's place in pairs of sides, and the defender's.
const ATTACKER: usize = 0;
const DEFENDER: usize = 1;

/// A platoon in its turn.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own about a platoon")]
struct Platoon {
    id: String,
    arm: Arm,
    experience: Experience,
    weapon: Weapon,
    penetration: u8,
    flat: Option<Flat>,
    armour: Armour,
    closed_armour: bool,
    cover: Cover,
    indirect: bool,
    hold_fire: bool,
    would_bug_out: bool,
    /// The order at the start of the turn.
    start: Order,
    order: Order,
    strength: Strength,
    hidden: bool,
    /// It has bugged out in this turn.
    bugged_out: bool,
    /// Its fire of this turn is spent.
    fired: bool,
    surrendered: bool,
    fought: bool,
    lost_close_assault: bool,
}

/// Aircraft of a side.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Aircraft {
    id: String,
    kind: Sortie,
    squads: u8,
}

/// A side.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Force {
    platoons: Vec<Platoon>,
    air: Vec<Aircraft>,
    rear_blocked: bool,
    in_contact: bool,
    /// Whether somebody could call for indirect fire when the turn began.
    has_caller: bool,
}

/// A turn: both sides as they stand, and what has come of it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "the keys of the page")]
struct Turn<'h> {
    house: &'h House,
    /// Attacker, defender.
    sides: [Force; 2],
    /// The soft cover of the defenders is woods.
    woods: bool,
    /// The attacker fires at the side of the defender's armour.
    at_the_side: bool,
    combine: bool,
    roll_comms: bool,
    roll_time: bool,
    care: Care,
    leaned: Leaned,
    words: Vec<String>,
    /// The attacking platoons that fired direct or close assaulted.
    attacked: Vec<bool>,
    advances: Option<usize>,
    close_assault: Option<(Side, [u32; 2])>,
    minutes: Option<(u32, bool)>,
}

/// Throws a turn as its input draws it.
pub(crate) fn roll(input: &EngageInput, dice: &mut Dice<'_>) -> Result<Told, MechanicError> {
    let mut turn = read::turn(input)?;
    turn.run(dice)?;
    Ok(turn.told())
}

impl Turn<'_> {
    /// The steps of the turn, in the order of their dice.
    fn run(&mut self, dice: &mut Dice<'_>) -> Result<(), DiceError> {
        self.communications(dice)?;
        self.call_indirect_fire();
        for side in [ATTACKER, DEFENDER] {
            self.air_attacks(side, dice)?;
            self.indirect_fire(side, dice)?;
        }
        self.direct_fire(DEFENDER, &[Mode::Aimed], dice)?;
        if self.combine {
            self.direct_fire(ATTACKER, &[Mode::Aimed, Mode::Area], dice)?;
        } else {
            self.direct_fire(ATTACKER, &[Mode::Aimed], dice)?;
            self.direct_fire(ATTACKER, &[Mode::Area], dice)?;
        }
        self.direct_fire(DEFENDER, &[Mode::Area], dice)?;
        self.surrenders(dice)?;
        self.movement(dice)?;
        self.medics(dice)?;
        if self.roll_time {
            self.leaned.on([Parameter::MinutesPerPip, Parameter::InitiativeFlipsOn]);
            self.minutes = Some(time(self.house, dice)?);
        }
        Ok(())
    }

    fn communications(&mut self, dice: &mut Dice<'_>) -> Result<(), DiceError> {
        if !self.roll_comms {
            return Ok(());
        }
        self.leaned.on([Parameter::CommsInContact]);
        for (force, name) in self.sides.iter_mut().zip(["the attacker's battalion", "the defender's battalion"]) {
            force.in_contact = in_contact(name, self.house, dice)?;
            self.words.push(format!("{name} is {}", if force.in_contact { "in contact" } else { "silent" }));
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
            force.has_caller = force.in_contact && force.platoons.iter().any(calls);
        }
    }
}

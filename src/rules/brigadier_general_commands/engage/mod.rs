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

use crate::mechanic::MechanicError;
use crate::pairs::Side;
use dice::{Dice, DiceError};

use super::answer::Told;
use super::checks::{in_contact, time};
use super::house::{BugOutPolicy, House, Leaned, Parameter};
use super::kinds::{Arm, Armour, Care, Cover, Experience, Flat, Mode, Order, Sortie, Weapon};
use super::ladder::mode;
use super::strength::Strength;
use super::tables::SQUADS;

pub(crate) use read::{EngageInput, KEYS};

/// The attacker's place in pairs of sides, and the defender's.
pub(crate) const ATTACKER: usize = 0;
pub(crate) const DEFENDER: usize = 1;

/// A platoon in its turn.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own about a platoon")]
pub(crate) struct Platoon {
    pub(crate) id: String,
    pub(crate) arm: Arm,
    pub(crate) experience: Experience,
    pub(crate) weapon: Weapon,
    pub(crate) penetration: u8,
    pub(crate) flat: Option<Flat>,
    pub(crate) armour: Armour,
    pub(crate) closed_armour: bool,
    pub(crate) cover: Cover,
    pub(crate) indirect: bool,
    /// It fires from another square and nothing here touches it (2.2).
    pub(crate) off_board: bool,
    pub(crate) hold_fire: bool,
    /// It fires in its side's last pool, not at its own step (2.2).
    pub(crate) defers: bool,
    /// Its indirect fire was planned: it needs neither a caller nor contact (2.2).
    pub(crate) planned: bool,
    /// It fires at aircraft before anything else is done (2.2).
    pub(crate) anti_air: bool,
    pub(crate) would_bug_out: bool,
    /// It cannot fall back (5.1).
    pub(crate) barred: bool,
    /// The order at the start of the turn.
    pub(crate) start: Order,
    pub(crate) order: Order,
    pub(crate) strength: Strength,
    pub(crate) hidden: bool,
    /// It has bugged out in this turn.
    pub(crate) bugged_out: bool,
    /// Its fire of this turn is spent.
    pub(crate) fired: bool,
    /// It fired, or was fired at.
    pub(crate) under_fire: bool,
    pub(crate) surrendered: bool,
    pub(crate) fought: bool,
    pub(crate) lost_close_assault: bool,
}

impl Platoon {
    /// A platoon in the open, with nothing but its weapon, to which nothing has happened.
    pub(crate) fn new(id: String, arm: Arm, weapon: Weapon) -> Self {
        Self {
            id,
            arm,
            experience: Experience::Regular,
            weapon,
            penetration: 0,
            flat: None,
            armour: Armour::Soft,
            closed_armour: arm == Arm::Tank,
            cover: Cover::Open,
            indirect: false,
            off_board: false,
            hold_fire: false,
            defers: false,
            planned: false,
            anti_air: false,
            would_bug_out: false,
            barred: false,
            start: Order::Aim,
            order: Order::Aim,
            strength: Strength { u: SQUADS, w: 0, k: 0 },
            hidden: false,
            bugged_out: false,
            fired: false,
            under_fire: false,
            surrendered: false,
            fought: false,
            lost_close_assault: false,
        }
    }

    /// Its fire of this turn is spent, and it has shown itself.
    fn fires(&mut self) {
        self.fired = true;
        self.under_fire = true;
        self.hidden = false;
    }

    /// Whether it is on the table, for everybody to shoot at and to assault.
    fn is_here(&self) -> bool {
        !self.off_board && !self.strength.is_removed()
    }
}

/// Aircraft of a side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Aircraft {
    pub(crate) id: String,
    pub(crate) kind: Sortie,
    pub(crate) squads: u8,
}

/// A side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Force {
    pub(crate) platoons: Vec<Platoon>,
    pub(crate) air: Vec<Aircraft>,
    /// An observer is with it, who calls for indirect fire beside its platoons (2.2).
    pub(crate) has_observer: bool,
    in_contact: bool,
    /// Whether somebody could call for indirect fire when the turn began.
    has_caller: bool,
}

impl Force {
    /// A side before its turn.
    pub(crate) fn new(platoons: Vec<Platoon>, air: Vec<Aircraft>) -> Self {
        Self { platoons, air, has_observer: false, in_contact: true, has_caller: false }
    }
}

/// What holds for a whole turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[expect(clippy::struct_excessive_bools, reason = "the keys of the page")]
pub(crate) struct Terms {
    /// The soft cover of the defenders is woods.
    pub(crate) woods: bool,
    /// The attacker fires at the side of the defender's armour.
    pub(crate) at_the_side: bool,
    pub(crate) combine: bool,
    pub(crate) roll_comms: bool,
    pub(crate) roll_time: bool,
    pub(crate) care: Care,
}

/// A turn: both sides as they stand, and what has come of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Turn<'h> {
    house: &'h House,
    /// Attacker, defender.
    pub(crate) sides: [Force; 2],
    terms: Terms,
    pub(crate) leaned: Leaned,
    pub(crate) words: Vec<String>,
    /// The attacking platoons that fired direct or close assaulted.
    pub(crate) attacked: Vec<bool>,
    pub(crate) advances: Option<usize>,
    close_assault: Option<(Side, [u32; 2])>,
    minutes: Option<(u32, bool)>,
}

/// Throws a turn as its input draws it.
pub(crate) fn roll(input: &EngageInput, dice: &mut Dice<'_>) -> Result<Told, MechanicError> {
    let mut turn = read::turn(input)?;
    turn.run(dice)?;
    Ok(turn.told())
}

impl<'h> Turn<'h> {
    /// A turn that is to begin.
    pub(crate) fn new(house: &'h House, sides: [Force; 2], terms: Terms) -> Self {
        let mut leaned = Leaned::default();
        let policy = house.bug_out_policy != BugOutPolicy::default();
        leaned.on(policy.then_some(Parameter::BugOutPolicy));
        Self {
            house,
            attacked: vec![false; sides[ATTACKER].platoons.len()],
            sides,
            terms,
            leaned,
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
            self.leaned.on([Parameter::MinutesPerPip, Parameter::InitiativeFlipsOn]);
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
            force.has_caller = force.in_contact && (force.has_observer || force.platoons.iter().any(calls));
        }
    }
}

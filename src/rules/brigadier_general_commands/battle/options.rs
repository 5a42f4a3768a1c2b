//! What an engagement says for these rules alone: the table `[system.brigadier-general-commands]`.
//!
//! What it is: [`BgcOptions`], its choices, and [`TEMPLATE`], how a drawn engagement names them.
//! What it decides: what of them cannot be.
//! Where to look next: `lay`, which uses them.

use std::collections::BTreeMap;

use serde::Deserialize;

use domain::{RuleSystemId, nearest};

use crate::Violation;
use crate::brigadier_general_commands::campaign::MOST_SP;
use crate::brigadier_general_commands::kinds::{BgcCare, BgcCover, BgcOrder, BgcWeapon, Flat, Sortie};
use crate::brigadier_general_commands::parameters::BgcHouse;
use crate::brigadier_general_commands::tables::SQUADS;
use crate::contact::own::{self, own};
use crate::contact::{Armoured, Troops, no_ground, strangers, troops};
use crate::setup::{BaseSetup, Setup};

pub(crate) const ID: RuleSystemId = RuleSystemId::BrigadierGeneralCommands;

/// The choices of an engagement.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct BgcOptions {
    /// House parameters set otherwise.
    pub(crate) house: BgcHouse,
    pub(crate) combine: bool,
    pub(crate) roll_comms: bool,
    pub(crate) roll_time: bool,
    pub(crate) medic_level: BgcCare,
    /// The cover of the defenders instead of that of the ground: a hedge, a river bank.
    pub(crate) cover: Option<BgcCover>,
    /// Whether the soft cover of the defenders is woods; on close ground it is.
    pub(crate) woods: Option<bool>,
    /// How air attacks come about.
    pub(crate) air: Sortie,
    pub(crate) aircraft: BTreeMap<String, BgcFlight>,
    pub(crate) bases: BTreeMap<String, BgcChoice>,
}

/// Choices for an aircraft.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct BgcFlight {
    pub(crate) kind: Option<Sortie>,
    pub(crate) u: u8,
}

impl Default for BgcFlight {
    fn default() -> Self {
        Self { kind: None, u: SQUADS }
    }
}

/// Choices for a base.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[expect(clippy::struct_excessive_bools, reason = "each is a choice of its own about a base")]
pub(crate) struct BgcChoice {
    pub(crate) order: Option<BgcOrder>,
    pub(crate) cover: Option<BgcCover>,
    pub(crate) weapon: Option<BgcWeapon>,
    /// An anti-tank weapon beside its own.
    pub(crate) flat: Option<Flat>,
    pub(crate) closed_armour: Option<bool>,
    pub(crate) hidden: Option<bool>,
    pub(crate) hold_fire: bool,
    /// It fires in the last pool of its side.
    pub(crate) defers: bool,
    /// Its indirect fire was planned before: nobody has to call for it.
    pub(crate) planned: bool,
    /// Whether it fires at aircraft before all else; anti-aircraft bases do.
    pub(crate) anti_air: Option<bool>,
    pub(crate) bug_out: Option<bool>,
    pub(crate) indirect: bool,
    /// It attacks with the others from another square beside the one attacked.
    pub(crate) joins: bool,
    /// How near to the enemy it stands, the nearest first.
    pub(crate) row: Option<u8>,
}

/// What a drawn engagement says of these choices.
pub(crate) const TEMPLATE: &str = "\
# [system.brigadier-general-commands]
# combine = false                # the attacker's aimed and area fire in one roll
# roll_comms = false             # a die for the radio of each side; without it both are in contact
# roll_time = false              # a die for the clock
# medic_level = \"none\"           # none, platoon, aid
# cover = \"soft\"                 # of the defenders: open, soft, hard; else as the ground
# woods = false                  # their soft cover is woods; on close ground it is
# air = \"possible\"               # definite, possible, remote, liaison
# aircraft.\"Stuka 1\" = { kind = \"definite\", u = 4 }
# house = { comms_in_contact = 4, medic_need = { none = 5 }, fire_dice = { smg = \"3/2\" } }
# [system.brigadier-general-commands.bases.\"ID\"]
# order = \"Defend\"               # Double, Move, Aim, Defend, Follow, Shaken, Hold
# hidden = true                  # no target until it fires
# hold_fire = true               # fires at the first that closes in
# defers = true                  # fires in the last pool of its side
# planned = true                 # mortars, guns, rockets: planned fire, for which nobody has to call
# anti_air = true                # fires at aircraft before all else; anti-aircraft bases do
# bug_out = true                 # leaves at the first fire that lets it
# indirect = true                # mortars, guns, rockets: fire that is called
# joins = true                   # attacks from another square beside the one attacked
# row = 1                        # how near to the enemy: 1 troops, 2 mortars, guns, rockets, 3 command
# cover = \"hard\"                 # its own
# weapon = \"smg\"                 # instead of that of its arm
# flat = \"bazooka\"               # beside it, at vehicles: bazooka, panzerfaust, piat, at_rifle
# closed_armour = false          # an open vehicle
";

/// What is wrong with house parameters.
pub(crate) fn check_house(house: &serde_json::Value) -> Result<(), String> {
    own::read::<BgcHouse>(house).map(drop)
}

/// What in a setup cannot be by these rules.
pub(crate) fn check(setup: &Setup) -> Vec<Violation> {
    let mut wrong = Vec::new();
    let choices = own::<BgcOptions>(setup, ID).unwrap_or_else(|unread| {
        wrong.push(unread);
        BgcOptions::default()
    });
    wrong.extend(strangers(setup, ID, &choices.bases));
    wrong.extend(choices.aircraft.iter().filter_map(|(id, flight)| wrong_flight(setup, id, *flight)));
    wrong.extend(no_ground(setup));
    for base in bases(setup) {
        let choice = choices.bases.get(base.id.as_str()).copied().unwrap_or_default();
        wrong.extend(wrong_base(base, choice).into_iter().map(|what| Violation { at: base.id.to_string(), what }));
    }
    wrong
}

fn bases(setup: &Setup) -> impl Iterator<Item = &BaseSetup> {
    setup.attacker.units.iter().chain(&setup.defender.units).flat_map(|unit| &unit.bases)
}

fn wrong_flight(setup: &Setup, id: &str, flight: BgcFlight) -> Option<Violation> {
    let there = || setup.attacker.air.iter().chain(&setup.defender.air).map(|air| air.id.as_str());
    let what = if !there().any(|air| air == id) {
        let near = nearest(id, there()).map(|near| format!(": did you mean `{near}`?"));
        format!("`{id}` is not in the battle{}", near.unwrap_or_default())
    } else if flight.u > SQUADS {
        format!("`{id}` has at most {SQUADS} squads, not {}", flight.u)
    } else {
        return None;
    };
    Some(Violation { at: format!("system.{ID}.aircraft"), what })
}

fn wrong_base(base: &BaseSetup, choice: BgcChoice) -> Vec<String> {
    let Some(troops) = troops(base) else { return Vec::new() };
    let mut wrong = Vec::new();
    if base.sp_full > u16::from(MOST_SP) {
        wrong.push(format!("a platoon is a base of at most {MOST_SP} full SP, not {}", base.sp_full));
    }
    for (key, given) in [("indirect", choice.indirect), ("planned", choice.planned)] {
        if given && !choice.weapon.unwrap_or(weapon_of(troops)).is_shell() {
            wrong.push(format!("only mortars, artillery and rockets have `{key}` fire"));
        }
    }
    wrong
}

/// The weapon of troops (6.1).
pub(crate) fn weapon_of(troops: Troops) -> BgcWeapon {
    match troops {
        Troops::Hq | Troops::Cavalry => BgcWeapon::RifleBolt,
        Troops::MachineGuns => BgcWeapon::Mmg,
        Troops::Infantry => BgcWeapon::RifleLmg,
        Troops::ArmouredCar(_) => BgcWeapon::ArmouredCar,
        Troops::Tank(Armoured::Light) => BgcWeapon::TankLight,
        Troops::Tank(Armoured::Medium | Armoured::Heavy) => BgcWeapon::TankHeavy,
        Troops::Rockets => BgcWeapon::Rockets,
        Troops::Mortar(0..=60) => BgcWeapon::MortarLight,
        Troops::Mortar(61..=82) => BgcWeapon::MortarMedium,
        Troops::Mortar(_) => BgcWeapon::MortarHeavy,
        Troops::Gun(0..=89) => BgcWeapon::He75,
        Troops::Gun(90..=114) => BgcWeapon::He105,
        Troops::Gun(_) => BgcWeapon::He150,
        Troops::AntiTank(_) | Troops::AntiAir(75..) => BgcWeapon::AtGun,
        Troops::AntiAir(_) => BgcWeapon::Hmg,
    }
}

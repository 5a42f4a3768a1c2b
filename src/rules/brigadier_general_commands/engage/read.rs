//! The input of a turn (10): both sides as the file draws them.

use serde::Deserialize;
use serde_json::Value;

use super::Turn;
use crate::brigadier_general_commands::engage::force::{ATTACKER, Aircraft, DEFENDER, Force, Platoon, Terms};
use crate::brigadier_general_commands::input::{each, strength, unfit};
use crate::brigadier_general_commands::kinds::{
    BgcArm, BgcArmour, BgcCare, BgcCover, BgcOrder, BgcWeapon, Experience, Flat, Sortie,
};
use crate::brigadier_general_commands::parameters::{BgcHouse, BugOutPolicy};
use crate::brigadier_general_commands::tables::SQUADS;
use crate::mechanic::Result;

/// The keys of the input.
pub(crate) const KEYS: &[&str] = &[
    "attackers",
    "defenders",
    "cover",
    "woods",
    "facing",
    "rear_blocked",
    "attacker_rear_blocked",
    "combine",
    "roll_comms",
    "roll_time",
    "medic_level",
    "attacker_air",
    "defender_air",
    "house",
];

const NAME: &str = "engage";

#[derive(Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Facing {
    #[default]
    Front,
    Flank,
    Rear,
}

/// The input of a turn.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(clippy::struct_excessive_bools, reason = "the keys of the page")]
pub(crate) struct EngageInput {
    attackers: Vec<Value>,
    defenders: Vec<Value>,
    #[serde(default)]
    cover: BgcCover,
    #[serde(default)]
    woods: bool,
    #[serde(default)]
    facing: Facing,
    #[serde(default)]
    rear_blocked: bool,
    #[serde(default)]
    attacker_rear_blocked: bool,
    #[serde(default)]
    combine: bool,
    #[serde(default)]
    roll_comms: bool,
    #[serde(default)]
    roll_time: bool,
    #[serde(default)]
    medic_level: BgcCare,
    #[serde(default)]
    attacker_air: Vec<Value>,
    #[serde(default)]
    defender_air: Vec<Value>,
    #[serde(default)]
    house: BgcHouse,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(clippy::struct_excessive_bools, reason = "the keys of the page")]
struct PlatoonInput {
    id: String,
    #[serde(default)]
    arm: BgcArm,
    experience: Experience,
    order: BgcOrder,
    u: u8,
    w: u8,
    k: u8,
    weapon: BgcWeapon,
    flat: Option<Flat>,
    calibre_mm: Option<u16>,
    penetration: Option<u8>,
    armour: Option<BgcArmour>,
    closed_armour: Option<bool>,
    cover: Option<BgcCover>,
    #[serde(default)]
    indirect: bool,
    #[serde(default)]
    hold_fire: bool,
    #[serde(default)]
    defers: bool,
    #[serde(default)]
    planned: bool,
    #[serde(default)]
    anti_air: bool,
    #[serde(default)]
    hidden: bool,
    bug_out: Option<bool>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AircraftInput {
    id: String,
    kind: Sortie,
    #[serde(default = "all_squads")]
    u: u8,
}

fn all_squads() -> u8 {
    SQUADS
}

/// The turn that an input draws.
pub(super) fn turn(input: &EngageInput) -> Result<Turn<'_>> {
    let sides = [side(input, ATTACKER)?, side(input, DEFENDER)?];
    let terms = Terms {
        woods: input.woods,
        at_the_side: input.facing != Facing::Front,
        combine: input.combine,
        roll_comms: input.roll_comms,
        roll_time: input.roll_time,
        care: input.medic_level,
    };
    Ok(Turn::new(&input.house, sides, terms))
}

fn side(input: &EngageInput, side: usize) -> Result<Force> {
    let (key, list, air_key, air, barred, cover) = if side == ATTACKER {
        let EngageInput { attackers, attacker_air, attacker_rear_blocked, .. } = input;
        ("attackers", attackers, "attacker_air", attacker_air, *attacker_rear_blocked, BgcCover::Open)
    } else {
        let EngageInput { defenders, defender_air, rear_blocked, cover, .. } = input;
        ("defenders", defenders, "defender_air", defender_air, *rear_blocked, *cover)
    };
    let mut platoons: Vec<Platoon> = Vec::new();
    for given in each::<PlatoonInput>(NAME, key, list)? {
        if platoons.iter().any(|platoon| platoon.id == given.id) {
            return Err(unfit(NAME, format!("`{key}` has two platoons `{}`", given.id)));
        }
        platoons.push(Platoon { barred, ..platoon(given, cover, &input.house)? });
    }
    let air: Result<Vec<Aircraft>> = each(NAME, air_key, air)?.into_iter().map(aircraft).collect();
    Ok(Force::new(platoons, air?))
}

fn aircraft(given: AircraftInput) -> Result<Aircraft> {
    let AircraftInput { id, kind, u } = given;
    if u > SQUADS {
        return Err(unfit(NAME, format!("`{id}` has at most {SQUADS} squads, not {u}")));
    }
    Ok(Aircraft { id, kind, squads: u })
}

fn platoon(given: PlatoonInput, cover: BgcCover, house: &BgcHouse) -> Result<Platoon> {
    let wrong = |why: &str| unfit(NAME, format!("`{}`: {why}", given.id));
    if given.calibre_mm.is_some() && given.penetration.is_some() {
        return Err(wrong("give either `calibre_mm` or `penetration`"));
    }
    if (given.indirect || given.planned) && !given.weapon.is_shell() {
        let which = if given.indirect { "indirect" } else { "planned" };
        return Err(wrong(&format!("only mortars, artillery and rockets have `{which}` fire")));
    }
    let strength =
        strength(NAME, [given.u, given.w, given.k]).map_err(|_| wrong("`u`, `w` and `k` must add up to 4"))?;
    let is_tank = given.arm == BgcArm::Tank;
    let own_row = if is_tank { BgcArmour::named_as(given.weapon) } else { BgcArmour::Soft };
    Ok(Platoon {
        experience: given.experience,
        penetration: given.penetration.unwrap_or_else(|| house.penetration(given.weapon, given.calibre_mm)),
        flat: given.flat,
        armour: given.armour.unwrap_or(own_row),
        closed_armour: given.closed_armour.unwrap_or(is_tank),
        cover: given.cover.unwrap_or(cover),
        indirect: given.indirect || given.planned,
        hold_fire: given.hold_fire,
        defers: given.defers,
        planned: given.planned,
        anti_air: given.anti_air,
        would_bug_out: given.bug_out.unwrap_or(house.bug_out_policy == BugOutPolicy::Always),
        start: given.order,
        order: given.order,
        strength,
        hidden: given.hidden,
        ..Platoon::new(given.id, given.arm, given.weapon)
    })
}

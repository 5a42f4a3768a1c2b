//! The mechanics of War Times Journal "1943" one at a time, for `roll` and `odds`.

use serde_json::Value;

use dice::Dice;

use super::input::{WtjPlay, find, read};
use super::{
    air, area, assault, barrage, command, direct, engage, guns, losses, mapping, morale, movement, small_arms,
};
use crate::mechanic::chances::Chances;
use crate::mechanic::rolled::Rolled;
use crate::mechanic::{Mechanic, Result};

const fn mechanic(name: &'static str, keys: &'static [&'static str], about: &'static str) -> Mechanic {
    Mechanic { name, keys, about }
}

pub(crate) const MECHANICS: &[Mechanic] = &[
    mechanic(
        "command",
        &["grade", "test", "over_top", "hq", "consecutive", "pinned", "withdrew", "demoralised", "house"],
        "whether a unit moves or assaults",
    ),
    mechanic("move", &["rate", "assault", "towing", "transfer", "stretches", "house"], "how far a unit moves"),
    mechanic("dangerous", &["path", "house"], "whether a vehicle gets stuck"),
    mechanic(
        "gun-setup",
        &["gun_class", "travel_quarters", "in_action", "stay_limbered", "flak_88", "house"],
        "when a gun fires again",
    ),
    mechanic(
        "small-arms",
        &["modifiers", "bases", "bases_seeing", "yards", "firer", "house"],
        "the fire of a unit or machine gun",
    ),
    mechanic("apply", &["bases", "damage", "result", "house"], "personnel losses from a result"),
    mechanic(
        "direct",
        &["target", "gun_class", "armour", "hit", "kill", "yards", "house"],
        "a shot at a target in sight",
    ),
    mechanic(
        "area",
        &["kind", "bases", "modifiers", "cause", "damage", "passenger_bases", "house"],
        "a barrage or a minefield",
    ),
    mechanic("barrage", &["mode", "boxes", "laid_turn", "chits_this_turn", "house"], "when a barrage arrives"),
    mechanic(
        "assault",
        &["A_bases", "D_bases", "A_modifier_total", "D_modifier_total", "loser_check", "house"],
        "an assault in up to three rounds",
    ),
    mechanic("morale", &["grade", "modifier_total", "house"], "whether a unit stands"),
    mechanic("share", &["effect", "bases", "house"], "which bases suffer which effect"),
    mechanic("rally", &["grade", "house"], "whether a unit rallies"),
    mechanic("air-superiority", &["theatre", "year", "house"], "who has air superiority"),
    mechanic("map-in", &["kind", "sp", "markers", "house"], "bases of strength points"),
    mechanic(
        "map-out",
        &["kind", "bases", "damage", "before", "damaged_bases", "immobilised_bases", "house"],
        "strength points of bases",
    ),
    mechanic(
        "engage",
        &["A", "D", "barrage", "dangerous", "hq_hits_A", "rear_blocked", "A_rear_blocked", "house"],
        "a whole engagement for one square",
    ),
];

/// The mechanic of this name with its input read.
fn play(name: &str, input: &Value) -> Result<Box<dyn WtjPlay>> {
    let (mechanic, map) = find(MECHANICS, name, input)?;
    match mechanic.name {
        "command" => read::<command::WtjCommand>(mechanic, &map),
        "move" => read::<movement::WtjMove>(mechanic, &map),
        "dangerous" => read::<movement::DangerousPath>(mechanic, &map),
        "gun-setup" => read::<guns::GunSetup>(mechanic, &map),
        "small-arms" => read::<small_arms::SmallArmsFire>(mechanic, &map),
        "apply" => read::<losses::Apply>(mechanic, &map),
        "direct" => read::<direct::DirectFire>(mechanic, &map),
        "area" => read::<area::AreaFire>(mechanic, &map),
        "barrage" => read::<barrage::WtjBarrage>(mechanic, &map),
        "assault" => read::<assault::WtjAssaultRoll>(mechanic, &map),
        "morale" => read::<morale::MoraleCheck>(mechanic, &map),
        "share" => read::<morale::Share>(mechanic, &map),
        "rally" => read::<command::Rally>(mechanic, &map),
        "air-superiority" => read::<air::AirSuperiority>(mechanic, &map),
        "map-in" => read::<mapping::WtjMapIn>(mechanic, &map),
        "map-out" => read::<mapping::WtjMapOut>(mechanic, &map),
        _ => read::<engage::WtjEngage>(mechanic, &map),
    }
}

/// Throws a mechanic.
pub(crate) fn roll(name: &str, input: &Value, dice: &mut Dice<'_>) -> Result<Rolled> {
    play(name, input)?.roll(dice)
}

/// The odds of a mechanic.
pub(crate) fn odds(name: &str, input: &Value) -> Result<Chances> {
    play(name, input)?.odds()
}

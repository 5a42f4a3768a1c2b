//! What a mechanic is told: the keys of the page (10), read strictly.
//!
//! What it is: one struct a mechanic; [`read`] and [`each`], which turn faults into errors that name the place.
//! What it never does: throw dice.
//! Where to look next: `table`, which reads and throws; `engage::read` for a whole turn.

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::checks::Inside;
use super::kinds::{BgcArm, BgcCare, BgcCover, BgcOrder, BgcWeapon, Experience, Sortie};
use super::strength::BgcStrength;
use crate::brigadier_general_commands::parameters::{BgcHouse, Fraction};
use crate::mechanic::{MechanicError, Result};

/// The most dice, points, kills, platoons or levels that one input names.
pub(crate) const MOST: u32 = 1_000;

/// Reads the input of a mechanic.
pub(crate) fn read<T: DeserializeOwned>(mechanic: &'static str, input: &Value) -> Result<T> {
    T::deserialize(input).map_err(|error| unfit(mechanic, placed::<T>(input, &error.to_string())))
}

/// Reads a list, naming the entry that is wrong.
pub(crate) fn each<T: DeserializeOwned>(mechanic: &'static str, key: &str, list: &[Value]) -> Result<Vec<T>> {
    if list.len() > MOST as usize {
        return Err(unfit(mechanic, format!("`{key}` has more than {MOST} entries")));
    }
    let entry = |(at, value): (usize, &Value)| {
        let named = value.get("id").and_then(Value::as_str);
        let name = named.map_or_else(|| format!("entry {}", at + 1), |id| format!("`{id}`"));
        T::deserialize(value)
            .map_err(|error| unfit(mechanic, format!("{name} of `{key}`: {}", placed::<T>(value, &error.to_string()))))
    };
    list.iter().enumerate().map(entry).collect()
}

/// The fault with the key at which it lies: that without which it is another.
fn placed<T: DeserializeOwned>(input: &Value, fault: &str) -> String {
    let Some(keys) = input.as_object().filter(|_| !fault.starts_with("missing field")) else {
        return fault.to_owned();
    };
    let lies_at = |key: &&String| {
        let mut others = keys.clone();
        others.remove(*key);
        T::deserialize(Value::Object(others)).err().is_none_or(|other| other.to_string() != fault)
    };
    keys.keys().find(lies_at).map_or_else(|| fault.to_owned(), |key| format!("`{key}`: {fault}"))
}

/// An input that does not fit its mechanic.
pub(crate) fn unfit(mechanic: &'static str, why: impl Into<String>) -> MechanicError {
    MechanicError::Unfit { mechanic, why: why.into() }
}

/// A figure that is not beyond all measure.
pub(crate) fn within(mechanic: &'static str, key: &str, figure: u32) -> Result<u32> {
    let fits = figure <= MOST;
    fits.then_some(figure).ok_or_else(|| unfit(mechanic, format!("`{key}` is more than {MOST}: {figure}")))
}

/// The squads of a platoon, which make four.
pub(crate) fn strength(mechanic: &'static str, [u, w, k]: [u8; 3]) -> Result<BgcStrength> {
    BgcStrength::new(u, w, k)
        .ok_or_else(|| unfit(mechanic, format!("`u`, `w` and `k` must add up to 4, not {u}, {w}, {k}")))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PoolInput {
    pub(crate) platoons: Vec<Value>,
    #[serde(default)]
    pub(crate) house: BgcHouse,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PoolPlatoon {
    pub(crate) u: u8,
    pub(crate) weapon: Option<BgcWeapon>,
    pub(crate) fire_dice: Option<Fraction>,
    pub(crate) flat: Option<u32>,
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum FireMode {
    Aimed,
    Area,
    Combined,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(clippy::struct_excessive_bools, reason = "the keys of the page")]
pub(crate) struct FireInput {
    pub(crate) mode: FireMode,
    pub(crate) pool: Option<u32>,
    pub(crate) aimed_dice: Option<u32>,
    pub(crate) area_dice: Option<u32>,
    #[serde(default)]
    pub(crate) cover: BgcCover,
    #[serde(default)]
    pub(crate) double: bool,
    #[serde(default)]
    pub(crate) woods: bool,
    #[serde(default)]
    pub(crate) artillery: bool,
    #[serde(default)]
    pub(crate) dug_in: bool,
    #[serde(default)]
    pub(crate) closed_armour: bool,
    #[serde(default)]
    pub(crate) armour: u8,
    #[serde(default)]
    pub(crate) penetration: u8,
    #[serde(default)]
    pub(crate) house: BgcHouse,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ApplyInput {
    pub(crate) u: u8,
    pub(crate) w: u8,
    pub(crate) k: u8,
    #[serde(rename = "K")]
    pub(crate) kills: u32,
    #[serde(rename = "W")]
    pub(crate) wounds: u32,
    #[serde(default)]
    pub(crate) house: BgcHouse,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StepInput {
    pub(crate) order: BgcOrder,
    pub(crate) points: u32,
    pub(crate) experience: Experience,
    #[serde(default)]
    pub(crate) house: BgcHouse,
}

#[derive(Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Cause {
    #[default]
    Fire,
    Ambush,
    Air,
}

pub(crate) fn aim() -> BgcOrder {
    BgcOrder::Aim
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct BugOutInput {
    pub(crate) u: u8,
    pub(crate) w: u8,
    pub(crate) k: u8,
    #[serde(default = "aim")]
    pub(crate) order: BgcOrder,
    #[serde(default)]
    pub(crate) cause: Cause,
    #[serde(default)]
    pub(crate) already: bool,
    #[serde(default)]
    pub(crate) house: BgcHouse,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AirInput {
    pub(crate) kind: Sortie,
    #[serde(default, rename = "house")]
    pub(crate) _house: BgcHouse,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CommsInput {
    pub(crate) battalions: Vec<String>,
    #[serde(default)]
    pub(crate) house: BgcHouse,
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Looked {
    Vehicle,
    Foot,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct VisibilityInput {
    pub(crate) target: Looked,
    #[serde(default)]
    pub(crate) fired: bool,
    #[serde(default)]
    pub(crate) levels: u32,
    #[serde(default)]
    pub(crate) inside: Inside,
    #[serde(default, rename = "house")]
    pub(crate) _house: BgcHouse,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CloseAssaultInput {
    pub(crate) attackers: Vec<Value>,
    pub(crate) defenders: Vec<Value>,
    #[serde(default)]
    pub(crate) cover: BgcCover,
    #[serde(default)]
    pub(crate) house: BgcHouse,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CloseAssaultPlatoon {
    pub(crate) id: String,
    pub(crate) experience: Experience,
    pub(crate) order: BgcOrder,
    pub(crate) u: u8,
    pub(crate) w: u8,
    pub(crate) k: u8,
    #[serde(default)]
    pub(crate) arm: BgcArm,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SurrenderInput {
    pub(crate) experience: Experience,
    #[serde(default)]
    pub(crate) house: BgcHouse,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct MedicInput {
    pub(crate) u: u8,
    pub(crate) w: u8,
    pub(crate) k: u8,
    #[serde(default)]
    pub(crate) level: BgcCare,
    #[serde(default = "aim")]
    pub(crate) order: BgcOrder,
    #[serde(default)]
    pub(crate) fought_close_assault: bool,
    #[serde(default)]
    pub(crate) house: BgcHouse,
}

#[derive(Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Initiative {
    #[default]
    Attacker,
    Defender,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TimeInput {
    #[serde(default)]
    pub(crate) clock: u32,
    #[serde(default)]
    pub(crate) initiative: Initiative,
    #[serde(default)]
    pub(crate) house: BgcHouse,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct MapInInput {
    pub(crate) sp: u8,
    #[serde(default)]
    pub(crate) markers: u8,
    #[serde(default, rename = "house")]
    pub(crate) _house: BgcHouse,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct MapOutInput {
    pub(crate) u: u8,
    pub(crate) w: u8,
    pub(crate) k: u8,
    pub(crate) order: BgcOrder,
    #[serde(default)]
    pub(crate) lost_close_assault: bool,
    #[serde(default, rename = "house")]
    pub(crate) _house: BgcHouse,
}

//! The mechanics of Square Bashing one at a time, for `roll` and `odds` (page, section 10).

use serde_json::Value;

use crate::mechanic::{Chances, Mechanic, MechanicError, Rolled};
use dice::Dice;

use super::aim::Deviation;
use super::assault::Assault;
use super::barrage::{Barraged, GasDrift};
use super::campaign::{MapIn, MapOut};
use super::engage::Engage;
use super::morale::MoraleTest;
use super::play;
use super::read::Read;
use super::retire::Retire;
use super::saves::Saves;
use super::shooting::Shoot;
use super::turn::{Asset, Clock, Exit, HigherCommand, Reinforce};

const fn mechanic(name: &'static str, keys: &'static [&'static str], about: &'static str) -> Mechanic {
    Mechanic { name, keys, about }
}

pub(crate) const MECHANICS: &[Mechanic] = &[
    mechanic(
        "saves",
        &["units", "hits", "owner_k", "terrain", "defence", "role", "assaulted", "gas", "house"],
        "hits placed and saved",
    ),
    mechanic("shoot", &["shooters", "range", "target", "barrage_in_way", "house"], "one square shoots at another"),
    mechanic(
        "assault",
        &["assaulter", "target", "facing", "extra_assaulters", "can_withdraw", "house"],
        "one square assaults another",
    ),
    mechanic("retire", &["target", "house"], "the target declines an assault"),
    mechanic(
        "morale",
        &[
            "units",
            "terrain",
            "defence",
            "barrage",
            "enemy_faces",
            "rear_blocked",
            "rear_off_table",
            "rear_units",
            "morale_bonus",
            "hold_the_line",
            "house",
        ],
        "whether a square holds",
    ),
    mechanic("deviation", &["quality", "house"], "where one square of a barrage falls"),
    mechanic(
        "barrage",
        &["kind", "quality", "squares", "occupied", "rows", "columns", "house"],
        "suppression, point, rolling or gas",
    ),
    mechanic("gas-drift", &["squares", "occupied", "rows", "columns", "house"], "where gas goes"),
    mechanic("exit", &["unit", "road_free", "house"], "whether a unit leaves scenery"),
    mechanic("reinforce", &["mode", "waiting", "house"], "who of those that wait arrives"),
    mechanic("clock", &["clock", "house"], "how much time is left"),
    mechanic("hc", &["quality", "wants", "house"], "the markers of a higher command"),
    mechanic("asset", &["asset_dice", "house"], "whether an asset arrives"),
    mechanic(
        "engage",
        &["A", "T", "rear", "facing", "extra_assaulters", "target_policy", "pursuit_fire", "barrage", "house"],
        "an attacking square against a defending one, for a bound of a campaign",
    ),
    mechanic("map-in", &["type", "sp", "markers", "sp_full", "house"], "the halves of a campaign base"),
    mechanic("map-out", &["type", "before", "halves_now", "routed", "morale", "house"], "what a campaign base keeps"),
];

/// What is done with a mechanic once its input is read.
trait With {
    type Out;
    fn with<P: play::Play>(&mut self, read: &Read<'_>, play: &P) -> Result<Self::Out, MechanicError>;
}

struct Roll<'a, 'b>(&'a mut Dice<'b>);

impl With for Roll<'_, '_> {
    type Out = Rolled;

    fn with<P: play::Play>(&mut self, _: &Read<'_>, play: &P) -> Result<Rolled, MechanicError> {
        play::roll(play, self.0)
    }
}

struct Odds;

impl With for Odds {
    type Out = Chances;

    fn with<P: play::Play>(&mut self, read: &Read<'_>, play: &P) -> Result<Chances, MechanicError> {
        play::odds(read.mechanic, play)
    }
}

fn with<W: With>(name: &str, input: &Value, what: &mut W) -> Result<W::Out, MechanicError> {
    let read = &Read::new(name, input)?;
    match read.mechanic {
        "saves" => what.with(read, &Saves::read(read)?),
        "shoot" => what.with(read, &Shoot::read(read)?),
        "assault" => what.with(read, &Assault::read(read)?),
        "retire" => what.with(read, &Retire::read(read)?),
        "morale" => what.with(read, &MoraleTest::read(read)?),
        "deviation" => what.with(read, &Deviation::read(read)?),
        "barrage" => what.with(read, &Barraged::read(read)?),
        "gas-drift" => what.with(read, &GasDrift::read(read)?),
        "exit" => what.with(read, &Exit::read(read)?),
        "reinforce" => what.with(read, &Reinforce::read(read)?),
        "clock" => what.with(read, &Clock::read(read)?),
        "hc" => what.with(read, &HigherCommand::read(read)?),
        "asset" => what.with(read, &Asset::read(read)?),
        "map-in" => what.with(read, &MapIn::read(read)?),
        "map-out" => what.with(read, &MapOut::read(read)?),
        _ => what.with(read, &Engage::read(read)?),
    }
}

/// Throws a mechanic.
pub(crate) fn roll(name: &str, input: &Value, dice: &mut Dice<'_>) -> Result<Rolled, MechanicError> {
    with(name, input, &mut Roll(dice))
}

/// The odds of a mechanic.
pub(crate) fn odds(name: &str, input: &Value) -> Result<Chances, MechanicError> {
    with(name, input, &mut Odds)
}

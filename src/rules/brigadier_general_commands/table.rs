//! The mechanics one at a time, for `roll` and `odds` (10): inputs and answers by the keys of the page.

use serde_json::Value;

use dice::Dice;
use domain::RuleSystemId;

use super::engage;
use crate::brigadier_general_commands::throws::tell;
use crate::mechanic::chances::Chances;
use crate::mechanic::rolled::Rolled;
use crate::mechanic::{Mechanic, MechanicInput, Result};

pub(crate) const MECHANICS: &[Mechanic] = &[
    Mechanic { name: "pool", keys: &["platoons", "house"], about: "the fire dice of platoons" },
    Mechanic {
        name: "fire",
        keys: &[
            "mode",
            "pool",
            "aimed_dice",
            "area_dice",
            "cover",
            "double",
            "woods",
            "artillery",
            "dug_in",
            "closed_armour",
            "armour",
            "penetration",
            "house",
        ],
        about: "one roll of fire",
    },
    Mechanic { name: "apply", keys: &["u", "w", "k", "K", "W", "house"], about: "kills and wounds on a platoon" },
    Mechanic {
        name: "step",
        keys: &["order", "points", "experience", "house"],
        about: "steps down the ladder of orders",
    },
    Mechanic {
        name: "bug-out",
        keys: &["u", "w", "k", "order", "cause", "already", "house"],
        about: "a platoon leaves before the fire",
    },
    Mechanic { name: "air", keys: &["kind", "house"], about: "whom an air attack hits" },
    Mechanic { name: "comms", keys: &["battalions", "house"], about: "who is in radio contact" },
    Mechanic {
        name: "close-assault",
        keys: &["attackers", "defenders", "cover", "house"],
        about: "close assault, with losses and orders",
    },
    Mechanic { name: "surrender", keys: &["experience", "house"], about: "whether a platoon gives up" },
    Mechanic {
        name: "medic",
        keys: &["u", "w", "k", "level", "order", "fought_close_assault", "house"],
        about: "wounds that are treated",
    },
    Mechanic { name: "map-in", keys: &["sp", "markers", "house"], about: "a campaign base as a platoon" },
    Mechanic {
        name: "map-out",
        keys: &["u", "w", "k", "order", "lost_close_assault", "house"],
        about: "a platoon as the campaign books it",
    },
    Mechanic { name: "engage", keys: engage::KEYS, about: "one turn at contact distance" },
    Mechanic {
        name: "visibility",
        keys: &["target", "fired", "levels", "inside", "house"],
        about: "at how many inches something is seen",
    },
    Mechanic {
        name: "time",
        keys: &["clock", "initiative", "house"],
        about: "the time a turn takes, and the initiative",
    },
];

/// The input of a mechanic as it is known by, its keys checked.
pub(crate) fn known(name: &str, input: &Value) -> Result<&'static str> {
    Ok(MechanicInput::new(RuleSystemId::BrigadierGeneralCommands, MECHANICS, name, input)?.mechanic.name)
}

/// Throws a mechanic.
pub(crate) fn roll(name: &str, input: &Value, dice: &mut Dice<'_>) -> Result<Rolled> {
    Ok(tell(known(name, input)?, input, dice)?.rolled())
}

/// The odds of a mechanic.
pub(crate) fn odds(name: &str, input: &Value) -> Result<Chances> {
    super::odds::odds(known(name, input)?, input)
}

//! The mechanics of Square Bashing, by name, with their keys.

use crate::mechanic::Mechanic;

pub(crate) const fn mechanic(name: &'static str, keys: &'static [&'static str], about: &'static str) -> Mechanic {
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
    mechanic("reinforce", &["mode", "waiting", "house"], "which of the waiting units arrive"),
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

//! By what a line or chain fails, and what would mend it: the kinds.

use campaign::Campaign;
use domain::{SideId, Square, words};

impl CutKind {
    /// Whether it is an enemy who stands beside a square and not on it, and bars it to a side (house rule `interdiction`).
    pub fn is_from_beside(self, campaign: &Campaign, side: SideId, square: Square) -> bool {
        self == Self::EnemyUnit && campaign.enemy_on(square, side).is_none()
    }
}

words! {
    /// What a line or chain fails by, and what would mend it.
    enum CutKind: "kind of obstacle" {
        /// An enemy fighting leaf.
        EnemyUnit = "enemy_unit",
        /// A square that the enemy controls.
        EnemyControl = "enemy_control",
        /// A square that partisans bar.
        Partisans = "partisans",
        /// A square where both sides stand.
        Contested = "contested",
        /// A river without a crossing that can be used.
        NoCrossing = "no_crossing",
        /// A length of railway that is cut.
        RailCut = "rail_cut",
        /// No dump, railhead or source to go to.
        NoDump = "no_dump",
        /// No vehicle left.
        NoVehicle = "no_vehicle",
        /// No road in reach.
        NoRoad = "no_road",
        /// A hop of a bowser chain that is too long.
        HopTooLong = "hop_too_long",
    }
}

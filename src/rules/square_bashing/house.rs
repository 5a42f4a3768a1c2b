//! What the texts leave to the umpire, with defaults (page, 1.3): `house` in the input of every mechanic.

use serde::Deserialize;

/// When a unit is at strength.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
pub(crate) enum Strength {
    #[default]
    #[serde(rename = "2*halves_now > halves_full")]
    MoreThanHalf,
    #[serde(rename = "2*halves_now >= halves_full")]
    HalfOrMore,
    #[serde(rename = "halves_now == halves_full")]
    Whole,
}

/// Whose quality changes the dice of a shooting square.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ShootBonus {
    /// Whoever is in the square (ruling 3).
    #[default]
    InSquare,
    /// Who shoots at that range.
    Shooting,
}

/// What becomes of those who lost a fight and have no way back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Survivors {
    #[default]
    Captured,
    Destroyed,
}

/// Attempts of a higher command by its quality.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Attempts {
    pub(crate) poor: u16,
    pub(crate) average: u16,
    pub(crate) good: u16,
}

impl Default for Attempts {
    fn default() -> Self {
        Self { poor: 2, average: 3, good: 4 }
    }
}

/// The umpire's parameters that a mechanic can lean on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct House {
    pub(crate) infantry_halves_per_sp: u16,
    pub(crate) at_strength_rule: Strength,
    pub(crate) shoot_bonus: ShootBonus,
    pub(crate) square_capacity: u16,
    pub(crate) table_rows: u16,
    pub(crate) table_columns: u16,
    pub(crate) hc_attempts: Attempts,
    pub(crate) hc_success: u8,
    pub(crate) asset_dice: u16,
    pub(crate) asset_success: u8,
    /// Only where it is given does the answer of an asset say how many units come.
    pub(crate) asset_units_per_six: Option<u16>,
    pub(crate) no_withdraw_survivors: Survivors,
    pub(crate) retire_advance: bool,
    pub(crate) surrender_square_on_destroy: bool,
    pub(crate) pursuit_fire: bool,
    pub(crate) clock_start: u16,
}

impl Default for House {
    fn default() -> Self {
        Self {
            infantry_halves_per_sp: 2,
            at_strength_rule: Strength::default(),
            shoot_bonus: ShootBonus::default(),
            square_capacity: 0,
            table_rows: 6,
            table_columns: 8,
            hc_attempts: Attempts::default(),
            hc_success: 4,
            asset_dice: 5,
            asset_success: 6,
            asset_units_per_six: None,
            no_withdraw_survivors: Survivors::default(),
            retire_advance: true,
            surrender_square_on_destroy: true,
            pursuit_fire: true,
            clock_start: 21,
        }
    }
}

//! The words of the system: experience, orders, arms, weapons, cover.
//!
//! Where to look next: `tables`, the figures of each.

use serde::{Deserialize, Serialize};

/// How experienced a platoon is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
pub(crate) enum Experience {
    Recruits,
    Green,
    Regular,
    Seasoned,
    Elite,
}

/// The ladder of orders, from the top down.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize)]
pub(crate) enum BgcOrder {
    Double,
    Move,
    Aim,
    Defend,
    Follow,
    Shaken,
    Hold,
    Back,
    Rout,
}

impl BgcOrder {
    /// Whether the platoon is on its way from the enemy.
    pub(crate) fn runs(self) -> bool {
        self >= Self::Back
    }
}

impl std::fmt::Display for BgcOrder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        std::fmt::Debug::fmt(self, f)
    }
}

/// What a platoon is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum BgcArm {
    #[default]
    Infantry,
    Cavalry,
    Mg,
    Gun,
    Tank,
    Hq,
}

/// What is between a platoon and the fire, the poorest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum BgcCover {
    #[default]
    Open,
    Soft,
    Hard,
}

impl BgcCover {
    /// As the input says it.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Soft => "soft",
            Self::Hard => "hard",
        }
    }
}

/// How fire is read, the poorer first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Mode {
    Area,
    Aimed,
}

/// What a platoon fires with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum BgcWeapon {
    RifleBolt,
    RifleSemi,
    RifleLmg,
    Smg,
    Mmg,
    Hmg,
    MortarLight,
    MortarMedium,
    MortarHeavy,
    #[serde(rename = "he_75")]
    He75,
    #[serde(rename = "he_105")]
    He105,
    #[serde(rename = "he_150")]
    He150,
    Rockets,
    Air,
    TankLight,
    TankMedium,
    TankHeavy,
    ArmouredCar,
    AtGun,
}

impl BgcWeapon {
    /// Whether it throws shells that burst in the tops of trees.
    ///
    /// # Interpretation
    /// Artillery, mortars and rockets (ruling 18); anti-tank guns and tanks fire flat, and aircraft are not meant.
    pub(crate) fn is_shell(self) -> bool {
        use BgcWeapon::{He75, He105, He150, MortarHeavy, MortarLight, MortarMedium, Rockets};
        matches!(self, MortarLight | MortarMedium | MortarHeavy | He75 | He105 | He150 | Rockets)
    }

    /// Whether its penetration follows its calibre where that is known.
    pub(crate) fn goes_by_calibre(self) -> bool {
        use BgcWeapon::{ArmouredCar, AtGun, TankHeavy, TankLight, TankMedium};
        matches!(self, AtGun | ArmouredCar | TankLight | TankMedium | TankHeavy)
    }
}

/// An anti-tank weapon of infantry, beside the platoon's own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Flat {
    Bazooka,
    Panzerfaust,
    Piat,
    AtRifle,
}

/// A row of the armour table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum BgcArmour {
    Soft,
    ArmouredCar,
    TankLight,
    TankMedium,
    TankHeavy,
}

impl BgcArmour {
    /// The row named as a weapon; soft where none is.
    pub(crate) fn named_as(weapon: BgcWeapon) -> Self {
        match weapon {
            BgcWeapon::ArmouredCar => Self::ArmouredCar,
            BgcWeapon::TankLight => Self::TankLight,
            BgcWeapon::TankMedium => Self::TankMedium,
            BgcWeapon::TankHeavy => Self::TankHeavy,
            _ => Self::Soft,
        }
    }
}

/// Which doctors are at hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum BgcCare {
    #[default]
    None,
    Platoon,
    Aid,
}

/// How an air attack comes about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Sortie {
    Definite,
    #[default]
    Possible,
    Remote,
    Liaison,
}

/// Whom an air attack meets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Struck {
    Own,
    Enemy,
    Elsewhere,
}

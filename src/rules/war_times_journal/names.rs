//! The words of the page: grades, results, effects and the names of its modifiers.
//!
//! What it never does: say what a name is worth, which `tables` and `house` do.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Training and morale in one letter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(super) enum WtjGrade {
    #[serde(alias = "elite")]
    E,
    #[serde(alias = "veteran")]
    V,
    #[serde(alias = "regular")]
    R,
    #[serde(alias = "conscript")]
    C,
    #[serde(alias = "militia")]
    M,
    #[serde(alias = "green")]
    G,
}

impl WtjGrade {
    /// Its row in the tables.
    pub(super) fn index(self) -> usize {
        self as usize
    }
}

/// What a die of fire does to a base.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(super) enum WtjHit {
    #[serde(rename = "none")]
    None,
    D,
    K,
    #[serde(rename = "KK")]
    Kk,
    I,
}

impl fmt::Display for WtjHit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::None => "none",
            Self::D => "D",
            Self::K => "K",
            Self::Kk => "KK",
            Self::I => "I",
        })
    }
}

/// A row of a kill table: from this total on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
pub(super) enum Mark {
    K,
    D,
    I,
}

/// An effect on morale, or the two that a unit's bases share.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Letter {
    P,
    W,
    R,
    S,
    D,
}

impl Letter {
    fn read(letter: char) -> Option<Self> {
        Some(match letter {
            'P' => Self::P,
            'W' => Self::W,
            'R' => Self::R,
            'S' => Self::S,
            'D' => Self::D,
            _ => return None,
        })
    }

    pub(super) fn word(self) -> &'static str {
        match self {
            Self::P => "P",
            Self::W => "W",
            Self::R => "R",
            Self::S => "S",
            Self::D => "D",
        }
    }
}

/// The letters that a morale check comes to; none: passed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Effect(pub(super) [Option<Letter>; 2]);

impl Effect {
    pub(super) const PASS: Self = Self([None, None]);

    /// One letter or two different ones; `-` and `pass` are none.
    pub(super) fn read(text: &str) -> Option<Self> {
        if text == "-" || text == "pass" {
            return Some(Self::PASS);
        }
        let mut letters = text.chars();
        let left = Letter::read(letters.next()?)?;
        let right = match letters.next() {
            Some(letter) => Some(Letter::read(letter)?),
            None => None,
        };
        (letters.next().is_none() && right != Some(left)).then_some(Self([Some(left), right]))
    }

    pub(super) fn letters(self) -> impl Iterator<Item = Letter> {
        self.0.into_iter().flatten()
    }

    pub(super) fn has(self, letter: Letter) -> bool {
        self.letters().any(|l| l == letter)
    }
}

impl fmt::Display for Effect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Self::PASS {
            return f.write_str("pass");
        }
        self.letters().try_for_each(|letter| f.write_str(letter.word()))
    }
}

impl<'de> Deserialize<'de> for Effect {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::read(&text).ok_or_else(|| {
            let wanted = "one or two different letters of `P`, `W`, `R`, `S`, `D`, or `-`";
            serde::de::Error::custom(format!("`{text}` is not an effect: {wanted}"))
        })
    }
}

/// What shelters a unit; the better one is the greater.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum WtjCover {
    #[default]
    Open,
    #[serde(rename = "soft_cover")]
    Soft,
    #[serde(rename = "hard_cover")]
    Hard,
    Entrenched,
}

/// Names of small-arms fire; the last three are the totals from which its results go.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum SmallArms {
    Close,
    Long,
    Mg,
    Packed,
    Moved,
    Pinned,
    PartialLos,
    TargetProne,
    SoftCover,
    HardCover,
    Entrenched,
    #[serde(rename = "D")]
    D,
    #[serde(rename = "K")]
    K,
    #[serde(rename = "KK")]
    Kk,
}

/// Names of direct fire; the first is the total that hits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Direct {
    HitOn,
    Moved,
    Pinned,
    TargetMoving,
    Small,
    Large,
    Short,
    Long,
    SoftCover,
    HardCover,
}

/// Names of the kill die against men.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum KillPersonnel {
    #[serde(rename = "K")]
    K,
    #[serde(rename = "D")]
    D,
    BigGun,
    HardCover,
    Entrenched,
}

/// Rows of armour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum WtjArmour {
    #[default]
    Soft,
    ArmouredCar,
    TankLight,
    TankMedium,
    TankHeavy,
}

/// Gun classes by calibre: up to so many mm.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Calibre {
    Mm40,
    Mm60,
    Mm84,
    Mm99,
    Mm119,
    Mm139,
    Above,
}

/// Modifiers of area fire.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Area {
    HeavyBattery,
    Prone,
    SoftCover,
    HardCover,
    Entrenched,
}

/// Rows of the area chart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum AreaRow {
    Personnel,
    Soft,
    Tank,
}

/// Modifiers of an assault.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum WtjAssault {
    Ratio2,
    Ratio3,
    #[serde(rename = "assault_weapons")]
    Weapons,
    Tanks,
    Demoralised,
    Pinned,
    HardCover,
    Entrenched,
    Elite,
    Green,
}

/// Modifiers of morale; the checks work out `Weak` and `Swept` themselves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum WtjMorale {
    HardCover,
    ScenarioDefender,
    Weak,
    DamagedTank,
    Unsupported,
    HqLost,
    Swept,
}

/// Dangerous ground.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Dangerous {
    Woods,
    Mud,
    Stream,
    Trench,
    Marsh,
    Rubble,
}

impl Dangerous {
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Woods => "woods",
            Self::Mud => "mud",
            Self::Stream => "stream",
            Self::Trench => "trench",
            Self::Marsh => "marsh",
            Self::Rubble => "rubble",
        }
    }
}

/// Kinds of movement; the last four are no rates, but the other figures of their table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Rate {
    Prone,
    Manhandle,
    Walk,
    Rush,
    HeavyWeapon,
    Cyclist,
    Wagon,
    Cavalry,
    Wheeled,
    Tracked,
    AssaultBonus,
    RoughFactor,
    WheeledRoughFactor,
    TowingFactor,
}

/// Ranges: where a band of fire ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Range {
    Close,
    Effective,
    Long,
    AssaultWeapon,
    Lmg,
    Mg,
    GunShortPerClass,
    GunEffectivePerClass,
    GunLongPerClass,
}

/// What a unit is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum WtjKind {
    Personnel,
    Mg,
    Gun,
    Vehicle,
    Tank,
    Hq,
}

impl WtjKind {
    /// Small arms and the personnel columns are for those on foot.
    pub(super) fn on_foot(self) -> bool {
        !matches!(self, Self::Vehicle | Self::Tank)
    }

    /// Only troops fight assaults.
    pub(super) fn troops(self) -> bool {
        matches!(self, Self::Personnel | Self::Mg)
    }
}

//! A unit on the grid and the ground of its square (page, 3.1).

use std::rc::Rc;

use serde::Deserialize;

use super::tables::{FIGURES, SbFigures};

/// The types of the page, in the order of `tables::FIGURES`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum SbKind {
    Infantry,
    CavalryMounted,
    CavalryDismounted,
    Mg,
    Artillery,
    Mortar,
    TankLight,
    TankHeavy,
    Ac,
    AcLight,
    Hc,
}

impl SbKind {
    pub(crate) fn figures(self) -> &'static SbFigures {
        &FIGURES[self as usize]
    }

    pub(crate) fn is_cavalry(self) -> bool {
        matches!(self, Self::CavalryMounted | Self::CavalryDismounted)
    }

    /// Infantry or cavalry: those who enter a square and take markers.
    pub(crate) fn is_line(self) -> bool {
        self == Self::Infantry || self.is_cavalry()
    }

    pub(crate) fn is_gun(self) -> bool {
        matches!(self, Self::Artillery | Self::Mortar)
    }

    pub(crate) fn is_ac(self) -> bool {
        matches!(self, Self::Ac | Self::AcLight)
    }

    pub(crate) fn is_armour(self) -> bool {
        self.is_ac() || matches!(self, Self::TankLight | Self::TankHeavy)
    }

    /// Whether it may assault.
    pub(crate) fn may_assault(self) -> bool {
        self.is_line() || self.is_armour()
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Quality {
    Professional,
    #[default]
    Regular,
    Reservist,
}

impl Quality {
    /// What it adds to a die: leaving scenery.
    pub(crate) fn to_die(self) -> i8 {
        match self {
            Self::Professional => 1,
            Self::Regular => 0,
            Self::Reservist => -1,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum SbTerrain {
    #[default]
    Open,
    Woods,
    Buildings,
    Hill,
    RoughHill,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Defence {
    #[default]
    None,
    Hasty,
    Trench,
    Fort,
}

/// What a square offers to those in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct SbGround {
    pub(crate) terrain: SbTerrain,
    pub(crate) defence: Defence,
}

impl SbGround {
    /// Woods or buildings.
    pub(crate) fn is_close(self) -> bool {
        matches!(self.terrain, SbTerrain::Woods | SbTerrain::Buildings)
    }

    pub(crate) fn is_hill(self) -> bool {
        matches!(self.terrain, SbTerrain::Hill | SbTerrain::RoughHill)
    }

    pub(crate) fn covers(self) -> bool {
        self.is_close() || self.defence != Defence::None
    }

    /// Where mounted cavalry is worth one die.
    ///
    /// # Interpretation
    /// Ruling 16: each cavalry unit, not the whole pool.
    pub(crate) fn hampers_horse(self) -> bool {
        self.covers() || self.terrain == SbTerrain::RoughHill
    }
}

/// A unit with what is left of it. Higher command has no halves: it is never counted or hit (ruling 26).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct SbUnit {
    pub(crate) kind: SbKind,
    pub(crate) quality: Quality,
    pub(crate) full: u16,
    pub(crate) now: u16,
    pub(crate) id: Rc<str>,
}

impl SbUnit {
    pub(crate) fn lives(&self) -> bool {
        self.now > 0
    }

    /// Which of a pair holds: 0 at strength, 1 damaged.
    ///
    /// # Interpretation
    /// Ruling 12: more than half of its full halves, unless the house says otherwise.
    pub(crate) fn state(&self, rule: SbStrength) -> usize {
        let at_strength = match rule {
            SbStrength::MoreThanHalf => 2 * self.now > self.full,
            SbStrength::HalfOrMore => 2 * self.now >= self.full,
            SbStrength::Whole => self.now == self.full,
        };
        usize::from(!at_strength)
    }

    /// Whether it bears a casualty marker: half a base is gone.
    ///
    /// # Interpretation
    /// Ruling 1: the second half takes the base off, and the marker with it.
    pub(crate) fn is_marked(&self) -> bool {
        self.now % 2 == 1
    }
}

/// Whether a living unit of the square is so.
pub(crate) fn has(units: &[SbUnit], is: impl Fn(&SbUnit) -> bool) -> bool {
    units.iter().any(|unit| unit.lives() && is(unit))
}

/// The first living unit of the square that is so.
pub(crate) fn first(units: &[SbUnit], is: impl Fn(&SbUnit) -> bool) -> Option<usize> {
    units.iter().position(|unit| unit.lives() && is(unit))
}

/// Whether nobody is left who counts.
pub(crate) fn is_empty(units: &[SbUnit]) -> bool {
    !has(units, |_| true)
}

/// The halves of a square.
pub(crate) fn halves(units: &[SbUnit]) -> u32 {
    units.iter().map(|unit| u32::from(unit.now)).sum()
}

/// When a unit is at strength.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
pub(crate) enum SbStrength {
    #[default]
    #[serde(rename = "2*halves_now > halves_full")]
    MoreThanHalf,
    #[serde(rename = "2*halves_now >= halves_full")]
    HalfOrMore,
    #[serde(rename = "halves_now == halves_full")]
    Whole,
}

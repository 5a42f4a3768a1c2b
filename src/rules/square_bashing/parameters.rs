//! What the texts leave to the umpire, with defaults (page, 1.3): `house` in the input of every mechanic.

use serde::Deserialize;

use domain::{self, Grade};

use super::unit::{Defence, Quality};
use crate::square_bashing::unit::SbStrength;

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

/// What the six grades of the campaign are here.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default, bound = "T: Deserialize<'de>, ByGrade<T>: Default")]
pub(crate) struct ByGrade<T> {
    elite: T,
    veteran: T,
    regular: T,
    conscript: T,
    militia: T,
    green: T,
}

impl<T: Copy> ByGrade<T> {
    pub(crate) fn of(&self, grade: Grade) -> T {
        match grade {
            Grade::Elite => self.elite,
            Grade::Veteran => self.veteran,
            Grade::Regular => self.regular,
            Grade::Conscript => self.conscript,
            Grade::Militia => self.militia,
            Grade::Green => self.green,
        }
    }

    fn three([good, fair, poor]: [T; 3]) -> Self {
        Self { elite: good, veteran: good, regular: fair, conscript: poor, militia: poor, green: poor }
    }
}

impl Default for ByGrade<Quality> {
    fn default() -> Self {
        Self::three([Quality::Professional, Quality::Regular, Quality::Reservist])
    }
}

impl Default for ByGrade<Skill> {
    fn default() -> Self {
        Self::three([Skill::Good, Skill::Average, Skill::Poor])
    }
}

/// What the postures of the campaign are here.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct ByPosture {
    road_march: Defence,
    moving: Defence,
    open: Defence,
    dug_in: Defence,
    fortified: Defence,
    casemated: Defence,
}

impl ByPosture {
    pub(crate) fn of(self, posture: domain::Posture, casemated: bool) -> Defence {
        match posture {
            _ if casemated => self.casemated,
            domain::Posture::RoadMarch => self.road_march,
            domain::Posture::Moving => self.moving,
            domain::Posture::Open => self.open,
            domain::Posture::DugIn => self.dug_in,
            domain::Posture::Fortified => self.fortified,
        }
    }
}

impl Default for ByPosture {
    fn default() -> Self {
        Self {
            road_march: Defence::None,
            moving: Defence::None,
            open: Defence::None,
            dug_in: Defence::Hasty,
            fortified: Defence::Trench,
            casemated: Defence::Fort,
        }
    }
}

/// The most of any figure: hits, dice, markers, waiting units.
pub(crate) const MOST: u16 = 1_000;

/// The umpire's parameters that a mechanic can lean on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct SbHouse {
    pub(crate) infantry_halves_per_sp: u16,
    pub(crate) at_strength_rule: SbStrength,
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
    pub(crate) campaign_quality: ByGrade<Quality>,
    pub(crate) gun_quality: ByGrade<Skill>,
    pub(crate) posture_defence: ByPosture,
}

impl SbHouse {
    /// What is not sane in it: what is given, and what is wanted.
    pub(crate) fn fault(&self) -> Option<(String, &'static str)> {
        let attempts = self.hc_attempts;
        let counts = [self.asset_dice, self.table_rows, self.table_columns, self.clock_start, self.square_capacity]
            .into_iter()
            .chain([attempts.poor, attempts.average, attempts.good, self.asset_units_per_six.unwrap_or(0)]);
        if [self.hc_success, self.asset_success].iter().any(|face| !(1..=6).contains(face)) {
            return Some(("such a success".to_owned(), "a face that succeeds is from 1 to 6"));
        }
        if !(1..=6).contains(&self.infantry_halves_per_sp) {
            return Some((self.infantry_halves_per_sp.to_string(), "`infantry_halves_per_sp` is from 1 to 6"));
        }
        counts.into_iter().find(|n| *n > MOST).map(|n| (n.to_string(), "no figure is above 1000"))
    }
}

impl Default for SbHouse {
    fn default() -> Self {
        Self {
            infantry_halves_per_sp: 2,
            at_strength_rule: SbStrength::default(),
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
            campaign_quality: ByGrade::default(),
            gun_quality: ByGrade::default(),
            posture_defence: ByPosture::default(),
        }
    }
}

/// Of the guns, and of a higher command.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Skill {
    Poor,
    Average,
    Good,
}

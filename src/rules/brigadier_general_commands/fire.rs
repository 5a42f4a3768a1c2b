//! Fire: pools of dice, and what sixes and fives come to (3.3, 3.4, 4.1, 4.2).
//!
//! What it is: [`Lot`], dice that are read alike; [`BgcTally`], what they show; [`Hits`], what that comes to.
//! What it decides: kills, wounds and points of one roll. Who fires at whom is in `engage`.

use serde::Serialize;

use dice::{Call, Dice, DiceError};

use super::kinds::{BgcCover, Mode};
use super::tables::{AIMED_DIVISOR, AREA_DIVISOR};
use crate::brigadier_general_commands::parameters::AreaPoints;

/// Kills are counted in parts of this: every divisor goes into it.
const PARTS: u32 = 24;

/// What one roll of fire comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize)]
pub(crate) struct Hits {
    pub(crate) kills: u32,
    pub(crate) wounds: u32,
    pub(crate) points: u32,
}

/// Dice that are read alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Lot {
    pub(crate) dice: u32,
    pub(crate) mode: Mode,
    /// The cover as it counts against them.
    pub(crate) cover: BgcCover,
    /// Whether they go through the armour that they meet.
    pub(crate) penetrates: bool,
}

/// What the target makes of the fire: on Double every die counts twice (ruling 5).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct BgcReading {
    pub(crate) double: bool,
    pub(crate) area_points: AreaPoints,
}

/// What the dice of one roll show.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(crate) struct BgcTally {
    parts: u32,
    aimed_open: u32,
    points: u32,
    blunted: u32,
}

impl BgcReading {
    /// Adds the sixes and fives of a lot.
    pub(crate) fn add(self, tally: &mut BgcTally, lot: Lot, sixes: u32, fives: u32) {
        let times = if self.double { 2 } else { 1 };
        let (sixes, fives) = (sixes * times, fives * times);
        let points = match (lot.mode, self.area_points) {
            (Mode::Aimed, _) | (Mode::Area, AreaPoints::FivesAndSixes) => sixes + fives,
            (Mode::Area, AreaPoints::Sixes) => sixes,
            (Mode::Area, AreaPoints::None) => 0,
        };
        if !lot.penetrates {
            tally.blunted += points;
            return;
        }
        tally.points += points;
        tally.parts += sixes * PARTS / divisor(lot.mode, lot.cover);
        if lot.mode == Mode::Aimed && lot.cover == BgcCover::Open {
            tally.aimed_open += sixes;
        }
    }

    /// Throws the dice of all lots together and reads them.
    pub(crate) fn throw(self, lots: &[Lot], call: &Call<'_>, dice: &mut Dice<'_>) -> Result<Hits, DiceError> {
        let all: u32 = lots.iter().map(|lot| lot.dice).sum();
        let faces = dice.throw(call, all as usize)?;
        let mut tally = BgcTally::default();
        let mut rest = faces.as_slice();
        for lot in lots {
            let (own, others) = rest.split_at(rest.len().min(lot.dice as usize));
            self.add(&mut tally, *lot, showing(own, 6), showing(own, 5));
            rest = others;
        }
        Ok(tally.hits())
    }
}

impl BgcTally {
    /// What it comes to: a fraction left over is one wound whatever its size (ruling 8); where nothing is left over and
    /// the aimed sixes in the open are odd, one kill is a wound.
    ///
    /// # Interpretation
    /// Unequal dice of one pool are summed as exact fractions (4.2); dice that do not penetrate leave half their points.
    pub(crate) fn hits(self) -> Hits {
        let (whole, left) = (self.parts / PARTS, self.parts % PARTS);
        let odd = left == 0 && self.aimed_open % 2 == 1;
        Hits {
            kills: whole - u32::from(odd),
            wounds: u32::from(odd || left > 0),
            points: self.points + self.blunted / 2,
        }
    }
}

/// How many dice show a face.
pub(crate) fn showing(faces: &[u8], face: u8) -> u32 {
    faces.iter().map(|shown| u32::from(*shown == face)).sum()
}

fn divisor(mode: Mode, cover: BgcCover) -> u32 {
    let row = match mode {
        Mode::Aimed => AIMED_DIVISOR,
        Mode::Area => AREA_DIVISOR,
    };
    u32::from(row[cover as usize])
}

/// The cover as it counts: woods are as open ground against shells, but for the dug-in and for closed armour.
pub(crate) fn cover_against(cover: BgcCover, bursts_in_trees: bool, sheltered: bool) -> BgcCover {
    if bursts_in_trees && cover == BgcCover::Soft && !sheltered { BgcCover::Open } else { cover }
}

impl BgcTally {
    /// Both together.
    pub(crate) fn plus(self, other: Self) -> Self {
        Self {
            parts: self.parts + other.parts,
            aimed_open: self.aimed_open + other.aimed_open,
            points: self.points + other.points,
            blunted: self.blunted + other.blunted,
        }
    }
}

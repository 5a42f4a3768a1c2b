//! What the engagement of a campaign bound is told (page, 5 and 10): two squares, the one behind, the barrage.

use serde::Deserialize;

use super::assault::{assaulting, extra};
use super::barrage::SbBarrage;
use super::campaign::Strength;
use super::fight::{Brings, SbFacing};
use super::morale::Test;
use super::read::{SbRead, SbWritten};
use super::tables::ALL_FACES;
use super::unit::{Defence, SbGround, SbTerrain, SbUnit};
use crate::mechanic::Result;
use crate::square_bashing::parameters::{SbHouse, Skill};

/// A square of an engagement as it is written. `A` and `T` share what both may have.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a marker on the table")]
struct Square {
    units: Vec<SbWritten>,
    assaulting: Option<Vec<String>>,
    support: u16,
    barrage: u16,
    terrain: SbTerrain,
    defence: Defence,
    hill: bool,
    wtf: bool,
    fighting_bonus: bool,
    shock: bool,
    enemy_faces: Option<u16>,
    rear_blocked: bool,
    rear_off_table: bool,
    morale_bonus: bool,
    hold_the_line: bool,
    suppressed: bool,
}

/// The square behind the target as it is written.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Behind {
    units: Vec<SbWritten>,
    terrain: SbTerrain,
    defence: Defence,
    barrage: u16,
    enemy_faces: u16,
    rear_blocked: bool,
    rear_off_table: bool,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Fired {
    kind: SbBarrage,
    quality: Skill,
}

/// Whether the target awaits an assault.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Policy {
    #[default]
    Stand,
    Retire,
}

/// A square before the first die.
#[derive(Debug)]
pub(crate) struct SbSide {
    pub(crate) units: Vec<SbUnit>,
    /// What each unit had in the campaign.
    pub(crate) bases: Vec<Strength>,
    pub(crate) test: Test,
    pub(crate) brings: Brings,
    pub(crate) suppressed: bool,
    /// Who does not shoot, by unit; nobody where it is empty.
    pub(crate) silent: Vec<bool>,
}

/// An engagement before its dice.
#[derive(Debug)]
pub(crate) struct SbEngage {
    /// The attacker's square, the target's, the one behind it.
    pub(crate) squares: [SbSide; 3],
    pub(crate) assaulting: Vec<bool>,
    pub(crate) facing: SbFacing,
    pub(crate) extra: u16,
    /// Whether the target declines an assault.
    pub(crate) declines: bool,
    /// The square behind is one of those that support the target, until a barrage lies on it.
    pub(crate) rear_supports: bool,
    pub(crate) pursues: bool,
    pub(crate) barrage: Option<(SbBarrage, Skill)>,
    pub(crate) house: SbHouse,
}

fn faces(read: &SbRead<'_>, key: &'static str, n: u16) -> Result<u16> {
    if n > ALL_FACES { Err(read.refuse(key, &n.to_string(), "a square has four faces")) } else { Ok(n) }
}

impl Square {
    fn side(&self, read: &SbRead<'_>, key: &'static str) -> Result<SbSide> {
        let units = read.square(key, &self.units)?;
        let ground = SbGround { terrain: self.terrain, defence: self.defence };
        let barrage = read.sane(key, self.barrage)?.max(u16::from(self.suppressed));
        let test = Test {
            ground,
            barrage,
            enemy_faces: faces(read, key, self.enemy_faces.unwrap_or(1))?,
            rear_blocked: self.rear_blocked,
            rear_off_table: self.rear_off_table,
            morale_bonus: self.morale_bonus,
            hold_the_line: self.hold_the_line,
        };
        let brings = Brings {
            on_hill: self.hill || ground.is_hill(),
            support: self.support,
            barrage,
            winning: self.wtf,
            fighting_bonus: self.fighting_bonus,
            shock: self.shock,
        };
        Ok(SbSide {
            bases: bases(read, key, &self.units, &units)?,
            units,
            test,
            brings,
            suppressed: self.suppressed,
            silent: Vec::new(),
        })
    }
}

impl Behind {
    fn side(&self, read: &SbRead<'_>) -> Result<SbSide> {
        let units = read.square("rear", &self.units)?;
        let test = Test {
            ground: SbGround { terrain: self.terrain, defence: self.defence },
            barrage: read.sane("rear", self.barrage)?,
            enemy_faces: faces(read, "rear", self.enemy_faces)?,
            rear_blocked: self.rear_blocked,
            rear_off_table: self.rear_off_table,
            ..Test::default()
        };
        let bases = bases(read, "rear", &self.units, &units)?;
        Ok(SbSide { units, bases, test, brings: Brings::default(), suppressed: false, silent: Vec::new() })
    }
}

/// What each unit had in the campaign, as said or as its halves have it.
fn bases(read: &SbRead<'_>, key: &'static str, written: &[SbWritten], units: &[SbUnit]) -> Result<Vec<Strength>> {
    let per_sp = read.house.infantry_halves_per_sp;
    let base = |(written, unit): (&SbWritten, &SbUnit)| {
        let by_halves = if unit.kind.is_line() {
            Strength::of_halves(unit.now, per_sp)
        } else {
            Strength { sp: unit.now, markers: 0 }
        };
        let base =
            Strength { sp: written.sp.unwrap_or(by_halves.sp), markers: written.markers.unwrap_or(by_halves.markers) };
        if base.markers > read.sane(key, base.sp)? {
            return Err(read.refuse(key, &unit.id, "it cannot have more markers than SP"));
        }
        Ok(base)
    };
    written.iter().zip(units).map(base).collect()
}

impl SbEngage {
    pub(crate) fn read(read: &SbRead<'_>) -> Result<Self> {
        let a: Square = read.must("A", "the attacking square")?;
        let t: Square = read.must("T", "the target square")?;
        let behind: Behind = read.or("rear", Behind::default())?;
        if t.assaulting.is_some() || t.fighting_bonus || t.shock {
            return Err(read.refuse("T", "such keys", "only `A` has `assaulting`, `fighting_bonus` and `shock`"));
        }
        let squares = [a.side(read, "A")?, t.side(read, "T")?, behind.side(read)?];
        if super::unit::is_empty(&squares[0].units) {
            return Err(read.refuse("A", "such units", "at least one unit other than `hc` needs halves left"));
        }
        let fired: Option<Fired> = read.maybe("barrage")?;
        Ok(Self {
            assaulting: assaulting(read, "A", &squares[0].units, a.assaulting.as_deref())?,
            squares,
            facing: read.or("facing", SbFacing::Front)?,
            extra: extra(read)?,
            declines: read.or("target_policy", Policy::Stand)? == Policy::Retire,
            rear_supports: false,
            pursues: read.or("pursuit_fire", read.house.pursuit_fire)?,
            barrage: fired.map(|fired| (fired.kind, fired.quality)),
            house: read.house,
        })
    }
}

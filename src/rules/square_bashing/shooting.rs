//! Shooting of one square at another (page, 4.3): `shoot`.

use serde::Deserialize;

use super::play::{Key, Said, SbKept, SbPlay, halves_by_id, left_in_words};
use super::read::{SbRead, SbWritten};
use super::saves::{SbCover, SbTaken, take};
use super::tables::{OWNER_ELSE, SHOT_HITS};
use super::throws::Throws;
use super::unit::{Defence, Quality, SbGround, SbKind, SbTerrain, SbUnit};
use crate::mechanic::Result;
use crate::square_bashing::parameters::{SbHouse, ShootBonus};

/// What a square fired and what it did.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(crate) struct SbVolley {
    pub(crate) pool: u16,
    pub(crate) hits: u16,
    pub(crate) taken: SbTaken,
}

/// A unit of the square that shoots.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Shooter<'a> {
    unit: &'a SbUnit,
    /// It holds its fire.
    holds: bool,
}

impl<'a> Shooter<'a> {
    /// All of a square; who holds his fire stands beside, nobody where that is empty.
    pub(crate) fn all(units: &'a [SbUnit], silent: &[bool]) -> Vec<Self> {
        let holds = |at: usize| silent.get(at).copied().unwrap_or(false);
        units.iter().enumerate().map(|(at, unit)| Self { unit, holds: holds(at) }).collect()
    }

    /// Its dice at a range.
    pub(crate) fn shots(&self, range: u16, house: &SbHouse) -> u16 {
        let figures = self.unit.kind.figures();
        let reaches = self.unit.lives() && !self.holds && range <= figures.range;
        if reaches { figures.shots[self.unit.state(house.at_strength_rule)] } else { 0 }
    }
}

/// Whether a shot of the square asked who is at strength.
pub(crate) fn leans_on_strength(shooters: &[Shooter<'_>], range: u16, house: &SbHouse) -> bool {
    let asks = |kind: SbKind| kind == SbKind::Mg || kind.is_gun();
    shooters.iter().any(|shooter| asks(shooter.unit.kind) && shooter.shots(range, house) > 0)
}

/// The dice of a square at a range.
///
/// # Interpretation
/// Ruling 3: the quality of whoever is in the square counts, once it has any die; of who holds his fire too.
pub(crate) fn pool(shooters: &[Shooter<'_>], range: u16, house: &SbHouse) -> u16 {
    let dice: u16 = shooters.iter().map(|shooter| shooter.shots(range, house)).sum();
    let counts = |shooter: &Shooter<'_>| house.shoot_bonus == ShootBonus::InSquare || shooter.shots(range, house) > 0;
    let has = |kinds: &[SbKind], quality: Quality| {
        let is = |unit: &SbUnit| unit.lives() && kinds.contains(&unit.kind) && unit.quality == quality;
        shooters.iter().any(|shooter| is(shooter.unit) && counts(shooter))
    };
    let better = has(&[SbKind::Infantry], Quality::Professional);
    let worse = has(&[SbKind::Infantry, SbKind::CavalryDismounted], Quality::Reservist);
    if dice == 0 { 0 } else { (dice + u16::from(better)).saturating_sub(u16::from(worse)) }
}

/// One square shoots at another.
pub(crate) fn shoot(pool: u16, target: &mut [SbUnit], ground: SbGround, throws: &mut dyn Throws) -> Result<SbVolley> {
    let hits = throws.at_least("the shooters", "shooting", pool, SHOT_HITS)?;
    let taken = take(target, hits, OWNER_ELSE, SbCover::of(ground), throws)?;
    Ok(SbVolley { pool, hits, taken })
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Target {
    units: Vec<SbWritten>,
    #[serde(default)]
    terrain: SbTerrain,
    #[serde(default)]
    defence: Defence,
}

/// `shoot`.
pub(crate) struct Shoot {
    shooters: Vec<SbUnit>,
    range: u16,
    target: Vec<SbUnit>,
    ground: SbGround,
    barred: bool,
    house: SbHouse,
}

impl Shoot {
    pub(crate) fn read(read: &SbRead<'_>) -> Result<Self> {
        let shooters: Vec<SbWritten> = read.must("shooters", "the units of the square that shoots")?;
        let target: Target = read.must("target", "the square that is shot at")?;
        let range = read.count_or("range", 1)?;
        if range == 0 {
            return Err(read.refuse("range", "0", "squares from the shooters to the target, 1 or more"));
        }
        Ok(Self {
            shooters: read.plain("shooters", &shooters)?,
            range,
            target: read.plain("target", &target.units)?,
            ground: SbGround { terrain: target.terrain, defence: target.defence },
            barred: read.flag("barrage_in_way")?,
            house: read.house,
        })
    }

    fn all(&self) -> Vec<Shooter<'_>> {
        Shooter::all(&self.shooters, &[])
    }
}

impl SbPlay for Shoot {
    type State = (Vec<SbUnit>, SbVolley);

    fn start(&self) -> Self::State {
        (self.target.clone(), SbVolley::default())
    }

    fn step(&self, _: usize, state: &mut Self::State, throws: &mut dyn Throws) -> Result<()> {
        let pool = if self.barred { 0 } else { pool(&self.all(), self.range, &self.house) };
        state.1 = shoot(pool, &mut state.0, self.ground, throws)?;
        Ok(())
    }

    fn answer(&self, (target, volley): &Self::State) -> Said {
        let mut said = Said::default();
        said.key("pool", volley.pool).key("hits", volley.hits).key("placed", volley.taken.by_id(target));
        said.key("casualties", volley.taken.lost).key("halves", halves_by_id(target));
        if self.barred {
            said.line("nobody shoots into, out of or over a barrage");
        }
        said.line(format!("{} dice, {} hits, {} casualties", volley.pool, volley.hits, volley.taken.lost));
        said.line(format!("halves left: {}", left_in_words(target)));
        said.lean_if(!self.barred && leans_on_strength(&self.all(), self.range, &self.house), "at_strength_rule");
        said.lean_if(!self.barred && self.house.shoot_bonus == ShootBonus::Shooting, "shoot_bonus");
        said
    }

    fn kept(&self, (_, volley): &Self::State) -> SbKept {
        vec![("casualties", Key::Number(volley.taken.lost.into()))]
    }

    fn figure(&self, (_, volley): &Self::State) -> f64 {
        volley.taken.lost.into()
    }
}

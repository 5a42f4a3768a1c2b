//! The target declines an assault (page, 4.5): `retire`.

use serde::Deserialize;

use super::play::{Key, Said, SbKept, SbPlay, halves_by_id, left_in_words};
use super::read::{SbRead, SbWritten};
use super::saves::{SbCover, SbTaken, take};
use super::tables::{OWNER_FIGHT, RETIRING};
use super::throws::Throws;
use super::unit::{Defence, Quality, SbGround, SbKind, SbTerrain, SbUnit, has};
use crate::mechanic::Result;

/// The hits on a square that retires before an assault.
pub(crate) fn hits(units: &[SbUnit], ground: SbGround) -> u16 {
    let worse = [has(units, |u| u.quality == Quality::Reservist), has(units, |u| u.kind.is_gun())];
    let better = [
        has(units, |u| u.quality == Quality::Professional || u.kind.is_cavalry()),
        ground.is_close() || has(units, |u| u.kind == SbKind::Mg || u.kind.is_ac()),
    ];
    let count = |all: [bool; 2]| i32::from(all[0]) + i32::from(all[1]);
    (RETIRING + count(worse) - count(better)).max(0) as u16
}

/// The square retires: its hits and saves.
pub(crate) fn retire(units: &mut [SbUnit], ground: SbGround, throws: &mut dyn Throws) -> Result<(u16, SbTaken)> {
    let hits = hits(units, ground);
    Ok((hits, take(units, hits, OWNER_FIGHT, SbCover::of(ground), throws)?))
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Target {
    units: Vec<SbWritten>,
    #[serde(default)]
    terrain: SbTerrain,
    #[serde(default)]
    defence: Defence,
    #[serde(default)]
    rear_blocked: bool,
}

/// `retire`.
pub(crate) struct Retire {
    units: Vec<SbUnit>,
    ground: SbGround,
}

impl Retire {
    /// # Interpretation
    /// Ruling 6: without a free rear square nobody retires before an assault.
    pub(crate) fn read(read: &SbRead<'_>) -> Result<Self> {
        let target: Target = read.must("target", "the square that retires")?;
        if target.rear_blocked {
            return Err(read.refuse("target", "rear_blocked", "nobody retires without a free square behind"));
        }
        let ground = SbGround { terrain: target.terrain, defence: target.defence };
        Ok(Self { units: read.some("target", &target.units)?, ground })
    }
}

impl SbPlay for Retire {
    type State = (Vec<SbUnit>, u16, SbTaken);

    fn start(&self) -> Self::State {
        (self.units.clone(), 0, SbTaken::default())
    }

    fn step(&self, _: usize, state: &mut Self::State, throws: &mut dyn Throws) -> Result<()> {
        (state.1, state.2) = retire(&mut state.0, self.ground, throws)?;
        Ok(())
    }

    fn answer(&self, (units, hits, taken): &Self::State) -> Said {
        let mut said = Said::default();
        said.key("hits", *hits).key("placed", taken.by_id(units)).key("casualties", taken.lost);
        said.key("target_halves", halves_by_id(units));
        said.line(format!("{hits} hits, {} casualties; left: {}", taken.lost, left_in_words(units)));
        said.line("the target goes back one square, the assaulter takes a winning-the-fight marker");
        said
    }

    fn kept(&self, (_, _, taken): &Self::State) -> SbKept {
        vec![("casualties", Key::Number(taken.lost.into()))]
    }

    fn figure(&self, (_, _, taken): &Self::State) -> f64 {
        taken.lost.into()
    }
}

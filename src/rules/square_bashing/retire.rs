//! The target declines an assault (page, 4.5): `retire`.

use serde::Deserialize;

use crate::mechanic::MechanicError;

use super::play::{Kept, Key, Play, Said, halves_by_id, left_in_words};
use super::read::{Read, Written};
use super::saves::{Cover, Taken, take};
use super::tables::{OWNER_FIGHT, RETIRING};
use super::throws::Throws;
use super::unit::{Defence, Ground, Kind, Quality, Terrain, Unit, has};

/// The hits on a square that retires before an assault.
pub(crate) fn hits(units: &[Unit], ground: Ground) -> u16 {
    let worse = [has(units, |u| u.quality == Quality::Reservist), has(units, |u| u.kind.is_gun())];
    let better = [
        has(units, |u| u.quality == Quality::Professional || u.kind.is_cavalry()),
        ground.is_close() || has(units, |u| u.kind == Kind::Mg || u.kind.is_ac()),
    ];
    let count = |all: [bool; 2]| i32::from(all[0]) + i32::from(all[1]);
    (RETIRING + count(worse) - count(better)).max(0) as u16
}

/// The square retires: its hits and saves.
pub(crate) fn retire(
    units: &mut [Unit],
    ground: Ground,
    throws: &mut dyn Throws,
) -> Result<(u16, Taken), MechanicError> {
    let hits = hits(units, ground);
    Ok((hits, take(units, hits, OWNER_FIGHT, Cover::of(ground), throws)?))
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Target {
    units: Vec<Written>,
    #[serde(default)]
    terrain: Terrain,
    #[serde(default)]
    defence: Defence,
    #[serde(default)]
    rear_blocked: bool,
}

/// `retire`.
pub(crate) struct Retire {
    units: Vec<Unit>,
    ground: Ground,
}

impl Retire {
    /// # Interpretation
    /// Ruling 6: without a free rear square nobody retires before an assault.
    pub(crate) fn read(read: &Read<'_>) -> Result<Self, MechanicError> {
        let target: Target = read.must("target", "the square that retires")?;
        if target.rear_blocked {
            return Err(read.refuse("target", "rear_blocked", "without a free square behind it nobody retires"));
        }
        let ground = Ground { terrain: target.terrain, defence: target.defence };
        Ok(Self { units: read.some("target", &target.units)?, ground })
    }
}

impl Play for Retire {
    type State = (Vec<Unit>, u16, Taken);

    fn start(&self) -> Self::State {
        (self.units.clone(), 0, Taken::default())
    }

    fn step(&self, _: usize, state: &mut Self::State, throws: &mut dyn Throws) -> Result<(), MechanicError> {
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

    fn kept(&self, (_, _, taken): &Self::State) -> Kept {
        vec![("casualties", Key::Number(taken.lost.into()))]
    }

    fn figure(&self, (_, _, taken): &Self::State) -> f64 {
        taken.lost.into()
    }
}

//! Saving numbers, the placing of hits, saves (page, 3.2, 4.1, 4.2): `saves`.

use serde::Deserialize;

use super::play::{Key, Said, SbKept, SbPlay, by_id, halves_by_id, left_in_words};
use super::read::SbRead;
use super::tables::{FORT_SAVE, OWNER_FIGHT, SPREAD};
use super::throws::Throws;
use super::unit::{Defence, Quality, SbGround, SbKind, SbUnit};
use crate::mechanic::Result;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum SbRole {
    Target,
    Assaulter,
}

/// What those who save have about them.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SbCover {
    pub(crate) ground: SbGround,
    /// They came to assault: no cover.
    pub(crate) assaulter: bool,
    /// They are being assaulted.
    pub(crate) assaulted: bool,
    pub(crate) gas: bool,
}

impl SbCover {
    /// Of those who are shot at, shelled or tested where they stand.
    pub(crate) fn of(ground: SbGround) -> Self {
        Self { ground, assaulter: false, assaulted: false, gas: false }
    }

    pub(crate) fn assaulted(ground: SbGround) -> Self {
        Self { assaulted: true, ..Self::of(ground) }
    }

    pub(crate) fn none() -> Self {
        Self { assaulter: true, ..Self::of(SbGround::default()) }
    }

    /// The least face with which a unit saves.
    ///
    /// # Interpretation
    /// Ruling 2: professional or covered is one bonus. Ruling 13: only light armoured cars are worse. Ruling 21: hasty
    /// defences are no trench. Ruling 22: a fort is exactly 3+, and gas overrides it.
    pub(crate) fn save(self, unit: &SbUnit) -> u8 {
        let sheltered = !self.assaulter && !self.gas;
        if sheltered && self.ground.defence == Defence::Fort {
            return FORT_SAVE;
        }
        let covered = sheltered && self.ground.covers();
        let professional = unit.quality == Quality::Professional;
        let better = match unit.kind {
            SbKind::Infantry => professional || covered,
            SbKind::Mg => sheltered && self.ground.defence == Defence::Trench,
            kind if kind.is_cavalry() => professional,
            kind => kind.is_gun() && covered,
        };
        let stalked = unit.kind.is_armour() && !self.assaulter && self.assaulted && self.ground.is_close();
        let worse = stalked || unit.kind.is_line() && unit.quality == Quality::Reservist;
        unit.kind.figures().save - u8::from(better) + u8::from(worse)
    }
}

/// Where hits were placed and what they cost.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(crate) struct SbTaken {
    /// Hits by unit; none for who was not there to be hit.
    pub(crate) placed: Vec<Option<u16>>,
    /// Halves removed.
    ///
    /// # Interpretation
    /// Ruling 26: hits on halves already gone are no casualties.
    pub(crate) lost: u16,
}

impl SbTaken {
    /// `placed` of an answer.
    pub(crate) fn by_id(&self, units: &[SbUnit]) -> serde_json::Value {
        let there = units.iter().zip(&self.placed).filter_map(|(unit, hits)| Some((unit.clone(), (*hits)?)));
        let (units, hits): (Vec<SbUnit>, Vec<u16>) = there.unzip();
        by_id(&units, hits)
    }
}

/// Places hits, the first few by the owner (`sb.place`).
///
/// # Interpretation
/// Ruling 23: two in fights and where the way back is blocked, else one; the default policies of the page.
pub(crate) fn place(units: &[SbUnit], hits: u16, by_owner: u16, cover: SbCover) -> Vec<Option<u16>> {
    let mut placed: Vec<Option<u16>> = units.iter().map(|unit| unit.lives().then_some(0)).collect();
    let saves: Vec<u8> = units.iter().map(|unit| cover.save(unit)).collect();
    for hit in 0..hits {
        let there = || placed.iter().enumerate().filter_map(|(at, n)| Some((at, (*n)?)));
        let spread = there().any(|(_, n)| n < SPREAD);
        let eligible = there().filter(|(_, n)| !spread || *n < SPREAD);
        let left = eligible.map(|(at, n)| (at, i32::from(units[at].now) - i32::from(n)));
        let chosen = if hit < by_owner {
            left.min_by_key(|(at, left)| (-left, saves[*at]))
        } else {
            // Who has nothing left comes last, and among those the fewest left first.
            left.min_by_key(|(at, left)| (*left <= 0, *left, std::cmp::Reverse(saves[*at])))
        };
        let Some((at, _)) = chosen else { break };
        placed[at] = placed[at].map(|n| n + 1);
    }
    placed
}

/// Places hits and throws for them, unit by unit in list order.
pub(crate) fn take(
    units: &mut [SbUnit],
    hits: u16,
    by_owner: u16,
    cover: SbCover,
    throws: &mut dyn Throws,
) -> Result<SbTaken> {
    let placed = place(units, hits, by_owner, cover);
    let mut lost = 0;
    for (unit, hits) in units.iter_mut().zip(&placed) {
        let gone = throws.under(&unit.id, "saves", hits.unwrap_or(0), cover.save(unit), unit.now)?;
        unit.now -= gone;
        lost += gone;
    }
    Ok(SbTaken { placed, lost })
}

/// `saves`.
pub(crate) struct Saves {
    units: Vec<SbUnit>,
    hits: u16,
    by_owner: u16,
    cover: SbCover,
}

impl Saves {
    pub(crate) fn read(read: &SbRead<'_>) -> Result<Self> {
        let by_owner = read.or("owner_k", OWNER_FIGHT)?;
        if !(1..=2).contains(&by_owner) {
            return Err(read.refuse("owner_k", &by_owner.to_string(), "1 or 2"));
        }
        let cover = SbCover {
            ground: read.ground()?,
            assaulter: read.or("role", SbRole::Target)? == SbRole::Assaulter,
            assaulted: read.flag("assaulted")?,
            gas: read.flag("gas")?,
        };
        let written: Vec<super::read::SbWritten> = read.must("units", "a list of units")?;
        Ok(Self { units: read.plain("units", &written)?, hits: read.count("hits")?, by_owner, cover })
    }
}

impl SbPlay for Saves {
    type State = (Vec<SbUnit>, SbTaken);

    fn start(&self) -> Self::State {
        (self.units.clone(), SbTaken::default())
    }

    fn step(&self, _: usize, state: &mut Self::State, throws: &mut dyn Throws) -> Result<()> {
        state.1 = take(&mut state.0, self.hits, self.by_owner, self.cover, throws)?;
        Ok(())
    }

    fn answer(&self, (units, taken): &Self::State) -> Said {
        let mut said = Said::default();
        said.key("placed", taken.by_id(units)).key("lost", taken.lost).key("halves", halves_by_id(units));
        said.line(format!("{} halves lost; left: {}", taken.lost, left_in_words(units)));
        said
    }

    fn kept(&self, (_, taken): &Self::State) -> SbKept {
        vec![("lost", Key::Number(taken.lost.into()))]
    }

    fn figure(&self, (_, taken): &Self::State) -> f64 {
        taken.lost.into()
    }
}

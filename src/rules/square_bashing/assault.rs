//! The assault of one square on another (page, 4.4): `assault`, what it is told and answers. The fight is in `fight`.

use serde::Deserialize;

use super::fight::{Brings, Fight, STEPS, SbFacing, SbPlace, SbPlan, result};
use super::play::{Key, Said, SbKept, SbPlay, halves_by_id, left_in_words};
use super::read::{SbRead, SbWritten};
use super::tables::EXTRA_A_FACE;
use super::throws::Throws;
use super::unit::{Defence, SbGround, SbTerrain, SbUnit, halves};
use crate::mechanic::Result;

/// The square that assaults, as it is written.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(clippy::struct_excessive_bools, reason = "each is a marker on the table")]
struct WrittenAssaulter {
    units: Vec<SbWritten>,
    assaulting: Option<Vec<String>>,
    #[serde(default)]
    support: u16,
    #[serde(default)]
    barrage: u16,
    #[serde(default)]
    terrain: SbTerrain,
    #[serde(default)]
    hill: bool,
    #[serde(default)]
    wtf: bool,
    #[serde(default)]
    fighting_bonus: bool,
    #[serde(default)]
    shock: bool,
}

/// The square that is assaulted, as it is written.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenTarget {
    units: Vec<SbWritten>,
    #[serde(default)]
    terrain: SbTerrain,
    #[serde(default)]
    defence: Defence,
    #[serde(default)]
    hill: bool,
    #[serde(default)]
    support: u16,
    #[serde(default)]
    barrage: u16,
    #[serde(default)]
    wtf: bool,
}

/// Who assaults: those named, else all who may.
pub(crate) fn assaulting(
    read: &SbRead<'_>,
    key: &'static str,
    units: &[SbUnit],
    named: Option<&[String]>,
) -> Result<Vec<bool>> {
    let Some(named) = named else { return Ok(units.iter().map(|unit| unit.kind.may_assault()).collect()) };
    for id in named {
        let unit = units.iter().find(|unit| *unit.id == **id);
        if unit.is_none_or(|unit| !unit.kind.may_assault()) {
            return Err(read.refuse(key, id, "`assaulting` names infantry, cavalry, tanks and ACs of the square"));
        }
    }
    Ok(units.iter().map(|unit| named.iter().any(|id| **id == *unit.id)).collect())
}

/// Whether anybody is left to assault with.
pub(crate) fn somebody(units: &[SbUnit], assaulting: &[bool]) -> bool {
    units.iter().zip(assaulting).any(|(unit, assaults)| *assaults && unit.lives())
}

/// Extra assaulting units that count, face by face.
pub(crate) fn extra(read: &SbRead<'_>) -> Result<u16> {
    let faces: Vec<u16> = read.or("extra_assaulters", Vec::new())?;
    if faces.len() > 4 {
        return Err(read.refuse("extra_assaulters", "too many faces", "a square has four faces"));
    }
    Ok(faces.into_iter().map(|n| n.min(EXTRA_A_FACE)).sum())
}

/// `assault`.
pub(crate) struct SbAssault {
    plan: SbPlan,
    assaulter: Vec<SbUnit>,
    target: Vec<SbUnit>,
}

impl SbAssault {
    pub(crate) fn read(read: &SbRead<'_>) -> Result<Self> {
        let from: WrittenAssaulter = read.must("assaulter", "the square that assaults")?;
        let at: WrittenTarget = read.must("target", "the square that is assaulted")?;
        let assaulter = read.some("assaulter", &from.units)?;
        let target = read.some("target", &at.units)?;
        let assaulting = assaulting(read, "assaulter", &assaulter, from.assaulting.as_deref())?;
        if !somebody(&assaulter, &assaulting) {
            return Err(read.refuse(
                "assaulter",
                "such units",
                "at least one infantry, cavalry, tank or AC must assault",
            ));
        }
        let ground = SbGround { terrain: at.terrain, defence: at.defence };
        let from_ground = SbGround { terrain: from.terrain, defence: Defence::None };
        let plan = SbPlan {
            assaulting,
            from: Brings {
                on_hill: from.hill || from_ground.is_hill(),
                support: from.support,
                barrage: from.barrage,
                winning: from.wtf,
                fighting_bonus: from.fighting_bonus,
                shock: from.shock,
            },
            at: Brings {
                on_hill: at.hill || ground.is_hill(),
                support: at.support,
                barrage: at.barrage,
                winning: at.wtf,
                ..Brings::default()
            },
            ground,
            facing: read.or("facing", SbFacing::Front)?,
            extra: extra(read)?,
            can_withdraw: read.or("can_withdraw", true)?,
            house: read.house,
        };
        Ok(Self { plan, assaulter, target })
    }
}

fn ids(units: &[SbUnit], which: &[usize]) -> Vec<String> {
    which.iter().map(|at| units[*at].id.to_string()).collect()
}

impl SbPlay for SbAssault {
    type State = Fight;

    fn start(&self) -> Fight {
        Fight::new(self.assaulter.clone(), self.target.clone())
    }

    fn steps(&self) -> usize {
        STEPS
    }

    fn step(&self, step: usize, fight: &mut Fight, throws: &mut dyn Throws) -> Result<()> {
        self.plan.step(step, fight, throws)
    }

    fn answer(&self, fight: &Fight) -> Said {
        let mut said = Said::default();
        said.key("assaulter_pool", fight.pools[0]).key("target_pool", fight.pools[1]);
        said.key("inflicted_by_assaulter", fight.inflicted[0]).key("inflicted_by_target", fight.inflicted[1]);
        said.key("assaulter_halves", halves_by_id(&fight.assaulter));
        said.key("target_halves", halves_by_id(&fight.target));
        said.line(format!("dice: {} to {}", fight.pools[0], fight.pools[1]));
        said.line(format!("casualties: {} to {}", fight.inflicted[0], fight.inflicted[1]));
        if let Some(end) = &fight.end {
            let marked = if end.won { &fight.assaulter } else { &fight.target };
            let id = |units: &[SbUnit], at: Option<usize>| at.map(|at| units[at].id.to_string());
            said.key("result", result(end.won)).key("target_position", end.target.as_str());
            said.key("guns_removed", ids(&fight.target, &end.guns));
            said.key("captured", ids(&fight.target, &end.captured));
            said.key("advances", id(&fight.assaulter, end.advances)).key("marker_to", id(marked, end.marker));
            said.line(format!("{}; the target: {}", result(end.won), end.target.as_str()));
            said.lean("at_strength_rule");
            for parameter in end.leans() {
                said.lean(parameter);
            }
        }
        said.line(format!("left: {} to {}", left_in_words(&fight.assaulter), left_in_words(&fight.target)));
        said
    }

    fn kept(&self, fight: &Fight) -> SbKept {
        let (won, place) = fight.end.as_ref().map_or((false, SbPlace::Hold), |end| (end.won, end.target));
        vec![
            ("result", Key::Word(result(won))),
            ("target_position", Key::Word(place.as_str())),
            ("assaulter_left", Key::Number(halves(&fight.assaulter).into())),
            ("target_left", Key::Number(halves(&fight.target).into())),
        ]
    }

    /// Whether it is won.
    fn figure(&self, fight: &Fight) -> f64 {
        f64::from(u8::from(fight.end.as_ref().is_some_and(|end| end.won)))
    }
}

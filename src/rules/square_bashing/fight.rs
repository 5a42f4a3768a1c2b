//! A fight between two squares (page, 4.4): pools, saves, outcome.

use serde::Deserialize;

use super::saves::{SbCover, take};
use super::tables::{
    AFTERMATH, BARRAGES, FEWEST, FIGHT_HITS, FIGHT_MARKER, FLANK, HASTY, HILL, NO_WAY, ONE_DIE, OWNER_FIGHT, SHOCK,
    SUPPORT, SUPPORTS, TARGET_SUPPORTS, TRENCH,
};
use super::throws::Throws;
use super::unit::{Defence, SbGround, SbKind, SbUnit, first, is_empty};
use crate::mechanic::Result;
use crate::square_bashing::parameters::{SbHouse, Survivors};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum SbFacing {
    Front,
    Flank,
    Rear,
}

/// What a side brings to a fight beside its units.
#[derive(Debug, Clone, Copy, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a marker on the table")]
pub(crate) struct Brings {
    pub(crate) on_hill: bool,
    pub(crate) support: u16,
    pub(crate) barrage: u16,
    pub(crate) winning: bool,
    pub(crate) fighting_bonus: bool,
    pub(crate) shock: bool,
}

/// An assault before its dice.
#[derive(Debug, Clone)]
pub(crate) struct SbPlan {
    /// Who of the assaulting square assaults; the rest is held back.
    pub(crate) assaulting: Vec<bool>,
    pub(crate) from: Brings,
    pub(crate) at: Brings,
    pub(crate) ground: SbGround,
    pub(crate) facing: SbFacing,
    /// Extra assaulting units that count.
    pub(crate) extra: u16,
    pub(crate) can_withdraw: bool,
    pub(crate) house: SbHouse,
}

/// What became of the target's square.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum SbPlace {
    Hold,
    Withdraws,
    Destroyed,
    Captured,
}

impl SbPlace {
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Hold => "hold",
            Self::Withdraws => "withdraw1",
            Self::Destroyed => "destroyed",
            Self::Captured => "captured",
        }
    }
}

/// How a fight ended.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct SbEnd {
    pub(crate) won: bool,
    pub(crate) guns: Vec<usize>,
    pub(crate) captured: Vec<usize>,
    pub(crate) target: SbPlace,
    /// The assaulter's unit that moves in.
    pub(crate) advances: Option<usize>,
    /// Who takes the marker: of the assaulter if he won, else of the target.
    pub(crate) marker: Option<usize>,
    /// Some of the target lived and had no way back.
    cornered: bool,
}

/// A fight while it is fought.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Fight {
    pub(crate) assaulter: Vec<SbUnit>,
    pub(crate) target: Vec<SbUnit>,
    /// Assaulter, target.
    pub(crate) pools: [u16; 2],
    hits: [u16; 2],
    /// Inflicted by the assaulter, by the target.
    pub(crate) inflicted: [u16; 2],
    pub(crate) end: Option<SbEnd>,
}

impl Fight {
    pub(crate) fn new(assaulter: Vec<SbUnit>, target: Vec<SbUnit>) -> Self {
        Self { assaulter, target, pools: [0; 2], hits: [0; 2], inflicted: [0; 2], end: None }
    }
}

/// The steps of a fight: pools, saves of the target, saves of the assaulter, the aftermath.
pub(crate) const STEPS: usize = 4;

impl SbPlan {
    /// The dice of the assaulter.
    pub(crate) fn assaulter_pool(&self, units: &[SbUnit]) -> u16 {
        let of_units: u16 = units.iter().zip(&self.assaulting).map(|(unit, on)| self.assaulting_dice(unit, *on)).sum();
        let from = &self.from;
        let supports = if from.barrage > 0 { 0 } else { from.support.min(SUPPORTS) };
        let facing = self.facing as usize;
        let defences = match self.ground.defence {
            Defence::None => 0,
            Defence::Hasty => HASTY[facing],
            Defence::Trench | Defence::Fort => TRENCH[facing],
        };
        let when = |holds: bool, dice: i32| if holds { dice } else { 0 };
        let pool = i32::from(of_units)
            + when(self.facing != SbFacing::Front, FLANK)
            + i32::from(self.extra)
            + i32::from(supports) * SUPPORT
            + when(from.winning, FIGHT_MARKER)
            + when(from.fighting_bonus, FIGHT_MARKER)
            + when(from.shock, SHOCK)
            + when(self.at.on_hill && !from.on_hill, HILL)
            + defences;
        pool.max(FEWEST) as u16
    }

    fn assaulting_dice(&self, unit: &SbUnit, assaults: bool) -> u16 {
        let hampered = unit.kind == SbKind::CavalryMounted && self.ground.hampers_horse();
        match (unit.lives(), assaults && !hampered) {
            (false, _) => 0,
            (true, true) => unit.kind.figures().assaulting[unit.state(self.house.at_strength_rule)],
            (true, false) => ONE_DIE,
        }
    }

    /// The dice of the target.
    pub(crate) fn target_pool(&self, units: &[SbUnit]) -> u16 {
        let dice = |unit: &SbUnit| match unit.kind {
            _ if !unit.lives() => 0,
            SbKind::CavalryMounted if self.ground.hampers_horse() => ONE_DIE,
            kind => kind.figures().defending[unit.state(self.house.at_strength_rule)],
        };
        let of_units: u16 = units.iter().map(dice).sum();
        let at = &self.at;
        let supports = if at.barrage > 0 { 0 } else { at.support.min(TARGET_SUPPORTS) };
        let pool = i32::from(of_units) + i32::from(supports) + if at.winning { FIGHT_MARKER } else { 0 }
            - i32::from(at.barrage.min(BARRAGES))
            - i32::from(self.extra);
        pool.max(FEWEST) as u16
    }

    /// One step.
    ///
    /// # Interpretation
    /// Ruling 8: the assaulter throws first, both results count. Ruling 9: casualties are compared, not hits.
    pub(crate) fn step(&self, step: usize, fight: &mut Fight, throws: &mut dyn Throws) -> Result<()> {
        match step {
            0 => {
                fight.pools = [self.assaulter_pool(&fight.assaulter), self.target_pool(&fight.target)];
                fight.hits[0] = throws.at_least("the assaulter", "assault", fight.pools[0], FIGHT_HITS)?;
                fight.hits[1] = throws.at_least("the target", "assault", fight.pools[1], FIGHT_HITS)?;
            }
            1 => {
                let cover = SbCover::assaulted(self.ground);
                fight.inflicted[0] = take(&mut fight.target, fight.hits[0], OWNER_FIGHT, cover, throws)?.lost;
            }
            2 => {
                let taken = take(&mut fight.assaulter, fight.hits[1], OWNER_FIGHT, SbCover::none(), throws)?;
                fight.inflicted[1] = taken.lost;
                fight.hits = [0; 2];
            }
            _ => self.aftermath(fight, throws)?,
        }
        Ok(())
    }

    /// What follows from the casualties.
    ///
    /// # Interpretation
    /// Rulings 9 and 10: the assaulter wins with more casualties only, and only if anybody of his is left.
    fn aftermath(&self, fight: &mut Fight, throws: &mut dyn Throws) -> Result<()> {
        let won = fight.inflicted[0] > fight.inflicted[1] && !is_empty(&fight.assaulter);
        fight.end = Some(if won { self.won(fight, throws)? } else { repulsed(fight, throws)? });
        Ok(())
    }

    fn won(&self, fight: &mut Fight, throws: &mut dyn Throws) -> Result<SbEnd> {
        let target = &mut fight.target;
        let guns: Vec<usize> =
            (0..target.len()).filter(|at| target[*at].lives() && target[*at].kind.is_gun()).collect();
        for gun in &guns {
            target[*gun].now = 0;
        }
        let hits = if self.can_withdraw { AFTERMATH } else { NO_WAY };
        take(target, hits, OWNER_FIGHT, SbCover::assaulted(self.ground), throws)?;
        let mut captured = Vec::new();
        let cornered = !is_empty(target) && !self.can_withdraw;
        let place = match (is_empty(target), self.can_withdraw, self.house.no_withdraw_survivors) {
            (true, ..) => SbPlace::Destroyed,
            (false, true, _) => SbPlace::Withdraws,
            (false, false, Survivors::Captured) => {
                captured = (0..target.len()).filter(|at| target[*at].lives()).collect();
                SbPlace::Captured
            }
            (false, false, Survivors::Destroyed) => {
                for unit in target.iter_mut() {
                    unit.now = 0;
                }
                SbPlace::Destroyed
            }
        };
        let winner = self.leader(&fight.assaulter);
        let enters = place != SbPlace::Destroyed || self.house.surrender_square_on_destroy;
        let advances = winner.filter(|_| enters);
        Ok(SbEnd { won: true, guns, captured, target: place, advances, marker: winner, cornered })
    }

    /// The first infantry or cavalry unit that assaulted and lives: it moves in and takes the marker.
    pub(crate) fn leader(&self, assaulter: &[SbUnit]) -> Option<usize> {
        let mut all = assaulter.iter().zip(&self.assaulting);
        all.position(|(unit, assaults)| *assaults && unit.lives() && unit.kind.is_line())
    }
}

/// The assaulter is thrown back.
///
/// # Interpretation
/// Ruling 5: the target's first infantry or cavalry unit takes the marker. Ruling 11: all units of the assaulting
/// square are hit, whether they assaulted or not.
fn repulsed(fight: &mut Fight, throws: &mut dyn Throws) -> Result<SbEnd> {
    take(&mut fight.assaulter, AFTERMATH, OWNER_FIGHT, SbCover::none(), throws)?;
    let target = if is_empty(&fight.target) { SbPlace::Destroyed } else { SbPlace::Hold };
    let marker = first(&fight.target, |unit| unit.kind.is_line());
    Ok(SbEnd { won: false, guns: Vec::new(), captured: Vec::new(), target, advances: None, marker, cornered: false })
}

/// The word for how a fight ended.
pub(crate) fn result(won: bool) -> &'static str {
    if won { "ASSAULT_WON" } else { "ASSAULT_REPULSED" }
}

impl SbEnd {
    /// The house parameters on which it leaned.
    pub(crate) fn leans(&self) -> impl Iterator<Item = &'static str> {
        let destroyed = self.won && self.target == SbPlace::Destroyed;
        let all = [(self.cornered, "no_withdraw_survivors"), (destroyed, "surrender_square_on_destroy")];
        all.into_iter().filter(|(used_house_rules, _)| *used_house_rules).map(|(_, name)| name)
    }
}

//! Figures of each side by bound: strength, losses, stocks, supply.
//!
//! What it decides: what counts as lost, brought in and used in a bound: what the events say, whoever caused it.
//! Where to look next: `report::model::figures`, which lays them out.

mod stock;

use std::collections::BTreeMap;

use serde::Serialize;

use campaign::{Battle, BattleUnit, Campaign, Event, Leaf, Reader, Setting};
use domain::{BattleId, Bound, Commodity, Detail, FormationId, LeafState, SideId, SupplyState};
use ledger::Moment;
use supply::standings;

use crate::{OpError, Session};
use stock::Owned;

pub use stock::StockFigures;

/// A bound in figures.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BoundFigures {
    /// The bound.
    pub bound: Bound,
    /// Whether it is over.
    pub is_closed: bool,
    /// Its sides, in the order of the campaign.
    pub sides: Vec<SideFigures>,
}

/// A side in figures, as a bound was closed; of the running one as it stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SideFigures {
    /// The side.
    pub side: SideId,
    /// SP of its leaves on the map.
    pub sp: u32,
    /// SP that those would have at full strength.
    pub sp_full: u32,
    /// Leaves on the map.
    pub leaves: usize,
    /// Of these, those that are disorganised or broken.
    pub disorganised: usize,
    /// SP lost in the bound, by battles and otherwise; those of leaves that surrendered or were destroyed among them.
    pub sp_lost: u32,
    /// SP lost in battles of the bound.
    pub sp_lost_in_battle: u32,
    /// SP that others lost in battles in which it had troops; none for a side, which knows its own alone.
    pub sp_taken_in_battle: Option<u32>,
    /// SP given back by replacements and the umpire.
    pub sp_given: u32,
    /// Battles fought in which it had troops.
    pub battles: usize,
    /// Its LOG; none where stocks are not counted.
    pub log: Option<StockFigures>,
    /// Its POL.
    pub pol: Option<StockFigures>,
    /// Formations that draw supply.
    pub draw: usize,
    /// Of these, those whose line of LOG fails.
    pub log_fails: usize,
    /// Those whose chain of POL fails.
    pub pol_fails: usize,
}

/// What a leaf lost and was given since the first bound, or a formation lost in battles that were told of it as a whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeafLosses {
    /// The leaf or formation.
    pub leaf: FormationId,
    /// SP lost, by battles and otherwise.
    pub sp_lost: u32,
    /// SP lost in battles.
    pub sp_lost_in_battle: u32,
    /// SP given back by replacements and the umpire.
    pub sp_given: u32,
    /// The battles in which it was.
    pub battles: Vec<BattleId>,
}

impl Session {
    /// What each leaf lost up to a moment, of those that lost or fought at all, by id; for the umpire, or of a side or a
    /// commander. The sums are those of [`Session::figures`].
    ///
    /// # Errors
    /// When there is no such moment, or the file cannot be read.
    pub fn losses(&self, moment: Option<Moment>, reader: Option<&Reader>) -> Result<Vec<LeafLosses>, OpError> {
        let mut leaves: BTreeMap<FormationId, LeafLosses> = BTreeMap::new();
        let of = |leaf: &FormationId| LeafLosses {
            leaf: leaf.clone(),
            sp_lost: 0,
            sp_lost_in_battle: 0,
            sp_given: 0,
            battles: Vec::new(),
        };
        self.through_bounds(moment, |(bound, _), campaign, events| {
            let is_read = |leaf: &FormationId| reader.is_none_or(|reader| reader.counts(campaign, leaf));
            for change in strength_changes(campaign, events).iter().filter(|change| is_read(&change.leaf)) {
                let losses = leaves.entry(change.leaf.clone()).or_insert_with(|| of(&change.leaf));
                losses.sp_lost += change.lost;
                losses.sp_given += change.given;
            }
            for battle in campaign.battles.values().filter(|battle| battle.bound == bound) {
                for unit in fought_units(battle).filter(|unit| is_read(&unit.unit)) {
                    let losses = leaves.entry(unit.unit.clone()).or_insert_with(|| of(&unit.unit));
                    losses.sp_lost_in_battle += u32::from(unit.sp_lost);
                    losses.battles.push(battle.id.clone());
                }
            }
        })?;
        Ok(leaves.into_values().collect())
    }

    /// Every bound up to a moment in figures, the running one last; for the umpire, or of a side or a commander as he reads them.
    ///
    /// # Errors
    /// When there is no such moment, or the file cannot be read.
    pub fn figures(&self, moment: Option<Moment>, reader: Option<&Reader>) -> Result<Vec<BoundFigures>, OpError> {
        let mut bounds: Vec<BoundFigures> = Vec::new();
        self.through_bounds(moment, |(bound, is_closed), campaign, events| {
            // What a side is told late it cannot reckon with (house rule `news_delay`).
            let is_late = reader.is_some() && campaign.settings.is_on(Setting::NewsDelay);
            let sides = campaign.sides.iter().map(|side| side.id);
            let sides = sides.filter(|side| reader.is_none_or(|reader| reader.side == *side));
            let of = |side| {
                let counted = reader.cloned().unwrap_or_else(|| Reader::of_side(side));
                figures_of(campaign, (bound, &counted), (events, is_late), reader.is_none())
            };
            let sides = sides.map(of).collect();
            bounds.push(BoundFigures { bound, is_closed, sides });
        })?;
        Ok(bounds)
    }

    /// Hands on every bound up to a moment, the running one last, with whether it was closed, the campaign after it, and what
    /// happened in it.
    pub(super) fn through_bounds(
        &self,
        moment: Option<Moment>,
        mut tell: impl FnMut((Bound, bool), &Campaign, &[Event]),
    ) -> Result<(), OpError> {
        let last = match moment {
            Some(Moment::Bound(last)) => Some(last),
            _ => None,
        };
        self.ledger().through_closes(moment, |campaign, events| {
            let closed = events.iter().find_map(closed_by);
            let bound = closed.unwrap_or(campaign.bound);
            // The operation that closes a bound opens the next one too.
            if last.is_none_or(|last| bound <= last) {
                tell((bound, closed.is_some()), campaign, events);
            }
        })?;
        Ok(())
    }
}

/// The bound that an event closed.
fn closed_by(event: &Event) -> Option<Bound> {
    match event {
        Event::BoundClosed { bound } => Some(*bound),
        _ => None,
    }
}

fn figures_of(
    campaign: &Campaign,
    (bound, reader): (Bound, &Reader),
    (events, is_late): (&[Event], bool),
    is_umpires: bool,
) -> SideFigures {
    let side = reader.side;
    let is_own = |id: &FormationId| reader.counts(campaign, id);
    let leaves = campaign.formations.values().filter(|f| is_own(&f.id)).filter_map(|f| f.leaf.as_ref());
    let on_map: Vec<&Leaf> = leaves.filter(|leaf| leaf.state.is_on_map()).collect();
    let (sp_lost, sp_given) = strength_lost_and_given(campaign, events, is_own);
    let battles = campaign.battles.values().filter(|battle| battle.bound == bound);
    let was_in = |battle: &&Battle| fought_units(battle).any(|unit| is_own(&unit.unit));
    let fought: Vec<&Battle> = battles.filter(was_in).collect();
    let lost = |own: bool| lost_in_battles(&fought, |id| is_own(id) == own);
    let is_counted = campaign.settings.detail() == Detail::Full && !is_late;
    let owned = Owned { campaign, reader };
    let stock = |commodity| is_counted.then(|| owned.stock(commodity, events));
    let holds = |state: SupplyState| state.is_good() || is_late && state == SupplyState::DumpEmpty;
    let mut sheet = standings(campaign, &[side], 0);
    sheet.retain(|a| is_own(&a.unit));
    SideFigures {
        side,
        sp: on_map.iter().map(|leaf| leaf.sp()).sum(),
        sp_full: on_map.iter().map(|leaf| leaf.sp_full()).sum(),
        leaves: on_map.len(),
        disorganised: on_map.iter().filter(|leaf| leaf.state.is_disorganised()).count(),
        sp_lost,
        sp_lost_in_battle: lost(true),
        sp_taken_in_battle: is_umpires.then(|| lost(false)),
        sp_given,
        battles: fought.len(),
        log: stock(Commodity::Log),
        pol: stock(Commodity::Pol),
        draw: sheet.len(),
        log_fails: sheet.iter().filter(|a| !holds(a.log.state)).count(),
        pol_fails: sheet.iter().filter(|a| !holds(a.pol.state)).count(),
    }
}

/// The units of a battle that was fought, with what they lost; none while it is open or was declined.
fn fought_units(battle: &Battle) -> impl Iterator<Item = &BattleUnit> {
    battle.fought.iter().filter(|fought| !fought.is_declined()).flat_map(|fought| &fought.units)
}

/// The SP that these battles took from the leaves of a side.
pub fn lost_in_battles(battles: &[&Battle], is_own: impl Fn(&FormationId) -> bool) -> u32 {
    let own = battles.iter().flat_map(|battle| fought_units(battle)).filter(|unit| is_own(&unit.unit));
    own.map(|unit| u32::from(unit.sp_lost)).sum()
}

/// The SP that these events took from the leaves of a side, and those that they gave them; `after` is the campaign after
/// the last of them.
pub fn strength_lost_and_given<'a>(
    after: &Campaign,
    events: impl IntoIterator<Item = &'a Event>,
    is_own: impl Fn(&FormationId) -> bool,
) -> (u32, u32) {
    let changes = strength_changes(after, events);
    let own = changes.iter().filter(|change| is_own(&change.leaf));
    own.fold((0, 0), |(lost, given), change| (lost + change.lost, given + change.given))
}

/// The SP that an event took from a leaf, and those that it gave it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StrengthChange {
    /// The leaf.
    pub leaf: FormationId,
    /// SP that it lost: of a leaf that surrenders or is destroyed all that it had.
    pub lost: u32,
    /// SP that it was given: of one that is set down again after it was lost all that it has.
    pub given: u32,
}

/// Every change of strength by these events, the oldest first; `after` is the campaign after the last of them.
///
/// It goes back from there, since an event that says that a leaf is lost does not say with how many SP.
pub fn strength_changes<'a>(after: &Campaign, events: impl IntoIterator<Item = &'a Event>) -> Vec<StrengthChange> {
    let mut held: BTreeMap<&FormationId, (LeafState, u32)> = BTreeMap::new();
    let mut changes = Vec::new();
    let events: Vec<&Event> = events.into_iter().collect();
    for event in events.into_iter().rev() {
        let (Event::StrengthChanged { leaf, .. }
        | Event::ReplacementTaken { leaf, .. }
        | Event::LeafStateChanged { leaf, .. }) = event
        else {
            continue;
        };
        let stands = || after.formations.get(leaf).and_then(|formation| formation.leaf.as_ref());
        let (state, sp) = held
            .get(leaf)
            .copied()
            .or_else(|| stands().map(|leaf| (leaf.state, leaf.sp())))
            .unwrap_or((LeafState::Organised, 0));
        let was = match event {
            Event::StrengthChanged { before, after, .. } | Event::ReplacementTaken { before, after, .. } => {
                (state, (sp + u32::from(*before)).saturating_sub(u32::from(*after)))
            }
            Event::LeafStateChanged { before, .. } => (*before, sp),
            _ => continue,
        };
        held.insert(leaf, was);
        let counted = |(state, sp): (LeafState, u32)| if state.is_lost() { 0 } else { sp };
        let (less, more) = (counted(was), counted((state, sp)));
        if less != more {
            let (lost, given) = (less.saturating_sub(more), more.saturating_sub(less));
            changes.push(StrengthChange { leaf: leaf.clone(), lost, given });
        }
    }
    changes.reverse();
    changes
}

//! Figures of each side by bound: strength, losses, stocks, supply.
//!
//! What it decides: what counts as lost, brought in and used in a bound: what the events say, whoever caused it.
//! Where to look next: `report::model::figures`, which lays them out.

use std::collections::BTreeMap;

use serde::Serialize;

use campaign::{Battle, BattleUnit, Campaign, Event, Leaf, Setting, is_boundary};
use domain::{BattleId, Bound, Commodity, Detail, FormationId, SideId, SupplyState};
use ledger::Moment;
use supply::standings;

use crate::{OpError, Session};

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
    /// SP lost in the bound, by battles and otherwise.
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

/// LOG or POL of a side.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct StockFigures {
    /// Units in dumps, at railheads and on vehicles.
    pub on_hand: i64,
    /// Units that came from outside the map in the bound.
    pub brought: u32,
    /// Units used in it.
    pub used: u32,
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
    /// What each leaf lost up to a moment, of those that lost or fought at all, by id; for the umpire, or of a side. The sums
    /// are those of [`Session::figures`].
    ///
    /// # Errors
    /// When there is no such moment, or the file cannot be read.
    pub fn losses(&self, moment: Option<Moment>, reader: Option<SideId>) -> Result<Vec<LeafLosses>, OpError> {
        let mut leaves: BTreeMap<FormationId, LeafLosses> = BTreeMap::new();
        let of = |leaf: &FormationId| LeafLosses {
            leaf: leaf.clone(),
            sp_lost: 0,
            sp_lost_in_battle: 0,
            sp_given: 0,
            battles: Vec::new(),
        };
        let last = match moment {
            Some(Moment::Bound(last)) => Some(last),
            _ => None,
        };
        self.ledger().through_closes(moment, |campaign, events| {
            let closed = events.iter().find_map(closed_by);
            let bound = closed.unwrap_or(campaign.bound);
            // The operation that closes a bound opens the next one too.
            if last.is_some_and(|last| bound > last) {
                return;
            }
            let is_read = |leaf: &FormationId| {
                campaign.formations.get(leaf).is_some_and(|f| reader.is_none_or(|reader| reader == f.side))
            };
            for (leaf, lost, given) in strength_changes(events).filter(|(leaf, ..)| is_read(leaf)) {
                let losses = leaves.entry(leaf.clone()).or_insert_with(|| of(leaf));
                (losses.sp_lost, losses.sp_given) = (losses.sp_lost + lost, losses.sp_given + given);
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

    /// Every bound up to a moment in figures, the running one last; for the umpire, or of a side as it reads them.
    ///
    /// # Errors
    /// When there is no such moment, or the file cannot be read.
    pub fn figures(&self, moment: Option<Moment>, reader: Option<SideId>) -> Result<Vec<BoundFigures>, OpError> {
        let mut bounds: Vec<BoundFigures> = Vec::new();
        self.ledger().through_closes(moment, |campaign, events| {
            let closed = events.iter().find_map(closed_by);
            let bound = closed.unwrap_or(campaign.bound);
            // What a side is told late it cannot reckon with (house rule `news_delay`).
            let is_late = reader.is_some() && campaign.settings.is_on(Setting::NewsDelay);
            let sides = campaign.sides.iter().map(|side| side.id);
            let sides = sides.filter(|side| reader.is_none_or(|reader| reader == *side));
            let sides =
                sides.map(|side| figures_of(campaign, (bound, side), (events, is_late), reader.is_none())).collect();
            bounds.push(BoundFigures { bound, is_closed: closed.is_some(), sides });
        })?;
        // The operation that closes a bound opens the next one too.
        if let Some(Moment::Bound(last)) = moment {
            bounds.retain(|of| of.bound <= last);
        }
        Ok(bounds)
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
    (bound, side): (Bound, SideId),
    (events, is_late): (&[Event], bool),
    is_umpires: bool,
) -> SideFigures {
    let is_own = |id: &FormationId| campaign.formations.get(id).is_some_and(|formation| formation.side == side);
    let leaves = campaign.formations.values().filter(|f| f.side == side).filter_map(|f| f.leaf.as_ref());
    let on_map: Vec<&Leaf> = leaves.filter(|leaf| leaf.state.is_on_map()).collect();
    let (sp_lost, sp_given) = strength_lost_and_given(events, is_own);
    let battles = campaign.battles.values().filter(|battle| battle.bound == bound);
    let was_in = |battle: &&Battle| fought_units(battle).any(|unit| is_own(&unit.unit));
    let fought: Vec<&Battle> = battles.filter(was_in).collect();
    let lost = |own: bool| lost_in_battles(&fought, |id| is_own(id) == own);
    let is_counted = campaign.settings.detail() == Detail::Full && !is_late;
    let stock = |commodity| is_counted.then(|| stock(campaign, side, commodity, events));
    let holds = |state: SupplyState| state.is_good() || is_late && state == SupplyState::DumpEmpty;
    let sheet = standings(campaign, &[side], 0);
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

/// The SP that these events took from the leaves of a side, and those that they gave them.
pub fn strength_lost_and_given<'a>(
    events: impl IntoIterator<Item = &'a Event>,
    is_own: impl Fn(&FormationId) -> bool,
) -> (u32, u32) {
    let own = strength_changes(events).filter(|(leaf, ..)| is_own(leaf));
    own.fold((0, 0), |(lost, given), (_, less, more)| (lost + less, given + more))
}

/// Every change of strength: whose, and the SP that it took and gave.
fn strength_changes<'a>(
    events: impl IntoIterator<Item = &'a Event>,
) -> impl Iterator<Item = (&'a FormationId, u32, u32)> {
    events.into_iter().filter_map(|event| match event {
        Event::StrengthChanged { leaf, before, after, .. } | Event::ReplacementTaken { leaf, before, after, .. } => {
            Some((leaf, u32::from(before.saturating_sub(*after)), u32::from(after.saturating_sub(*before))))
        }
        _ => None,
    })
}

fn stock(campaign: &Campaign, side: SideId, commodity: Commodity, events: &[Event]) -> StockFigures {
    let is_own = |account: &str| campaign.account_side(account) == Some(side);
    let held = campaign.stock.balances().filter(|(account, of, _)| *of == commodity && is_own(account.as_str()));
    let mut figures = StockFigures { on_hand: held.map(|(.., units)| units).sum(), ..StockFigures::default() };
    for event in events {
        let Event::StockTransferred { transfer } = event else { continue };
        let (from, to) = (transfer.from.as_str(), transfer.to.as_str());
        if transfer.commodity != commodity {
            continue;
        }
        if ["rail", "air"].contains(&from) && is_own(to) {
            figures.brought += transfer.quantity;
        } else if is_own(from) && is_boundary(to) {
            figures.used += transfer.quantity;
        }
    }
    figures
}

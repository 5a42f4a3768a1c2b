//! Figures of each side by bound: strength, losses, stocks, supply.
//!
//! What it decides: what counts as lost, brought in and used in a bound: what the events say, whoever caused it.
//! Where to look next: `report::model::figures`, which lays them out.

use std::collections::BTreeMap;

use campaign::{Campaign, Event, Setting, is_boundary};
use domain::{Bound, Commodity, Detail, SideId, SupplyState};
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
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SideFigures {
    /// The side.
    pub side: Option<SideId>,
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
    /// SP given back by replacements and the umpire.
    pub sp_given: u32,
    /// Battles fought in which it had troops.
    pub battles: usize,
    /// Stocks; none where they are not counted.
    pub stocks: Option<[StockFigures; 2]>,
    /// Formations that draw supply.
    pub draw: usize,
    /// Of these, those whose line of LOG fails.
    pub log_fails: usize,
    /// Those whose chain of POL fails.
    pub pol_fails: usize,
}

/// LOG or POL of a side.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct StockFigures {
    /// Units in dumps, at railheads and on vehicles.
    pub on_hand: i64,
    /// Units that came from outside the map in the bound.
    pub brought: u32,
    /// Units used in it.
    pub used: u32,
}

const COUNTED: [Commodity; 2] = [Commodity::Log, Commodity::Pol];

impl Session {
    /// Every bound up to a moment in figures, the running one last; for the umpire, or of a side as it reads them.
    ///
    /// # Errors
    /// When there is no such moment, or the file cannot be read.
    pub fn figures(&self, moment: Option<Moment>, reader: Option<SideId>) -> Result<Vec<BoundFigures>, OpError> {
        let mut bounds: Vec<BoundFigures> = Vec::new();
        self.ledger().through_closes(moment, |campaign, events| {
            let closed = events.iter().find_map(|event| match event {
                Event::BoundClosed { bound } => Some(*bound),
                _ => None,
            });
            // A bound that is looked at as it was closed has nothing after it.
            if closed.is_some() || bounds.last().is_none_or(|last| last.bound < campaign.bound) {
                let bound = closed.unwrap_or(campaign.bound);
                let sides = campaign.sides.iter().map(|side| side.id);
                let sides = sides.filter(|side| reader.is_none_or(|reader| reader == *side));
                // What a side is told late it cannot reckon with (house rule `news_delay`).
                let is_late = reader.is_some() && campaign.settings.is_on(Setting::NewsDelay);
                let sides = sides.map(|side| figures_of(campaign, bound, side, (events, is_late))).collect();
                bounds.push(BoundFigures { bound, is_closed: closed.is_some(), sides });
            }
        })?;
        // The operation that closes a bound opens the next one too.
        if let Some(Moment::Bound(last)) = moment {
            bounds.retain(|of| of.bound <= last);
        }
        Ok(bounds)
    }
}

fn figures_of(campaign: &Campaign, bound: Bound, side: SideId, told: (&[Event], bool)) -> SideFigures {
    let (events, is_late) = told;
    let mut figures = SideFigures { side: Some(side), ..SideFigures::default() };
    for leaf in campaign.formations.values().filter(|f| f.side == side).filter_map(|f| f.leaf.as_ref()) {
        if leaf.state.is_on_map() {
            figures.leaves += 1;
            figures.disorganised += usize::from(leaf.state.is_disorganised());
            figures.sp += leaf.bases.iter().map(|base| u32::from(base.sp)).sum::<u32>();
            figures.sp_full += leaf.bases.iter().map(|base| u32::from(base.sp_full)).sum::<u32>();
        }
    }
    for battle in campaign.battles.values().filter(|battle| battle.bound == bound) {
        let units = battle.fought.iter().filter(|fought| !fought.is_declined()).flat_map(|fought| &fought.units);
        let mut own =
            units.filter(|unit| campaign.formations.get(&unit.unit).is_some_and(|f| f.side == side)).peekable();
        figures.battles += usize::from(own.peek().is_some());
        figures.sp_lost_in_battle += own.map(|unit| u32::from(unit.sp_lost)).sum::<u32>();
    }
    figures.of_events(campaign, side, events);
    let is_counted = campaign.settings.detail() == Detail::Full && !is_late;
    figures.stocks = is_counted.then(|| stocks(campaign, side, events));
    let fails = |state| match state {
        SupplyState::InSupply | SupplyState::NotRequired => false,
        SupplyState::DumpEmpty => !is_late,
        SupplyState::Cut | SupplyState::NoVehicle => true,
    };
    let sheet = standings(campaign, &[side], 0);
    figures.draw = sheet.len();
    figures.log_fails = sheet.iter().filter(|a| fails(a.log.state)).count();
    figures.pol_fails = sheet.iter().filter(|a| fails(a.pol.state)).count();
    figures
}

impl SideFigures {
    /// What the events of a bound took from it and gave it.
    fn of_events(&mut self, campaign: &Campaign, side: SideId, events: &[Event]) {
        let is_own = |leaf| campaign.formations.get(leaf).is_some_and(|formation| formation.side == side);
        for event in events {
            match event {
                Event::StrengthChanged { leaf, before, after, .. }
                | Event::ReplacementTaken { leaf, before, after, .. }
                    if is_own(leaf) =>
                {
                    self.sp_lost += u32::from(before.saturating_sub(*after));
                    self.sp_given += u32::from(after.saturating_sub(*before));
                }
                _ => {}
            }
        }
    }
}

fn stocks(campaign: &Campaign, side: SideId, events: &[Event]) -> [StockFigures; 2] {
    let is_own = |account: &str| campaign.account_side(account) == Some(side);
    let mut on_hand: BTreeMap<Commodity, i64> = BTreeMap::new();
    for (_, commodity, units) in campaign.stock.balances().filter(|(account, ..)| is_own(account.as_str())) {
        *on_hand.entry(commodity).or_default() += units;
    }
    COUNTED.map(|commodity| {
        let mut figures =
            StockFigures { on_hand: on_hand.get(&commodity).copied().unwrap_or_default(), ..Default::default() };
        let transfers = events.iter().filter_map(|event| match event {
            Event::StockTransferred { transfer } if transfer.commodity == commodity => Some(transfer),
            _ => None,
        });
        for transfer in transfers {
            let (from, to) = (transfer.from.as_str(), transfer.to.as_str());
            if ["rail", "air"].contains(&from) && is_own(to) {
                figures.brought += transfer.quantity;
            } else if is_own(from) && is_boundary(to) {
                figures.used += transfer.quantity;
            }
        }
        figures
    })
}

//! LOG and POL of a side over a bound.
//!
//! What it decides: whose an account was when something happened to it: a dump that is captured has been another's.

use std::collections::BTreeMap;

use serde::Serialize;

use campaign::{CAPTURED_FROM, Campaign, Event, Reader, is_boundary};
use domain::{Commodity, FormationId, SideId};

/// LOG or POL of a side. What was on hand before, with what was brought and captured and without what was used and lost,
/// is what is on hand, but for the umpire's corrections upwards.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct StockFigures {
    /// Units in dumps, at railheads and on vehicles.
    pub on_hand: i64,
    /// Units that came from outside the map in the bound.
    pub brought: u32,
    /// Units used in it.
    pub used: u32,
    /// Units taken from the enemy in it, those among them that were spoilt too.
    pub captured: u32,
    /// Units that the enemy took in it, that were destroyed, or that the umpire took off.
    pub lost: u32,
}

/// The accounts of one who reads.
pub(super) struct Owned<'a> {
    pub(super) campaign: &'a Campaign,
    pub(super) reader: &'a Reader,
}

impl Owned<'_> {
    /// The side of an account that belongs to a formation, or stands for itself.
    fn side(&self, account: &str, owner: Option<&FormationId>) -> Option<SideId> {
        let owner = owner.and_then(|owner| self.campaign.formation(owner)).map(|owner| owner.side);
        owner.or_else(|| self.campaign.account_side(account))
    }

    /// Whether such an account is the reader's.
    fn is_own(&self, account: &str, owner: Option<&FormationId>) -> bool {
        let owner = owner.or_else(|| self.campaign.dumps.get(account).map(|dump| &dump.owner));
        match (self.reader.commander(), owner) {
            (None, _) => self.side(account, owner) == Some(self.reader.side),
            (Some(_), Some(owner)) => self.reader.counts(self.campaign, owner),
            (Some(_), None) => self.reader.counts(self.campaign, &FormationId::from(account)),
        }
    }

    /// What is on hand after these events, and what became of it by them: it goes back from the last, since an event says
    /// neither whose a dump was nor how much it held.
    pub(super) fn stock(&self, commodity: Commodity, events: &[Event]) -> StockFigures {
        let balances = self.campaign.stock.balances().filter(|(_, of, _)| *of == commodity);
        let mut held: BTreeMap<&str, i64> = balances.map(|(account, _, units)| (account.as_str(), units)).collect();
        let own = held.iter().filter(|(account, _)| self.is_own(account, None));
        let mut figures = StockFigures { on_hand: own.map(|(_, units)| units).sum(), ..StockFigures::default() };
        let mut owners: BTreeMap<&str, &FormationId> = BTreeMap::new();
        for event in events.iter().rev() {
            match event {
                Event::DumpClosed { dump } => drop(owners.insert(dump.id.as_str(), &dump.owner)),
                Event::DumpHandedOver { dump, before: (before, _), after: (after, _) } => {
                    let units = held.get(dump.as_str()).map_or(0, |units| u32::try_from(*units).unwrap_or_default());
                    let side = |owner| self.side(dump.as_str(), Some(owner));
                    if side(before) != side(after) {
                        figures.captured += if self.is_own(dump.as_str(), Some(after)) { units } else { 0 };
                        figures.lost += if self.is_own(dump.as_str(), Some(before)) { units } else { 0 };
                    }
                    owners.insert(dump.as_str(), before);
                }
                Event::StockTransferred { transfer } if transfer.commodity == commodity => {
                    let (from, to) = (transfer.from.as_str(), transfer.to.as_str());
                    let units = transfer.quantity;
                    let [left, came] = [from, to].map(|account| {
                        let owner = owners.get(account).copied();
                        (!is_boundary(account)).then(|| (self.is_own(account, owner), self.side(account, owner)))
                    });
                    match (left, came) {
                        (Some((true, _)), None) if to == "consumed" => figures.used += units,
                        (Some((true, _)), None) => figures.lost += units,
                        (None, Some((true, _))) if ["rail", "air"].contains(&from) => figures.brought += units,
                        (None, Some((true, _))) if from.starts_with(CAPTURED_FROM) => figures.captured += units,
                        (Some((is_own, of)), Some((is_theirs, side))) if of != side => {
                            figures.lost += if is_own { units } else { 0 };
                            figures.captured += if is_theirs { units } else { 0 };
                        }
                        _ => {}
                    }
                    *held.entry(from).or_default() += i64::from(units);
                    *held.entry(to).or_default() -= i64::from(units);
                }
                _ => {}
            }
        }
        figures
    }
}

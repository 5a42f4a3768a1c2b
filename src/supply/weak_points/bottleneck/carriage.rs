//! What the vehicles along a way carry in a day: LOG vehicles over the legs of a line, bowsers over the hops of a chain and
//! from the railhead that fills the dump at its end.
//!
//! What it decides: whose vehicles fetch over which stretch, and that they drive there and back within the hours of supply
//! vehicles. A formation's bowsers fetch from the next stop above them; those of a level above it what goes through them.
//! What it never does: ask for bowsers of who never had any: a chain passes such a level by.

use campaign::{Formation, Setting};
use domain::{Commodity, FormationId, Square};

use super::tight::Tight;
use super::{Bottleneck, BottleneckKind, Way};
use crate::chain::fuel_chain::Link;
use crate::ground::roads::Roads;
use crate::standing::assessment::Leg;
use crate::standing::mend::NewLeaf;
use crate::standing::stock_mend::{Means, StockMend};

/// A stretch over which vehicles of one formation fetch.
struct Haul<'a> {
    owner: &'a Formation,
    commodity: Commodity,
    /// Where more vehicles would be given.
    square: Option<Square>,
    /// From where they fetch.
    to: String,
    /// Minutes of a lorry, one way.
    minutes: u64,
    /// For whom.
    shared: Vec<FormationId>,
}

impl<'a> Way<'a> {
    /// Whether the vehicles on the way carry in a day what is wanted over each stretch.
    pub(crate) fn carriage(&self) -> Vec<Bottleneck> {
        let legs = self.of.log.legs.iter().filter_map(|leg| self.log_haul(leg));
        legs.chain(self.pol_hauls()).filter_map(|haul| self.carried(haul)).collect()
    }

    fn carried(&self, haul: Haul<'_>) -> Option<Bottleneck> {
        let Haul { owner, commodity, square, to, minutes, shared } = haul;
        let day = self.minutes_a_day();
        let there_and_back = (minutes * 2) as i64;
        if there_and_back == 0 || day == 0 {
            return None;
        }
        let vehicles = self.vehicles(owner, commodity);
        let capacity: i64 =
            vehicles.iter().filter_map(|v| v.leaf.as_ref()).map(|leaf| i64::from(leaf.capacity.max(1))).sum();
        let (has, wants) = (capacity * day * 10 / there_and_back, shared.len() as i64 * 10);
        let what = match capacity {
            0 => Tight::NoVehicles(to),
            _ => Tight::Vehicles { from: to, hours: (there_and_back * 10 + 30) / 60 },
        };
        let mut mends = Vec::new();
        if has < wants {
            let more = ((wants - has) * there_and_back + day * 10 - 1) / (day * 10);
            let leaf = square.map(|at| NewLeaf::new(self.campaign, &owner.id, Some(commodity), at));
            mends.extend(leaf.map(|leaf| StockMend::from(Means::Carriers(leaf, more))));
        }
        let link = self.bottleneck(BottleneckKind::Vehicles, commodity, owner.id.as_str(), what);
        Some(Bottleneck { square, has: Some(has), wants: Some(wants), shared, mends, ..link })
    }

    /// Whose LOG vehicles fetch over a leg of the line, and for whom.
    fn log_haul(&self, leg: &Leg) -> Option<Haul<'a>> {
        let dump = self.campaign.dumps.values().find(|d| d.id.as_str() == leg.from);
        let owner = dump.map_or(Some(self.formation), |d| self.campaign.formations.get(&d.owner))?;
        let shared = dump.map_or_else(|| vec![self.of.unit.clone()], |d| self.sharing(d.id.as_str(), Commodity::Log));
        let (square, to) = (leg.path.first().copied(), leg.to.to_string());
        Some(Haul { owner, commodity: Commodity::Log, square, to, minutes: leg.minutes, shared })
    }

    /// Whose bowsers fetch over the hops of the chain, and from where its last dump is filled.
    fn pol_hauls(&self) -> Vec<Haul<'a>> {
        let links = &self.of.pol.links;
        let mut hauls: Vec<Haul<'a>> = Vec::new();
        if !self.of.pol.required || !links.iter().all(Link::is_ok) {
            return hauls;
        }
        let mut roads = Roads::new(self.campaign, self.network);
        for link in links {
            // From the HQ the bowser to which it goes comes and drives back.
            let from = self.bowser_owner(&link.from).map(|owner| (owner, link.from_square));
            let Some((owner, square)) = from.or_else(|| Some((self.bowser_owner(&link.to)?, link.to_square))) else {
                continue;
            };
            let way = roads.way(self.formation.side, link.from_square, link.to_square);
            let minutes = way.map_or(0, |way| way.minutes);
            if let Some(haul) = hauls.last_mut().filter(|haul| haul.owner.id == owner.id) {
                haul.minutes += minutes;
                haul.to.clone_from(&link.to);
                continue;
            }
            let (square, to, shared) = (Some(square), link.to.clone(), self.going_by_bowsers_of(owner));
            hauls.push(Haul { owner, commodity: Commodity::Pol, square, to, minutes, shared });
        }
        hauls.extend(links.last().and_then(|link| self.fetched_from_the_railhead(&link.to)));
        hauls
    }

    /// Whose bowsers fill the dump at a chain's end from its railhead, and for whom.
    fn fetched_from_the_railhead(&self, dump: &str) -> Option<Haul<'a>> {
        let (to, minutes) = self.graph.filler(dump)?;
        let dump = self.campaign.dumps.get(dump)?;
        let owner = self.campaign.formations.get(&dump.owner).filter(|owner| self.hierarchy.had_bowsers(owner))?;
        let (to, shared) = (to.to_string(), self.sharing(dump.id.as_str(), Commodity::Pol));
        let square = Some(dump.square);
        Some(Haul { owner, commodity: Commodity::Pol, square, to, minutes, shared })
    }

    /// The formation whose bowser this is; none where it is an HQ, a dump or a railhead.
    fn bowser_owner(&self, id: &str) -> Option<&'a Formation> {
        let bowser = self.campaign.formation(id).filter(|leaf| leaf.vehicle_of() == Some(Commodity::Pol))?;
        self.campaign.formations.get(bowser.parent.as_ref()?)
    }

    /// Everybody whose chain goes by a bowser of a formation.
    fn going_by_bowsers_of(&self, owner: &Formation) -> Vec<FormationId> {
        self.going_by(self.vehicles(owner, Commodity::Pol).into_iter().map(|bowser| bowser.id.as_str()))
    }

    fn minutes_a_day(&self) -> i64 {
        let hours = [Setting::SupplyHoursAm, Setting::SupplyHoursPm, Setting::SupplyHoursNight];
        hours.into_iter().map(|setting| i64::from(self.campaign.settings.number(setting)) * 60).sum()
    }
}

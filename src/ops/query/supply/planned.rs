//! What the plan of a side would do, asked once: whatever offers a trip offers that of the plan, where it has one.
//!
//! What it decides: which one trip brings some of what is wanted; whose vehicles the plan sends.
//! What it never does: make a plan; that is `supply::plan`. Where to look next: `brought` and `review::dry`, which offer.

use std::collections::BTreeMap;

use campaign::{Campaign, Formation, Railhead};
use domain::{Bound, Commodity, FormationId, SideId};
use supply::Network;
use supply::plan::{Lack, Trip, Want, bring};

use super::mend::legal;
use super::plan::{Asked, PLAN_BOUNDS, supply_plan};

/// The plans of the sides, as far ahead as the command looks.
pub(crate) struct Planned<'a> {
    pub(crate) campaign: &'a Campaign,
    trips: BTreeMap<SideId, Vec<Trip>>,
}

impl<'a> Planned<'a> {
    pub(crate) fn new(campaign: &'a Campaign) -> Self {
        Self { campaign, trips: BTreeMap::new() }
    }

    /// By when what is wanted today has to be there.
    pub(crate) fn by(campaign: &Campaign) -> Bound {
        Bound::from_ordinal(campaign.bound.ordinal() + PLAN_BOUNDS - 1)
    }

    /// The first trip that meets a want within a day, and whether the plan has it; none where none is legal as it stands.
    ///
    /// # Errors
    /// Why nobody comes within a day.
    pub(crate) fn brings(
        &mut self,
        network: &Network,
        side: SideId,
        want: &Want,
    ) -> Result<Option<(Trip, bool)>, Lack> {
        let campaign = self.campaign;
        let trips = bring(network, campaign, side, want, PLAN_BOUNDS)?;
        let is_legal = |trip: &&Trip| legal(campaign, std::slice::from_ref(*trip)).is_some();
        let planned = trips.first().and_then(|trip| self.instead_of(side, trip, want.commodity)).filter(is_legal);
        if let Some(trip) = planned {
            return Ok(Some((trip.clone(), true)));
        }
        Ok(legal(campaign, &trips).and_then(|_| trips.into_iter().next()).map(|trip| (trip, false)))
    }

    /// The trip that would bring some of a commodity to where another does.
    fn instead_of(&mut self, side: SideId, trip: &Trip, commodity: Commodity) -> Option<&Trip> {
        self.trips(side).iter().find(|planned| planned.to == trip.to && planned.load.of(commodity) > 0)
    }

    fn trips(&mut self, side: SideId) -> &[Trip] {
        let campaign = self.campaign;
        self.trips.entry(side).or_insert_with(|| {
            let plans =
                supply_plan(campaign, Some(side), Asked { only: None, bounds: PLAN_BOUNDS }).unwrap_or_default();
            plans.into_iter().flat_map(|plan| plan.trips).collect()
        })
    }

    /// Whether it would send a vehicle.
    pub(crate) fn sends(&mut self, vehicle: &Formation) -> bool {
        self.trips(vehicle.side).iter().any(|trip| trip.vehicles.contains(&vehicle.id))
    }

    /// Whether it would bring a formation some of a commodity.
    pub(crate) fn brings_to(&mut self, side: SideId, of: &FormationId, commodity: Commodity) -> bool {
        let dumps = &self.campaign.dumps;
        let is_there = |to: &str| to == of.as_str() || dumps.get(to).is_some_and(|dump| dump.owner == *of);
        self.trips(side).iter().any(|trip| is_there(trip.to.as_str()) && trip.load.of(commodity) > 0)
    }

    /// Whether it would have anything fetched from a railhead.
    pub(crate) fn loads_at(&mut self, railhead: &Railhead) -> bool {
        let here = |trip: &Trip| trip.from.as_ref().is_some_and(|(from, _)| *from == railhead.id);
        self.trips(railhead.side).iter().any(here)
    }
}

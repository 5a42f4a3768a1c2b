//! Whose fuel chain a trip breaks while it is made.
//!
//! What it decides: that a bowser breaks none where it is back when the bound closes in which it sets out.
//! What it never does: keep a bowser from going; whoever reads the plan weighs it.

use std::collections::BTreeSet;

use campaign::Formation;
use domain::Commodity;

use super::trip::Trip;
use crate::chain::sent_away::StandingChains;
use crate::ground::view::View;
use crate::standing::hierarchy::SupplyHierarchy;

/// Says of trips whose chain each breaks, beside those before it.
pub(super) fn tell_breaks<'a>(view: &View<'a>, hierarchy: &SupplyHierarchy<'a>, trips: &mut [Trip]) {
    // Chains are traced once some bowser is away.
    let mut chains: Option<StandingChains<'_, '_, 'a>> = None;
    let (mut away, mut broken) = (BTreeSet::new(), BTreeSet::new());
    for trip in trips.iter_mut().filter(|trip| trip.goal != trip.at || trip.arrives != Some(trip.starts)) {
        let vehicles = trip.vehicles.iter().filter_map(|id| hierarchy.campaign.formations.get(id));
        let bowsers = vehicles.filter(|vehicle: &&Formation| vehicle.vehicle_of() == Some(Commodity::Pol));
        let before = away.len();
        away.extend(bowsers.map(|bowser| bowser.id.clone()));
        if away.len() > before {
            let now = chains.get_or_insert_with(|| StandingChains::new(view, hierarchy)).broken_without(&away);
            trip.breaks = now.into_iter().filter(|id| broken.insert(id.clone())).collect();
        }
    }
}

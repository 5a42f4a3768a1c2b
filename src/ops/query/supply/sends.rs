//! The orders that a plan comes to.

use campaign::Campaign;
use supply::plan::{ConvoyPlan, Trip};

use crate::command::SupplySend;

/// The trips of plans as vehicles are sent, line by line.
pub fn plan_sends(campaign: &Campaign, plans: &[ConvoyPlan]) -> Vec<SupplySend> {
    plans.iter().flat_map(|plan| &plan.trips).map(|trip| send(campaign, trip)).collect()
}

/// How the vehicles of a trip are sent.
pub fn send(campaign: &Campaign, trip: &Trip) -> SupplySend {
    SupplySend {
        vehicles: trip.vehicles.iter().map(ToString::to_string).collect(),
        load: trip.from.as_ref().map(|_| trip.load.to_string()),
        from: trip.from.as_ref().map(|(account, _)| account.to_string()),
        to: trip.to.clone(),
        via: trip.via.iter().map(|square| campaign.frame.reference(*square)).collect(),
        bound: (trip.starts != campaign.bound).then(|| trip.starts.typed()),
        ..SupplySend::default()
    }
}

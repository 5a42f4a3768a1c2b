//! What a formation has none of: vehicles or an HQ that are lost, or that are still to come.

use campaign::{Campaign, Tree};
use domain::{Bound, Commodity, FormationId};

/// When the first of these arrives, where a formation has none on the map and some is still to come.
pub(crate) fn due(campaign: &Campaign, of: &FormationId, carries: Option<Commodity>) -> Option<Bound> {
    campaign.formations.get(of).and_then(|formation| Tree::new(campaign).awaits(formation, carries))
}

/// That it has none left, or none until the first arrives.
pub(crate) fn has_none(campaign: &Campaign, of: &FormationId, carries: Commodity) -> String {
    let vehicle = carries.vehicle();
    match due(campaign, of, Some(carries)) {
        Some(bound) => format!("has no {vehicle} until {bound}"),
        None => format!("has no {vehicle} left"),
    }
}

/// That a level of a fuel chain has lost its HQ or its bowsers, or has none until they arrive.
pub(crate) fn level_without(campaign: &Campaign, level: &FormationId, what: &str) -> String {
    let carries = (what != "HQ").then_some(Commodity::Pol);
    match due(campaign, level, carries) {
        Some(bound) => format!("has no {what} until {bound}"),
        None => format!("has lost its {what}"),
    }
}

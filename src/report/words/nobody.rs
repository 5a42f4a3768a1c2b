//! Why nobody draws supply.

use campaign::Campaign;
use ops::query::{NobodyDraws, WhyNobody};

use super::called;
use crate::model::BoundView;

/// That nobody draws supply, of a side or under a formation, and why.
pub(crate) fn nobody_draws(campaign: &Campaign, of: &NobodyDraws) -> String {
    let who = match &of.unit {
        Some(unit) => format!("{} draws no supply", called(campaign, unit.as_str())),
        None => format!("{}: nobody draws supply", campaign.side_called(of.side.as_str())),
    };
    let is_one = of.unit.is_some();
    let why = match &of.why {
        WhyNobody::NoUnits if is_one => "it has no battalions".to_owned(),
        WhyNobody::NoUnits => "it has no formations".to_owned(),
        WhyNobody::Arrives(bound) if is_one => format!("it arrives on {}", BoundView::new(campaign, *bound).label),
        WhyNobody::Arrives(bound) => {
            format!("none is on the map yet, and the first arrives on {}", BoundView::new(campaign, *bound).label)
        }
        WhyNobody::NotArrived if is_one => "it is not on the map yet".to_owned(),
        WhyNobody::NotArrived => "none is on the map yet".to_owned(),
        WhyNobody::Lost if is_one => "it is lost".to_owned(),
        WhyNobody::Lost => "none is left on the map".to_owned(),
        WhyNobody::NoVehicles if is_one => "neither it nor anybody above it has vehicles for supplies".to_owned(),
        WhyNobody::NoVehicles => "none of its formations has vehicles for supplies".to_owned(),
    };
    let between = if is_one { ":" } else { ";" };
    format!("{who}{between} {why}")
}

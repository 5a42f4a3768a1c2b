//! How marchers go: by road or across country, at which rates, over which rivers.

use domain::{Mobility, Rates, RiverClass, RoadQuality, SquareSide, Terrain, words};

use crate::{Campaign, GroundFactors};

words! {
    /// In what manner a leaf marches.
    enum Manner: "rate" {
        /// To contact: contact rate everywhere.
        Contact = "contact",
        /// By road: road rate on roads and through towns, contact rate off them.
        Road = "road",
        /// In assault.
        Assault = "assault",
    }
}

/// The movement table (NQM Squared, section 2); none for what does not march.
pub fn rates(mobility: Mobility) -> Option<Rates> {
    mobility.rates()
}

/// Minutes that a medium or minor river without an open crossing costs.
pub const FORDING_MINUTES: u32 = 60;

/// The road on which a step goes: the road over the side, or the street from one built-up square to the next.
pub fn way(campaign: &Campaign, side: SquareSide) -> Option<RoadQuality> {
    let (a, b) = side.squares();
    let street = || {
        let built_up = campaign.ground.terrain(a).is_built_up() && campaign.ground.terrain(b).is_built_up();
        built_up.then_some(RoadQuality::Good)
    };
    campaign.ground.road(side).or_else(street)
}

/// Minutes for the ground of a step of `metres`, rivers apart, on a road or off it into a square of this terrain.
///
/// Rounded up to whole minutes.
pub fn minutes(
    metres: u32,
    rates: Rates,
    manner: Manner,
    (way, into): (Option<RoadQuality>, Terrain),
    factors: &GroundFactors,
) -> u32 {
    let slow_ground = way.is_none() && matches!(into, Terrain::Close | Terrain::Marsh);
    let rate = match (manner, way) {
        (Manner::Assault, _) => rates.assault,
        (Manner::Road, Some(_)) => rates.road,
        _ if slow_ground => rates.assault,
        _ => rates.contact,
    };
    let (percent, halves) = match way {
        Some(quality) => (factors.on_road(quality), if quality == RoadQuality::Poor { 3 } else { 2 }),
        None => (factors.off_road(into), 2),
    };
    // metres / (metres an hour) * 60, times halves / 2, times percent / 100
    let numerator = u64::from(metres) * 60 * halves * u64::from(percent);
    numerator.div_ceil(u64::from(rate.max(1)) * 200) as u32
}

/// Whether a river of this class bars marching without a crossing, in this condition of the ground.
pub fn bars(class: RiverClass, factors: &GroundFactors) -> bool {
    match class {
        RiverClass::Major | RiverClass::Lake => true,
        RiverClass::Medium | RiverClass::Minor => factors.thaw,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // Worked out by hand from the movement table: 3 km at 9 km/h is 20 minutes, half as long again on a poor road;
    // at 3 km/h an hour; at 0.5 km/h six hours.
    #[test]
    fn a_lorry_takes_the_time_of_the_table() {
        let lorry = rates(Mobility::Motorised).unwrap();
        let calm = GroundFactors::none();
        let step = |way, into| minutes(3_000, lorry, Manner::Road, (way, into), &calm);
        assert_eq!(step(Some(RoadQuality::Good), Terrain::Open), 20);
        assert_eq!(step(Some(RoadQuality::Poor), Terrain::Close), 30);
        assert_eq!(step(None, Terrain::Open), 60);
        assert_eq!(step(None, Terrain::Marsh), 360);
    }

    #[test]
    fn mud_multiplies_the_time_and_halves_are_rounded_up() {
        let mud = GroundFactors { good: 125, open: 150, ..GroundFactors::none() };
        let lorry = rates(Mobility::Motorised).unwrap();
        assert_eq!(minutes(3_000, lorry, Manner::Road, (Some(RoadQuality::Good), Terrain::Open), &mud), 25);
        let recce = rates(Mobility::LightRecce).unwrap();
        assert_eq!(minutes(3_000, recce, Manner::Contact, (None, Terrain::Open), &mud), 54);
        assert_eq!(minutes(1_000, recce, Manner::Road, (Some(RoadQuality::Poor), Terrain::Open), &mud), 9);
    }
}

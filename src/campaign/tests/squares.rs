//! A map of twelve by twelve squares of 3 km, and leaves on it, for the tests of this room and of those above it.

use std::sync::Arc;

use campaign::*;
use domain::*;

use crate::tiny::tiny;
use crate::units;

pub(crate) const SIZE: u16 = 12;

pub(crate) fn sq(col: u16, row: u16) -> Square {
    Square::new(col, row)
}

/// Open ground without anything on it, on the first morning, in dry weather.
pub(crate) fn empty() -> Campaign {
    let mut campaign = scenario::read(&tiny(), &[]).campaign.unwrap();
    campaign.frame.columns = SIZE;
    campaign.frame.rows = SIZE;
    campaign.frame.square_m = 3_000;
    campaign.ground = Arc::new(Ground::blank(&campaign.frame));
    campaign.weather.clear();
    campaign.crossings.clear();
    campaign.formations = campaign::Formations::default();
    campaign.dumps.clear();
    campaign.railheads.clear();
    campaign.roads.clear();
    campaign.railways.clear();
    campaign.places.clear();
    campaign.stock = StockBook::default();
    campaign
}

pub(crate) fn ground(campaign: &mut Campaign) -> &mut Ground {
    Arc::make_mut(&mut campaign.ground)
}

/// A road by these squares, each a neighbour of the one before.
pub(crate) fn road(campaign: &mut Campaign, quality: RoadQuality, squares: &[Square]) {
    for pair in squares.windows(2) {
        ground(campaign).set_road(pair[0].side_to(pair[1]).unwrap(), Some(quality));
    }
}

pub(crate) fn river(campaign: &mut Campaign, class: RiverClass, a: Square, b: Square) {
    ground(campaign).set_river(a.side_to(b).unwrap(), Some(RiverSide { class, river: 0 }));
}

pub(crate) fn crossing(campaign: &mut Campaign, a: Square, b: Square, carries: &str, state: CrossingState) {
    let id = CrossingId::from(format!("c{}", campaign.crossings.len()));
    let carries = carries.split(' ').fold(Carries::default(), |c, word| c.with(word.parse().unwrap()));
    let crossing = Crossing {
        id: id.clone(),
        name: id.to_string(),
        river: "River".into(),
        position: None,
        side: a.side_to(b),
        kind: CrossingKind::Bridge,
        carries,
        state,
        from: None,
        until: None,
        note: String::new(),
    };
    campaign.crossings.insert(id, crossing);
}

/// A formation without a leaf.
pub(crate) fn formation(campaign: &mut Campaign, id: &str, of: &str) {
    let parent = id.rsplit_once('.').map(|(parent, _)| FormationId::from(parent));
    let order = campaign.formations.len() as u32;
    let formation = Formation {
        id: id.into(),
        order,
        parent,
        side: units::side(of),
        echelon: Echelon::Division,
        ..units::formation(id, order, None, of)
    };
    campaign.formations.insert(formation);
}

/// A leaf of this arm and mobility; its superior is what stands before the last dot.
pub(crate) fn leaf(campaign: &mut Campaign, id: &str, of: &str, arm: Arm, mobility: Mobility, at: Square) {
    formation(campaign, id, of);
    let formation = campaign.formations.get_mut(id).unwrap();
    (formation.arm, formation.mobility, formation.echelon) = (arm, Some(mobility), Echelon::Battalion);
    formation.leaf = Some(units::leaf(at, 1));
}

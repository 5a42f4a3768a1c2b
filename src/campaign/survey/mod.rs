//! From drawings to squares (model page, "From drawings to squares").
//!
//! What it decides: which sides of squares are river sides ([`course`]), in which squares places stand, on which
//! sides crossings lie ([`site`], [`crossing`]) and by which squares roads and railways run ([`lay`], [`line`]).
//! What it never does: read a file, or change terrain, control or the state of anything.

mod course;
mod crossing;
pub(crate) mod finding;
mod line;
mod placing;
mod site;
#[cfg(feature = "sketch")]
pub mod sketch;

use std::sync::Arc;

use domain::{RiverClass, RoadQuality, Square, SquareSide};

use self::course::Course;
use self::line::Line;
use super::{Campaign, Ground, RiverSide};
use crate::survey::finding::{SurveyFault, SurveyItem, sides_of};

pub use course::{Banks, square_on_own_bank};
pub use line::no_such_point;

/// Lays every drawing of the campaign on squares: river sides, places, crossings, roads and railways.
///
/// What cannot be laid is left out and is a fault; what stands elsewhere than drawn is a warning. Doing it again
/// changes nothing.
pub fn survey(campaign: &mut Campaign) -> Vec<SurveyFault> {
    let courses = lay_rivers(campaign);
    let mut faults = settle_places(campaign);
    let (roads, railways) = (line::roads(campaign, &mut faults), line::railways(campaign, &mut faults));
    let lines: Vec<Line> = roads.into_iter().chain(railways).collect();
    let ways = crossing::lay(campaign, &courses, &lines, &mut faults);
    for (line, way) in lines.iter().zip(ways) {
        match line.item {
            SurveyItem::Road(number) => campaign.roads[number].path = way,
            SurveyItem::Railway(number) => campaign.railways[number].path = way,
            SurveyItem::Place(_) | SurveyItem::Crossing(_) => {}
        }
    }
    lay_roads_on_ground(campaign);
    faults
}

/// Puts the rivers on the sides of squares, and gives the sides of each.
fn lay_rivers(campaign: &mut Campaign) -> Vec<Vec<SquareSide>> {
    let courses: Vec<_> =
        campaign.rivers.iter().map(|river| Course::of(&campaign.frame, river).sides(&campaign.frame)).collect();
    let classes: Vec<RiverClass> = campaign.rivers.iter().map(|river| river.class).collect();
    let ground = Arc::make_mut(&mut campaign.ground);
    for number in 0..ground.rivers().len() {
        let side = ground.side_at(number);
        ground.set_river(side, None);
    }
    for (river, (sides, class)) in courses.iter().zip(classes).enumerate() {
        for side in sides {
            if ground.river(*side).is_none_or(|there| there.class < class) {
                ground.set_river(*side, Some(RiverSide { class, river: river as u16 }));
            }
        }
    }
    courses
}

/// Puts every place that was given by coordinates into its square.
fn settle_places(campaign: &mut Campaign) -> Vec<SurveyFault> {
    let banks = Banks::new(campaign);
    let mut faults = Vec::new();
    let mut squares: Vec<(usize, Square)> = Vec::new();
    for (number, place) in campaign.places.iter().enumerate() {
        let Some(at) = place.at else { continue };
        let Some((square, moved)) = banks.square(at) else {
            faults.push(off_the_map(campaign, number));
            continue;
        };
        squares.push((number, square));
        let own = campaign.frame.point(at).and_then(|point| campaign.frame.square_of(point).zip(Some(point)));
        let parting = own.and_then(|(own, point)| banks.parting(point, own).map(|river| (own, river)));
        if let Some((own, river)) = parting {
            faults.push(other_bank(campaign, number, own, river, moved.then_some(square)));
        }
    }
    for (number, square) in squares {
        campaign.places[number].square = square;
    }
    faults
}

fn off_the_map(campaign: &Campaign, number: usize) -> SurveyFault {
    let message = format!("`{}` is not on the map", campaign.places[number].name);
    let hint = "give coordinates within the map, or remove the place".to_owned();
    SurveyFault::fault(SurveyItem::Place(number), message, hint)
}

fn other_bank(campaign: &Campaign, number: usize, own: Square, river: usize, to: Option<Square>) -> SurveyFault {
    let name = &campaign.places[number].name;
    let river = campaign.rivers.get(river).map_or("", |river| river.name.as_str());
    let own = campaign.frame.reference(own);
    let message = match to.map(|square| campaign.frame.reference(square)) {
        Some(to) => format!("`{name}` stands in {to}: the centre of {own} lies across the `{river}`"),
        None => format!(
            "`{name}` stands in {own}, whose centre lies across the `{river}`: no square near it has its centre on \
             the same bank"
        ),
    };
    let hint = "its own bank counts; give its `square` if you mean another".to_owned();
    SurveyFault { hint, ..SurveyFault::warning(SurveyItem::Place(number), message) }
}

/// Puts the roads on the sides of squares: of several the best.
fn lay_roads_on_ground(campaign: &mut Campaign) {
    let ground = Arc::make_mut(&mut campaign.ground);
    for number in 0..ground.roads().len() {
        let side = ground.side_at(number);
        ground.set_road(side, None);
    }
    for road in &campaign.roads {
        for side in sides_of(&road.path) {
            set_better_road(ground, side, road.quality);
        }
    }
}

fn set_better_road(ground: &mut Ground, side: SquareSide, quality: RoadQuality) {
    let best = ground.road(side).map_or(quality, |there| there.min(quality));
    ground.set_road(side, Some(best));
}

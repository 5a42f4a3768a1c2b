//! Where crossings may lie: the sides of their river near to where they were said to be.
//!
//! What it decides: the candidates of each crossing, or the one side on which it was said to lie.
//! What it never does: choose among them; that is [`super::crossing`].

use domain::{Carries, CrossingId, Point, RiverClass, Square, SquareSide, counted};

use crate::survey::finding::{Finder, SurveyFault, SurveyItem};
use crate::{Campaign, Crossing, Location};

/// How far a crossing may lie from where it was said to be, in squares.
const REACH: u32 = 2;

/// A crossing of which the survey has to find the side, or knows it.
pub(super) struct Site {
    pub(super) id: CrossingId,
    pub(super) carries: Carries,
    pub(super) point: Point,
    /// Where it may lie, or the one side on which it was said to lie.
    pub(super) candidates: Vec<SquareSide>,
    /// The sides of its river from which a line comes to it: where it may lie, and of a minor river, which bars no line, those
    /// within reach.
    pub(super) nearby: Vec<SquareSide>,
    /// Where a line that comes to it does not pass the river otherwise: as far as it could go round it.
    pub(super) beside: Vec<SquareSide>,
    pub(super) side: Option<SquareSide>,
}

impl Site {
    /// Where a road may pass over it, as far as is settled.
    pub(super) fn sides(&self) -> &[SquareSide] {
        self.side.as_ref().map_or(&self.candidates, std::slice::from_ref)
    }
}

/// The crossings that lie on one side each, with where each may lie.
pub(super) fn sites(campaign: &Campaign, courses: &[Vec<SquareSide>], faults: &mut Vec<SurveyFault>) -> Vec<Site> {
    let finder = Finder::new(campaign);
    let mut sites = Vec::new();
    for crossing in campaign.crossings.values() {
        let Some(river) = campaign.rivers.iter().position(|river| river.name == crossing.river) else {
            faults.push(fault(crossing, &format!("crosses `{}`, which is not a river", crossing.river), ""));
            continue;
        };
        let course = courses.get(river).map_or(&[][..], Vec::as_slice);
        let site = match (&crossing.position, crossing.side) {
            (Some(position), _) => placed_site(&finder, crossing, position, river, course),
            (None, Some(side)) => exact_site(campaign, crossing, side, course),
            (None, None) => continue,
        };
        match site {
            Ok(site) => sites.push(site),
            Err(found) => faults.push(found),
        }
    }
    sites
}

fn fault(crossing: &Crossing, says: &str, hint: &str) -> SurveyFault {
    let item = SurveyItem::Crossing(crossing.id.clone());
    SurveyFault::fault(item, format!("crossing `{}` {says}", crossing.id), hint.to_owned())
}

fn placed_site(
    finder: &Finder<'_>,
    crossing: &Crossing,
    position: &Location,
    river: usize,
    sides: &[SquareSide],
) -> Result<Site, SurveyFault> {
    let campaign = finder.campaign;
    let frame = &campaign.frame;
    let point = match position {
        Location::At(at) => frame.point(*at),
        named => finder.square(named).map(|square| frame.centre(square)),
    };
    let square = point.and_then(|point| frame.square_of(point));
    let Some((point, square)) = point.zip(square) else {
        return Err(fault(crossing, "is not on the map", "give a place or point on the map"));
    };
    let near = |side: &&SquareSide| is_near(**side, square, REACH);
    // Where a greater river takes the side, a crossing there would be one of that river.
    let own = |side: &&SquareSide| campaign.ground.river(**side).is_some_and(|there| usize::from(there.river) == river);
    let mut candidates: Vec<_> = sides.iter().filter(near).filter(own).copied().collect();
    if candidates.is_empty() {
        candidates = sides.iter().filter(near).copied().collect();
    }
    if candidates.is_empty() {
        return Err(too_far(campaign, crossing, square, sides));
    }
    candidates.sort_by_key(|side| (off(campaign, *side, point), *side));
    let (nearby, beside) = (candidates.clone(), candidates.clone());
    Ok(Site { id: crossing.id.clone(), carries: crossing.carries, point, candidates, nearby, beside, side: None })
}

fn too_far(campaign: &Campaign, crossing: &Crossing, square: Square, sides: &[SquareSide]) -> SurveyFault {
    let (river, here) = (&crossing.river, campaign.frame.reference(square));
    let nearest = sides.iter().min_by_key(|side| (steps(side.squares(), square), **side));
    let says = format!("lies in {here}, but no side of the `{river}` is within {REACH} squares of it");
    let hint = match nearest {
        Some(side) => {
            let away = counted(steps(side.squares(), square) as usize, "square");
            format!("the nearest is {}, {away} away", between(campaign, *side))
        }
        None => nowhere(river),
    };
    fault(crossing, &says, &hint)
}

fn nowhere(river: &str) -> String {
    format!("the `{river}` passes between no two squares of the map")
}

fn exact_site(
    campaign: &Campaign,
    crossing: &Crossing,
    side: SquareSide,
    sides: &[SquareSide],
) -> Result<Site, SurveyFault> {
    let (one, other) = side.squares();
    let point = middle(campaign, side);
    if sides.binary_search(&side).is_ok() {
        let (id, carries) = (crossing.id.clone(), crossing.carries);
        let is_minor = |side: &SquareSide| campaign.ground.river(*side).is_some_and(|r| r.class == RiverClass::Minor);
        let within = |reach: u32| {
            let is_near = |of: &SquareSide| is_minor(of) && (is_near(*of, one, reach) || is_near(*of, other, reach));
            if is_minor(&side) { sides.iter().copied().filter(is_near).collect() } else { vec![side] }
        };
        let (nearby, beside) = (within(REACH), within(2 * REACH + 1));
        return Ok(Site { id, carries, point, candidates: vec![side], nearby, beside, side: Some(side) });
    }
    let says = format!("joins two squares with no `{}` between them: {}", crossing.river, between(campaign, side));
    let nearest = sides.iter().min_by_key(|near| (steps(near.squares(), one), **near));
    let hint = nearest
        .map_or_else(|| nowhere(&crossing.river), |near| format!("the nearest side is {}", between(campaign, *near)));
    Err(fault(crossing, &says, &hint))
}

/// Whether both squares of a side are within so many squares of a square.
fn is_near(side: SquareSide, square: Square, reach: u32) -> bool {
    let (one, other) = side.squares();
    one.reach_to(square) <= reach && other.reach_to(square) <= reach
}

/// The middle of the line between the centres of the two squares of a side.
fn middle(campaign: &Campaign, side: SquareSide) -> Point {
    let (one, other) = side.squares();
    let (a, b) = (campaign.frame.centre(one), campaign.frame.centre(other));
    Point { x: i64::midpoint(a.x, b.x), y: i64::midpoint(a.y, b.y) }
}

/// How far a side is from a point, squared.
pub(super) fn off(campaign: &Campaign, side: SquareSide, point: Point) -> i64 {
    middle(campaign, side).distance_squared(point)
}

pub(super) fn steps((one, other): (Square, Square), to: Square) -> u32 {
    one.steps_to(to).min(other.steps_to(to))
}

pub(super) fn between(campaign: &Campaign, side: SquareSide) -> String {
    let (one, other) = side.squares();
    format!("between {} and {}", campaign.frame.reference(one), campaign.frame.reference(other))
}

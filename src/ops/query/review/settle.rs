//! That what `review` proposes can be done: marches and battles are tried, and where they would be refused the finding
//! says why and names what can be done instead.

use campaign::march::{Ruling, Stop, Task, march};
use campaign::{Campaign, Formation};
use domain::{FormationId, Square};

use crate::Offer;
use crate::battle::draw::drawable::Drawable;
use crate::command::march_ruling;
use crate::query::march::{WayThere, order_to, way_there};
use crate::query::review::finding::Finding;
use crate::query::review::found::Found;
use crate::remedy::Remedy;

/// Gives every finding the command that settles it: where a march or battle would be refused, what can be done instead.
pub(crate) fn settle(campaign: &Campaign, found: &mut [Finding]) {
    let goals = found.iter().filter_map(|finding| goal(campaign, &finding.remedy));
    let ruling = march_ruling(campaign, goals.map(|(unit, _)| unit), false);
    let mut battles = Drawable::new(campaign);
    for finding in found {
        finding.command = match &finding.remedy {
            Remedy::Nothing => None,
            Remedy::Command(command) => Some(command.clone()),
            Remedy::March(leaf, _) => goal(campaign, &finding.remedy)
                .and_then(|(leaf, to)| set_out(campaign, &ruling, leaf, to))
                .or_else(|| Some(instead(campaign, finding, leaf))),
            Remedy::Battle(square, side) => match battles.refused(*square, Some(*side)) {
                None => Some(Offer::Battle(*square, battles.named(*square, *side))),
                why => {
                    if let Found::Contact { attacked, .. } = &mut finding.what {
                        attacked.1 = why;
                    }
                    Some(Offer::Decline(vec![*square]))
                }
            },
        };
    }
}

/// The leaf that is to march, and where to, where that is what would settle it.
fn goal<'a>(campaign: &'a Campaign, remedy: &Remedy) -> Option<(&'a Formation, Square)> {
    let Remedy::March(leaf, to) = remedy else { return None };
    Some((campaign.formations.get(leaf)?, *to))
}

/// How many bounds a march may take that is to settle something, or a vehicle until it has brought what it fetches.
pub(crate) const SETTLED_WITHIN: u32 = 2;

/// The march of a leaf to a square where it can set out now and is there soon, an order for the next bound where it only lacks hours,
/// its chain where it lacks POL; none where it cannot come there.
fn set_out(campaign: &Campaign, ruling: &Ruling, leaf: &Formation, square: Square) -> Option<Offer> {
    let order = order_to(square);
    let account = march(campaign, &[Task { unit: leaf, order: &order }], ruling);
    let marched = account.leaves.first()?;
    match &marched.stop {
        // What looks near may lie behind a river or a lake.
        Some(Stop::Hours) if marched.has_marched() => {
            let way = way_there(campaign, (&leaf.id, square), Some(ruling));
            matches!(way, Some(WayThere::Bounds(..=SETTLED_WITHIN))).then(|| Offer::March(leaf.id.clone(), square))
        }
        _ if marched.has_marched() => Some(Offer::March(leaf.id.clone(), square)),
        Some(Stop::Hours) if has_hours(campaign, leaf) => Some(Offer::MarchNext(leaf.id.clone(), square)),
        Some(Stop::Fuel(formation)) => Some(Offer::Trace(formation.clone())),
        _ => None,
    }
}

/// Whether a leaf may march in the bound after the running one.
fn has_hours(campaign: &Campaign, leaf: &Formation) -> bool {
    campaign.settings.moving_hours(campaign.bound.next().phase, leaf.vehicle_of().is_some()) > 0
}

/// What shows why a leaf cannot come to where it is wanted.
fn instead(campaign: &Campaign, finding: &Finding, leaf: &FormationId) -> Offer {
    match (&finding.what, campaign.formations.get(leaf)) {
        (Found::IdleVehicle(_), Some(leaf)) => Offer::Plan(leaf.side),
        _ => Offer::ShowUnit(finding.subject.clone()),
    }
}

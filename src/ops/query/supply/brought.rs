//! What brings stock to those who have used up theirs: the one thing that every report says of such a want.
//!
//! What it decides: whom a vehicle reaches within a day, and with what; or why nobody does.
//! What it never does: weigh one want against another; that is `supply plan`.

use campaign::Campaign;
use domain::{Commodity, SideId};
use supply::plan::{Urgency, Want, WantPlace};
use supply::{Assessment, Network};

use super::causes::{Brought, Cause, Obstacle, supply_causes};
use super::planned::Planned;

/// Of how many that suffer from one cause it is asked.
const ASKED: usize = 4;

/// Every obstacle for which one of these formations is without LOG or POL, with what brings stock to those who have used up theirs.
pub fn supply_causes_and_means(campaign: &Campaign, found: &[Assessment]) -> Vec<Cause> {
    let mut causes = supply_causes(campaign, found);
    let is_empty = |cause: &Cause| matches!(cause.obstacle, Obstacle::Empty(_));
    if causes.iter().any(is_empty) {
        let network = supply::network(campaign);
        let mut planned = Planned::new(campaign);
        for cause in causes.iter_mut().filter(|cause| is_empty(cause)) {
            cause.brought = brought(&network, &mut planned, cause.side, (found, cause));
        }
    }
    causes
}

/// What a formation that has none is to be brought: one unit, to its dump or its vehicles.
pub(crate) fn want_of(campaign: &Campaign, of: &Assessment, commodity: Commodity) -> Want {
    let (dumps, owner) = (&campaign.dumps, &of.unit);
    let into = if commodity == Commodity::Pol { &of.pol.into } else { &of.log.into };
    let own = || dumps.values().find(|dump| dump.owner == *owner && !dump.closed);
    let dump = into.as_ref().and_then(|id| dumps.get(id.as_str())).or_else(own);
    let place = dump.map_or_else(|| WantPlace::Vehicles(owner.clone()), |dump| WantPlace::Dump(dump.id.clone()));
    let by = Planned::by(campaign);
    Want { owner: owner.clone(), place, commodity, urgency: Urgency::Resupply, units: 1, by }
}

/// What brings those some who suffer from a cause: none where they lack something else.
fn brought(
    network: &Network,
    planned: &mut Planned<'_>,
    side: SideId,
    (found, cause): (&[Assessment], &Cause),
) -> Option<Brought> {
    let Obstacle::Empty(_) = cause.obstacle else { return None };
    let lacking = cause.units.iter().flat_map(|unit| {
        let both = [(unit.log, Commodity::Log), (unit.pol, Commodity::Pol)];
        both.into_iter().filter(|(lacks, _)| *lacks).map(|(_, commodity)| (&unit.unit, commodity))
    });
    let (mut nobody, mut trip, mut asked) = (None, None, 0);
    for (unit, commodity) in lacking.take(ASKED) {
        asked += 1;
        let Some(of) = found.iter().find(|of| of.unit == *unit) else { continue };
        let want = want_of(planned.campaign, of, commodity);
        match planned.brings(network, side, &want) {
            Ok(Some((brings, _))) => trip = trip.or(Some(brings)),
            Ok(None) => return Some(Brought::Planned),
            Err(why) => nobody = nobody.or(Some((want, why))),
        }
    }
    Some(match (trip, nobody) {
        (Some(trip), None) if asked == 1 => Brought::Trip(Box::new(trip)),
        (None, Some((want, why))) => Brought::Nobody(want, why),
        _ => Brought::Planned,
    })
}

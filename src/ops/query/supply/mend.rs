//! How what is short on the way to a formation is mended by convoys: what a staff officer would send.
//!
//! What it decides: which rows of `supply trace` vehicles could put right, and the sendings that do; each is legal as it
//! stands. The umpire's corrections stay behind them as the second way.
//! What it never does: weigh one shortage against another; that is `supply plan`.

use campaign::Campaign;
use domain::{Bound, FormationId, SideId};
use supply::plan::{Trip, Urgency, Want, WantPlace, bring};
use supply::{Bottleneck, BottleneckKind, Network, StockMend};

use crate::query::supply::sends::send;

/// How many bounds ahead a mend may arrive: three days.
const BOUNDS: u32 = 9;

/// Puts convoys before the corrections of each stock that falls short, and why there are none where there are none.
pub(crate) fn with_convoys(network: &Network, campaign: &Campaign, side: SideId, tight: &mut [Bottleneck]) {
    let is_short = |b: &&mut Bottleneck| b.kind == BottleneckKind::Stock && b.lacks() > 0;
    for bottleneck in tight.iter_mut().filter(is_short) {
        let Some(want) = want(campaign, bottleneck) else { continue };
        match bring(network, campaign, side, &want, BOUNDS) {
            Ok(trips) => {
                let Some(sends) = legal(campaign, &trips) else { continue };
                bottleneck.mends.iter_mut().for_each(|mend| mend.way = 2);
                bottleneck.mends.splice(0..0, sends);
            }
            Err(why) => bottleneck.no_convoy = Some((want, why)),
        }
    }
}

/// What is wanted where a stock falls short beside what is on its way; nothing where nobody drives for it, as for a source depot.
fn want(campaign: &Campaign, bottleneck: &Bottleneck) -> Option<Want> {
    let (owner, place) = match campaign.dumps.get(bottleneck.at.as_str()) {
        Some(dump) if dump.source => return None,
        Some(dump) => (dump.owner.clone(), WantPlace::Dump(dump.id.clone())),
        None => {
            let owner = campaign.formation(&bottleneck.at)?.parent.clone()?;
            (owner.clone(), WantPlace::Vehicles(owner))
        }
    };
    let units = u32::try_from(bottleneck.lacks()).ok()?;
    let by = Bound::from_ordinal(campaign.bound.ordinal() + BOUNDS - 1);
    Some(Want { owner, place, commodity: bottleneck.commodity, urgency: Urgency::Resupply, units, by })
}

/// The trips as sendings; refused where `supply send` would refuse one of them.
pub(crate) fn legal(campaign: &Campaign, trips: &[Trip]) -> Option<Vec<StockMend>> {
    let one = |trip: &Trip| {
        let send = send(campaign, trip);
        let is_legal = send.sending(campaign).is_ok_and(|sending| sending.against.is_empty());
        let text = told(campaign, trip);
        is_legal.then(|| StockMend { text, command: send.words(), way: 1, arrives: trip.arrives })
    };
    trips.iter().map(one).collect()
}

/// A trip in a sentence.
fn told(campaign: &Campaign, trip: &Trip) -> String {
    let named = |id: &FormationId| {
        campaign.formations.get(id).map_or_else(|| format!("`{id}`"), |f| format!("{} (`{id}`)", f.name))
    };
    let vehicles: Vec<String> = trip.vehicles.iter().map(named).collect();
    let load: Vec<String> =
        trip.load.iter().map(|(commodity, units)| format!("{units} {}", commodity.name())).collect();
    let from = match &trip.from {
        Some((account, _)) => format!("with {} from `{account}`", load.join(", ")),
        None => format!("with the {} on it", load.join(", ")),
    };
    let when = if trip.starts == campaign.bound { String::new() } else { format!(" in {}", trip.starts) };
    let there = trip.arrives.map(|bound| format!(", there in {bound}")).unwrap_or_default();
    format!("send {} {from} to `{}`{when}{there}", vehicles.join(", "), trip.to)
}

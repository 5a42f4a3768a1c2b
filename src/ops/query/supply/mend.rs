//! How what is short on the way to a formation is mended by convoys: what a staff officer would send.
//!
//! What it decides: which rows of `supply trace` vehicles could put right, and the sendings that do; each is legal as it
//! stands. The umpire's corrections stay behind them as the second way.
//! What it never does: weigh one shortage against another; that is `supply plan`.

use campaign::Campaign;
use domain::{Bound, SideId};
use supply::plan::{Trip, Urgency, Want, WantPlace, bring};
use supply::{Bottleneck, BottleneckKind, Means, Network, StockMend};

use crate::command::SupplySend;
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
                if legal(campaign, &trips).is_some() {
                    bottleneck.mends.iter_mut().for_each(|mend| mend.way = 2);
                    bottleneck.mends.splice(0..0, trips.into_iter().map(sent));
                }
            }
            Err(why) => bottleneck.no_convoy = Some((want, why)),
        }
    }
}

fn sent(trip: Trip) -> StockMend {
    StockMend { arrives: trip.arrives, ..Means::Send(Box::new(trip)).into() }
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

/// The trips as sendings; none where `supply send` would refuse one of them.
pub(crate) fn legal(campaign: &Campaign, trips: &[Trip]) -> Option<Vec<SupplySend>> {
    let sends: Vec<SupplySend> = trips.iter().map(|trip| send(campaign, trip)).collect();
    let is_legal = |send: &SupplySend| send.sending(campaign).is_ok_and(|sending| sending.against.is_empty());
    sends.iter().all(is_legal).then_some(sends)
}

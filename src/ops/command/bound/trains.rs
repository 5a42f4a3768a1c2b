//! Step 6 of closing a bound: the trains of the day are unloaded when a morning opens.

use crate::campaign::Event;
use crate::domain::{Commodity, Detail, Phase, SideId};
use crate::ops::{OpError, Work};
use crate::supply::trains;

/// Books what the trains of the day bring, and tells what does not come. Under `simple` nothing is counted.
///
/// # Interpretation
/// The day's trains are there when its morning opens, so that vehicles sent in its first bound can load; those of the
/// first day are in the opening stocks.
pub(super) fn arrive(work: &mut Work) -> Result<(), OpError> {
    if work.now().settings.detail() != Detail::Full || work.now().bound.phase != Phase::Am {
        return Ok(());
    }
    let sides: Vec<SideId> = work.now().sides.iter().map(|side| side.id).collect();
    sides.into_iter().flat_map(|side| trains(work.now(), side)).collect::<Vec<_>>().iter().try_for_each(|arrival| {
        for commodity in [Commodity::Log, Commodity::Pol] {
            if let quantity @ 1.. = arrival.comes.of(commodity) {
                let from = arrival.source.as_ref().filter(|source| **source != arrival.railhead);
                let reason = from.map_or("trains of the day".to_owned(), |from| format!("trains of the day by {from}"));
                work.transfer("rail", arrival.railhead.as_str(), commodity, quantity, &reason)?;
            }
        }
        let Some(text) = arrival.shortage_text(&work.now().frame) else { return Ok(()) };
        work.happen(Event::RailheadRemarked { railhead: arrival.railhead.clone(), text })
    })
}

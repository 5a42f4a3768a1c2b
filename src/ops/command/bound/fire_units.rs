//! At night corps and army artillery is refilled from fire units of its calibre (house rule `calibre_ammunition`).

use campaign::{CONSUMED, Event};
use supply::fire_wants;

use super::resupply::fill;
use crate::{Changeset, OpError};

/// Refills each leaf that can have a fire unit of its class, and remarks on those that cannot.
///
/// # Interpretation
/// One fire unit refills one leaf.
pub(super) fn refill(changes: &mut Changeset) -> Result<(), OpError> {
    for want in fire_wants(changes.now()) {
        let left = want.from.iter().find(|id| changes.now().usable(id.as_str(), want.commodity) > 0);
        let name = want.commodity.name();
        if let Some(from) = left {
            let reason = format!(
                "fire units of {} (house rule `calibre_ammunition`)",
                changes.now().name_of(want.leaf.as_str())
            );
            changes.transfer(from.as_str(), CONSUMED, want.commodity, 1, &reason)?;
            fill(changes, &want.leaf)?;
        } else {
            let text = format!("is not refilled: no {name} in its reach (house rule `calibre_ammunition`)");
            changes.happen(Event::Remarked { formation: want.leaf.clone(), text })?;
        }
    }
    Ok(())
}

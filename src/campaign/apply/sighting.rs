//! Events of sightings: what the umpire tells a side.

use crate::{Campaign, Sighting};
use domain::SightingId;

use super::{Refusal, replace, square_on_map};

/// A sighting was reported, corrected, or is forgotten.
pub(super) fn change(
    campaign: &mut Campaign,
    id: &SightingId,
    before: Option<&Sighting>,
    after: Option<&Sighting>,
) -> Result<(), Refusal> {
    if let Some(sighting) = after {
        square_on_map(campaign, sighting.square)?;
    }
    let mut kept = campaign.intel.sightings.get(id);
    replace(id.as_str(), &mut kept, &before, &after)?;
    match after {
        Some(sighting) => campaign.intel.sightings.insert(id.clone(), sighting.clone()),
        None => campaign.intel.sightings.remove(id),
    };
    Ok(())
}

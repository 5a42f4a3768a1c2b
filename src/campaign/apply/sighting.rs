//! Events of sightings: what the umpire tells a side.

use crate::{Campaign, Sighting};
use domain::SightingId;

use super::{Applied, Change, replace_entry, square_on_map};

/// A sighting was reported, corrected, or is forgotten.
pub(super) fn change(campaign: &mut Campaign, id: &SightingId, (before, after): Change<'_, Sighting>) -> Applied {
    if let Some(sighting) = after {
        square_on_map(campaign, sighting.square)?;
    }
    replace_entry(&mut campaign.intel.sightings, id, (before, after))
}

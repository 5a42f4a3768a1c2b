//! Events of sightings: what the umpire tells a side.

use crate::{Campaign, Event, Sighting};
use domain::SightingId;

use super::{Applied, Change, Refusal, apply, replace_entry, square_on_map};

/// Changes a campaign by an event as `apply` does, for whoever goes through a log and leaves out what the sides learn of it: what
/// the umpire told a side is left out too, since it may be about something that the side learned.
///
/// # Errors
/// When the event would break an invariant of the model page, or does not fit what is there.
pub fn apply_unobserved(campaign: &mut Campaign, event: &Event) -> Result<(), Refusal> {
    match event {
        Event::SightingChanged { .. } => Ok(()),
        _ => apply(campaign, event),
    }
}

/// A sighting was reported, corrected, or is forgotten.
pub(super) fn change(campaign: &mut Campaign, id: &SightingId, (before, after): Change<'_, Sighting>) -> Applied {
    if let Some(sighting) = after {
        square_on_map(campaign, sighting.square)?;
    }
    replace_entry(&mut campaign.intel.sightings, id, (before, after))
}

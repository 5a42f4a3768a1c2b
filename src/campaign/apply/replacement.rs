//! SP are given out of a pool.

use domain::FormationId;

use super::{Applied, Change, Refusal, base_mut, replace, stale};
use crate::{Campaign, Replacement};

/// An entry came, changed, or is gone.
pub(super) fn change(campaign: &mut Campaign, number: u32, (before, after): Change<'_, Replacement>) -> Applied {
    let subject = format!("replacement {number}");
    let entries = &mut campaign.replacements;
    let Some(place) = (number as usize).checked_sub(1).filter(|place| *place <= entries.len()) else {
        return Err(stale(&subject, "an entry", format!("{} entries", entries.len())));
    };
    let mut kept = entries.get(place);
    replace(&subject, &mut kept, &before, &after)?;
    match (before, after) {
        (Some(_), Some(after)) => entries[place] = after.clone(),
        (Some(_), None) => drop(entries.remove(place)),
        (None, Some(after)) => entries.push(after.clone()),
        (None, None) => return Err(stale(&subject, "an entry before or after", "none")),
    }
    Ok(())
}

/// SP that one base gets from one entry.
pub(super) struct GivenStrength<'a> {
    pub(super) leaf: &'a FormationId,
    pub(super) base: u16,
    pub(super) before: u16,
    pub(super) after: u16,
    pub(super) entry: u32,
    pub(super) given: u16,
}

/// What a base gets an entry has given: the one does not change without the other.
pub(super) fn taken(campaign: &mut Campaign, taken: &GivenStrength<'_>) -> Applied {
    let subject = format!("replacement {}", taken.entry);
    let place = (taken.entry as usize).wrapping_sub(1);
    let Some(entry) = campaign.replacements.get(place).cloned() else {
        return Err(stale(&subject, "an entry", "none"));
    };
    let sp = taken.after.saturating_sub(taken.before);
    if entry.given != taken.given {
        return Err(stale(&subject, format!("{} SP given", taken.given), entry.given.to_string()));
    }
    if sp == 0 || sp > entry.left() {
        return Err(stale(&subject, format!("{sp} SP in it"), entry.left().to_string()));
    }
    let base = base_mut(campaign, taken.leaf, taken.base)?;
    if taken.after > base.sp_full {
        let full = base.sp_full;
        return Err(Refusal::TooStrong { leaf: campaign.named(taken.leaf), full, wanted: taken.after });
    }
    replace(taken.leaf.as_str(), &mut base.sp, &taken.before, &taken.after)?;
    campaign.replacements[place].given += sp;
    Ok(())
}

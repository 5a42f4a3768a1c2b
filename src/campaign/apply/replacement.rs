//! SP are given out of a pool.

use domain::FormationId;

use super::{Refusal, base_mut};
use crate::{Campaign, Replacement};

/// An entry came, changed, or is gone.
pub(super) fn change(
    campaign: &mut Campaign,
    number: u32,
    before: Option<&Replacement>,
    after: Option<&Replacement>,
) -> Result<(), Refusal> {
    let stale = |expected: &str, found: String| {
        Err(Refusal::Stale { subject: format!("replacement {number}"), expected: expected.to_owned(), found })
    };
    let entries = &mut campaign.replacements;
    let Some(place) = (number as usize).checked_sub(1).filter(|place| *place <= entries.len()) else {
        return stale("an entry", format!("{} entries", entries.len()));
    };
    let mut kept = entries.get(place);
    super::replace(&format!("replacement {number}"), &mut kept, &before, &after)?;
    match (before, after) {
        (Some(_), Some(after)) => entries[place] = after.clone(),
        (Some(_), None) => drop(entries.remove(place)),
        (None, Some(after)) => entries.push(after.clone()),
        (None, None) => return stale("an entry before or after", "none".to_owned()),
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
pub(super) fn taken(campaign: &mut Campaign, taken: &GivenStrength<'_>) -> Result<(), Refusal> {
    let stale = |expected: String, found: String| Refusal::Stale {
        subject: format!("replacement {}", taken.entry),
        expected,
        found,
    };
    let Some(place) = usize::try_from(taken.entry).ok().and_then(|number| number.checked_sub(1)) else {
        return Err(stale("an entry".to_owned(), "none".to_owned()));
    };
    let Some(entry) = campaign.replacements.get(place).cloned() else {
        return Err(stale("an entry".to_owned(), "none".to_owned()));
    };
    let sp = taken.after.saturating_sub(taken.before);
    if entry.given != taken.given {
        return Err(stale(format!("{} SP given", taken.given), entry.given.to_string()));
    }
    if sp == 0 || sp > entry.left() {
        return Err(stale(format!("{sp} SP in it"), entry.left().to_string()));
    }
    let base = base_mut(campaign, taken.leaf, taken.base)?;
    if taken.after > base.sp_full {
        return Err(Refusal::TooStrong { leaf: taken.leaf.clone(), full: base.sp_full, wanted: taken.after });
    }
    super::replace(taken.leaf.as_str(), &mut base.sp, &taken.before, &taken.after)?;
    campaign.replacements[place].given += sp;
    Ok(())
}

//! What events have in common: what must be there before is compared, what is there after is put in its place.

use std::borrow::Borrow;
use std::collections::BTreeMap;

use super::refusal::Refusal;

/// An event happened, or was refused.
pub(super) type Applied = Result<(), Refusal>;

/// Puts a value in the place of the one that must be there.
pub(super) fn replace<T: PartialEq + Clone + std::fmt::Debug>(
    subject: &str,
    target: &mut T,
    before: &T,
    after: &T,
) -> Applied {
    if target != before {
        return Err(stale(subject, format!("{before:?}"), format!("{target:?}")));
    }
    target.clone_from(after);
    Ok(())
}

/// The refusal of an event that expects something else than what is there.
pub(super) fn stale(subject: &str, expected: impl Into<String>, found: impl Into<String>) -> Refusal {
    Refusal::Stale { subject: subject.to_owned(), expected: expected.into(), found: found.into() }
}

/// What was there before and what is there after; none for nothing.
pub(super) type Change<'a, T> = (Option<&'a T>, Option<&'a T>);

/// An entry came, changed, or is gone.
pub(super) fn replace_entry<K, V>(entries: &mut BTreeMap<K, V>, id: &K, (before, after): Change<'_, V>) -> Applied
where
    K: Ord + Clone + Borrow<str>,
    V: PartialEq + Clone + std::fmt::Debug,
{
    replace(id.borrow(), &mut entries.get::<K>(id), &before, &after)?;
    match after {
        Some(after) => entries.insert(id.clone(), after.clone()),
        None => entries.remove::<K>(id),
    };
    Ok(())
}

/// A row came, changed, or is gone; `found` is where it is, or where it would be.
pub(super) fn replace_row<T: PartialEq + Clone + std::fmt::Debug>(
    subject: &str,
    rows: &mut Vec<T>,
    found: Result<usize, usize>,
    (before, after): Change<'_, T>,
) -> Applied {
    replace(subject, &mut found.ok().map(|place| &rows[place]), &before, &after)?;
    match (found, after) {
        (Ok(place), Some(after)) => rows[place] = after.clone(),
        (Ok(place), None) => drop(rows.remove(place)),
        (Err(place), Some(after)) => rows.insert(place, after.clone()),
        (Err(_), None) => {}
    }
    Ok(())
}

/// A count changed; none is kept of nothing.
pub(super) fn replace_count<K: Ord>(
    subject: &str,
    counts: &mut BTreeMap<K, u32>,
    key: K,
    before: u32,
    after: u32,
) -> Applied {
    replace(subject, &mut counts.get(&key).copied().unwrap_or_default(), &before, &after)?;
    match after {
        0 => counts.remove(&key),
        count => counts.insert(key, count),
    };
    Ok(())
}

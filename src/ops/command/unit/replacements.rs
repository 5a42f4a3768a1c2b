//! SP out of pools: who gets how many of which entry, and `unit replace --from`.

use campaign::{Base, Campaign, Event, Pool};
use domain::{FormationId, Said, command};

use crate::{Changeset, OpError, pick};

/// SP that come to the bases of a leaf, the weakest first: the base, its SP before, its SP after.
pub(crate) fn shares(bases: &[Base], mut sp: u32) -> Vec<(u16, u16, u16)> {
    let mut order: Vec<(u16, u16, u16)> =
        bases.iter().enumerate().map(|(i, b)| (b.sp, i as u16, b.sp_full - b.sp)).collect();
    order.sort_unstable();
    let mut found = Vec::new();
    for (before, base, lost) in order {
        let given = sp.min(u32::from(lost)) as u16;
        sp -= u32::from(given);
        if given > 0 {
            found.push((base, before, before + given));
        }
    }
    found
}

/// Gives a leaf up to so many SP out of a pool; how many there were.
pub(crate) fn give(changes: &mut Changeset, pool: &Pool, id: &FormationId, wanted: u32) -> Result<u32, OpError> {
    let mut left = wanted;
    for place in changes.now().entries_for(pool, changes.formation(id)?) {
        let Some(entry) = changes.now().replacements.get(place) else { continue };
        let mut given = entry.given;
        let sp = left.min(u32::from(entry.left()));
        for (base, before, after) in shares(&changes.leaf(id)?.bases, sp) {
            let entry = place as u32 + 1;
            changes.happen(Event::ReplacementTaken { leaf: id.clone(), base, before, after, entry, given })?;
            given += after - before;
            left -= u32::from(after - before);
        }
    }
    Ok(wanted - left)
}

/// The pool that a word means: that of a side by its id, else that of a formation.
pub(crate) fn pool(changes: &Changeset, given: &str) -> Result<Pool, OpError> {
    match pick::side_before_units(changes.now(), given) {
        Some(side) => Ok(Pool::Side(side)),
        None => Ok(Pool::Formation(pick::unit(changes.now(), given)?.id.clone())),
    }
}

/// Whose a pool is, as sentences name it.
pub(crate) fn pool_named(campaign: &Campaign, pool: &Pool) -> String {
    match pool {
        Pool::Formation(id) => campaign.named(id),
        Pool::Side(side) => campaign.side_name(*side),
    }
}

/// Gives the leaves of a unit so many SP out of a pool, in this order, or refuses.
pub(crate) fn book(
    changes: &mut Changeset,
    unit: &FormationId,
    leaves: &[(FormationId, u32)],
    sp: u32,
    from: &str,
) -> Result<(), OpError> {
    let pool = pool(changes, from)?;
    let refused = |message: String, hint: Said| OpError::NotNow { message, at: unit.to_string(), hint };
    if changes.now().replacements.iter().all(|entry| entry.pool != pool) {
        let message = format!("{} has no pool of replacements", pool_named(changes.now(), &pool));
        return Err(OpError::not_now(message, command!("`railhead unit replacements` lists them")));
    }
    if !changes.now().pools_of(changes.formation(unit)?).contains(&pool) {
        let hint = "a pool supplies only its own formation and all under it".into();
        let (unit, pool) = (changes.now().named(unit), pool_named(changes.now(), &pool));
        return Err(refused(format!("{unit} is not under {pool}"), hint));
    }
    let mut left = sp;
    for (leaf, lost) in leaves {
        left -= give(changes, &pool, leaf, left.min(*lost))?;
    }
    if left > 0 {
        let (unit, pool) = (changes.now().named(unit), pool_named(changes.now(), &pool));
        let message = format!("the pool of {pool} holds {} SP for {unit}, not {sp}", sp - left);
        return Err(refused(message, command!("`railhead unit replacements` lists what has come and what is due")));
    }
    Ok(())
}

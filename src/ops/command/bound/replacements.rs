//! Step 3 of closing a night: replacements come from the pools to those who rest in supply.

use std::collections::{BTreeMap, BTreeSet};

use campaign::{Formation, Setting, Tree};
use domain::{FormationId, LeafState, SideId, Square};

use super::record::BoundSheet;
use crate::command::bound::groups::sides_on;
use crate::command::unit::replacements::give;
use crate::{Changeset, OpError};

/// Gives SP out of the pools, the weakest leaf first, ties by id.
///
/// # Interpretation
/// A leaf takes replacements that would reorganise at night (halted, without the enemy in its square), is in order, has
/// SP left, and is fed by a formation that is not out of LOG. Through one such formation, a division or what draws in
/// its place, come so many SP a night as the setting says. The nearest pool gives first. Grades stay as they are.
pub(super) fn come_up(changes: &mut Changeset, sheet: &BoundSheet) -> Result<(), OpError> {
    let now = changes.now().bound;
    if changes.now().replacements.iter().all(|entry| entry.bound > now || entry.left() == 0) {
        return Ok(());
    }
    let rate = changes.now().settings.number(Setting::ReplacementRate);
    let mut taken: BTreeMap<FormationId, u32> = BTreeMap::new();
    for (_, leaf, feeder, lost) in wanting(changes, sheet) {
        let so_far = taken.entry(feeder).or_default();
        let mut wanted = lost.min(rate.saturating_sub(*so_far));
        for pool in changes.now().pools_of(changes.formation(&leaf)?) {
            let given = give(changes, &pool, &leaf, wanted)?;
            *so_far += given;
            wanted -= given;
        }
    }
    Ok(())
}

/// Who may take some: SP left, the leaf, through whom it is fed, SP lost; the weakest first.
fn wanting(changes: &Changeset, sheet: &BoundSheet) -> Vec<(u32, FormationId, FormationId, u32)> {
    let campaign = changes.now();
    let tree = Tree::new(campaign);
    let standing = sides_on(campaign);
    let resting = campaign.formations.values().filter(|f| is_resting(&standing, f));
    let mut found: Vec<_> = resting
        .filter_map(|f| {
            let leaf = f.leaf.as_ref()?;
            let feeder = tree.feeder(f).filter(|_| is_fed(&tree, sheet, f))?;
            Some((leaf.sp(), f.id.clone(), feeder.id.clone(), leaf.sp_full() - leaf.sp()))
        })
        .collect();
    found.sort();
    found
}

/// Whether a leaf has lost SP and not all of them, is in order, halted, and alone in its square.
fn is_resting(standing: &BTreeMap<Square, BTreeSet<SideId>>, formation: &Formation) -> bool {
    let Some(leaf) = &formation.leaf else { return false };
    let worn = leaf.sp() > 0 && leaf.sp() < leaf.sp_full();
    let rests = leaf.state == LeafState::Organised && leaf.march.minutes == 0;
    let sides = formation.stands_on().and_then(|square| standing.get(&square));
    worn && rests && sides.is_some_and(|sides| sides.iter().all(|side| *side == formation.side))
}

/// Whether those through whom a leaf is fed are not out of LOG.
fn is_fed(tree: &Tree<'_>, sheet: &BoundSheet, leaf: &Formation) -> bool {
    let mut above = tree.feeders(leaf).into_iter().filter_map(|f| sheet.get(&f.id));
    let cut_off = above.find(|assessment| assessment.fed_by.is_some()).is_some_and(|assessment| assessment.log.out);
    let feeder = tree.feeder(leaf).and_then(|feeder| sheet.get(&feeder.id));
    !cut_off && feeder.is_some_and(|assessment| !assessment.log.out)
}

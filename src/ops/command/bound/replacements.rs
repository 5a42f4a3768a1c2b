//! Step 3 of closing a night: replacements come from the pools to those who rest in supply.

use std::collections::{BTreeMap, BTreeSet};

use campaign::{Campaign, Event, Formation, Pool, Replacement, Setting, Tree};
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
    let idle = idle_pools(changes.now(), sheet);
    for (_, leaf, feeder, lost) in wanting(changes, sheet) {
        let so_far = taken.entry(feeder).or_default();
        let mut wanted = lost.min(rate.saturating_sub(*so_far));
        for pool in changes.now().pools_of(changes.formation(&leaf)?) {
            let given = give(changes, &pool, &leaf, wanted)?;
            *so_far += given;
            wanted -= given;
        }
    }
    for (pool, reasons) in idle {
        let (told_of, whose) = match &pool {
            Pool::Formation(formation) => (Some(formation.clone()), "its pool: nobody under it".to_owned()),
            // A side is no formation: the first under it is told of the pool.
            Pool::Side(side) => {
                let first =
                    Tree::new(changes.now()).roots().iter().find(|root| root.side == *side).map(|f| f.id.clone());
                (first, format!("the pool of {}: nobody", changes.now().side_name(*side)))
            }
        };
        let of_pool = |entry: &&Replacement| entry.pool == pool && entry.bound <= now;
        let left: u32 = changes.now().replacements.iter().filter(of_pool).map(|entry| u32::from(entry.left())).sum();
        if left > 0 {
            // Of another arm nobody can be brought to take any.
            let can_be_mended = reasons.keys().any(|why| *why != WhyNot::Arm);
            let reasons: Vec<String> = reasons.into_iter().map(|(why, leaves)| why.of(leaves)).collect();
            let taken = "; who halts in order, in supply and with no enemy in the square is given some at night";
            let taken = if can_be_mended { taken } else { "" };
            let text = format!("{left} SP stay in {whose} could take any ({}){taken}", reasons.join(", "));
            told_of.map_or(Ok(()), |formation| changes.happen(Event::Remarked { formation, text }))?;
        }
    }
    Ok(())
}

/// Why a leaf that has lost SP takes none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum WhyNot {
    /// It is not in order.
    Disorganised,
    /// It has marched in this bound.
    Marched,
    /// An enemy is in its square.
    Enemy,
    /// Its division is out of LOG.
    Hungry,
    /// The pool holds nothing for its arm.
    Arm,
}

impl WhyNot {
    /// That so many leaves take none for this.
    fn of(self, leaves: usize) -> String {
        let (is, has) = if leaves == 1 { ("is", "has") } else { ("are", "have") };
        match self {
            Self::Disorganised => format!("{leaves} {is} disorganised"),
            Self::Marched => format!("{leaves} marched"),
            Self::Enemy => format!("{leaves} {has} the enemy in the square"),
            Self::Hungry => format!("{leaves} {is} out of LOG"),
            Self::Arm => format!("{leaves} of another arm"),
        }
    }
}

/// Of every pool out of which nobody can take anything the leaves on the map that have lost SP, by what keeps each from it.
fn idle_pools(campaign: &Campaign, sheet: &BoundSheet) -> BTreeMap<Pool, BTreeMap<WhyNot, usize>> {
    let (tree, standing) = (Tree::new(campaign), sides_on(campaign));
    let mut found: BTreeMap<Pool, BTreeMap<WhyNot, usize>> = BTreeMap::new();
    let mut drawn_on: BTreeSet<Pool> = BTreeSet::new();
    for formation in campaign.formations.values().filter(|f| is_worn(f)) {
        let (Some(leaf), Some(square)) = (&formation.leaf, formation.stands_on()) else { continue };
        let is_alone = standing.get(&square).is_some_and(|sides| sides.iter().all(|side| *side == formation.side));
        let hindered = if leaf.state != LeafState::Organised {
            Some(WhyNot::Disorganised)
        } else if leaf.march.minutes > 0 {
            Some(WhyNot::Marched)
        } else if !is_alone {
            Some(WhyNot::Enemy)
        } else {
            (!is_fed(&tree, sheet, formation)).then_some(WhyNot::Hungry)
        };
        for pool in campaign.pools_of(formation) {
            if hindered.is_none() && !campaign.entries_for(&pool, formation).is_empty() {
                drawn_on.insert(pool);
            } else {
                *found.entry(pool).or_default().entry(hindered.unwrap_or(WhyNot::Arm)).or_default() += 1;
            }
        }
    }
    found.retain(|pool, _| !drawn_on.contains(pool));
    found
}

/// Whether a leaf has lost SP and not all of them.
fn is_worn(formation: &Formation) -> bool {
    formation.leaf.as_ref().is_some_and(|leaf| leaf.sp() > 0 && leaf.sp() < leaf.sp_full())
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
    let rests = leaf.state == LeafState::Organised && leaf.march.minutes == 0;
    let sides = formation.stands_on().and_then(|square| standing.get(&square));
    is_worn(formation) && rests && sides.is_some_and(|sides| sides.iter().all(|side| *side == formation.side))
}

/// Whether those through whom a leaf is fed are not out of LOG.
fn is_fed(tree: &Tree<'_>, sheet: &BoundSheet, leaf: &Formation) -> bool {
    let mut above = tree.feeders(leaf).into_iter().filter_map(|f| sheet.get(&f.id));
    let cut_off = above.find(|assessment| assessment.fed_by.is_some()).is_some_and(|assessment| assessment.log.out);
    let feeder = tree.feeder(leaf).and_then(|feeder| sheet.get(&feeder.id));
    !cut_off && feeder.is_some_and(|assessment| !assessment.log.out)
}

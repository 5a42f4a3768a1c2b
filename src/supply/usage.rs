//! Who uses LOG and POL now, and what formations hold themselves: days of supply.
//!
//! What it decides: whose use counts. Who is in contact or fought in the running day wants one LOG a day of whoever feeds
//! it; who is ordered to move or has marched today one POL, where it needs any.
//! What it never does: look ahead; see `ops::query` for that.

use std::collections::{BTreeMap, BTreeSet};

use crate::campaign::march::contacts;
use crate::campaign::{Campaign, Formation, Tree};
use crate::domain::{Commodity, FormationId, Mobility};

use super::muster::Muster;

/// Who uses what.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PresentUse {
    /// The formations that expend LOG, with the leaves for which they do.
    pub log: BTreeMap<FormationId, Vec<FormationId>>,
    /// The formations that burn POL, with the leaves for which they do.
    pub pol: BTreeMap<FormationId, Vec<FormationId>>,
}

impl PresentUse {
    /// What a formation uses in a day.
    pub fn a_day(&self, formation: &FormationId, commodity: Commodity) -> i64 {
        let users = if commodity == Commodity::Pol { &self.pol } else { &self.log };
        i64::from(users.contains_key(formation))
    }
}

/// Who uses LOG and POL, of those who fight (`fights`) and march (`marches`), by whoever feeds them.
pub fn use_of(
    campaign: &Campaign,
    fights: impl Fn(&Formation) -> bool,
    marches: impl Fn(&Formation) -> bool,
) -> PresentUse {
    let tree = Tree::new(campaign);
    let mut found = PresentUse::default();
    let mut movers: BTreeMap<FormationId, (usize, Vec<FormationId>)> = BTreeMap::new();
    for leaf in tree.all().into_iter().filter(|f| f.is_on_map() && f.is_fighting_leaf()) {
        let (thirsty, fights) = (leaf.mobility.is_some_and(Mobility::needs_pol), fights(leaf));
        if !thirsty && !fights {
            continue;
        }
        let Some(feeder) = tree.feeder(leaf) else { continue };
        if fights {
            found.log.entry(feeder.id.clone()).or_default().push(leaf.id.clone());
        }
        if thirsty && tree.needs_pol(feeder) {
            let (all, moving) = movers.entry(feeder.id.clone()).or_default();
            *all += 1;
            moving.extend(marches(leaf).then(|| leaf.id.clone()));
        }
    }
    // One POL goes on a day on which more than half of these leaves march (model page, "Resupply").
    let enough = movers.into_iter().filter(|(_, (all, moving))| moving.len() * 2 > *all);
    found.pol = enough.map(|(id, (_, moving))| (id, moving)).collect();
    found
}

/// The present use: who is in contact, who is ordered to move or has marched today.
pub fn present_use(campaign: &Campaign) -> PresentUse {
    let (fighting, moving) = (fighting(campaign), ordered_to_move(campaign));
    use_of(campaign, |leaf| fighting.contains(&leaf.id), |leaf| moving.contains(&leaf.id) || has_marched(leaf))
}

/// The leaves in contact.
pub fn fighting(campaign: &Campaign) -> BTreeSet<FormationId> {
    contacts(campaign).into_iter().flat_map(|contact| contact.parties).flat_map(|party| party.leaves).collect()
}

/// The leaves under units that are ordered to move.
pub fn ordered_to_move(campaign: &Campaign) -> BTreeSet<FormationId> {
    let tree = Tree::new(campaign);
    let orders = campaign.orders.iter().filter(|order| order.deed.word() == "move");
    let units = orders.filter_map(|order| campaign.formations.get(&order.unit));
    units.flat_map(|unit| tree.leaves(unit)).map(|leaf| leaf.id.clone()).collect()
}

/// Whether a leaf has marched in the running day.
pub fn has_marched(leaf: &Formation) -> bool {
    leaf.leaf.as_ref().is_some_and(|leaf| leaf.march.today)
}

/// What every supply formation holds itself: in its dumps and vehicles; LOG and POL.
pub fn own_stocks(campaign: &Campaign) -> BTreeMap<FormationId, [i64; 2]> {
    let muster = Muster::new(campaign);
    let drawing = muster.tree.all().into_iter().filter(|f| muster.tree.is_supply_formation(f) && muster.is_present(f));
    drawing
        .map(|f| (f.id.clone(), [Commodity::Log, Commodity::Pol].map(|commodity| muster.stock(f, commodity))))
        .collect()
}

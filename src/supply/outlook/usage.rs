//! Who uses LOG and POL now, and what formations hold themselves: days of supply.
//!
//! What it decides: whose use counts. Who is in contact or fought in the running day wants one LOG a day of whoever feeds
//! it; who is ordered to move or has marched today one POL, where it needs any.
//! What it never does: look ahead; see `ops::query` for that.

use std::collections::{BTreeMap, BTreeSet};

use campaign::march::contacts;
use campaign::{Campaign, Formation, Tree};
use domain::{Commodity, FormationId, Mobility};

use crate::ground::crossings::Crossings;
use crate::ground::view::View;
use crate::outlook::actions::{DayAction, Fights, Portion, is_by_deed, portions};
use crate::standing::hierarchy::SupplyHierarchy;
use crate::standing::holdings::holdings;

/// Who uses what.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PresentUse {
    /// The formations that expend LOG, with the leaves for which they do.
    pub log: BTreeMap<FormationId, Vec<FormationId>>,
    /// The formations that burn POL, with the leaves for which they do.
    pub pol: BTreeMap<FormationId, Vec<FormationId>>,
    /// How much, where the house rule `consumption` holds.
    pub portions: BTreeMap<(FormationId, Commodity), Portion>,
    /// What the leaves do by which it is reckoned, where it holds: those that fight or march.
    pub actions: BTreeMap<FormationId, DayAction>,
}

impl PresentUse {
    /// What a formation uses in a day, in units; a unit that is begun counts whole.
    pub fn a_day(&self, formation: &FormationId, commodity: Commodity) -> i64 {
        if let Some(portion) = self.portion(formation, commodity) {
            return portion.units_a_day();
        }
        let users = if commodity == Commodity::Pol { &self.pol } else { &self.log };
        i64::from(users.contains_key(formation))
    }

    /// How much it uses, where the house rule `consumption` holds.
    pub fn portion(&self, formation: &FormationId, commodity: Commodity) -> Option<Portion> {
        self.portions.get(&(formation.clone(), commodity)).copied()
    }

    /// Whether nothing is left of so many units after tonight.
    pub fn is_last_day(&self, formation: &FormationId, commodity: Commodity, units: i64) -> bool {
        match self.portion(formation, commodity) {
            Some(portion) => portion.is_last_day(units),
            None => units <= self.a_day(formation, commodity),
        }
    }

    /// How many whole days so many units last; none where it uses none.
    pub fn days(&self, formation: &FormationId, commodity: Commodity, units: i64) -> Option<i64> {
        if let Some(portion) = self.portion(formation, commodity) {
            return portion.days(units);
        }
        let a_day = self.a_day(formation, commodity);
        (a_day > 0).then(|| units / a_day)
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
    if is_by_deed(campaign) {
        by_deed(&tree, &fights, &marches, &mut found);
    }
    found
}

/// How much is used by what each leaf is taken to do: who fights goes on attacking where he has attacked today, and
/// defends else.
fn by_deed(
    tree: &Tree<'_>,
    is_fighting: &impl Fn(&Formation) -> bool,
    is_marching: &impl Fn(&Formation) -> bool,
    found: &mut PresentUse,
) {
    let campaign = tree.campaign();
    let today = Fights::of_day(campaign);
    for leaf in tree.all().into_iter().filter(|f| f.is_fighting_leaf()) {
        let action = match today.action(tree, leaf) {
            DayAction::Attacked if is_fighting(leaf) => DayAction::Attacked,
            _ if is_fighting(leaf) => DayAction::Defended,
            _ if is_marching(leaf) => DayAction::Marched,
            _ => continue,
        };
        found.actions.insert(leaf.id.clone(), action);
    }
    let actions = &found.actions;
    found.portions =
        portions(campaign, |_, leaf| actions.get(&leaf.id).copied().unwrap_or_else(|| DayAction::standing(leaf)));
}

/// The present use: who is in contact, who is ordered to move or has marched today.
pub fn present_use(campaign: &Campaign) -> PresentUse {
    let (fighting, moving) = (fighting(campaign), ordered_to_move(campaign));
    use_of(campaign, |leaf| fighting.contains(&leaf.id), |leaf| moving.contains(&leaf.id) || has_marched(leaf))
}

/// The leaves in contact; where what they did is counted, those too that have fought today.
pub fn fighting(campaign: &Campaign) -> BTreeSet<FormationId> {
    let parties = contacts(campaign).into_iter().flat_map(|contact| contact.parties);
    let mut found: BTreeSet<FormationId> = parties.flat_map(|party| party.leaves).collect();
    if is_by_deed(campaign) {
        let (tree, today) = (Tree::new(campaign), Fights::of_day(campaign));
        let fought = |leaf: &&Formation| matches!(today.action(&tree, leaf), DayAction::Attacked | DayAction::Defended);
        found.extend(tree.all().into_iter().filter(|f| f.is_fighting_leaf()).filter(fought).map(|f| f.id.clone()));
    }
    found
}

/// The leaves under units that are ordered to move.
pub fn ordered_to_move(campaign: &Campaign) -> BTreeSet<FormationId> {
    let tree = Tree::new(campaign);
    let orders = campaign.orders.iter().filter(|order| order.action.word() == "move");
    let units = orders.filter_map(|order| campaign.formations.get(&order.unit));
    units.flat_map(|unit| tree.leaves(unit)).map(|leaf| leaf.id.clone()).collect()
}

/// Whether a leaf has marched in the running day.
pub fn has_marched(leaf: &Formation) -> bool {
    leaf.leaf.as_ref().is_some_and(|leaf| leaf.march.today)
}

/// What every supply formation holds itself and can come to: in its dumps and vehicles; LOG and POL.
pub fn own_stocks(campaign: &Campaign) -> BTreeMap<FormationId, [i64; 2]> {
    let (hierarchy, network) = (SupplyHierarchy::new(campaign), crate::ground::lay::network(campaign));
    let crossings = Crossings::new(campaign, &network);
    let mut found = BTreeMap::new();
    for side in campaign.sides.iter().map(|side| side.id) {
        let view = View::new(campaign, &network, side, &crossings);
        let draws = |f: &&Formation| f.side == side && hierarchy.tree.is_supply_formation(f) && hierarchy.is_present(f);
        for formation in hierarchy.tree.all().into_iter().filter(draws) {
            let both = [Commodity::Log, Commodity::Pol];
            let held = both.map(|commodity| holdings(&view, &hierarchy, formation, commodity).units);
            found.insert(formation.id.clone(), held);
        }
    }
    found
}

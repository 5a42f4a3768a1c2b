//! The vehicles of a formation: which carry a commodity, and which stand ready to take what others bring.

use campaign::{Formation, Tree, can_carry};
use domain::Commodity;

use crate::standing::hierarchy::SupplyHierarchy;

/// The vehicles of a formation that carry a commodity: fire units go on what carries LOG.
pub(super) fn carriers<'a>(
    hierarchy: &SupplyHierarchy<'a>,
    formation: &Formation,
    commodity: Commodity,
) -> Vec<&'a Formation> {
    if !commodity.is_fire() {
        return hierarchy.vehicles(formation, commodity);
    }
    let children = hierarchy.tree.children(&formation.id).iter().filter(|f| f.is_on_map());
    children.filter(|f| f.vehicle_of().is_some_and(|carries| can_carry(carries, commodity))).copied().collect()
}

/// The vehicles of a formation that stand ready to take what others bring, and how much: those on the square of the
/// first of them that is on no convoy.
pub(super) fn takers<'a>(tree: &Tree<'a>, formation: &Formation, commodity: Commodity) -> Vec<&'a Formation> {
    let mut found = standing(tree, formation, commodity);
    let at = found.first().and_then(|first| first.stands_on());
    found.retain(|vehicle| vehicle.stands_on() == at);
    found
}

/// The vehicles of a formation for a commodity that are on no convoy, by id.
pub(super) fn standing<'a>(tree: &Tree<'a>, formation: &Formation, commodity: Commodity) -> Vec<&'a Formation> {
    let campaign = tree.campaign();
    let takes = |f: &&Formation| f.is_on_map() && f.vehicle_of().is_some_and(|carries| can_carry(carries, commodity));
    let free = |f: &&Formation| campaign.convoy_of(f.id.as_str()).is_none();
    let children = tree.children(&formation.id).iter().copied();
    let mut found: Vec<&Formation> = children.filter(takes).filter(free).collect();
    found.sort_by(|a, b| a.id.cmp(&b.id));
    found
}

//! Corps and army artillery that wants fire units, and from which accounts it could have them.
//!
//! What it decides: which dumps and vehicles are open to a leaf: those of its superiors that a clear way leads to.
//! What it never does: book anything; `bound close` does.

use std::collections::BTreeMap;

use campaign::{Base, Campaign, Tree, can_carry};
use domain::{AccountId, Commodity, FormationId};
use network::Network;

use crate::ground::roads::Roads;
use crate::standing::hierarchy::SupplyHierarchy;

/// A leaf that wants fire units.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FireWant {
    /// The leaf.
    pub leaf: FormationId,
    /// Of which class.
    pub commodity: Commodity,
    /// How many of its bases want them.
    pub bases: usize,
    /// The accounts that it can reach and that hold some, in the order in which they are asked.
    pub from: Vec<AccountId>,
    /// The first account that it can reach, whatever that holds.
    pub first: Option<AccountId>,
}

/// Who finds no fire units tonight, when one after another has taken his.
pub fn without_fire_units(campaign: &Campaign) -> Vec<FireWant> {
    let refills = refills(campaign, fire_wants(campaign)).into_iter();
    refills.filter(|(_, from)| from.is_none()).map(|(want, _)| want).collect()
}

/// From which account each is refilled tonight, one after another; none where nothing is left for it.
pub(crate) fn refills(campaign: &Campaign, wants: Vec<FireWant>) -> Vec<(FireWant, Option<AccountId>)> {
    let mut drawn: BTreeMap<(AccountId, Commodity), i64> = BTreeMap::new();
    let refill = |want: FireWant| {
        let key = |id: &AccountId| (id.clone(), want.commodity);
        let taken = |id: &AccountId| drawn.get(&key(id)).copied().unwrap_or_default();
        let from = want.from.iter().find(|id| campaign.usable(id.as_str(), want.commodity) > taken(id)).cloned();
        if let Some(from) = &from {
            *drawn.entry(key(from)).or_default() += 1;
        }
        (want, from)
    };
    wants.into_iter().map(refill).collect()
}

/// The artillery that wants fire units of its calibre, by side and tree; nothing where they are not counted apart.
///
/// # Interpretation
/// The nearest superior's dumps are asked first, by id, then its LOG vehicles that are not on the road.
pub fn fire_wants(campaign: &Campaign) -> Vec<FireWant> {
    if !campaign.counts_fire_units() {
        return Vec::new();
    }
    let hierarchy = SupplyHierarchy::new(campaign);
    let wanting = wanting(&hierarchy);
    if wanting.is_empty() { Vec::new() } else { asking(&hierarchy, &crate::ground::lay::network(campaign), wanting) }
}

/// The same on a network that is there already.
pub(crate) fn fire_wants_on(hierarchy: &SupplyHierarchy<'_>, network: &Network) -> Vec<FireWant> {
    if hierarchy.campaign.counts_fire_units() { asking(hierarchy, network, wanting(hierarchy)) } else { Vec::new() }
}

/// The leaves that want fire units, of which class, and how many of their bases do.
fn wanting(hierarchy: &SupplyHierarchy<'_>) -> Vec<(FormationId, Commodity, usize)> {
    let wanting = |leaf: &campaign::Formation| {
        let bases = leaf.leaf.as_ref().map_or(0, |leaf| leaf.bases.iter().filter(|b| b.wants_ammunition()).count());
        let commodity = hierarchy.tree.fire_units_of(leaf).filter(|_| bases > 0 && leaf.is_on_map())?;
        Some((leaf.id.clone(), commodity, bases))
    };
    hierarchy.tree.all().into_iter().filter_map(wanting).collect()
}

fn asking(
    hierarchy: &SupplyHierarchy<'_>,
    network: &Network,
    wanting: Vec<(FormationId, Commodity, usize)>,
) -> Vec<FireWant> {
    let mut roads = Roads::new(hierarchy.campaign, network);
    let want = |(leaf, commodity, bases)| {
        let (first, from) = open_to(hierarchy, &mut roads, &leaf, commodity);
        FireWant { leaf, commodity, bases, from, first }
    };
    wanting.into_iter().map(want).collect()
}

/// The first account that is open to a leaf, and all those that hold some.
fn open_to(
    hierarchy: &SupplyHierarchy<'_>,
    roads: &mut Roads<'_>,
    leaf: &FormationId,
    commodity: Commodity,
) -> (Option<AccountId>, Vec<AccountId>) {
    let campaign = hierarchy.campaign;
    let Some(formation) = campaign.formations.get(leaf) else { return Default::default() };
    let Some(square) = formation.stands_on() else { return Default::default() };
    let mut accounts: Vec<AccountId> = Vec::new();
    for superior in hierarchy.superiors(formation) {
        let mut dumps: Vec<AccountId> = hierarchy.dumps_of(&superior.id).iter().map(|dump| dump.id.clone()).collect();
        dumps.sort();
        accounts.extend(dumps);
        let children = hierarchy.tree.children(&superior.id).iter().filter(|f| f.is_on_map());
        let vehicles = children.filter(|f| f.vehicle_of().is_some_and(|carries| can_carry(carries, commodity)));
        let mut vehicles: Vec<AccountId> = vehicles.map(|f| AccountId::from(f.id.as_str())).collect();
        vehicles.retain(|id| campaign.convoy_of(id.as_str()).is_none());
        vehicles.sort();
        accounts.extend(vehicles);
    }
    let mut is_open = |id: &AccountId| {
        let mut is_clear = |at| at == square || roads.is_clear(formation.side, square, at);
        campaign.account_square(id.as_str()).is_some_and(&mut is_clear)
    };
    let first = accounts.iter().find(|id| is_open(id)).cloned();
    accounts.retain(|id| campaign.usable(id.as_str(), commodity) > 0 && is_open(id));
    (first, accounts)
}

/// Whether a leaf is refilled from fire units of its calibre and not from LOG.
pub fn wants_fire_units(tree: &Tree<'_>, leaf: &FormationId) -> bool {
    let campaign = tree.campaign();
    let formation = campaign.formations.get(leaf).filter(|_| campaign.counts_fire_units());
    formation.is_some_and(|formation| {
        let wants = formation.leaf.as_ref().is_some_and(|leaf| leaf.bases.iter().any(Base::wants_ammunition));
        wants && tree.fire_units_of(formation).is_some()
    })
}

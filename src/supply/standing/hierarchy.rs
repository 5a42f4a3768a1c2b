//! Who draws supply, from whom, and through which dumps and bowsers.

use std::collections::BTreeMap;

use campaign::{Campaign, Dump, Errand, Formation, Goal, Tree};
use domain::{Arm, Commodity, Echelon, FormationId, LeafState, Square, SupportKind};

/// The order of battle as supply sees it.
pub(crate) struct SupplyHierarchy<'a> {
    pub(crate) campaign: &'a Campaign,
    pub(crate) tree: Tree<'a>,
    dumps: BTreeMap<&'a str, Vec<&'a Dump>>,
}

impl<'a> SupplyHierarchy<'a> {
    pub(crate) fn new(campaign: &'a Campaign) -> Self {
        let mut dumps: BTreeMap<&str, Vec<&Dump>> = BTreeMap::new();
        for dump in campaign.dumps.values().filter(|dump| !dump.closed) {
            dumps.entry(dump.owner.as_str()).or_default().push(dump);
        }
        Self { campaign, tree: Tree::new(campaign), dumps }
    }

    /// By whom a formation is fed in turn: the one under whose command it is lent, else its superior.
    fn superior(&self, formation: &Formation) -> Option<&'a Formation> {
        let lent = formation.support.as_ref().filter(|s| s.kind == SupportKind::UnderCommand);
        match lent {
            Some(support) => self.campaign.formations.get(&support.to),
            None => self.tree.parent(formation),
        }
    }

    /// Its superiors for supply, the nearest first.
    pub(crate) fn superiors(&self, formation: &Formation) -> Vec<&'a Formation> {
        let mut found: Vec<&Formation> = Vec::new();
        let mut next = self.superior(formation);
        // Two formations may be lent to each other's subordinates: no one is met twice.
        while let Some(superior) = next.filter(|s| found.iter().all(|f| f.id != s.id) && s.id != formation.id) {
            found.push(superior);
            next = self.superior(superior);
        }
        found
    }

    /// The nearest superior that draws for itself.
    pub(crate) fn feeder(&self, formation: &Formation) -> Option<&'a Formation> {
        self.superiors(formation).into_iter().find(|f| self.tree.is_supply_formation(f))
    }

    /// Whether it has arrived and is neither destroyed nor surrendered: one of its leaves is on the map or dispersed.
    pub(crate) fn is_present(&self, formation: &Formation) -> bool {
        let here = |state: LeafState| state.is_on_map() || state == LeafState::Dispersed;
        let under = self.tree.children(&formation.id);
        formation.leaf.as_ref().is_some_and(|leaf| here(leaf.state)) || under.iter().any(|f| self.is_present(f))
    }

    /// Its LOG vehicles (`Log`) or bowsers (`Pol`) on the map.
    pub(crate) fn vehicles(&self, formation: &Formation, commodity: Commodity) -> Vec<&'a Formation> {
        let logistic = self.tree.logistic(&formation.id);
        logistic.filter(|f| f.vehicle_of() == Some(commodity) && f.is_on_map()).collect()
    }

    /// Whether the order of battle ever gave it bowsers.
    pub(crate) fn had_bowsers(&self, formation: &Formation) -> bool {
        let mut logistic = self.tree.logistic(&formation.id);
        formation.once_had.pol || logistic.any(|f| f.vehicle_of() == Some(Commodity::Pol))
    }

    /// The square of its HQ; none where its HQ is lost.
    pub(crate) fn hq(&self, formation: &'a Formation) -> Option<Square> {
        let had = self.tree.children(&formation.id).iter().any(|f| f.arm == Arm::Hq);
        match self.tree.command_leaf(formation) {
            Some(leaf) => leaf.stands_on(),
            None if had => None,
            None => self.tree.square(formation),
        }
    }

    /// The dumps that a formation owns, by id.
    pub(crate) fn dumps_of(&self, owner: &FormationId) -> &[&'a Dump] {
        self.dumps.get(owner.as_str()).map_or(&[], Vec::as_slice)
    }

    /// The levels of dumps through which a formation's line goes (model page, "Line of supply").
    ///
    /// A dump of its corps; a dump of its army, or where that has none of the nearest formation above it that has.
    pub(crate) fn stages(&self, formation: &'a Formation) -> Vec<Vec<&'a Dump>> {
        let chain: Vec<&Formation> = std::iter::once(formation).chain(self.superiors(formation)).collect();
        let corps = chain.iter().find(|f| f.echelon == Echelon::Corps).map(|f| self.dumps_of(&f.id));
        let above = chain.iter().filter(|f| f.echelon >= Echelon::Army).map(|f| self.dumps_of(&f.id));
        let army = above.into_iter().find(|dumps| !dumps.is_empty());
        corps.into_iter().chain(army).filter(|dumps| !dumps.is_empty()).map(<[_]>::to_vec).collect()
    }

    /// Whether what an account holds is where it is kept: not on the road, or brought by a formation's own vehicle and there.
    pub(crate) fn is_at_hand(&self, account: &str) -> bool {
        let Some(convoy) = self.campaign.convoy_of(account) else { return true };
        let own = self.campaign.formation(account).and_then(|f| f.parent.as_ref());
        let is_home = own.is_some_and(|own| convoy.to == Goal::Formation(own.clone()));
        is_home && convoy.errand == Errand::Deliver && convoy.destination(&self.tree) == convoy.square(self.campaign)
    }

    /// Its own accounts that hold some, how much, and where: its dumps, then its vehicles that are not on the road, by id.
    pub(crate) fn own(&self, formation: &Formation, commodity: Commodity) -> Vec<(String, i64, Option<Square>)> {
        let dumps = self.dumps_of(&formation.id).iter().map(|dump| (dump.id.as_str(), Some(dump.square)));
        let mut vehicles = self.vehicles(formation, commodity);
        vehicles.retain(|vehicle| self.is_at_hand(vehicle.id.as_str()));
        vehicles.sort_by(|a, b| a.id.cmp(&b.id));
        let all = dumps.chain(vehicles.iter().map(|vehicle| (vehicle.id.as_str(), vehicle.stands_on())));
        let holding = all.map(|(id, square)| (id.to_owned(), self.campaign.usable(id, commodity), square));
        holding.filter(|(_, units, _)| *units > 0).collect()
    }
}

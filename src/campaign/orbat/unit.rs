//! Which unit a leaf belongs to, and through whom it is fed.

use domain::{Arm, Bound, Commodity, Echelon, LeafState, SupportKind};

use crate::{Formation, Leaf, Tree};

impl<'a> Tree<'a> {
    /// The unit of a leaf: the regiment or brigade, or the formation whose own troops it is of (NQM Squared, section 1).
    ///
    /// # Interpretation
    /// The nearest formation at or above it that is not a battalion; without one the highest above it.
    pub fn unit_of(&self, leaf: &'a Formation) -> &'a Formation {
        let mut unit = leaf;
        while unit.echelon == Echelon::Battalion {
            let Some(parent) = self.parent(unit) else { break };
            unit = parent;
        }
        unit
    }

    /// The leaves that are a unit's own, and not of units under it.
    pub fn own_leaves<'s>(&'s self, unit: &'a Formation) -> impl Iterator<Item = &'a Formation> + use<'s, 'a> {
        self.leaves(unit).into_iter().filter(|leaf| self.unit_of(leaf).id == unit.id)
    }

    /// SP of all fighting bases of a unit on the map.
    pub fn fighting_sp(&self, unit: &'a Formation) -> u32 {
        let fighting = self.own_leaves(unit).filter(|leaf| leaf.is_fighting_leaf());
        fighting.filter_map(|leaf| leaf.leaf.as_ref()).map(Leaf::sp).sum()
    }

    /// The superiors through which a formation is fed, the nearest first: whom it is under command of, else its own.
    pub fn feeders(&self, formation: &Formation) -> Vec<&'a Formation> {
        let mut found: Vec<&'a Formation> = Vec::new();
        let mut next = self.feeding_superior(formation);
        // Two formations may be lent to each other's subordinates: no one is met twice.
        while let Some(superior) = next.filter(|s| found.iter().all(|f| f.id != s.id) && s.id != formation.id) {
            found.push(superior);
            next = self.feeding_superior(superior);
        }
        found
    }

    fn feeding_superior(&self, formation: &Formation) -> Option<&'a Formation> {
        let lent = formation.support.as_ref().filter(|s| s.kind == SupportKind::UnderCommand);
        match lent {
            Some(support) => self.campaign().formations.get(&support.to),
            None => self.parent(formation),
        }
    }

    /// The supply formation through which a leaf is fed.
    pub fn feeder(&self, leaf: &Formation) -> Option<&'a Formation> {
        self.feeders(leaf).into_iter().find(|f| self.is_supply_formation(f))
    }

    /// The command leaves that the order of battle gives a formation, on the map or not.
    pub fn command_leaves(&self, formation: &Formation) -> impl Iterator<Item = &'a Formation> {
        self.children(&formation.id).iter().copied().filter(|f| f.arm == Arm::Hq && f.leaf.is_some())
    }

    /// When the first of a formation's own vehicles for a commodity arrives, without one that of its HQs; none where one is on the
    /// map, or none is still to come.
    pub fn awaits(&self, formation: &Formation, carries: Option<Commodity>) -> Option<Bound> {
        let is_it = |f: &&Formation| match carries {
            Some(_) => f.vehicle_of() == carries,
            None => f.arm == Arm::Hq && f.leaf.is_some(),
        };
        let own = || self.children(&formation.id).iter().copied().filter(is_it);
        if own().any(Formation::is_on_map) {
            return None;
        }
        let coming = own().filter_map(|f| f.leaf.as_ref()).filter(|leaf| leaf.state == LeafState::OffMap);
        coming.filter_map(|leaf| leaf.arrives).min()
    }
}

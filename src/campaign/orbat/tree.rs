//! The order of battle as a tree: who is under whom at this moment.

use domain::{Arm, Echelon, FormationId, Grade, Mobility, Named, SideId, Square};

use super::branches::Branches;
use crate::{Campaign, Formation};

/// The subordinates of every formation, in the order in which the organiser wrote them.
///
/// Made from a campaign; it does not follow later changes of it.
pub struct Tree<'a> {
    campaign: &'a Campaign,
    /// Every formation, by id; the others name them by their places here.
    all: Vec<&'a Formation>,
    branches: &'a Branches,
    /// Those under each, one list after another.
    children: Vec<&'a Formation>,
    roots: Vec<&'a Formation>,
}

impl<'a> Tree<'a> {
    /// The tree of a campaign.
    pub fn new(campaign: &'a Campaign) -> Self {
        let all: Vec<&Formation> = campaign.formations.values().collect();
        let branches = campaign.formations.branches();
        let children = branches.under.items().iter().map(|number| all[*number]).collect();
        let mut roots: Vec<&Formation> = all.iter().filter(|formation| formation.parent.is_none()).copied().collect();
        let side_order = |side: SideId| campaign.sides.iter().position(|s| s.id == side);
        roots.sort_by_key(|f| (side_order(f.side), f.order));
        Self { campaign, all, branches, children, roots }
    }

    /// The campaign of which this is the tree.
    pub fn campaign(&self) -> &'a Campaign {
        self.campaign
    }

    /// The formations directly under a side, side by side.
    pub fn roots(&self) -> &[&'a Formation] {
        &self.roots
    }

    /// The subordinates of a formation, in order.
    pub fn children(&self, id: &(impl Named + ?Sized)) -> &[&'a Formation] {
        self.place(id).map_or(&[], |place| &self.children[self.branches.under.range(place)])
    }

    /// The logistic leaves directly under a formation, in order: of many subordinates most are none.
    pub fn logistic(&self, id: &(impl Named + ?Sized)) -> impl DoubleEndedIterator<Item = &'a Formation> + '_ {
        let places = self.place(id).map_or(&[][..], |place| self.branches.logistic.of(place));
        places.iter().map(|place| self.all[*place])
    }

    fn place(&self, id: &(impl Named + ?Sized)) -> Option<usize> {
        self.campaign.formations.place(id)
    }

    /// The formation and everything under it, superiors before subordinates.
    pub fn with_all_under(&self, formation: &'a Formation) -> Vec<&'a Formation> {
        let Some(place) = self.place(&formation.id) else { return vec![formation] };
        let mut found = Vec::new();
        let mut waiting = vec![place];
        while let Some(next) = waiting.pop() {
            found.push(self.all[next]);
            waiting.extend(self.branches.under.of(next).iter().rev());
        }
        found
    }

    /// Every formation, by side and tree.
    pub fn all(&self) -> Vec<&'a Formation> {
        self.roots.iter().flat_map(|root| self.with_all_under(root)).collect()
    }

    /// The leaves at or under a formation.
    pub fn leaves(&self, formation: &'a Formation) -> Vec<&'a Formation> {
        self.with_all_under(formation).into_iter().filter(|f| f.leaf.is_some()).collect()
    }

    /// The superior of a formation.
    pub fn parent(&self, formation: &Formation) -> Option<&'a Formation> {
        self.campaign.superior(formation)
    }

    /// The superiors of a formation, the nearest first.
    pub fn superiors(&self, formation: &Formation) -> Vec<&'a Formation> {
        self.campaign.superiors(formation)
    }

    /// The command leaf of a formation: its first HQ leaf on the map, for a leaf itself.
    pub fn command_leaf(&self, formation: &'a Formation) -> Option<&'a Formation> {
        if formation.leaf.is_some() {
            return Some(formation);
        }
        let command = |f: &&&'a Formation| f.arm == Arm::Hq && f.is_on_map();
        self.children(&formation.id).iter().find(command).copied()
    }

    /// The square of a formation: that of the leaf with which it stands.
    pub fn square(&self, formation: &'a Formation) -> Option<Square> {
        self.place_leaf(formation).and_then(Formation::stands_on)
    }

    /// The leaf with which a formation stands: its command leaf, without one its first fighting leaf by id.
    pub fn place_leaf(&self, formation: &'a Formation) -> Option<&'a Formation> {
        if let Some(leaf) = self.command_leaf(formation) {
            return Some(leaf);
        }
        let leaves = self.leaves(formation);
        let first = leaves.iter().filter(|f| f.is_fighting_leaf()).min_by(|a, b| a.id.cmp(&b.id));
        let first = first.or_else(|| leaves.iter().filter(|f| f.is_on_map()).min_by(|a, b| a.id.cmp(&b.id)));
        first.copied()
    }

    /// The grade of a formation: its own, else that of its nearest superior that has one.
    pub fn grade(&self, formation: &Formation) -> Option<Grade> {
        formation.grade.or_else(|| self.superiors(formation).into_iter().find_map(|f| f.grade))
    }

    /// What a green formation turns into: its own grade under it, else that of its nearest superior that has one.
    pub fn grade_under(&self, formation: &Formation) -> Option<Grade> {
        formation.grade_under.or_else(|| self.superiors(formation).into_iter().find_map(|f| f.grade_under))
    }

    /// What the HQ die of a unit shows now; that of regulars where nobody gave it a grade.
    pub fn hq_die(&self, unit: &Formation) -> u8 {
        unit.hq_die.unwrap_or_else(|| self.grade(unit).unwrap_or(Grade::Regular).full_hq_die())
    }

    /// The nearest formation at or above this one of this level.
    pub fn at_level(&self, formation: &'a Formation, echelon: Echelon) -> Option<&'a Formation> {
        std::iter::once(formation).chain(self.superiors(formation)).find(|f| f.echelon == echelon)
    }

    /// It or the nearest above it that is of this level, else the nearest of a higher one, else the highest above it.
    pub fn at_level_or_above(&self, formation: &'a Formation, echelon: Echelon) -> &'a Formation {
        let chain: Vec<&'a Formation> = std::iter::once(formation).chain(self.superiors(formation)).collect();
        let at = |wanted: &dyn Fn(Echelon) -> bool| chain.iter().find(|f| wanted(f.echelon)).copied();
        let found = at(&|of| of == echelon).or_else(|| at(&|of| of > echelon));
        found.or_else(|| chain.last().copied()).unwrap_or(formation)
    }
}

/// Who draws supply (model page, "Who draws").
impl<'a> Tree<'a> {
    /// Whether it is of a level that draws for itself: division, brigade, separate regiment or higher HQ.
    pub fn is_of_a_drawing_level(&self, formation: &Formation) -> bool {
        let within = |f: &&'a Formation| matches!(f.echelon, Echelon::Brigade | Echelon::Division);
        match formation.echelon {
            Echelon::Battalion => false,
            Echelon::Regiment => !self.superiors(formation).iter().any(within),
            _ => true,
        }
    }

    /// Whether it is a supply formation: of a level that draws, with a logistic leaf directly under it, now or once.
    pub fn is_supply_formation(&self, formation: &Formation) -> bool {
        let once = formation.once_had.log || formation.once_had.pol;
        let has = || self.logistic(&formation.id).next().is_some();
        formation.leaf.is_none() && (once || has()) && self.is_of_a_drawing_level(formation)
    }

    /// Whether it or one above it is a supply formation: nobody else is in supply or out of it.
    pub fn is_fed(&self, formation: &'a Formation) -> bool {
        std::iter::once(formation).chain(self.superiors(formation)).any(|above| self.is_supply_formation(above))
    }

    /// Whether it needs POL: more than half of its fighting leaves are armoured or motorised.
    pub fn needs_pol(&self, formation: &'a Formation) -> bool {
        burns(self.leaves(formation).into_iter().filter(|f| f.is_fighting_leaf()))
    }

    /// Whether it needs POL, or where none of its troops has come yet, will when they are there.
    pub fn will_need_pol(&self, formation: &'a Formation) -> bool {
        let leaves = self.leaves(formation);
        let is_there = leaves.iter().any(|f| f.is_fighting_leaf());
        if is_there { self.needs_pol(formation) } else { burns(leaves.into_iter().filter(|f| f.can_fight())) }
    }
}

/// Whether more than half of these are armoured or motorised.
fn burns<'a>(leaves: impl Iterator<Item = &'a Formation>) -> bool {
    let thirsty = |leaf: &Formation| leaf.mobility.is_some_and(Mobility::needs_pol);
    let (burning, all) = leaves.fold((0, 0), |(burning, all), leaf| (burning + usize::from(thirsty(leaf)), all + 1));
    burning * 2 > all
}

/// Whether putting `formation` under `superior` would make it its own superior.
pub(crate) fn would_be_a_cycle(campaign: &Campaign, formation: &FormationId, superior: &FormationId) -> bool {
    let mut next = Some(superior);
    // In a damaged file there may be a cycle above already: never go round.
    for _ in 0..=campaign.formations.len() {
        let Some(id) = next else { return false };
        if id == formation {
            return true;
        }
        next = campaign.formations.get(id).and_then(|f| f.parent.as_ref());
    }
    false
}

//! Who sights whom.
//!
//! What it decides: which enemies a side sees, whether they are those that it saw before, and what a battle tells of those
//! who fought.
//! What it never does: look at ground, crossings or railways; that is `observe`.

use std::collections::{BTreeMap, BTreeSet};

use fixedbitset::FixedBitSet;

use domain::{Arm, Echelon, FormationId, Grade, SideId, SightedBy, SightingId, Square};

use super::Sighting;
use super::earlier::{Earlier, Left};
use super::pinned::Pinned;
use super::watch::Watch;
use crate::{Battle, BattleUnit, Campaign, Event, Formation, Leaf, Tree};

/// Leaves of one formation in one square, as a side sees them.
#[derive(Debug, Default)]
struct Group {
    /// How many of each.
    arms: Vec<(Arm, u16)>,
    echelon: Option<Echelon>,
    units: u16,
}

impl Group {
    fn of(leaf: &Formation) -> Self {
        let mut group = Self::default();
        group.add(leaf);
        group
    }

    fn add(&mut self, leaf: &Formation) {
        if leaf.is_fighting_leaf() {
            match self.arms.iter_mut().find(|(arm, _)| *arm == leaf.arm) {
                Some((_, units)) => *units += 1,
                None => self.arms.push((leaf.arm, 1)),
            }
            self.echelon = self.echelon.max(Some(leaf.echelon));
            self.units += 1;
        }
    }
}

/// The side that sees, the square, and the formation whose leaves stand there.
type GroupKey = (SideId, Square, FormationId);

/// What is seen, in the order of the keys.
type Groups = Vec<(GroupKey, Group)>;

/// Squares that are looked at, by their numbers.
pub(super) struct Near(FixedBitSet);

impl Near {
    pub(super) fn new(campaign: &Campaign, squares: impl Iterator<Item = Square>) -> Self {
        let mut near = FixedBitSet::with_capacity(campaign.frame.len());
        let squares = squares.filter(|square| campaign.frame.contains(*square));
        squares.for_each(|square| near.insert(campaign.frame.index(square)));
        Self(near)
    }

    pub(super) fn squares(&self, campaign: &Campaign) -> impl Iterator<Item = Square> {
        self.0.ones().map(|number| campaign.frame.square_at(number))
    }

    fn has(&self, campaign: &Campaign, square: Square) -> bool {
        self.0.contains(campaign.frame.index(square))
    }
}

impl Campaign {
    /// Lets every side sight the enemies in these squares that stand in or beside the squares of its fighting leaves.
    /// Who only came under another superior (`regrouped`) keeps the sighting: what is seen is the same.
    pub(super) fn sight(&mut self, watch: &Watch, pinned: &mut Pinned, near: &Near, regrouped: bool) {
        let groups = self.groups(watch, near);
        let mut left = self.concerned(&groups, near, pinned);
        let mut unmatched = Vec::new();
        for (key, group) in groups {
            let (by, square, formation) = &key;
            let same = left.of(*by, formation).find(|(_, earlier)| earlier.square == *square);
            match same.map(|(place, _)| place).and_then(|place| left.take(place)) {
                Some(same) => self.renew(pinned, &same.id, &key, &group),
                None => unmatched.push((key, group)),
            }
        }
        // Who is seen where he was seen before has not moved from there.
        left.retain(|earlier| {
            near.has(self, earlier.square)
                || !earlier.formation.as_ref().is_some_and(|of| self.is_seen(watch, earlier.by, earlier.square, of))
        });
        let mut last = BTreeMap::new();
        for (key, group) in unmatched {
            let (by, square, formation) = &key;
            let has_moved = left.of(*by, formation).next();
            let in_the_square =
                |(_, s): &(usize, &Earlier)| s.by == *by && s.square == *square && s.formation.is_some();
            let known = if regrouped { has_moved.or_else(|| left.iter().find(in_the_square)) } else { has_moved };
            let known = known.map(|(place, _)| place).and_then(|place| left.take(place));
            let id = known.map_or_else(|| self.new_id(self.side_of(formation), &mut last), |earlier| earlier.id);
            self.renew(pinned, &id, &key, &group);
        }
        self.give_up_gone(watch, &left, pinned);
    }

    /// The sightings that a look at these squares, which shows these groups, may change.
    fn concerned(&self, groups: &Groups, near: &Near, pinned: &Pinned) -> Left {
        let there = |id: &SightingId| self.intel.sightings.get(id);
        let here = near.squares(self).flat_map(|square| pinned.in_square(square)).filter_map(there);
        let seen = groups.iter().flat_map(|((by, _, formation), _)| {
            pinned.of(formation).iter().filter_map(there).filter(move |sighting| sighting.by == *by)
        });
        let mut concerned: Vec<_> = here.chain(seen).collect();
        concerned.sort_unstable_by(|one, other| one.id.cmp(&other.id));
        concerned.dedup_by(|one, other| one.id == other.id);
        Left::new(concerned.into_iter())
    }

    /// An id for a new sighting of a side's formations, where none is given up meanwhile.
    fn new_id(&self, side: SideId, last: &mut BTreeMap<SideId, u32>) -> SightingId {
        let last = last.entry(side).or_insert_with(|| self.intel.last_number(side));
        *last += 1;
        SightingId::numbered(side, *last)
    }

    /// Of sightings that nobody in these squares fits, that is gone which would be seen, or was seen elsewhere meanwhile.
    fn give_up_gone(&mut self, watch: &Watch, left: &Left, pinned: &mut Pinned) {
        let now = self.bound;
        for (_, old) in left.iter() {
            let is_gone = !old.is_report && watch.watches(old.by, old.square);
            let formation = old.formation.as_ref().filter(|_| old.bound < now);
            let is_seen_now = |id: &SightingId| {
                self.intel.sightings.get(id).is_some_and(|other| other.by == old.by && other.bound == now)
            };
            if is_gone || formation.is_some_and(|formation| pinned.of(formation).iter().any(is_seen_now)) {
                self.intel.sightings.remove(&old.id);
                pinned.set(&old.id, None);
            }
        }
    }

    /// Whether a side sees leaves of a formation in a square now.
    fn is_seen(&self, watch: &Watch, by: SideId, square: Square, formation: &FormationId) -> bool {
        let is_of_it = |leaf: &FormationId| self.formations.get(leaf).is_some_and(|leaf| whole(leaf) == formation);
        watch.watches(by, square) && watch.standing_in(square).any(is_of_it)
    }

    /// Writes down what a side sees of a group: arm and size of those that fight, of others only that they are there.
    fn renew(&mut self, pinned: &mut Pinned, id: &SightingId, (by, square, formation): &GroupKey, group: &Group) {
        let (now, side) = (self.bound, self.side_of(formation));
        let sightings = &mut self.intel.sightings;
        let sighting = sightings
            .entry(id.clone())
            .or_insert_with(|| Sighting::new(id.clone(), (*by, side), *square, now, SightedBy::Contact));
        let has_moved = sighting.square != *square;
        if sighting.bound != now || has_moved {
            sighting.how = SightedBy::Contact;
            sighting.sp = None;
        }
        sighting.formation = Some(formation.clone());
        (sighting.square, sighting.bound) = (*square, now);
        pinned.set(id, Some(sighting));
        let most = group.arms.iter().max_by_key(|(arm, units)| (*units, std::cmp::Reverse(*arm)));
        match most {
            Some((arm, _)) => {
                (sighting.arm, sighting.echelon, sighting.units) = (Some(*arm), group.echelon, Some(group.units));
            }
            // Who fought was seen elsewhere: here are lorries alone.
            None if has_moved => (sighting.arm, sighting.echelon, sighting.units) = (None, None, None),
            None => {}
        }
    }

    fn side_of(&self, formation: &FormationId) -> SideId {
        self.formation(formation).map_or(self.sides[0].id, |f| f.side)
    }

    /// What each side sees in these squares, by square and formation.
    fn groups(&self, watch: &Watch, near: &Near) -> Groups {
        let mut groups = Groups::new();
        for square in near.squares(self) {
            let first = groups.len();
            for (by, leaf) in watch.watched_in(square) {
                let Some(leaf) = self.formations.get(leaf) else { continue };
                let formation = whole(leaf);
                let its = groups[first..].iter_mut().find(|((side, _, of), _)| *side == by && of == formation);
                match its {
                    Some((_, group)) => group.add(leaf),
                    None => groups.push(((by, square, formation.clone()), Group::of(leaf))),
                }
            }
        }
        groups.sort_unstable_by(|(key, _), (other, _)| key.cmp(other));
        groups
    }

    /// Lets those who fought each other learn who the other was.
    pub(super) fn identify(&mut self, events: &[Event], watch: &Watch, pinned: &mut Pinned) {
        for event in events {
            let Event::BattleChanged { before, after: Some(battle), .. } = event else { continue };
            if before.as_ref().is_none_or(|before| before.is_open()) && !battle.is_open() {
                // Once it is over, a battle no longer says which leaves took part.
                let facts = before.iter().flat_map(|before| &before.facts);
                let took_part =
                    facts.filter_map(|fact| self.formation(&fact.subject)).map(|of| of.id.clone()).collect();
                self.identify_fighters(battle, &took_part, (watch, pinned));
            }
        }
    }

    fn identify_fighters(
        &mut self,
        battle: &Battle,
        took_part: &BTreeSet<FormationId>,
        (watch, pinned): (&Watch, &mut Pinned),
    ) {
        let mut last = BTreeMap::new();
        for (key, group) in self.fighters(battle, took_part) {
            let (by, square, formation) = &key;
            let known = pinned.of(formation).iter().filter_map(|id| self.intel.sightings.get(id));
            // Whoever stands elsewhere now is not followed there.
            let known = known.filter(|s| s.by == *by).min_by_key(|s| (s.square != *square, s.id.clone()));
            let id = known.map(|s| s.id.clone());
            let id = id.unwrap_or_else(|| self.new_id(self.side_of(formation), &mut last));
            if !self.intel.sightings.contains_key(&id) || watch.watches(*by, *square) {
                self.renew(pinned, &id, &key, &group);
            }
            let name = self.formation(formation).map(|f| f.name.clone());
            // A look that was won tells one thing more than the battle: strength and grade.
            let looked = battle.fought.as_ref().and_then(|fought| fought.recce).is_some_and(|recce| recce.by == *by);
            let (sp, grade) = if looked { self.strength_and_grade(formation, *square) } else { (None, None) };
            if let Some(sighting) = self.intel.sightings.get_mut(&id) {
                sighting.name = name.or(sighting.name.take());
                (sighting.sp, sighting.grade) = (sp.or(sighting.sp), grade.or(sighting.grade));
                sighting.how = if looked { SightedBy::Recce } else { SightedBy::Battle };
                sighting.bound = battle.bound;
            }
        }
    }

    /// What the leaves of a formation in a square have left in SP, and its grade.
    fn strength_and_grade(&self, formation: &FormationId, square: Square) -> (Option<u32>, Option<Grade>) {
        let Some(of) = self.formation(formation) else { return (None, None) };
        let tree = Tree::new(self);
        let here =
            tree.leaves(of).into_iter().filter(|leaf| leaf.stands_on() == Some(square) && leaf.is_fighting_leaf());
        (Some(here.filter_map(|leaf| leaf.leaf.as_ref()).map(Leaf::sp).sum()), tree.grade(of))
    }

    /// The leaves of those who fought that still stand on the map, as each other side met them: those that took part, where
    /// that is known, and of these whose unit was engaged, or who stand in or beside the square.
    fn fighters(&self, battle: &Battle, took_part: &BTreeSet<FormationId>) -> BTreeMap<GroupKey, Group> {
        let mut groups: BTreeMap<GroupKey, Group> = BTreeMap::new();
        let tree = Tree::new(self);
        let units: Vec<&BattleUnit> = battle.fought.iter().flat_map(|fought| &fought.units).collect();
        let sides: BTreeSet<SideId> = units.iter().map(|unit| self.side_of(&unit.unit)).collect();
        for unit in units {
            let Some(of) = self.formation(&unit.unit) else { continue };
            // The troops of a corps are a unit, and those of its divisions are others.
            let own = tree.own_leaves(of);
            let own = own.filter(|leaf| took_part.is_empty() || took_part.contains(&leaf.id));
            for leaf in own.filter(|leaf| leaf.is_fighting_leaf()) {
                let Some(square) = leaf.stands_on() else { continue };
                if !unit.engaged && square.steps_to(battle.square) > 1 {
                    continue;
                }
                for by in sides.iter().filter(|side| **side != leaf.side) {
                    groups.entry((*by, square, whole(leaf).clone())).or_default().add(leaf);
                }
            }
        }
        groups
    }
}

/// Whose leaves are sighted together: those of its superior.
pub(super) fn whole(leaf: &Formation) -> &FormationId {
    leaf.parent.as_ref().unwrap_or(&leaf.id)
}

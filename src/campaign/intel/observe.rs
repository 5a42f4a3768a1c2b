//! What the sides learn of what happens.
//!
//! What it decides: who sights whom after an operation, what a battle tells of those who fought, and what a side remembers
//! of ground, crossings and railways that changed out of its sight.
//! What it never does: refuse, or look at anything but the campaign and the events of one operation.

use std::collections::BTreeMap;

use domain::{
    Arm, Bound, CrossingId, Echelon, FormationId, RailState, SideId, SightedBy, SightingId, Square, SquareSide,
};

use super::watch::{Watch, on_the_ground};
use super::{SeenCrossing, Sighting};
use crate::{Battle, BattleUnit, Campaign, Event, Formation, Setting};

/// Leaves of one formation in one square, as a side sees them.
#[derive(Debug, Default)]
struct Group {
    arms: BTreeMap<Arm, u16>,
    echelon: Option<Echelon>,
    units: u16,
}

/// The side that sees, the square, and the formation whose leaves stand there.
type GroupKey = (SideId, Square, FormationId);

impl Campaign {
    /// Lets the sides learn of the events of an operation, which have happened.
    pub fn observe(&mut self, events: &[Event]) {
        let moved = events.iter().any(may_show);
        let changed = events.iter().any(may_hide);
        if !moved && !changed {
            return;
        }
        let watch = Watch::new(self);
        if changed {
            self.remember(events, &watch);
        }
        if moved {
            self.sight(&watch);
            self.identify(events, &watch);
        }
        self.forget(&watch);
    }

    /// Lets the sides see each other where a campaign begins and nothing is known yet.
    pub fn take_first_look(&mut self) {
        if self.intel.is_empty() {
            self.sight(&Watch::new(self));
        }
    }

    /// Whether what the sides know is what a first look at this campaign tells.
    pub fn knows_at_first_look(&self) -> bool {
        let mut anew = Self { intel: super::Intel::default(), ..self.clone() };
        anew.take_first_look();
        anew.intel == self.intel
    }

    /// Keeps how what has changed was, for every side that has not seen the change.
    fn remember(&mut self, events: &[Event], watch: &Watch) {
        for event in events {
            match event {
                Event::ControlChanged { square, before, .. } => self.remember_ground(*square, *before, watch),
                Event::GroundTaken { squares, .. } => {
                    squares.iter().for_each(|(square, before)| self.remember_ground(*square, *before, watch));
                }
                Event::CrossingChanged { crossing, before, from_before, until_before, .. } => {
                    let seen = SeenCrossing { state: *before, from: *from_before, until: *until_before };
                    self.remember_crossing(crossing, Some(seen), watch);
                }
                Event::CrossingBuilt { crossing } => self.remember_crossing(&crossing.id, None, watch),
                Event::RailChanged { line, side, before, .. } => {
                    self.remember_rail(line, *side, *before == RailState::Cut, watch);
                }
                _ => {}
            }
        }
    }

    /// A side knows what becomes of the ground that it holds.
    fn remember_ground(&mut self, square: Square, before: Option<SideId>, watch: &Watch) {
        for side in self.blind(watch, &[square]) {
            if before != Some(side) {
                self.intel.ground.entry((side, square)).or_insert(before);
            }
        }
    }

    fn remember_crossing(&mut self, id: &CrossingId, before: Option<SeenCrossing>, watch: &Watch) {
        let squares = self.banks(id);
        for side in self.blind(watch, &squares) {
            self.intel.crossings.entry((side, id.clone())).or_insert(before);
        }
    }

    fn remember_rail(&mut self, line: &str, length: SquareSide, cut: bool, watch: &Watch) {
        let (a, b) = length.squares();
        for side in self.blind(watch, &[a, b]) {
            self.intel.rails.entry((side, (line.to_owned(), length))).or_insert(cut);
        }
    }

    /// The squares that a crossing joins; none for ice of a whole river.
    fn banks(&self, id: &CrossingId) -> Vec<Square> {
        let side = self.crossings.get(id).and_then(|crossing| crossing.side);
        side.map_or_else(Vec::new, |side| <[Square; 2]>::from(side.squares()).to_vec())
    }

    /// The sides that see none of these squares.
    fn blind(&self, watch: &Watch, squares: &[Square]) -> Vec<SideId> {
        let sides = self.sides.iter().map(|side| side.id);
        sides.filter(|side| !squares.iter().any(|square| self.knows(watch, *side, *square))).collect()
    }

    /// Whether a side knows how a square is: it holds it, or its leaves stand in or beside it.
    fn knows(&self, watch: &Watch, side: SideId, square: Square) -> bool {
        self.ground.control(square) == Some(side) || watch.sees(side, square)
    }

    /// Gives up what a side sees for itself again, what is as it was, and sightings that are too old.
    fn forget(&mut self, watch: &Watch) {
        let mut intel = std::mem::take(&mut self.intel);
        intel.ground.retain(|(side, square), control| {
            *control != self.ground.control(*square) && !self.knows(watch, *side, *square)
        });
        intel.crossings.retain(|(side, id), seen| {
            let is = self.crossings.get(id).map(|c| SeenCrossing { state: c.state, from: c.from, until: c.until });
            *seen != is && !self.banks(id).iter().any(|square| self.knows(watch, *side, *square))
        });
        intel.rails.retain(|(side, (line, length)), cut| {
            let is = self.railways.iter().any(|railway| railway.name == *line && railway.cuts.contains(length));
            let (a, b) = length.squares();
            *cut != is && !self.knows(watch, *side, a) && !self.knows(watch, *side, b)
        });
        let (now, oldest) = (self.bound, self.settings.number(Setting::SightingBounds));
        intel.sightings.retain(|_, sighting| sighting.age(now) <= oldest);
        self.intel = intel;
    }

    /// Lets every side sight the enemies in and beside the squares of its fighting leaves.
    fn sight(&mut self, watch: &Watch) {
        let groups = self.groups(watch);
        let now = self.bound;
        let mut left: BTreeMap<SightingId, (SideId, Option<FormationId>, Square, Bound)> = self
            .intel
            .sightings
            .values()
            .map(|s| (s.id.clone(), (s.by, s.formation.clone(), s.square, s.bound)))
            .collect();
        let mut unmatched = Vec::new();
        for (key, group) in groups {
            let (by, square, formation) = &key;
            let same = left
                .iter()
                .find(|(_, (seen_by, of, at, _))| seen_by == by && of.as_ref() == Some(formation) && at == square);
            match same.map(|(id, _)| id.clone()) {
                Some(id) => {
                    left.remove(&id);
                    self.renew(&id, &key, &group);
                }
                None => unmatched.push((key, group)),
            }
        }
        for (key, group) in unmatched {
            let (by, _, formation) = &key;
            let moved = |(seen_by, of, _, bound): &(SideId, Option<FormationId>, Square, Bound)| {
                seen_by == by && of.as_ref() == Some(formation) && *bound <= now
            };
            let id = left.iter().find(|(_, seen)| moved(seen)).map(|(id, _)| id.clone());
            if let Some(id) = &id {
                left.remove(id);
            }
            let id = id.unwrap_or_else(|| self.intel.next_id(self.side_of(formation)));
            self.renew(&id, &key, &group);
        }
        // Of what is left, that is gone which would be seen, or was seen elsewhere meanwhile.
        for (id, (by, of, square, bound)) in left {
            let Some(sighting) = self.intel.sightings.get(&id) else { continue };
            let is_gone = sighting.how != SightedBy::Report && watch.watches(by, square);
            let elsewhere = bound < now
                && of.is_some()
                && self
                    .intel
                    .sightings
                    .values()
                    .any(|s| s.by == by && s.formation == of && s.bound == now && s.id != id);
            if is_gone || elsewhere {
                self.intel.sightings.remove(&id);
            }
        }
    }

    /// Writes down what a side sees of a group: arm and size of those that fight, of others only that they are there.
    fn renew(&mut self, id: &SightingId, (by, square, formation): &GroupKey, group: &Group) {
        let (now, side) = (self.bound, self.side_of(formation));
        let sightings = &mut self.intel.sightings;
        let sighting = sightings
            .entry(id.clone())
            .or_insert_with(|| Sighting::new(id.clone(), (*by, side), *square, now, SightedBy::Contact));
        if sighting.bound != now || sighting.square != *square {
            sighting.how = SightedBy::Contact;
            sighting.sp = None;
        }
        sighting.formation = Some(formation.clone());
        (sighting.square, sighting.bound) = (*square, now);
        let most = group.arms.iter().max_by_key(|(arm, units)| (**units, std::cmp::Reverse(**arm)));
        if let Some((arm, _)) = most {
            (sighting.arm, sighting.echelon, sighting.units) = (Some(*arm), group.echelon, Some(group.units));
        }
    }

    fn side_of(&self, formation: &FormationId) -> SideId {
        self.formation(formation).map_or(self.sides[0].id, |f| f.side)
    }

    /// What each side sees, by square and formation.
    fn groups(&self, watch: &Watch) -> BTreeMap<GroupKey, Group> {
        let mut groups: BTreeMap<GroupKey, Group> = BTreeMap::new();
        for leaf in self.formations.values() {
            let Some(square) = on_the_ground(leaf) else { continue };
            for by in watch.watchers(square, leaf.side) {
                let group = groups.entry((by, square, whole(leaf).clone())).or_default();
                if leaf.is_fighting_leaf() {
                    *group.arms.entry(leaf.arm).or_default() += 1;
                    group.echelon = group.echelon.max(Some(leaf.echelon));
                    group.units += 1;
                }
            }
        }
        groups
    }

    /// Lets those who fought each other learn who the other was.
    fn identify(&mut self, events: &[Event], watch: &Watch) {
        for event in events {
            let Event::BattleChanged { before, after: Some(battle), .. } = event else { continue };
            if before.as_ref().is_none_or(|before| before.is_open()) && !battle.is_open() {
                self.identify_fighters(battle, watch);
            }
        }
    }

    fn identify_fighters(&mut self, battle: &Battle, watch: &Watch) {
        let units: Vec<BattleUnit> = battle.fought.iter().flat_map(|fought| fought.units.clone()).collect();
        let mut sides: Vec<SideId> = units.iter().map(|unit| self.side_of(&unit.unit)).collect();
        sides.sort_unstable();
        sides.dedup();
        for (key, group) in self.fighters(&units, &sides) {
            let (by, square, formation) = &key;
            let known = self.intel.sightings.values();
            let known = known.filter(|s| s.by == *by && s.formation.as_ref() == Some(formation));
            // Whoever stands elsewhere now is not followed there.
            let id = known.clone().find(|s| s.square == *square).or_else(|| known.clone().next()).map(|s| s.id.clone());
            let id = id.unwrap_or_else(|| self.intel.next_id(self.side_of(formation)));
            if !self.intel.sightings.contains_key(&id) || watch.watches(*by, *square) {
                self.renew(&id, &key, &group);
            }
            let name = self.formation(formation).map(|f| f.name.clone());
            if let Some(sighting) = self.intel.sightings.get_mut(&id) {
                sighting.name = name.or(sighting.name.take());
                sighting.how = SightedBy::Battle;
                sighting.bound = battle.bound;
            }
        }
    }

    /// The leaves of those who fought that still stand on the map, as each other side met them.
    fn fighters(&self, units: &[BattleUnit], sides: &[SideId]) -> BTreeMap<GroupKey, Group> {
        let mut groups: BTreeMap<GroupKey, Group> = BTreeMap::new();
        for leaf in self.formations.values() {
            let Some(square) = on_the_ground(leaf).filter(|_| leaf.is_fighting_leaf()) else { continue };
            let fought = |f: &Formation| units.iter().any(|unit| unit.unit == f.id);
            if !fought(leaf) && !self.superiors(leaf).into_iter().any(fought) {
                continue;
            }
            for by in sides.iter().filter(|side| **side != leaf.side) {
                let group = groups.entry((*by, square, whole(leaf).clone())).or_default();
                *group.arms.entry(leaf.arm).or_default() += 1;
                group.echelon = group.echelon.max(Some(leaf.echelon));
                group.units += 1;
            }
        }
        groups
    }
}

/// Whose leaves are sighted together: those of its superior.
fn whole(leaf: &Formation) -> &FormationId {
    leaf.parent.as_ref().unwrap_or(&leaf.id)
}

/// Whether an event may bring leaves into the sight of others, or out of it.
fn may_show(event: &Event) -> bool {
    match event {
        Event::StrengthChanged { before, after, .. } => *before == 0 || *after == 0,
        Event::LeafPlaced { .. }
        | Event::LeafStateChanged { .. }
        | Event::LeafMarched { .. }
        | Event::FormationCreated { .. }
        | Event::FormationDissolved { .. }
        | Event::SuperiorChanged { .. }
        | Event::BattleChanged { after: Some(_), .. }
        | Event::BoundOpened { .. } => true,
        _ => false,
    }
}

/// Whether an event may change something that a side does not see change.
fn may_hide(event: &Event) -> bool {
    matches!(
        event,
        Event::ControlChanged { .. }
            | Event::GroundTaken { .. }
            | Event::CrossingChanged { .. }
            | Event::CrossingBuilt { .. }
            | Event::RailChanged { .. }
    )
}

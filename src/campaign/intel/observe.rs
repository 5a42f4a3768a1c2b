//! What the sides learn of what happens.
//!
//! What it decides: who sights whom after an operation, what a battle tells of those who fought, and what a side remembers
//! of ground, crossings and railways that changed out of its sight.
//! What it never does: refuse, or look at anything but the campaign and the events of one operation.

use std::collections::{BTreeMap, BTreeSet};

use domain::{Arm, CrossingId, Echelon, FormationId, RailState, SideId, SightedBy, SightingId, Square, SquareSide};

use super::by_formation::ByFormation;
use super::watch::Watch;
use super::{SeenCrossing, Sighting};
use crate::{Battle, BattleUnit, Campaign, Event, Formation, Setting};

/// Leaves of one formation in one square, as a side sees them.
#[derive(Debug, Default)]
struct Group {
    arms: BTreeMap<Arm, u16>,
    echelon: Option<Echelon>,
    units: u16,
}

impl Group {
    fn add(&mut self, leaf: &Formation) {
        if leaf.is_fighting_leaf() {
            *self.arms.entry(leaf.arm).or_default() += 1;
            self.echelon = self.echelon.max(Some(leaf.echelon));
            self.units += 1;
        }
    }
}

/// The side that sees, the square, and the formation whose leaves stand there.
type GroupKey = (SideId, Square, FormationId);

/// Tells the sides what they see of one operation after another.
pub struct Observer(Watch);

impl Observer {
    /// One that begins with this campaign.
    pub fn new(campaign: &Campaign) -> Self {
        Self(Watch::new(campaign))
    }

    /// Lets the sides learn of the events of an operation, which have happened.
    pub fn observe(&mut self, campaign: &mut Campaign, events: &[Event]) {
        let Some(scene) = Scene::of(campaign, events) else { return };
        let watch = &mut self.0;
        scene.leaves.iter().for_each(|leaf| watch.set(leaf, campaign.formations.get(leaf)));
        let near: BTreeSet<Square> = if scene.is_new_bound {
            watch.occupied().chain(campaign.intel.sightings.values().map(|s| s.square)).collect()
        } else {
            scene.squares.iter().flat_map(|square| watch.with_neighbours(*square)).collect()
        };
        campaign.remember(events, watch);
        campaign.sight(watch, &near, scene.is_about_superiors);
        campaign.identify(events, watch);
        campaign.forget(watch, &scene, &near);
    }
}

/// What an operation may have changed in what somebody sees.
#[derive(Default)]
struct Scene {
    /// Leaves that came, went, or began or ceased to fight.
    leaves: BTreeSet<FormationId>,
    /// Where they stood and stand.
    squares: BTreeSet<Square>,
    /// Where the ground passed to another.
    ground: Vec<Square>,
    /// Whether a crossing or railway changed.
    is_about_ways: bool,
    /// Whether leaves came under another superior.
    is_about_superiors: bool,
    is_new_bound: bool,
}

impl Scene {
    /// None where nothing can have changed.
    fn of(campaign: &Campaign, events: &[Event]) -> Option<Self> {
        let mut scene = Self::default();
        let mut is_about_battle = false;
        for event in events {
            match event {
                Event::LeafPlaced { leaf, before, after } => {
                    scene.squares.extend([before, after].into_iter().flatten());
                    scene.leaves.insert(leaf.clone());
                }
                Event::LeafMarched { leaf, from, way, .. } => {
                    scene.squares.extend([Some(from), way.last()].into_iter().flatten());
                    scene.leaves.insert(leaf.clone());
                }
                Event::LeafStateChanged { leaf, .. } | Event::ReplacementTaken { leaf, .. } => {
                    scene.add(campaign, leaf);
                }
                Event::StrengthChanged { leaf, before, after, .. } if *before == 0 || *after == 0 => {
                    scene.add(campaign, leaf);
                }
                Event::SuperiorChanged { formation, .. } => {
                    scene.is_about_superiors = true;
                    scene.add(campaign, formation);
                }
                Event::FormationCreated { formation } | Event::FormationDissolved { formation } => {
                    scene.squares.extend(formation.leaf.as_ref().and_then(|leaf| leaf.square));
                    scene.add(campaign, &formation.id);
                }
                Event::ControlChanged { square, .. } => scene.ground.push(*square),
                Event::GroundTaken { squares, .. } => scene.ground.extend(squares.iter().map(|(square, _)| *square)),
                Event::CrossingChanged { .. } | Event::CrossingBuilt { .. } | Event::RailChanged { .. } => {
                    scene.is_about_ways = true;
                }
                Event::BattleChanged { .. } => is_about_battle = true,
                Event::BoundOpened { .. } => scene.is_new_bound = true,
                _ => {}
            }
        }
        let is_about_nothing =
            scene.leaves.is_empty() && scene.ground.is_empty() && !scene.is_about_ways && !scene.is_new_bound;
        (!is_about_nothing || is_about_battle).then_some(scene)
    }

    fn add(&mut self, campaign: &Campaign, leaf: &FormationId) {
        let leaf_now = campaign.formations.get(leaf).and_then(|formation| formation.leaf.as_ref());
        self.squares.extend(leaf_now.and_then(|leaf| leaf.square));
        self.leaves.insert(leaf.clone());
    }
}

impl Campaign {
    /// Lets the sides learn of the events of an operation, which have happened. Who goes through many operations keeps an
    /// [`Observer`].
    pub fn observe(&mut self, events: &[Event]) {
        if Scene::of(self, events).is_some() {
            Observer::new(self).observe(self, events);
        }
    }

    /// Lets the sides see each other where a campaign begins and nothing is known yet.
    pub fn take_first_look(&mut self) {
        if self.intel.is_empty() {
            let watch = Watch::new(self);
            let all = watch.occupied().collect();
            self.sight(&watch, &all, false);
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
                    for (square, before) in squares {
                        self.remember_ground(*square, *before, watch);
                    }
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

    /// Gives up what a side sees for itself again, what is as it was, and, as a bound opens, sightings that are too old.
    fn forget(&mut self, watch: &Watch, scene: &Scene, near: &BTreeSet<Square>) {
        let mut intel = std::mem::take(&mut self.intel);
        for side in self.sides.iter().map(|side| side.id) {
            for square in near.iter().chain(&scene.ground) {
                let is_known = |control: &Option<SideId>| {
                    *control == self.ground.control(*square) || self.knows(watch, side, *square)
                };
                if intel.ground.get(&(side, *square)).is_some_and(is_known) {
                    intel.ground.remove(&(side, *square));
                }
            }
        }
        intel.crossings.retain(|(side, id), seen| {
            let is = self.crossings.get(id).map(|c| SeenCrossing { state: c.state, from: c.from, until: c.until });
            *seen != is && !self.banks(id).iter().any(|square| self.knows(watch, *side, *square))
        });
        intel.rails.retain(|(side, (line, length)), cut| {
            let is = self.railways.iter().any(|railway| railway.name == *line && railway.cuts.contains(length));
            let (a, b) = length.squares();
            *cut != is && !self.knows(watch, *side, a) && !self.knows(watch, *side, b)
        });
        if scene.is_new_bound {
            let (now, oldest) = (self.bound, self.settings.number(Setting::SightingBounds));
            intel.sightings.retain(|_, sighting| sighting.age(now) <= oldest);
        }
        self.intel = intel;
    }

    /// Lets every side sight the enemies in these squares that stand in or beside the squares of its fighting leaves.
    /// Who only came under another superior (`regrouped`) keeps the sighting: what is seen is the same.
    fn sight(&mut self, watch: &Watch, near: &BTreeSet<Square>, regrouped: bool) {
        let groups = self.groups(watch, near);
        let concerned: BTreeSet<(SideId, FormationId)> =
            groups.keys().map(|(by, _, formation)| (*by, formation.clone())).collect();
        let is_concerned = |s: &&Sighting| {
            near.contains(&s.square)
                || s.formation.clone().is_some_and(|formation| concerned.contains(&(s.by, formation)))
        };
        let mut left: BTreeMap<SightingId, Sighting> =
            self.intel.sightings.values().filter(is_concerned).map(|s| (s.id.clone(), s.clone())).collect();
        let of_formation = ByFormation::new(left.values());
        let mut unmatched = Vec::new();
        for (key, group) in groups {
            let (by, square, formation) = &key;
            let same = of_formation.of(*by, formation).filter_map(|id| left.get(id)).find(|s| s.square == *square);
            match same.map(|s| s.id.clone()) {
                Some(id) => {
                    left.remove(&id);
                    self.renew(&id, &key, &group);
                }
                None => unmatched.push((key, group)),
            }
        }
        // Who is seen where he was seen before has not moved from there.
        left.retain(|_, s| near.contains(&s.square) || !self.is_seen(watch, s));
        for (key, group) in unmatched {
            let (by, square, formation) = &key;
            let mut has_moved = of_formation.of(*by, formation).filter_map(|id| left.get(id));
            let is_regrouped = |s: &&Sighting| s.by == *by && s.square == *square && s.formation.is_some();
            let known = has_moved.next().or_else(|| left.values().filter(|_| regrouped).find(is_regrouped));
            let id = known.map(|s| s.id.clone());
            if let Some(id) = &id {
                left.remove(id);
            }
            let id = id.unwrap_or_else(|| self.intel.next_id(self.side_of(formation)));
            self.renew(&id, &key, &group);
        }
        // Of what is left, that is gone which would be seen, or was seen elsewhere meanwhile.
        if left.is_empty() {
            return;
        }
        let seen_now = ByFormation::new(self.intel.sightings.values().filter(|s| s.bound == self.bound));
        for (id, old) in left {
            let is_gone = old.how != SightedBy::Report && watch.watches(old.by, old.square);
            let formation = old.formation.as_ref().filter(|_| old.bound < self.bound);
            let mut elsewhere = formation.into_iter().flat_map(|formation| seen_now.of(old.by, formation));
            if is_gone || elsewhere.any(|other| self.intel.sightings.contains_key(other)) {
                self.intel.sightings.remove(&id);
            }
        }
    }

    /// Whether the formation of a sighting is seen in its square now.
    fn is_seen(&self, watch: &Watch, sighting: &Sighting) -> bool {
        let is_of_it = |leaf: &FormationId| {
            self.formations.get(leaf).is_some_and(|leaf| Some(whole(leaf)) == sighting.formation.as_ref())
        };
        watch.watches(sighting.by, sighting.square) && watch.standing_in(sighting.square).iter().any(is_of_it)
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

    /// What each side sees in these squares, by square and formation.
    fn groups(&self, watch: &Watch, near: &BTreeSet<Square>) -> BTreeMap<GroupKey, Group> {
        let mut groups: BTreeMap<GroupKey, Group> = BTreeMap::new();
        for square in near {
            for leaf in watch.standing_in(*square).iter().filter_map(|leaf| self.formations.get(leaf)) {
                for by in watch.watchers(*square, leaf.side) {
                    groups.entry((by, *square, whole(leaf).clone())).or_default().add(leaf);
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
        let units: BTreeSet<&FormationId> = units.iter().map(|unit| &unit.unit).collect();
        for leaf in self.formations.values() {
            let Some(square) = leaf.stands_on().filter(|_| leaf.is_fighting_leaf()) else { continue };
            if !std::iter::successors(Some(leaf), |f| self.superior(f)).any(|f| units.contains(&f.id)) {
                continue;
            }
            for by in sides.iter().filter(|side| **side != leaf.side) {
                groups.entry((*by, square, whole(leaf).clone())).or_default().add(leaf);
            }
        }
        groups
    }
}

/// Whose leaves are sighted together: those of its superior.
fn whole(leaf: &Formation) -> &FormationId {
    leaf.parent.as_ref().unwrap_or(&leaf.id)
}

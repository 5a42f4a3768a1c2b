//! What the sides learn of what happens.
//!
//! What it decides: at what there is to look after an operation, and what a side remembers of ground, crossings and railways
//! that changed out of its sight. Who sights whom is in `sight`.
//! What it never does: refuse, or look at anything but the campaign and the events of one operation.

use std::collections::BTreeSet;

use domain::{CrossingId, FormationId, RailState, SideId, Square, SquareSide};

use super::SeenCrossing;
use super::pinned::Pinned;
use super::sight::Near;
use super::watch::Watch;
use crate::{Campaign, Event, Setting};

/// Tells the sides what they see of one operation after another of the same campaign.
#[derive(Default)]
pub struct Observer(
    /// None until there was something to see.
    Option<(Watch, Pinned)>,
);

impl Observer {
    /// Lets the sides learn of the events of an operation, which have happened.
    pub fn observe(&mut self, campaign: &mut Campaign, events: &[Event]) {
        if let Some((_, pinned)) = &mut self.0 {
            let told = events.iter().filter_map(|event| match event {
                Event::SightingChanged { sighting, .. } => Some(sighting),
                _ => None,
            });
            told.for_each(|id| pinned.set(id, campaign.intel.sightings.get(id)));
        }
        let Some(scene) = Scene::of(campaign, events) else { return };
        let (watch, pinned) = self.0.get_or_insert_with(|| (Watch::new(campaign), Pinned::new(campaign)));
        scene.leaves.iter().for_each(|leaf| watch.set(leaf, campaign.formations.get(leaf)));
        let near = if scene.is_new_bound {
            Near::new(campaign, watch.occupied().chain(campaign.intel.sightings.values().map(|s| s.square)))
        } else {
            Near::new(campaign, scene.squares.iter().flat_map(|square| watch.with_neighbours(*square)))
        };
        campaign.remember(events, watch);
        campaign.sight(watch, pinned, &near, scene.is_about_superiors);
        campaign.identify(events, watch, pinned);
        campaign.forget(watch, &scene, &near);
        if scene.is_new_bound {
            campaign.forget_old_sightings(pinned);
        }
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
        Observer::default().observe(self, events);
    }

    /// Lets the sides see each other where a campaign begins and nothing is known yet.
    pub fn take_first_look(&mut self) {
        if self.intel.is_empty() {
            let watch = Watch::new(self);
            let all = Near::new(self, watch.occupied());
            self.sight(&watch, &mut Pinned::new(self), &all, false);
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

    /// Gives up what a side sees for itself again, and what is as it was.
    fn forget(&mut self, watch: &Watch, scene: &Scene, near: &Near) {
        let mut intel = std::mem::take(&mut self.intel);
        for side in self.sides.iter().map(|side| side.id) {
            for square in near.squares(self).chain(scene.ground.iter().copied()) {
                let is_known = |control: &Option<SideId>| {
                    *control == self.ground.control(square) || self.knows(watch, side, square)
                };
                if intel.ground.get(&(side, square)).is_some_and(is_known) {
                    intel.ground.remove(&(side, square));
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
        self.intel = intel;
    }

    fn forget_old_sightings(&mut self, pinned: &mut Pinned) {
        let (now, oldest) = (self.bound, self.settings.number(Setting::SightingBounds));
        self.intel.sightings.retain(|id, sighting| {
            let is_kept = sighting.age(now) <= oldest;
            if !is_kept {
                pinned.set(id, None);
            }
            is_kept
        });
    }
}

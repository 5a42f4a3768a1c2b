//! The campaign as one side knows it: what every report for that side is made of.
//!
//! What it is: the side's own formations, stocks and orders; its sightings in the place of the enemy's formations; ground,
//! crossings and railways as it saw them last. Nothing else is taken over, so that no report can show more.
//! What it never does: hide rows of a report, or write to a campaign that is kept.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use domain::{Arm, Echelon, FormationId, LeafState, Mobility, Posture, SideId, SightedBy, SightingId, Square};

use super::sight::whole;
use super::watch::Watch;
use super::{FADES, Sighting};
use crate::march::{Arrival, Marched};
use crate::{Base, BaseMarks, Battle, Campaign, Fact, Formation, Leaf, Orders, Pool, SupplyBook};

/// For whom something is read: a side, or one commander of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reader {
    /// The side.
    pub side: SideId,
    commander: Option<FormationId>,
}

impl Reader {
    /// The headquarters of a side.
    pub fn of_side(side: SideId) -> Self {
        Self { side, commander: None }
    }

    /// The commander of a formation.
    pub fn commanding(formation: &Formation) -> Self {
        Self { side: formation.side, commander: Some(formation.id.clone()) }
    }

    /// The formation whose commander reads; none where the headquarters of the side does.
    pub fn commander(&self) -> Option<&FormationId> {
        self.commander.as_ref()
    }

    /// Whose strength, losses and stocks are counted for him: of a side all, of a commander his formation and all under it.
    pub fn counts(&self, campaign: &Campaign, id: &FormationId) -> bool {
        campaign.formations.get(id).is_some_and(|formation| {
            formation.side == self.side && self.commander.as_ref().is_none_or(|top| campaign.is_within(formation, top))
        })
    }
}

/// The squares that a side sees: those that it holds, and those in and beside which its leaves stand.
#[derive(Debug)]
pub struct Seen<'a> {
    campaign: &'a Campaign,
    side: SideId,
    near: BTreeSet<Square>,
}

impl Seen<'_> {
    /// Whether a square is one of them.
    pub fn contains(&self, square: Square) -> bool {
        self.near.contains(&square) || self.campaign.ground.control(square) == Some(self.side)
    }
}

/// What a reader knows of a campaign as it is in truth.
pub(super) struct Eyes<'a> {
    pub(super) side: SideId,
    watch: Watch,
    pub(super) truth: &'a Campaign,
    /// Which formations of the side are the reader's to know; all of them where no commander is meant.
    own: Option<BTreeSet<FormationId>>,
}

impl<'a> Eyes<'a> {
    pub(super) fn new(truth: &'a Campaign, reader: &Reader) -> Self {
        let commanded = reader.commander.as_ref().and_then(|id| truth.formation(id));
        let own = commanded.map(|formation| truth.known_to(formation));
        Self { side: reader.side, watch: Watch::new(truth), truth, own }
    }

    pub(super) fn owns(&self, id: &FormationId) -> bool {
        let is_of_side = || self.truth.formation(id).is_some_and(|formation| formation.side == self.side);
        self.own.as_ref().map_or_else(is_of_side, |own| own.contains(id))
    }

    pub(super) fn owns_account(&self, account: &str) -> bool {
        let owner = self.truth.dumps.get(account).map(|dump| &dump.owner);
        let owner = owner.or_else(|| self.truth.formation(account).map(|formation| &formation.id));
        let is_railhead = || self.truth.railheads.get(account).is_some_and(|railhead| railhead.side == self.side);
        owner.map_or_else(is_railhead, |owner| self.owns(owner))
    }

    /// Whether somebody of the reader's is in a battle; what it says of others is taken out.
    pub(super) fn knows_battle(&self, battle: &mut Battle) -> bool {
        let unknown = |subject: &str| self.truth.formation(subject).is_some_and(|f| !self.owns(&f.id));
        let was_in_it = |battle: &Battle| {
            let fought = battle.fought.iter().flat_map(|fought| &fought.units);
            let mut drawn = battle.facts.iter().filter_map(|fact| self.truth.formation(fact.subject.as_str()));
            fought.map(|unit| &unit.unit).any(|unit| self.owns(unit)) || drawn.any(|f| self.owns(&f.id))
        };
        let met = was_in_it(battle) || (self.own.is_none() && battle.attacker == self.side);
        // In the place of others stand the sightings of them.
        let mut facts: Vec<Fact> = Vec::new();
        for fact in battle.facts.drain(..) {
            let fact = match self.truth.formation(fact.subject.as_str()).filter(|_| unknown(&fact.subject)) {
                None => fact,
                Some(other) => Fact { subject: self.named(&other.id).to_string(), text: String::new() },
            };
            if fact.subject != UNKNOWN && facts.iter().all(|there| there.subject != fact.subject) {
                facts.push(fact);
            }
        }
        battle.facts = facts;
        if let Some(fought) = &mut battle.fought {
            fought.units.retain(|unit| self.owns(&unit.unit));
        }
        met
    }

    /// The formation under the name by which the reader knows it: its own by its id, another by that of its sighting.
    pub(super) fn named(&self, id: &FormationId) -> FormationId {
        if self.owns(id) { id.clone() } else { self.truth.sighted_as(self.side, id) }
    }
}

/// Under which id a formation is told of that has not been sighted.
pub const UNKNOWN: &str = "unknown";

impl Campaign {
    /// The campaign as a reader knows it: built from the formations of his side and its sightings. For reports only: what is
    /// kept must never be written from it.
    ///
    /// A commander knows his formation with all under it, his superiors with what they have to supply him, and what his side
    /// has sighted.
    #[must_use]
    pub fn as_read_by(&self, reader: &Reader) -> Self {
        let eyes = Eyes::new(self, reader);
        let mut known = self.clone().as_reported(Some(reader.side));
        self.know_map(&mut known, &eyes);
        known.weather = self.weather_as_known();
        know_stocks(&mut known, &eyes);
        self.know_records(&mut known, &eyes);
        let side = reader.side;
        known.formations.retain(|formation| eyes.owns(&formation.id));
        let noted = known.formations.values().filter(|formation| !formation.note.is_empty());
        for id in noted.map(|formation| formation.id.clone()).collect::<Vec<_>>() {
            known.formations.get_mut_where_it_is(&id).into_iter().for_each(|formation| formation.note.clear());
        }
        known.battles.retain(|_, battle| eyes.knows_battle(battle));
        known.intel = super::Intel {
            sightings: self.intel.of(side).into_iter().map(|s| (s.id.clone(), s.clone())).collect(),
            reader: Some(reader.clone()),
            ..super::Intel::default()
        };
        for sighting in known.intel.sightings.values_mut() {
            // Which formation it is in truth is the umpire's to know.
            sighting.formation = None;
        }
        // Behind every one of the side, whether the reader knows it or not.
        let first = self.formations.values().filter(|f| f.side == side).map(|f| f.order).max().unwrap_or_default() + 1;
        let came = self.came_now(side, &eyes.watch);
        let full = FullStrength::of(self, side);
        let as_formation = |(order, sighting)| self.as_formation(sighting, order, &came, &full);
        let sighted: Vec<Formation> = (first..).zip(self.intel.of(side)).map(as_formation).collect();
        for formation in sighted {
            known.formations.insert(formation);
        }
        known
    }

    /// What a side sees of the map.
    pub fn seen_by(&self, side: SideId) -> Seen<'_> {
        let own = self.formations.values().filter(|formation| formation.side == side);
        let stood_on: BTreeSet<Square> = own.filter_map(Formation::stands_on).collect();
        let near = stood_on.iter().flat_map(|at| self.frame.neighbours(*at).chain([*at])).collect();
        Seen { campaign: self, side, near }
    }

    /// The sighting that stands in the place of a formation in what a side knows; none of one that it knows itself.
    pub fn sighting_in_place_of(&self, id: &FormationId) -> Option<&Sighting> {
        self.intel.sightings.get(&SightingId::from(id.as_str()))
    }

    /// Whether a formation is shown to a side: it is its own, or stands for what the side has sighted. All are to the umpire.
    pub fn is_shown_to(&self, side: Option<SideId>, formation: &Formation) -> bool {
        side.is_none_or(|side| formation.side == side || self.sighting_in_place_of(&formation.id).is_some())
    }

    /// Those of its side of whom the commander of a formation knows.
    fn known_to(&self, formation: &Formation) -> BTreeSet<FormationId> {
        let superiors = self.superiors(formation);
        let is_superior = |id: &FormationId| superiors.iter().any(|superior| superior.id == *id);
        let serves = |f: &Formation| f.leaf.as_ref().is_some_and(|leaf| leaf.carries.is_some()) || f.arm == Arm::Hq;
        let is_known = |f: &&Formation| {
            self.is_within(f, &formation.id)
                || is_superior(&f.id)
                || (f.leaf.is_some() && serves(f) && f.parent.as_ref().is_some_and(is_superior))
        };
        self.formations.values().filter(is_known).map(|f| f.id.clone()).collect()
    }

    /// The id of the newest sighting of a formation, or of whom it stands with, by this side.
    fn sighted_as(&self, side: SideId, id: &FormationId) -> FormationId {
        let parent = self.formation(id).and_then(|formation| formation.parent.as_ref());
        let is_meant = |of: &FormationId| of == id || Some(of) == parent;
        let sightings =
            self.intel.of(side).into_iter().filter(|sighting| sighting.formation.as_ref().is_some_and(is_meant));
        let newest = sightings.max_by_key(|sighting| (sighting.bound, std::cmp::Reverse(sighting.number())));
        FormationId::from(newest.map_or(UNKNOWN, |sighting| sighting.id.as_str()))
    }

    /// Ground, crossings, railways, mines, partisans and strikes as the side knows them.
    fn know_map(&self, known: &mut Self, eyes: &Eyes<'_>) {
        let (side, watch) = (eyes.side, &eyes.watch);
        let mut remembered = self.intel.ground.iter().filter(|((by, _), _)| *by == side).peekable();
        if remembered.peek().is_some() {
            let ground = Arc::make_mut(&mut known.ground);
            remembered.for_each(|((_, square), control)| ground.set_control(*square, *control));
        }
        for ((_, id), seen) in self.intel.crossings.iter().filter(|((by, _), _)| *by == side) {
            match (seen, known.crossings.get_mut(id)) {
                (Some(seen), Some(crossing)) => {
                    (crossing.state, crossing.from, crossing.until) = (seen.state, seen.from, seen.until);
                }
                (None, _) => drop(known.crossings.remove(id)),
                (Some(_), None) => {}
            }
        }
        for ((_, (line, length)), cut) in self.intel.rails.iter().filter(|((by, _), _)| *by == side) {
            for railway in known.railways.iter_mut().filter(|railway| railway.name == *line) {
                let _ = if *cut { railway.cuts.insert(*length) } else { railway.cuts.remove(length) };
            }
        }
        for railway in &mut known.railways {
            railway.tracks.retain(|track| {
                let (a, b) = track.length.squares();
                let own = track.relaid.as_ref().is_some_and(|relaid| relaid.side == side);
                own || [a, b].iter().any(|at| watch.sees(side, *at) || self.ground.control(*at) == Some(side))
            });
        }
        known.minefields.retain(|field| field.side == side || watch.sees(side, field.square));
        known.partisans.retain(|there| there.against != side || there.raid == Some(self.bound));
        known.strikes.retain(|strike| strike.against != side || strike.bound <= self.bound);
        known.airfields.retain(|_, field| field.side == side);
        // Texts and notes of the whole campaign are the umpire's.
        known.papers.clear();
        known.notes.clear();
        known.minefields.iter_mut().for_each(|field| field.note.clear());
        known.airfields.values_mut().for_each(|field| field.note.clear());
        known.places.iter_mut().for_each(|place| place.note.clear());
        known.roads.iter_mut().for_each(|road| road.note.clear());
        known.railways.iter_mut().for_each(|railway| railway.note.clear());
        known.crossings.values_mut().for_each(|crossing| crossing.note.clear());
    }

    /// Orders, work and histories of the side alone.
    fn know_records(&self, known: &mut Self, eyes: &Eyes<'_>) {
        let own = |id: &FormationId| eyes.owns(id);
        known.orders = Orders::from_list(self.orders.iter().filter(|order| own(&order.unit)).cloned());
        known.rail_jobs.retain(|leaf, _| own(leaf));
        known.grades.retain(|row| own(&row.formation));
        known.groups.retain(|group, _| own(group));
        known.replacements.retain(|entry| match &entry.pool {
            Pool::Formation(id) => own(id),
            Pool::Side(pool) => *pool == eyes.side,
        });
        known.replacements.iter_mut().for_each(|entry| entry.note.clear());
        let records = self.supply.records().filter(|(id, _)| own(id)).map(|(id, record)| (id.clone(), *record));
        let history = self.supply.history().iter().filter(|row| own(&row.formation)).cloned();
        known.supply = SupplyBook::from_parts(records.collect(), history.collect());
    }

    /// Of which formations of others leaves came in the running bound to where they stand, on a square that the side watches: of
    /// no others would it know.
    fn came_now(&self, side: SideId, watch: &Watch) -> BTreeSet<(&FormationId, Square)> {
        let others = self.formations.values().filter(|formation| formation.side != side);
        let came = |leaf: &Formation| leaf.leaf.as_ref().and_then(|leaf| leaf.march.came);
        let now = others.filter(|leaf| came(leaf).is_some_and(|came| came.bound == self.bound));
        let at = now.filter_map(|leaf| Some((whole(leaf), leaf.stands_on()?)));
        at.filter(|(_, square)| watch.watches(side, *square)).collect()
    }

    /// A sighting in the place of the formation: a leaf under its own id. One that has faded bars nobody's way. Who comes up to the
    /// side's own leaves is seen coming: in which bound, and not in which minute. Those of whose strength nothing is believed are
    /// taken as full.
    fn as_formation(
        &self,
        sighting: &Sighting,
        order: u32,
        came: &BTreeSet<(&FormationId, Square)>,
        full: &FullStrength,
    ) -> Formation {
        let is_watched = sighting.bound == self.bound && sighting.how != SightedBy::Report;
        let has_come =
            is_watched && sighting.formation.as_ref().is_some_and(|of| came.contains(&(of, sighting.square)));
        let arrival = has_come.then_some(Arrival { bound: self.bound, minute: 0 });
        let arm = sighting.arm.unwrap_or(Arm::Infantry);
        let echelon = sighting.echelon.unwrap_or(Echelon::Battalion);
        let id = FormationId::from(sighting.id.as_str());
        let fresh = sighting.age(self.bound) < FADES;
        let units = u32::from(sighting.units.unwrap_or(1)).max(1);
        let believed = sighting.sp.map_or_else(|| units * full.of_arm(arm), |sp| sp.max(1));
        // No base of fewer than 1 SP fights.
        let bases = units.min(believed);
        let base = |number: u32| {
            let share = believed / bases + u32::from(number < believed % bases);
            let sp = u16::try_from(if fresh { share } else { 0 }).unwrap_or(u16::MAX);
            Base {
                role: arm.usual_role(),
                weapon_men: None,
                weapon_armour: None,
                armour: None,
                calibre_mm: None,
                sp_full: sp,
                sp,
                markers: 0,
                out_of_ammo: false,
                marks: BaseMarks::default(),
            }
        };
        let leaf = Leaf {
            square: Some(sighting.square),
            posture: Posture::Open,
            casemated: false,
            state: LeafState::Organised,
            march: Marched { came: arrival, ..Marched::default() },
            arrives: None,
            entry: None,
            by_rail: false,
            carries: None,
            capacity: 0,
            bases: (0..bases).map(base).collect(),
        };
        Formation {
            order,
            mobility: Some(Mobility::Foot),
            grade: sighting.grade,
            leaf: Some(leaf),
            ..Formation::new(id, sighting.side, sighting.words(), echelon, arm)
        }
    }
}

/// How strong a battalion is that has lost nothing, as the side takes it of its own: the mean by arm, and of them all.
struct FullStrength {
    by_arm: BTreeMap<Arm, (u32, u32)>,
}

impl FullStrength {
    fn of(campaign: &Campaign, side: SideId) -> Self {
        let mut by_arm: BTreeMap<Arm, (u32, u32)> = BTreeMap::new();
        for formation in campaign.formations.values().filter(|f| f.side == side && f.echelon == Echelon::Battalion) {
            if let Some(leaf) = &formation.leaf {
                let (sp, leaves) = by_arm.entry(formation.arm).or_default();
                (*sp, *leaves) = (*sp + leaf.sp_full(), *leaves + 1);
            }
        }
        Self { by_arm }
    }

    /// In SP, 1 or more.
    fn of_arm(&self, arm: Arm) -> u32 {
        let all = || self.by_arm.values().fold((0, 0), |(sp, leaves), of| (sp + of.0, leaves + of.1));
        let (sp, leaves) = self.by_arm.get(&arm).copied().unwrap_or_else(all);
        (sp + leaves / 2).checked_div(leaves).unwrap_or_default().max(1)
    }
}

/// Dumps, railheads, stock and what moves it, of the side alone.
fn know_stocks(known: &mut Campaign, eyes: &Eyes<'_>) {
    let is_own = |account: &str| eyes.owns_account(account);
    let own = |id: &FormationId| eyes.owns(id);
    known.dumps.retain(|_, dump| own(&dump.owner));
    known.railheads.retain(|_, railhead| railhead.side == eyes.side);
    known.dumps.values_mut().for_each(|dump| dump.note.clear());
    known.railheads.values_mut().for_each(|railhead| railhead.note.clear());
    known.stock.keep_accounts(is_own);
    known.claims.retain(|what, claim| is_own(what.as_str()) || own(&claim.by));
    known.claims.values_mut().for_each(|claim| claim.by = eyes.named(&claim.by));
    known.convoys.retain(|lead, _| own(lead));
    known.captured_fuel.retain(|account, _| is_own(account.as_str()));
    known.driven.retain(|vehicle, _| own(vehicle));
    known.news.retain(|account, _| is_own(account.as_str()));
    known.wings.retain(|wing, _| own(wing));
    known.flights.retain(|flight| own(&flight.wing));
    known.remainders.retain(|(from, to, _), _| is_own(from.as_str()) || is_own(to.as_str()));
}

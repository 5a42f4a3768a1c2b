//! The campaign as one side knows it: what every report for that side is made of.
//!
//! What it is: the side's own formations, stocks and orders; its sightings in the place of the enemy's formations; ground,
//! crossings and railways as it saw them last. Nothing else is taken over, so that no report can show more.
//! What it never does: hide rows of a report, or write to a campaign that is kept.

use std::sync::Arc;

use domain::{Arm, Echelon, FormationId, LeafState, Mobility, Posture, SideId};

use super::watch::Watch;
use super::{FADES, Sighting};
use crate::march::Marched;
use crate::{Base, BaseMarks, Campaign, Formation, Leaf, Orders, Pool, SupplyBook};

impl Campaign {
    /// The campaign as one side knows it: built from its own formations and its sightings. The same for the umpire (no
    /// side). For reports only: what is kept must never be written from it.
    #[must_use]
    pub fn as_known(self, side: Option<SideId>) -> Self {
        let Some(side) = side else { return self };
        let watch = Watch::new(&self);
        let mut known = self.clone();
        self.know_map(&mut known, side, &watch);
        self.know_stocks(&mut known, side);
        self.know_records(&mut known, side);
        known.formations.retain(|formation| formation.side == side);
        known.battles.retain(|_, battle| {
            let own = |id: &FormationId| self.formation(id).is_some_and(|f| f.side == side);
            let units = battle.fought.iter().flat_map(|fought| &fought.units);
            let met = battle.attacker == side || units.clone().any(|unit| own(&unit.unit)) || {
                battle.facts.iter().any(|fact| self.formation(&fact.subject).is_some_and(|f| f.side == side))
            };
            battle.facts.retain(|fact| self.formation(&fact.subject).is_none_or(|f| f.side == side));
            if let Some(fought) = &mut battle.fought {
                fought.units.retain(|unit| own(&unit.unit));
            }
            met
        });
        known.intel = super::Intel {
            sightings: self.intel.of(side).into_iter().map(|s| (s.id.clone(), s.clone())).collect(),
            ..super::Intel::default()
        };
        for sighting in known.intel.sightings.values_mut() {
            // Which formation it is in truth is the umpire's to know.
            sighting.formation = None;
        }
        let first = known.formations.values().map(|f| f.order).max().unwrap_or_default() + 1;
        let sighted: Vec<Formation> =
            (first..).zip(self.intel.of(side)).map(|(order, sighting)| self.as_formation(sighting, order)).collect();
        sighted.into_iter().for_each(|formation| known.formations.insert(formation));
        known
    }

    /// Ground, crossings, railways, mines, partisans and strikes as the side knows them.
    fn know_map(&self, known: &mut Self, side: SideId, watch: &Watch) {
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
    }

    /// Dumps, railheads, stock and what moves it, of the side alone.
    fn know_stocks(&self, known: &mut Self, side: SideId) {
        let is_own = |account: &str| self.account_side(account) == Some(side);
        let own = |id: &FormationId| self.formation(id).is_some_and(|f| f.side == side);
        known.dumps.retain(|_, dump| own(&dump.owner));
        known.railheads.retain(|_, railhead| railhead.side == side);
        known.stock.keep_accounts(is_own);
        known.claims.retain(|what, _| is_own(what.as_str()));
        known.convoys.retain(|lead, _| own(lead));
        known.captured_fuel.retain(|account, _| is_own(account.as_str()));
        known.driven.retain(|vehicle, _| own(vehicle));
        known.news.retain(|account, _| is_own(account.as_str()));
        known.wings.retain(|wing, _| own(wing));
        known.flights.retain(|flight| own(&flight.wing));
        known.remainders.retain(|(from, to, _), _| is_own(from.as_str()) || is_own(to.as_str()));
    }

    /// Orders, work and histories of the side alone.
    fn know_records(&self, known: &mut Self, side: SideId) {
        let own = |id: &FormationId| self.formation(id).is_some_and(|f| f.side == side);
        known.orders = Orders::from_list(self.orders.iter().filter(|order| own(&order.unit)).cloned());
        known.rail_jobs.retain(|leaf, _| own(leaf));
        known.grades.retain(|row| own(&row.formation));
        known.groups.retain(|group, _| own(group));
        known.replacements.retain(|entry| match &entry.pool {
            Pool::Formation(id) => own(id),
            Pool::Side(pool) => *pool == side,
        });
        let records = self.supply.records().filter(|(id, _)| own(id)).map(|(id, record)| (id.clone(), *record));
        let history = self.supply.history().iter().filter(|row| own(&row.formation)).cloned();
        known.supply = SupplyBook::from_parts(records.collect(), history.collect());
    }

    /// A sighting in the place of the formation: a leaf under its own id. One that has faded bars nobody's way.
    fn as_formation(&self, sighting: &Sighting, order: u32) -> Formation {
        let arm = sighting.arm.unwrap_or(Arm::Infantry);
        let echelon = sighting.echelon.unwrap_or(Echelon::Battalion);
        let id = FormationId::from(sighting.id.as_str());
        let fresh = sighting.age(self.bound) < FADES;
        let believed = sighting.sp.unwrap_or_else(|| u32::from(sighting.units.unwrap_or(1)));
        let sp = u16::try_from(if fresh { believed.max(1) } else { 0 }).unwrap_or(u16::MAX);
        let base = Base {
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
        };
        let leaf = Leaf {
            square: Some(sighting.square),
            posture: Posture::Open,
            casemated: false,
            state: LeafState::Organised,
            march: Marched::default(),
            arrives: None,
            entry: None,
            by_rail: false,
            carries: None,
            capacity: 0,
            bases: vec![base],
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

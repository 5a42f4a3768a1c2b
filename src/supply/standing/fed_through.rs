//! How a formation stands that draws through a superior.
//!
//! What it decides: through whom it draws LOG, and through whom POL; and whether it comes to their vehicles.
//! What it never does: trace a line of its own; what feeds it has one (model page, "Who draws").
//! Where to look next: `fed_mend`, for what mends it.

use std::collections::BTreeMap;

use campaign::Formation;
use domain::{Commodity, Square, SupplyState};

use super::assessment::{Assessment, LogStatus, PolStatus};
use crate::chain::fuel_chain::Link;
use crate::chain::hops::Hops;
use crate::standing::tracing::Tracing;
use crate::standing::tracing::fed_mend::Fed;

impl<'a> Tracing<'a, '_> {
    /// As those stand through whom it draws, or cut where it comes to none of their vehicles; none where they are more
    /// than `depth` levels up.
    pub(crate) fn through(
        &mut self,
        formation: &'a Formation,
        found: &BTreeMap<&str, Assessment>,
        depth: usize,
    ) -> Option<Assessment> {
        let superiors = self.hierarchy.superiors(formation);
        let feeder = self.hierarchy.feeder(formation)?;
        let levels = superiors.iter().position(|f| f.id == feeder.id)? + 1;
        let (square, of) = (self.hierarchy.tree.square(formation)?, found.get(feeder.id.as_str())?);
        if levels > depth {
            return None;
        }
        // A level to which the order of battle never gave a bowser is skipped, as in a chain.
        let fuelling = superiors.into_iter().find(|f| self.hierarchy.had_bowsers(f)).unwrap_or(feeder);
        let fed = Fed { formation, square, feeder, fuelling };
        let log = self.log_through(&fed, &of.log);
        let pol = self.pol_through(&fed, found);
        let (ammo_out_bases, can_fire) = self.ammunition(formation);
        let (fed_by, unit) = (Some(feeder.id.clone()), formation.id.clone());
        let mend = Vec::new();
        let mut assessment =
            Assessment { unit, square: Some(square), fed_by, log, pol, ammo_out_bases, can_fire, mend };
        if self.why {
            self.mend_fed(&fed, of, &mut assessment);
        }
        Some(assessment)
    }

    /// The state of what feeds it, or cut where no clear way leads to a LOG vehicle of that.
    fn log_through(&self, fed: &Fed<'a>, of: &LogStatus) -> LogStatus {
        let mut log = LogStatus { accounts: Vec::new(), beyond: Vec::new(), stock: None, back: None, ..of.clone() };
        let lorries = self.stand(fed.feeder, Commodity::Log);
        if has_come_through(log.state) && !self.view.leads_to_any(fed.square, &lorries) {
            log.state = SupplyState::Cut;
        }
        log.out = self.is_out(fed.formation, Some(fed.square), Commodity::Log, log.state);
        log
    }

    /// Not required; else the state of that by which it is fuelled, or cut where no bowser of that, or fuel of one without
    /// any, is within a hop.
    fn pol_through(&mut self, fed: &Fed<'a>, found: &BTreeMap<&str, Assessment>) -> PolStatus {
        let of = self.fuel_of(fed, found);
        let mut pol = PolStatus { accounts: Vec::new(), beyond: Vec::new(), stock: None, ..of };
        pol.required = self.hierarchy.tree.needs_pol(fed.formation);
        if !pol.required {
            (pol.state, pol.out, pol.lost) = (SupplyState::NotRequired, false, None);
            pol.links.clear();
            return pol;
        }
        if has_come_through(pol.state) {
            self.come_to_bowser(fed, &mut pol);
        }
        pol.out = self.is_out(fed.formation, Some(fed.square), Commodity::Pol, pol.state);
        pol
    }

    /// How that stands by which it is fuelled: by its chain, even where it needs no POL itself.
    fn fuel_of(&mut self, fed: &Fed<'a>, found: &BTreeMap<&str, Assessment>) -> PolStatus {
        let id = &fed.fuelling.id;
        let known = found.get(id.as_str()).map(|of| &of.pol);
        if let Some(pol) = known.filter(|pol| pol.required || !self.hierarchy.had_bowsers(fed.fuelling)) {
            return pol.clone();
        }
        if !self.for_others.contains_key(id) {
            let pol = self.fuelled(fed.fuelling, true);
            self.for_others.insert(id.clone(), pol);
        }
        self.for_others[id].clone()
    }

    /// Cut where no bowser is near, with the hop that is too long.
    fn come_to_bowser(&mut self, fed: &Fed<'a>, pol: &mut PolStatus) {
        let bowsers = self.hierarchy.vehicles(fed.fuelling, Commodity::Pol);
        let mut stands: Vec<(String, Square)> =
            bowsers.iter().filter_map(|bowser| Some((bowser.id.to_string(), bowser.stands_on()?))).collect();
        // Where nobody above ever had a bowser, he who draws has his fuel from its end of the chain, and so do they.
        let end = pol.links.last().filter(|_| stands.is_empty());
        stands.extend(end.map(|link| (link.to.clone(), link.to_square)));
        let Self { view, search, distances, .. } = self;
        let mut hops = Hops::new(view, search, distances);
        if stands.iter().any(|(_, to)| hops.reaches(fed.square, *to)) {
            if pol.state == SupplyState::NotRequired {
                pol.state = SupplyState::InSupply;
            }
            return;
        }
        pol.state = SupplyState::Cut;
        if self.why {
            let nearest = stands.into_iter().min_by_key(|(_, to)| fed.square.steps_to(*to));
            pol.links.splice(0..0, nearest.map(|(end, to)| self.hop(fed.formation, end, fed.square, to)));
        }
    }

    fn hop(&mut self, formation: &Formation, end: String, from: Square, to: Square) -> Link {
        let Self { view, search, distances, .. } = self;
        let mut hops = Hops { far: true, ..Hops::new(view, search, distances) };
        let (metres, limit) = (hops.between(from, to), hops.limit);
        Link { from: formation.id.to_string(), to: end, from_square: from, to_square: to, metres, limit }
    }

    /// Where its LOG vehicles or bowsers stand.
    pub(crate) fn stand(&self, formation: &'a Formation, commodity: Commodity) -> Vec<Square> {
        self.hierarchy.vehicles(formation, commodity).iter().filter_map(|vehicle| vehicle.stands_on()).collect()
    }
}

/// Whether who is fed asks only for the way to the vehicles of a superior in this state: line or chain of that holds.
fn has_come_through(state: SupplyState) -> bool {
    state.is_good() || state == SupplyState::DumpEmpty
}

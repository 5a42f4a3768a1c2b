//! How a formation stands that draws through a superior.
//!
//! What it decides: through whom it draws LOG, and through whom POL; what keeps it from their vehicles, and what mends that.
//! What it never does: trace a line of its own; what feeds it has one (model page, "Who draws").

use std::collections::BTreeMap;

use crate::campaign::{Formation, Setting};
use crate::domain::{Commodity, Square, SupplyState};

use super::assessment::{Assessment, CutKind, LogStatus, MendItem, PolStatus, Tracing};
use super::barrier::Desk;
use super::chain_mend::bring_bowser;
use super::fuel_chain::Link;
use super::hops::{is_within, length};

impl<'a> Tracing<'a, '_> {
    /// As those stand through whom it draws, or cut where it comes to none of their vehicles; none where they are more
    /// than `depth` levels up.
    pub(super) fn through(
        &mut self,
        formation: &'a Formation,
        found: &BTreeMap<&str, Assessment>,
        depth: usize,
    ) -> Option<Assessment> {
        let superiors = self.muster.superiors(formation);
        let feeder = self.muster.feeder(formation)?;
        let levels = superiors.iter().position(|f| f.id == feeder.id)? + 1;
        let (square, of) = (self.muster.tree.square(formation)?, found.get(feeder.id.as_str())?);
        if levels > depth {
            return None;
        }
        // A level to which the order of battle never gave a bowser is skipped, as in a chain.
        let fuelling = superiors.into_iter().find(|f| self.muster.had_bowsers(f)).unwrap_or(feeder);
        let fuelled = found.get(fuelling.id.as_str()).unwrap_or(of);
        let mut assessment = of.clone();
        (assessment.unit, assessment.square) = (formation.id.clone(), Some(square));
        assessment.fed_by = Some(feeder.id.clone());
        (assessment.ammo_out_bases, assessment.can_fire) = self.ammunition(formation);
        assessment.pol = fuelled.pol.clone();
        assessment.pol.stranded = None;
        let Assessment { log, pol, .. } = &mut assessment;
        for own in [&mut log.accounts, &mut log.beyond, &mut pol.accounts, &mut pol.beyond] {
            own.clear();
        }
        (assessment.log.stock, assessment.pol.stock) = (None, None);
        assessment.mend.retain(|item| !item.for_pol);
        assessment.mend.extend(self.reach_lorry(formation, feeder, square, &mut assessment.log));
        if self.reach_bowser(formation, fuelling, square, &mut assessment.pol) {
            let of_line = assessment.log.state == SupplyState::Cut && of.log.state != SupplyState::Cut;
            if self.why && !of_line {
                assessment.mend.push(
                    self.on_ground(&[], |ground, muster, search| {
                        bring_bowser(ground, muster, search, fuelling, square)
                    }),
                );
            }
        } else if assessment.pol.required {
            assessment.mend.extend(fuelled.mend.iter().filter(|item| item.for_pol).cloned());
        }
        Some(assessment)
    }

    /// Cut where no clear way leads to a LOG vehicle of the feeder; what mends that.
    fn reach_lorry(
        &mut self,
        formation: &'a Formation,
        feeder: &'a Formation,
        square: Square,
        log: &mut LogStatus,
    ) -> Option<MendItem> {
        let at = self.stand(feeder, Commodity::Log);
        if log.state != SupplyState::InSupply || self.view.leads_to_any(square, &at) {
            return None;
        }
        (log.state, log.out) =
            (SupplyState::Cut, self.is_out(formation, Some(square), Commodity::Log, SupplyState::Cut));
        if !self.why {
            return None;
        }
        let desk = Desk { view: &self.view, muster: self.muster, rails: &self.rails, fed: &self.fed };
        let nearest = desk.nearest_leading_to(square, &at)?;
        let reference = self.view.campaign.frame.reference(nearest);
        let text = format!("bring {} (`{}`) to {reference}", formation.name, formation.id);
        let command = format!("move {} {reference}", formation.id);
        let (kind, names) = (CutKind::NoRoad, Vec::new());
        Some(MendItem { kind, square: nearest, by: None, names, text, command, for_pol: false })
    }

    /// Not required, as that by which it is fuelled, or cut where no bowser of that, or fuel of one without any, is within a hop. Whether it is the
    /// latter.
    fn reach_bowser(
        &mut self,
        formation: &'a Formation,
        fuelling: &'a Formation,
        square: Square,
        pol: &mut PolStatus,
    ) -> bool {
        pol.required = self.muster.tree.needs_pol(formation);
        if !pol.required {
            (pol.state, pol.out) = (SupplyState::NotRequired, false);
            pol.links.clear();
            return false;
        }
        if !matches!(pol.state, SupplyState::InSupply | SupplyState::NotRequired) {
            return false;
        }
        let limit = self.view.campaign.settings.number(Setting::BowserKm) * 1_000;
        let bowsers = self.muster.vehicles(fuelling, Commodity::Pol);
        let mut stands: Vec<(String, Square)> =
            bowsers.iter().filter_map(|bowser| Some((bowser.id.to_string(), bowser.stands_on()?))).collect();
        // Where nobody above ever had a bowser, he who draws has his fuel from its end of the chain, and so do they.
        let end = pol.links.last().filter(|_| stands.is_empty());
        stands.extend(end.map(|link| (link.to.clone(), link.to_square)));
        let Self { view, search, distances, .. } = self;
        if stands.iter().any(|(_, to)| is_within(view, search, distances, square, *to, limit)) {
            (pol.state, pol.out) = (SupplyState::InSupply, false);
            return false;
        }
        pol.state = SupplyState::Cut;
        pol.out = self.is_out(formation, Some(square), Commodity::Pol, SupplyState::Cut);
        if !self.why {
            return true;
        }
        let nearest = stands.into_iter().min_by_key(|(_, to)| square.steps_to(*to));
        pol.links.splice(0..0, nearest.map(|(end, to)| self.hop(formation, end, square, to, limit)));
        true
    }

    fn hop(&mut self, formation: &Formation, end: String, from: Square, to: Square, limit: u32) -> Link {
        let Self { view, search, distances, .. } = self;
        let metres = length(view, search, distances, from, to, limit);
        Link { from: formation.id.to_string(), to: end, from_square: from, to_square: to, metres, limit }
    }

    /// Where its LOG vehicles or bowsers stand.
    fn stand(&self, formation: &'a Formation, commodity: Commodity) -> Vec<Square> {
        self.muster.vehicles(formation, commodity).iter().filter_map(|vehicle| vehicle.stands_on()).collect()
    }
}

//! What mends a formation that draws through a superior.
//!
//! What it decides: all that it wants: what mends the superior's line and the chain by which it is fuelled; and where, when
//! that is done, no way leads to their vehicles yet, where it must come or which vehicle must come to it.
//! Where to look next: `fed_through`, for how it stands.

use campaign::Formation;
use domain::{Commodity, Square, SupplyState};

use crate::chain::mend::{MayComeBack, Mending, mend_chain};
use crate::chain::step::MendStep;
use crate::ground::near::{nearest_between, nearest_leading_to};
use crate::standing::assessment::Assessment;
use crate::standing::mend::Mend;
use crate::standing::mend_item::{MendItem, add_for_pol};
use crate::standing::tracing::Tracing;
use crate::standing::tracing::back::NEAR;
use crate::standing::tracing::line_done::LineDone;

/// A formation that draws through superiors.
pub(crate) struct Fed<'a> {
    pub(crate) formation: &'a Formation,
    /// Where it stands.
    pub(crate) square: Square,
    /// Through whom it draws LOG.
    pub(crate) feeder: &'a Formation,
    /// By whose bowsers it draws POL.
    pub(crate) fuelling: &'a Formation,
}

impl<'a> Tracing<'a, '_> {
    /// Says all that mends how it stands; nothing where it is well.
    pub(crate) fn mend_fed(&mut self, fed: &Fed<'a>, of: &Assessment, now: &mut Assessment) {
        let fails = |state| matches!(state, SupplyState::Cut | SupplyState::NoVehicle);
        if !fails(now.log.state) && !fails(now.pol.state) {
            return;
        }
        let mut fed = Fed { ..*fed };
        let mut mend: Vec<MendItem> = of.mend.iter().filter(|item| !item.for_pol).cloned().collect();
        let done = self.line_done.get(&fed.feeder.id).cloned().unwrap_or_default();
        let (stands_with, has_hq) = self.stands_with(fed.feeder);
        let is_it = stands_with.is_some_and(|leaf| leaf.id == fed.formation.id);
        // The leaf with which its feeder stands comes where that must come; where there is no HQ, so does everybody.
        fed.square = done.came.filter(|_| is_it || !has_hq).unwrap_or(fed.square);
        if fails(now.log.state) && (done.came.is_none() || has_hq) {
            mend.extend(self.come_to_lorry(&mut fed, &done, is_it));
        }
        if now.pol.required && (fails(now.pol.state) || fed.square != now.square.unwrap_or(fed.square)) {
            // Who is out of POL, or has to come to lorries first, does not march back.
            let has_come = fed.square != now.square.unwrap_or(fed.square);
            let steps = self.fuel_steps(&fed, &done, !now.pol.out && !has_come);
            now.pol.past_mending = steps.is_none();
            add_for_pol(&mut mend, self.described(&done.items, &steps.unwrap_or_default()));
        }
        now.mend = mend;
    }

    /// The leaf with which a formation stands, and whether that is its HQ.
    fn stands_with(&self, formation: &'a Formation) -> (Option<&'a Formation>, bool) {
        let tree = &self.hierarchy.tree;
        (tree.place_leaf(formation), tree.command_leaf(formation).is_some())
    }

    /// What brings it and a LOG vehicle of its feeder together when the feeder's line is put right; nothing where a way leads
    /// there then. Whoever is the leaf with which its feeder stands does not go: there the line begins (`stays`).
    fn come_to_lorry(&mut self, fed: &mut Fed<'a>, done: &LineDone, stays: bool) -> Option<MendItem> {
        let mut lorries = self.stand(fed.feeder, Commodity::Log);
        lorries.extend(done.given);
        let view = self.on_ground(&done.items, |ground, _, _| ground.view.clone());
        if view.leads_to_any(fed.square, &lorries) {
            return None;
        }
        if let Some(nearest) = nearest_leading_to(&view, fed.square, &lorries).filter(|_| !stays) {
            fed.square = nearest;
            return Some(Mend::Bring(fed.formation.id.clone(), nearest).into());
        }
        // Else one of them comes out to where it is led to.
        let near = |lorry: &'a Formation| {
            let from = lorry.stands_on()?;
            let square = nearest_between(&view, from, fed.square)?;
            Some((lorry, square, from.steps_to(square)))
        };
        let lorries = self.hierarchy.vehicles(fed.feeder, Commodity::Log).into_iter().filter_map(near);
        let out = { lorries }.min_by_key(|(lorry, _, steps)| (*steps, &lorry.id));
        Some(match out {
            Some((lorry, square, _)) => Mend::Bring(lorry.id.clone(), square).into(),
            None => self.vehicle_item(fed.feeder, fed.square),
        })
    }

    /// What is done for the fuel of a formation where it stands when the line of its feeder is put right, or where it comes
    /// back to if it may; none where nothing mends it.
    fn fuel_steps(&mut self, fed: &Fed<'a>, done: &LineDone, may_come_back: bool) -> Option<Vec<MendStep>> {
        let key = (fed.feeder.id.clone(), fed.fuelling.id.clone());
        let came = done.came_steps(fed.feeder);
        if !self.fuel_done.contains_key(&key) {
            let new = self.on_ground(&done.items, |ground, hierarchy, search| {
                mend_chain(ground, hierarchy, search, fed.fuelling, came.clone())
            });
            self.fuel_done.insert(key.clone(), new);
        }
        let mut steps = [came.as_slice(), self.fuel_done[&key].as_deref()?].concat();
        let mut lorries = self.stand(fed.feeder, Commodity::Log);
        lorries.extend(done.given);
        let stands = MayComeBack { formation: fed.formation, most: u64::from(NEAR), lorries: &lorries };
        let stands = Some(stands).filter(|_| may_come_back);
        let near = self.on_ground(&done.items, |ground, hierarchy, search| {
            let (formation, of_line) = (fed.fuelling, came.len());
            let mut mending = Mending { ground: &mut *ground, hierarchy, search: &mut *search, formation, of_line };
            let mut near: Vec<MendStep> =
                mending.bring_bowser(fed.square, stands.as_ref(), &steps).into_iter().collect();
            if !near.is_empty() {
                // Who had no bowser and is given one draws by that.
                let before = [steps.as_slice(), near.as_slice()].concat();
                near.extend(mend_chain(ground, hierarchy, search, fed.fuelling, before)?);
            }
            Some(near)
        });
        steps.extend(near?);
        Some(steps.split_off(came.len()))
    }
}

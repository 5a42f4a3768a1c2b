//! Marches that the end of the running bound cuts short: nobody marches on in the next unless it is ordered anew.
//!
//! What it decides: who is under way. A unit is whose place is not yet where it was ordered to, and whose hours are used up or
//! that stands between two squares; not who has met the enemy, whose march is over.

use std::collections::{BTreeMap, BTreeSet};

use campaign::march::contacts;
use campaign::{Action, Campaign, Event, Formation, MarchOrder, Tree};
use domain::{Bound, FormationId, Square};

use crate::command::Request;
use crate::{OpError, Session, pick};

/// A march that goes on where it is ordered anew.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MarchUnderWay {
    /// The unit.
    pub unit: FormationId,
    /// What it was ordered.
    pub order: MarchOrder,
    /// Where it stands.
    pub at: Square,
    /// The first bound after the running one in which it has moving hours.
    pub goes_on: Bound,
}

impl Session {
    /// Who is under way in the running bound and has no order to march on, by id.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn marches_under_way(&self, campaign: &Campaign) -> Result<Vec<MarchUnderWay>, OpError> {
        let mut orders: BTreeMap<FormationId, MarchOrder> = BTreeMap::new();
        for entry in self.log()?.iter().filter(|entry| entry.stands && entry.bound == campaign.bound) {
            match Request::from_json(&entry.request) {
                Ok(Request::UnitMove(march)) => {
                    let unit = pick::unit(campaign, &march.unit).ok().map(|unit| unit.id.clone());
                    orders.extend(unit.zip(march.order(campaign).ok()));
                }
                Ok(Request::BoundMarch(_)) => {
                    let carried_out = self.ledger().events_of(entry.op)?;
                    orders.extend(carried_out.into_iter().filter_map(|event| match event {
                        Event::OrderChanged { unit, before: Some(order), after: None, .. } => match order.action {
                            Action::Move(march) => Some((unit, march)),
                            _ => None,
                        },
                        _ => None,
                    }));
                }
                _ => {}
            }
        }
        Ok(under_way(campaign, orders))
    }
}

/// Which of these marches the end of the running bound cuts short.
fn under_way(campaign: &Campaign, orders: BTreeMap<FormationId, MarchOrder>) -> Vec<MarchUnderWay> {
    if orders.is_empty() {
        return Vec::new();
    }
    let tree = Tree::new(campaign);
    let met: BTreeSet<FormationId> =
        contacts(campaign).into_iter().flat_map(|contact| contact.parties).flat_map(|party| party.leaves).collect();
    let goes_on =
        |unit: &FormationId| campaign.orders.iter().any(|order| order.unit == *unit && order.bound > campaign.bound);
    let one = |(unit, order): (FormationId, MarchOrder)| {
        let leaf = tree.place_leaf(campaign.formations.get(&unit)?)?;
        let (at, march) = (leaf.stands_on()?, leaf.leaf.as_ref()?.march);
        let hours = |bound: Bound| campaign.settings.moving_hours(bound.phase, leaf.vehicle_of().is_some());
        let is_cut_short = march.towards.is_some() || u32::from(march.minutes) >= hours(campaign.bound) * 60;
        let has_marched = march.minutes > 0;
        let is_there = order.way.last() == Some(&at);
        if is_there || !has_marched || !is_cut_short || is_met(&tree, &unit, &met) || goes_on(&unit) {
            return None;
        }
        let later = std::iter::successors(Some(campaign.bound.next()), |bound| Some(bound.next())).take(3);
        let goes_on = later.into_iter().find(|bound| hours(*bound) > 0)?;
        Some(MarchUnderWay { unit, order, at, goes_on })
    };
    orders.into_iter().filter_map(one).collect()
}

/// Whether anybody of a unit has met the enemy.
fn is_met(tree: &Tree<'_>, unit: &FormationId, met: &BTreeSet<FormationId>) -> bool {
    let leaves = tree.campaign().formations.get(unit).map(|unit: &Formation| tree.leaves(unit)).unwrap_or_default();
    leaves.iter().any(|leaf| met.contains(&leaf.id))
}

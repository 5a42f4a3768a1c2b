//! What a change does to supply: who comes into LOG or POL by it, and who falls out.
//!
//! What it never does: say why, or what would mend it. Where to look next: `causes`.

use std::collections::BTreeMap;

use campaign::Campaign;
use domain::{Commodity, FormationId, SideId};
use supply::standings;

/// Who comes into supply and who falls out of it, by side and tree.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SupplyEffect {
    /// Whose line or chain holds now and did not before.
    pub comes_in: Vec<(FormationId, Commodity)>,
    /// Whose line or chain held before and does not now.
    pub falls_out: Vec<(FormationId, Commodity)>,
}

impl SupplyEffect {
    /// Whether supply stands as before.
    pub fn is_none(&self) -> bool {
        self.comes_in.is_empty() && self.falls_out.is_empty()
    }
}

/// What a change does to the formations that draw supply, those that are there before and after it.
pub fn supply_effect(before: &Campaign, after: &Campaign) -> SupplyEffect {
    let was: BTreeMap<_, _> = holding(before).into_iter().collect();
    let mut effect = SupplyEffect::default();
    for (of, holds) in holding(after) {
        match was.get(&of) {
            Some(false) if holds => effect.comes_in.push(of),
            Some(true) if !holds => effect.falls_out.push(of),
            _ => {}
        }
    }
    effect
}

/// Who of a side, or of all, came into supply and fell out of it from the close of one bound to that of the next.
pub fn supply_turn(before: &Campaign, after: &Campaign, side: Option<SideId>) -> SupplyEffect {
    let mut effect = SupplyEffect::default();
    for (id, is) in after.supply.records() {
        let is_shown = after.formations.get(id).is_some_and(|formation| side.is_none_or(|side| side == formation.side));
        let Some(was) = before.supply.get(id.as_str()).filter(|_| is_shown) else { continue };
        for (commodity, was, is) in [(Commodity::Log, &was.log, &is.log), (Commodity::Pol, &was.pol, &is.pol)] {
            match (was.state.is_good(), is.state.is_good()) {
                (false, true) => effect.comes_in.push((id.clone(), commodity)),
                (true, false) => effect.falls_out.push((id.clone(), commodity)),
                _ => {}
            }
        }
    }
    effect
}

/// Whether the line of LOG and the chain of POL hold of each formation that draws supply.
fn holding(campaign: &Campaign) -> Vec<((FormationId, Commodity), bool)> {
    let sides: Vec<SideId> = campaign.sides.iter().map(|side| side.id).collect();
    let of = |a: supply::Assessment| {
        let (log, pol) = (a.log.state.is_good(), a.pol.state.is_good());
        [((a.unit.clone(), Commodity::Log), log), ((a.unit, Commodity::Pol), pol)]
    };
    standings(campaign, &sides, 0).into_iter().flat_map(of).collect()
}

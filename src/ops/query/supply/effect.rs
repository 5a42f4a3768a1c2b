//! What a change does to supply: who comes into LOG or POL by it, and who falls out.
//!
//! What it never does: say why, or what would mend it. Where to look next: `causes`.

use std::collections::BTreeMap;

use campaign::Campaign;
use domain::{Commodity, FormationId, SideId};
use supply::{Supplied, standings_with};

/// Who comes into supply and who falls out of it, by side and tree.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SupplyEffect {
    /// Whose line or chain holds now and did not before.
    pub comes_in: Vec<(FormationId, Commodity)>,
    /// Who was not out of it before and is now.
    pub falls_out: Vec<(FormationId, Commodity)>,
    /// Whose line or chain does not hold now or who has nothing left, and who lives on what is in his reach; and did not before.
    pub lives_on: Vec<(FormationId, Commodity)>,
}

impl SupplyEffect {
    /// Whether supply stands as before.
    pub fn is_none(&self) -> bool {
        self.comes_in.is_empty() && self.falls_out.is_empty() && self.lives_on.is_empty()
    }

    /// Where a turn is told; none where a formation stands as before.
    ///
    /// Who needs none lacks none, as who is in supply.
    fn list(&mut self, was: Option<Supplied>, is: Option<Supplied>) -> Option<&mut Vec<(FormationId, Commodity)>> {
        let [was, is] = [was, is].map(|stands| stands.unwrap_or(Supplied::Holds));
        match is {
            _ if was == is => None,
            Supplied::Holds => Some(&mut self.comes_in),
            Supplied::LivesOn => Some(&mut self.lives_on),
            Supplied::Out => Some(&mut self.falls_out),
        }
    }
}

/// What a change does to the formations that draw supply, those that are there before and after it; and to these that others
/// feed, where it is not said of who feeds them.
pub fn supply_effect(before: &Campaign, after: &Campaign, fed: &[FormationId]) -> SupplyEffect {
    let was: BTreeMap<_, _> = holding(before, fed).into_iter().map(|of| ((of.unit, of.commodity), of.stands)).collect();
    let (through, own): (Vec<_>, Vec<_>) = holding(after, fed).into_iter().partition(|of| of.fed_by.is_some());
    let mut effect = SupplyEffect::default();
    for Holding { unit, commodity, fed_by, stands } in own.into_iter().chain(through) {
        let of = (unit, commodity);
        let Some(told) = was.get(&of).and_then(|was| effect.list(*was, stands)) else { continue };
        if fed_by.is_none_or(|feeder| !told.contains(&(feeder, commodity))) {
            told.push(of);
        }
    }
    effect
}

/// Who of a side, or of all, came into supply and fell out of it from the close of one bound to that of the next.
pub fn supply_turn(before: &Campaign, after: &Campaign, side: Option<SideId>) -> SupplyEffect {
    let mut effect = SupplyEffect::default();
    for (id, is) in after.supply.records() {
        let is_shown = after.formations.get(id).is_some_and(|formation| side.is_none_or(|side| side == formation.side));
        if !is_shown {
            continue;
        }
        // Of whom nothing is recorded yet nothing was amiss: the first record of somebody out of supply is news.
        let was = before.supply.get(id.as_str());
        for commodity in [Commodity::Log, Commodity::Pol] {
            let stood = |of: &campaign::SupplyRecord| Supplied::recorded(&of.of(commodity));
            if let Some(told) = effect.list(was.and_then(stood), stood(is)) {
                told.push((id.clone(), commodity));
            }
        }
    }
    effect
}

/// Whether the line of LOG or the chain of POL of a formation holds, and what it has where it does not.
struct Holding {
    unit: FormationId,
    commodity: Commodity,
    fed_by: Option<FormationId>,
    stands: Option<Supplied>,
}

/// Of each formation that draws supply, and of these that others feed.
fn holding(campaign: &Campaign, fed: &[FormationId]) -> Vec<Holding> {
    let sides: Vec<SideId> = campaign.sides.iter().map(|side| side.id).collect();
    let of = |a: supply::Assessment| {
        [Commodity::Log, Commodity::Pol].map(|commodity| Holding {
            unit: a.unit.clone(),
            commodity,
            fed_by: a.fed_by.clone(),
            stands: a.stands(commodity),
        })
    };
    standings_with(campaign, &sides, fed).into_iter().flat_map(of).collect()
}

//! What of the supply of a new campaign will bite on its first morning.
//!
//! What it decides: who burns fuel and has no bowser, and by what the others are without supply, each cause once.
//! What it never does: trace. Where to look next: `causes`.

use campaign::{Campaign, Tree};
use domain::{Bound, Commodity, FormationId};

use super::causes::{Cause, Obstacle, supply_causes};
use super::supply_status;

/// What will bite.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FirstMorning {
    /// Formations that draw supply and need POL, with no bowser of their own nor of a superior, in the order of the tree.
    pub without_bowser: Vec<FormationId>,
    /// Why formations are without LOG or POL; of those without a bowser only what has another cause.
    pub causes: Vec<Cause>,
}

/// What will bite; nothing of a campaign that has begun, which has `supply status`.
pub fn first_morning(campaign: &Campaign) -> FirstMorning {
    if campaign.bound != Bound::FIRST {
        return FirstMorning::default();
    }
    let tree = Tree::new(campaign);
    let has_bowser = |id: &FormationId| tree.logistic(id).any(|leaf| leaf.vehicle_of() == Some(Commodity::Pol));
    let is_without = |formation: &&_| {
        let formation: &campaign::Formation = formation;
        let above = || tree.superiors(formation).iter().any(|superior| has_bowser(&superior.id));
        !has_bowser(&formation.id) && !above()
    };
    let draws = tree.all().into_iter().filter(|formation| tree.is_supply_formation(formation));
    let needing = draws.filter(|formation| tree.will_need_pol(formation));
    let without_bowser: Vec<FormationId> = needing.filter(is_without).map(|formation| formation.id.clone()).collect();
    let found = supply_status(campaign, None, None, 0);
    let mut causes = supply_causes(campaign, &found);
    for cause in &mut causes {
        if matches!(cause.obstacle, Obstacle::NoVehicle(..) | Obstacle::Hop(_)) {
            cause.units.retain(|unit| unit.log || !without_bowser.contains(&unit.unit));
        }
    }
    causes.retain(|cause| !cause.units.is_empty());
    FirstMorning { without_bowser, causes }
}

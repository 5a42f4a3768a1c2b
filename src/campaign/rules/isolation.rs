//! For how long a formation has been cut off, where that counts (house rule `isolation`).

use domain::FormationId;

use crate::{Campaign, Setting};

/// For how many bounds a formation that draws for itself has been out of LOG; 0 where the house rule does not hold.
pub fn isolated(campaign: &Campaign, formation: &FormationId) -> u32 {
    let record = campaign.supply.get(formation.as_str()).filter(|_| campaign.settings.is_on(Setting::Isolation));
    record.map_or(0, |record| record.log.bounds_out)
}

/// Whether it has been so for so long that nobody in it reorganises.
pub fn is_too_hungry_to_rest(campaign: &Campaign, formation: &FormationId) -> bool {
    isolated(campaign, formation) >= campaign.settings.number(Setting::IsolationRest)
}

//! Events of battles: drawn, given up, over.

use crate::{Battle, Campaign};
use domain::BattleId;

use super::{Applied, Change, Refusal, formation, replace, replace_entry, square_on_map};

/// A battle was drawn, given up, or is over. One that is open stands in the running bound.
pub(super) fn change(campaign: &mut Campaign, id: &BattleId, (before, after): Change<'_, Battle>) -> Applied {
    if let Some(battle) = after {
        if battle.id != *id {
            return Err(Refusal::Taken(battle.id.to_string()));
        }
        square_on_map(campaign, battle.square)?;
        let mut running = campaign.bound;
        replace(id.as_str(), &mut running, &battle.bound, &battle.bound)?;
        let units = battle.fought.iter().flat_map(|fought| &fought.units);
        units.into_iter().try_for_each(|unit| formation(campaign, &unit.unit).map(|_| ()))?;
    }
    replace_entry(&mut campaign.battles, id, (before, after))
}

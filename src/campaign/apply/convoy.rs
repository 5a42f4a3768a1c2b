//! Events of convoys.

use domain::{AccountId, FormationId};

use super::{Applied, Change, Refusal, formation, is_account, replace_count, replace_entry, square_on_map};
use crate::{Campaign, Convoy, Formation, Goal};

/// A convoy was sent, goes on, or is over.
pub(super) fn change(campaign: &mut Campaign, lead: &FormationId, (before, after): Change<'_, Convoy>) -> Applied {
    if let Some(convoy) = after {
        check(campaign, lead, convoy)?;
    }
    replace_entry(&mut campaign.convoys, lead, (before, after))
}

/// Refuses vehicles that are none or drive in another convoy, and places and accounts that are not there.
fn check(campaign: &mut Campaign, lead: &FormationId, convoy: &Convoy) -> Applied {
    let in_order = convoy.vehicles.windows(2).all(|pair| pair[0] < pair[1]);
    if convoy.lead() != Some(lead) || !in_order {
        return Err(Refusal::NoVehicle(campaign.named(lead)));
    }
    for vehicle in &convoy.vehicles {
        let is_one = campaign.formation(vehicle).and_then(Formation::vehicle_of).is_some();
        let drives = campaign.convoys.iter().any(|(other, convoy)| other != lead && convoy.has(vehicle.as_str()));
        if !is_one || drives {
            return Err(Refusal::NoVehicle(campaign.named(vehicle)));
        }
    }
    let squares = convoy.via.iter().chain(&convoy.way).chain([&convoy.home]).chain(&convoy.seat);
    squares.into_iter().try_for_each(|square| square_on_map(campaign, *square))?;
    let to = match &convoy.to {
        Goal::Account(account) => Some(account),
        Goal::Formation(id) => formation(campaign, id).map(|_| None)?,
        Goal::Square(square) => square_on_map(campaign, *square).map(|()| None)?,
    };
    let accounts = convoy.take.iter().map(|take| &take.from).chain(to);
    for account in accounts {
        if !is_account(campaign, account.as_str()) {
            return Err(Refusal::NoAccount(account.clone()));
        }
    }
    Ok(())
}

/// How much of the POL in an account was captured in the running day has changed.
pub(super) fn captured_fuel(campaign: &mut Campaign, account: &AccountId, before: u32, after: u32) -> Applied {
    if !campaign.dumps.contains_key(account) {
        return Err(Refusal::NoDump(account.clone()));
    }
    replace_count(account.as_str(), &mut campaign.captured_fuel, account.clone(), before, after)
}

/// What a supply vehicle has driven since its last die has changed.
pub(super) fn driven(campaign: &mut Campaign, vehicle: &FormationId, before: u32, after: u32) -> Applied {
    formation(campaign, vehicle)?;
    replace_count(vehicle.as_str(), &mut campaign.driven, vehicle.clone(), before, after)
}

//! Flights, and what falls short of a unit.

use crate::{CONSUMED, Campaign, Flight};
use domain::{AccountId, Commodity};

use super::{Applied, Refusal, is_account, leaf_mut, replace_count, stale};

/// A wing has flown: its aircraft that were lost fly no more.
pub(super) fn flown(campaign: &mut Campaign, flight: &Flight) -> Applied {
    leaf_mut(campaign, &flight.wing)?;
    let stale = |expected: &str, found: u32| stale(flight.wing.as_str(), expected, found.to_string());
    let wing = campaign.wings.get_mut(&flight.wing).ok_or_else(|| stale("a transport wing", 0))?;
    if flight.landed + flight.lost > flight.sorties {
        return Err(stale("no more loads landed and lost than sorties", flight.landed + flight.lost));
    }
    wing.sorties = wing.sorties.checked_sub(flight.lost).ok_or_else(|| stale("aircraft to be lost", wing.sorties))?;
    campaign.flights.push(flight.clone());
    Ok(())
}

/// What falls short of a unit between two accounts changed.
pub(super) fn remainder(
    campaign: &mut Campaign,
    pair: (&AccountId, &AccountId, Commodity),
    before: u32,
    after: u32,
) -> Applied {
    let (from, to, commodity) = pair;
    // What a formation uses, it uses from whichever of its accounts holds some.
    let is_user = to.as_str() == CONSUMED && campaign.formations.contains_key(from);
    for account in [from, to].into_iter().skip(usize::from(is_user)) {
        if !is_account(campaign, account.as_str()) {
            return Err(Refusal::NoAccount(account.clone()));
        }
    }
    let key = (from.clone(), to.clone(), commodity);
    replace_count(to.as_str(), &mut campaign.remainders, key, before, after)
}

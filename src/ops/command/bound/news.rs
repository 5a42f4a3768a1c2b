//! House rule `news_delay`: accounts report what they hold as a bound is closed.
//!
//! What it decides: who reports: railheads, and the dumps and vehicles of all whose line of supply is not cut. Who has
//! never reported does so all the same: what was known before the rule held, or the account was there, is no secret.

use std::collections::BTreeMap;

use campaign::{Campaign, Event, Formation, Load};
use domain::{AccountId, Commodity, SupplyState};

use crate::{Changeset, OpError};

/// Lets every account that can report do so.
pub(super) fn report(changes: &mut Changeset) -> Result<(), OpError> {
    let now = changes.now();
    if !now.has_news_delay() {
        return Ok(());
    }
    let reports = |account: &AccountId| !now.news.contains_key(account) || !is_cut_off(now, account);
    let accounts = accounts(now).into_iter().filter(reports);
    let stock: BTreeMap<AccountId, Load> = accounts.map(|account| (account.clone(), held(now, &account))).collect();
    if stock.is_empty() {
        return Ok(());
    }
    let bound = now.bound;
    changes.happen(Event::StockReported { bound, stock })
}

/// The accounts on the map: dumps, railheads, supply vehicles.
fn accounts(campaign: &Campaign) -> Vec<AccountId> {
    let vehicles = campaign.formations.values().filter(|f| f.vehicle_of().is_some() && f.stands_on().is_some());
    let vehicles = vehicles.map(|f| AccountId::from(f.id.as_str()));
    campaign.dumps.keys().chain(campaign.railheads.keys()).cloned().chain(vehicles).collect()
}

fn held(campaign: &Campaign, account: &AccountId) -> Load {
    let mut load = Load::default();
    for commodity in Commodity::ALL {
        load.add(*commodity, u32::try_from(campaign.stock.balance(account.as_str(), *commodity)).unwrap_or_default());
    }
    load
}

/// Whether whoever keeps an account is cut off: the nearest formation at or above it that draws supply.
fn is_cut_off(campaign: &Campaign, account: &AccountId) -> bool {
    let keeper = campaign.account_keeper(account.as_str());
    let Some(owner) = keeper.and_then(|id| campaign.formations.get(id)) else { return false };
    let above = std::iter::once(owner).chain(campaign.superiors(owner));
    let record = above.map(|f: &Formation| &f.id).find_map(|id| campaign.supply.get(id.as_str()));
    record.is_some_and(|record| record.log.state == SupplyState::Cut)
}

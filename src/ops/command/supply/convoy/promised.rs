//! Stock that is promised more than once: convoys that have not loaded yet, and orders to send, together want more than
//! an account holds.
//!
//! What it never does: refuse; more may come before they load.

use campaign::Campaign;
use domain::{AccountId, Commodity, counted};

/// Of what more is promised of an account than it holds, a sentence each; none where nothing is loaded from one.
pub(crate) fn too_much(campaign: &Campaign, from: Option<&AccountId>) -> Vec<String> {
    let Some(from) = from else { return Vec::new() };
    let named = campaign.account_name(from.as_str());
    let short = Commodity::ALL.iter().filter_map(|commodity| {
        let loads = campaign.promised(from, *commodity);
        let (sum, holds) = (loads.iter().sum::<u32>(), campaign.stock.balance(from.as_str(), *commodity));
        // One that waits is told too: what it was to load may be with a convoy that has loaded already.
        let (is_short, name, to) = (i64::from(sum) > holds, commodity.name(), counted(loads.len(), "convoy"));
        is_short.then(|| format!("{sum} {name} of {named} are promised to {to}, but it holds {holds}"))
    });
    short.collect()
}

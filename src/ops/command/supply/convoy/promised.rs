//! Stock that is promised more than once: convoys that have not loaded yet, and orders to send, together want more than
//! an account holds.
//!
//! What it never does: refuse; more may come before they load.

use std::collections::BTreeMap;

use campaign::{Action, Campaign, Errand, Load};
use domain::{AccountId, Commodity, counted};

/// Of which accounts more is promised than they hold, a sentence each.
pub(crate) fn too_much(campaign: &Campaign) -> Vec<String> {
    let loading = campaign.convoys.values().filter(|convoy| convoy.errand == Errand::Load);
    let convoys = loading.filter_map(|convoy| convoy.take.as_ref()).map(|take| (&take.from, &take.load));
    let orders = campaign.orders.iter().filter_map(|order| match &order.action {
        Action::Send(send) => send.from.as_ref().zip(send.load.as_ref()),
        _ => None,
    });
    let mut promised: BTreeMap<(&AccountId, Commodity), Vec<u32>> = BTreeMap::new();
    let add = |(from, load): (&'_ AccountId, &'_ Load)| (from.clone(), load.iter().collect::<Vec<_>>());
    let all: Vec<(AccountId, Vec<(Commodity, u32)>)> = convoys.chain(orders).map(add).collect();
    for (from, load) in &all {
        for (commodity, units) in load {
            promised.entry((from, *commodity)).or_default().push(*units);
        }
    }
    let short = promised.into_iter().filter_map(|((from, commodity), loads)| {
        let (sum, holds) = (loads.iter().sum::<u32>(), campaign.stock.balance(from.as_str(), commodity));
        // One that waits is told too: what it was to load may be with a convoy that has loaded already.
        let (is_short, name, to) = (i64::from(sum) > holds, commodity.name(), counted(loads.len(), "convoy"));
        is_short.then(|| format!("{sum} {name} of `{from}` are promised to {to}, but it holds {holds}"))
    });
    short.collect()
}

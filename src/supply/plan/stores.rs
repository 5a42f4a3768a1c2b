//! Stocks that could be given away, and what convoys are about to take from them or bring to them.
//!
//! What it decides: how much of what an account holds is free. What it never does: ask for whom, or who drives (`offers`).

use campaign::{Campaign, dump_of};
use domain::{AccountId, Commodity, FormationId, Square};

use super::guns::Guns;
use super::wants::{Asked, uses};
use crate::ground::view::View;
use crate::outlook::coming::{convoys_to, load_of};
use crate::standing::hierarchy::SupplyHierarchy;

/// Stock that could be given away.
pub(super) struct Stock {
    pub(super) account: AccountId,
    pub(super) commodity: Commodity,
    pub(super) square: Square,
    /// The formation whose dump it is; none for a railhead.
    pub(super) owner: Option<FormationId>,
    /// Whether it is open to all of the side: a railhead or a source depot.
    pub(super) is_open: bool,
    pub(super) units: u32,
}

/// The stocks of a side that could be given away, by account: without what is promised, and without what the
/// owner itself will expend or guns draw tonight.
pub(super) fn stocks(view: &View<'_>, hierarchy: &SupplyHierarchy<'_>, guns: &Guns, asked: Asked) -> Vec<Stock> {
    let (campaign, side) = (hierarchy.campaign, view.side);
    let uses = uses(view, hierarchy, guns, asked);
    let dumps = campaign.dumps.values().filter(|dump| campaign.account_side(dump.id.as_str()) == Some(side));
    let dumps = dumps.map(|dump| (dump.id.clone(), dump.square, Some(dump.owner.clone()), dump.source));
    let railheads = campaign.railheads.values().filter(|railhead| railhead.side == side);
    let railheads = railheads.map(|railhead| (railhead.id.clone(), railhead.square, None, true));
    let mut found = Vec::new();
    for (account, square, owner, is_open) in dumps.chain(railheads) {
        for commodity in asked.commodities(campaign) {
            let held = campaign.usable(account.as_str(), commodity).max(0) as u32;
            let first = owner.as_ref().filter(|owner| dump_of(campaign, owner) == Some(&account));
            let kept = first.and_then(|owner| uses.get(&(owner.clone(), commodity))).copied().unwrap_or_default();
            let kept = kept + guns.drawn(&account, commodity);
            let units = held.saturating_sub(campaign.promised(&account, commodity).iter().sum()).saturating_sub(kept);
            let (account, owner) = (account.clone(), owner.clone());
            found.push(Stock { account, commodity, square, owner, is_open, units });
        }
    }
    found.sort_by(|a, b| (&a.account, a.commodity).cmp(&(&b.account, b.commodity)));
    found
}

/// What convoys are on their way to unload at a dump.
pub(super) fn coming(campaign: &Campaign, dump: &AccountId) -> u32 {
    let Some(side) = campaign.account_side(dump.as_str()) else { return 0 };
    let convoys = convoys_to(campaign, side, &[dump.as_str()]).into_iter();
    convoys.map(|convoy| load_of(campaign, convoy, |_| true).units()).sum()
}

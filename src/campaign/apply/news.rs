//! Reports of stock.

use std::collections::BTreeMap;

use domain::{AccountId, Bound, Square};

use super::{Applied, Refusal, is_account};
use crate::stocks::news::known;
use crate::{Campaign, Load, Railhead, Setting, StockNews};

/// Accounts reported what they hold; of the reports before, those are kept that are known or on their way.
pub(super) fn report(campaign: &mut Campaign, bound: Bound, stock: &BTreeMap<AccountId, Load>) -> Applied {
    if let Some(account) = stock.keys().find(|account| !is_account(campaign, account.as_str())) {
        return Err(Refusal::NoAccount(account.clone()));
    }
    let mut news = std::mem::take(&mut campaign.news);
    news.retain(|account, _| is_account(campaign, account.as_str()));
    let delay = campaign.settings.number(Setting::NewsBounds);
    for (account, stock) in stock {
        let reports = news.entry(account.clone()).or_default();
        reports.push(StockNews { bound, stock: stock.clone() });
        reports.drain(..known(reports, delay, bound.next()));
    }
    campaign.news = news;
    Ok(())
}

/// An account came to be: what comes into it is known when it is reported, for nothing has been before.
pub(super) fn opened(campaign: &mut Campaign, account: &AccountId) {
    if campaign.has_news_delay() {
        let nothing = StockNews { bound: campaign.bound, stock: Load::default() };
        campaign.news.insert(account.clone(), vec![nothing]);
    }
}

/// An account is no more: nobody reports for it, and one of its id that comes later is another.
pub(super) fn gone(campaign: &mut Campaign, account: &AccountId) {
    campaign.news.remove(account);
}

/// A railhead went along its railway: what it reported lies where it stood, and what it left where it comes to is its
/// own again.
pub(super) fn moved(campaign: &mut Campaign, railhead: &AccountId, from: Square, to: Square) {
    let [behind, found] = [from, to].map(|at| Railhead::left_at(railhead, &campaign.frame.reference(at)));
    let told = campaign.news.remove(railhead);
    let emptied = |reports: &Vec<StockNews>| {
        reports.iter().map(|report| StockNews { bound: report.bound, stock: Load::default() }).collect::<Vec<_>>()
    };
    let here = campaign.news.get(&found).cloned().or_else(|| told.as_ref().map(emptied));
    if campaign.railheads.contains_key(&behind) {
        match told {
            Some(told) => campaign.news.insert(behind, told),
            None => campaign.news.remove(&behind),
        };
    }
    if let Some(reports) = campaign.news.get_mut(&found) {
        *reports = emptied(reports);
    }
    if let Some(here) = here {
        campaign.news.insert(railhead.clone(), here);
    }
}

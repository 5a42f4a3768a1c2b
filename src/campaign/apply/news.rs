//! Reports of stock.

use std::collections::BTreeMap;

use crate::campaign::news::known;
use crate::campaign::{Campaign, Load, Setting, StockNews};
use crate::domain::{AccountId, Bound};

use super::{Refusal, is_account};

/// Accounts reported what they hold; of the reports before, those are kept that are known or on their way.
pub(super) fn report(campaign: &mut Campaign, bound: Bound, stock: &BTreeMap<AccountId, Load>) -> Result<(), Refusal> {
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

//! `news.csv`: what accounts reported of their stock.

use campaign::{Load, StockNews};
use domain::{AccountId, Bound};

use crate::columns;
use crate::draft::CampaignDraft;
use crate::text::files::Files;
use crate::text::log::did_you_mean;

/// Reads reports; dumps, railheads and vehicles have been read.
pub(crate) fn news(draft: &mut CampaignDraft, files: &Files) {
    let Some(table) = draft.table(files, &columns::NEWS) else { return };
    for row in table.rows() {
        let count = draft.log.count();
        let account = row.needed("account");
        let bound = row.needed("bound").and_then(|_| row.parsed::<Bound>("bound"));
        let stock: Option<Load> = row.parsed("stock");
        let (Some(id), Some(bound)) = (account, bound) else { continue };
        let is_formation = draft.campaign.formations.contains_key(id) || draft.formation_lines.contains_key(id);
        let among = |accounts: &std::collections::BTreeSet<String>| accounts.contains(id);
        if !is_formation && !draft.accounts.as_ref().is_none_or(among) {
            let accounts = draft.accounts.iter().flatten().map(String::as_str);
            let hint = did_you_mean(id, accounts, "give a dump or railhead");
            row.fault("account", format!("there is no dump or railhead `{id}`"), hint);
        }
        if draft.log.count() == count {
            let news = draft.campaign.news.entry(AccountId::from(id)).or_default();
            news.push(StockNews { bound, stock: stock.unwrap_or_default() });
        }
    }
}

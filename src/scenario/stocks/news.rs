//! `news.csv`: what accounts reported of their stock.

use campaign::{Load, StockNews};
use domain::{AccountId, Bound};

use crate::columns;
use crate::draft::CampaignDraft;
use crate::stocks::convoys;
use crate::text::files::Files;

/// Reads reports; dumps, railheads and vehicles have been read.
pub(crate) fn news(draft: &mut CampaignDraft, files: &Files) {
    let Some(table) = draft.table(files, &columns::NEWS) else { return };
    for row in table.rows() {
        let count = draft.log.count();
        let account = row.needed("account");
        let bound = row.needed("bound").and_then(|_| row.parsed::<Bound>("bound"));
        let stock: Option<Load> = row.parsed("stock");
        let (Some(id), Some(bound)) = (account, bound) else { continue };
        if !draft.has_formation(id) {
            convoys::account(draft, &row, "account", id);
        }
        if draft.log.count() == count {
            let news = draft.campaign.news.entry(AccountId::from(id)).or_default();
            news.push(StockNews { bound, stock: stock.unwrap_or_default() });
        }
    }
}

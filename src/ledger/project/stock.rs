//! Tables of stocks: dumps, railheads, transfers, balances.

use campaign::{Campaign, Dump, Railhead, StockNews, Transfer, is_boundary};
use domain::{AccountId, Commodity, FormationId};

use super::cell::{SqlCell, SqlRow};
use super::part::{TablePart, WriteManner};

/// `dump`.
pub(super) struct Dumps;

impl TablePart for Dumps {
    const NAME: &'static str = "dump";
    const COLUMNS: &'static [&'static str] =
        &["id", "owner", "level", "name", "place", "square", "source", "note", "closed"];
    type Key<'a> = &'a AccountId;
    type Item<'a> = &'a Dump;

    fn items(campaign: &Campaign) -> impl Iterator<Item = (Self::Key<'_>, Self::Item<'_>)> {
        campaign.dumps.iter()
    }

    fn rows(campaign: &Campaign, key: &Self::Key<'_>, dump: &Self::Item<'_>, out: &mut Vec<SqlRow>) {
        out.push(vec![
            key.as_str().into(),
            dump.owner.as_str().into(),
            SqlCell::text(dump.level),
            (&dump.name).into(),
            dump.place.as_ref().into(),
            SqlCell::from(campaign.frame.reference(dump.square)),
            dump.source.into(),
            (&dump.note).into(),
            dump.closed.into(),
        ]);
    }
}

/// `railhead`.
pub(super) struct Railheads;

impl TablePart for Railheads {
    const NAME: &'static str = "railhead";
    #[rustfmt::skip]
    const COLUMNS: &'static [&'static str] = &[
        "id", "place", "square", "line", "side", "source", "log_a_day", "pol_a_day", "note", "serves", "priority",
        "closed",
    ];
    type Key<'a> = &'a AccountId;
    type Item<'a> = &'a Railhead;

    fn items(campaign: &Campaign) -> impl Iterator<Item = (Self::Key<'_>, Self::Item<'_>)> {
        campaign.railheads.iter()
    }

    fn rows(campaign: &Campaign, key: &Self::Key<'_>, railhead: &Self::Item<'_>, out: &mut Vec<SqlRow>) {
        out.push(vec![
            key.as_str().into(),
            railhead.place.as_ref().into(),
            SqlCell::from(campaign.frame.reference(railhead.square)),
            (&railhead.line).into(),
            SqlCell::text(railhead.side),
            railhead.source.into(),
            railhead.log_a_day.into(),
            railhead.pol_a_day.into(),
            (&railhead.note).into(),
            railhead.serves.as_ref().map(FormationId::as_str).into(),
            railhead.priority.into(),
            railhead.closed.into(),
        ]);
    }
}

/// `transfer`: every change of a stock.
pub(super) struct Transfers;

impl TablePart for Transfers {
    const NAME: &'static str = "transfer";
    const COLUMNS: &'static [&'static str] =
        &["number", "from_account", "to_account", "commodity", "quantity", "bound", "reason"];
    // Each stands on the balances that those before it left.
    const MANNER: WriteManner = WriteManner::Sequence;
    type Key<'a> = u64;
    type Item<'a> = &'a Transfer;

    fn items(campaign: &Campaign) -> impl Iterator<Item = (Self::Key<'_>, Self::Item<'_>)> {
        campaign.stock.transfers().iter().map(|transfer| (transfer.number, transfer))
    }

    fn rows(_: &Campaign, key: &Self::Key<'_>, transfer: &Self::Item<'_>, out: &mut Vec<SqlRow>) {
        out.push(vec![
            (*key).into(),
            transfer.from.as_str().into(),
            transfer.to.as_str().into(),
            SqlCell::text(transfer.commodity),
            transfer.quantity.into(),
            transfer.bound.into(),
            (&transfer.reason).into(),
        ]);
    }
}

/// `stock_balance`: kept by the triggers of `transfer`.
pub(super) struct Balances;

impl TablePart for Balances {
    const NAME: &'static str = "stock_balance";
    const COLUMNS: &'static [&'static str] = &["account", "commodity", "quantity", "boundary"];
    const KEYS: usize = 2;
    const MANNER: WriteManner = WriteManner::Kept;
    type Key<'a> = (&'a AccountId, Commodity);
    type Item<'a> = i64;

    fn items(campaign: &Campaign) -> impl Iterator<Item = (Self::Key<'_>, Self::Item<'_>)> {
        campaign.stock.balances().map(|(account, commodity, quantity)| ((account, commodity), quantity))
    }

    fn rows(_: &Campaign, key: &Self::Key<'_>, quantity: &Self::Item<'_>, out: &mut Vec<SqlRow>) {
        let (account, commodity) = *key;
        let boundary = is_boundary(account.as_str());
        out.push(vec![account.as_str().into(), SqlCell::text(commodity), (*quantity).into(), boundary.into()]);
    }
}

/// `stock_news`.
pub(super) struct News;

impl TablePart for News {
    const NAME: &'static str = "stock_news";
    const COLUMNS: &'static [&'static str] = &["account", "position", "bound", "stock"];
    const KEYS: usize = 2;
    type Key<'a> = (&'a AccountId, usize);
    type Item<'a> = &'a StockNews;

    fn items(campaign: &Campaign) -> impl Iterator<Item = (Self::Key<'_>, Self::Item<'_>)> {
        let of = |(account, news)| -> Vec<(Self::Key<'_>, Self::Item<'_>)> {
            let news: &Vec<StockNews> = news;
            news.iter().enumerate().map(|(position, report)| ((account, position), report)).collect()
        };
        campaign.news.iter().flat_map(of)
    }

    fn rows(_: &Campaign, key: &Self::Key<'_>, report: &Self::Item<'_>, out: &mut Vec<SqlRow>) {
        let (account, position) = *key;
        out.push(vec![account.as_str().into(), position.into(), report.bound.into(), SqlCell::text(&report.stock)]);
    }
}

//! The balances of the accounts.

use std::collections::BTreeSet;

use serde::Serialize;

use campaign::{Campaign, is_boundary};
use domain::{AccountId, Commodity, Detail, SideId};

use supply::TrainLoad;

use crate::model::{BoundView, NamedSide};
use crate::{Cell, Column, Report, Table};

/// What every account holds: `{"accounts":[{"account","name","side","square","commodity","quantity"}]}`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct StockReport {
    /// A row for each account and commodity that it holds or owes.
    pub accounts: Vec<StockRow>,
    /// What those of one square hold together, where one was asked after.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub together: Option<StockView>,
    /// Whether stocks are counted.
    #[serde(skip)]
    counted: bool,
}

/// What an account holds of a commodity.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct StockRow {
    /// The account.
    pub account: AccountId,
    /// What it is called: the dump, the vehicle, the place of the railhead or airfield; none for a boundary account.
    pub name: Option<String>,
    /// The formation that a vehicle is of, where its name does not say it.
    #[serde(skip)]
    whose: Option<String>,
    /// Among what it stands on a page.
    #[serde(skip)]
    group: Group,
    /// What comes to a railhead in a day; nothing elsewhere.
    #[serde(skip)]
    a_day: TrainLoad,
    /// Its side; none for a boundary account.
    pub side: Option<NamedSide>,
    /// Where it stands; none for a boundary account.
    pub square: Option<String>,
    /// What.
    pub commodity: Commodity,
    /// How many units.
    pub quantity: i64,
    /// The bound at whose close it was reported, where it is known by a report only (house rule `news_delay`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reported: Option<BoundView>,
}

/// Accounts that stand together, in the order of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Group {
    Railheads,
    Dumps,
    Airfields,
    Vehicles,
    Boundary,
}

impl Group {
    fn of(campaign: &Campaign, id: &str) -> Self {
        match () {
            () if campaign.railheads.contains_key(id) => Self::Railheads,
            () if campaign.dumps.contains_key(id) => Self::Dumps,
            () if campaign.airfields.contains_key(id) => Self::Airfields,
            () if campaign.formation(id).is_some() => Self::Vehicles,
            () => Self::Boundary,
        }
    }

    fn title(self) -> &'static str {
        match self {
            Self::Railheads => "Railheads",
            Self::Dumps => "Dumps",
            Self::Airfields => "Airfields",
            Self::Vehicles => "LOG vehicles and bowsers",
            Self::Boundary => "Outside the map",
        }
    }
}

/// What an account, or several together, hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct StockView {
    pub(super) log: i64,
    pub(super) pol: i64,
}

impl StockReport {
    /// The balances of a campaign: of one side, with or without boundary accounts, of one account.
    pub fn new(campaign: &Campaign, side: Option<SideId>, account: Option<&AccountId>, boundary: bool) -> Self {
        let report = |id: &AccountId| campaign.known_report(id.as_str()).filter(|_| side.is_some());
        let row = |(id, commodity, quantity): (&AccountId, Commodity, i64)| StockRow {
            account: id.clone(),
            name: campaign.name_of_account(id.as_str()).map(ToOwned::to_owned),
            whose: campaign.formation(id.as_str()).and_then(|of| campaign.name_of_superior(of)).map(ToOwned::to_owned),
            group: Group::of(campaign, id.as_str()),
            a_day: campaign.railheads.get(id).map(TrainLoad::a_day).unwrap_or_default(),
            side: campaign.account_side(id.as_str()).map(|side| NamedSide::new(campaign, side)),
            square: campaign.account_square(id.as_str()).map(|square| campaign.frame.reference(square)),
            commodity,
            quantity,
            reported: report(id).map(|report| BoundView::new(campaign, report.bound)),
        };
        let mut accounts: Vec<StockRow> = campaign.stock.balances().map(row).collect();
        accounts.retain(|row| side.is_none() || NamedSide::id(row.side.as_ref()) == side);
        accounts.retain(|row| account.is_none_or(|id| *id == row.account));
        accounts.retain(|row| boundary || account.is_some() || !is_boundary(row.account.as_str()));
        accounts.sort_by(|a, b| {
            (NamedSide::id(a.side.as_ref()), &a.account, a.commodity).cmp(&(
                NamedSide::id(b.side.as_ref()),
                &b.account,
                b.commodity,
            ))
        });
        Self { accounts, together: None, counted: campaign.settings.detail() == Detail::Full }
    }

    /// What each railhead, dump and vehicle on the map holds, a line each under what it is; none where stocks are not counted
    /// or nothing is held.
    pub fn by_account(&self) -> Option<Table> {
        let mut there = self.clone();
        there.accounts.retain(|row| row.square.is_some());
        (there.counted && !there.accounts.is_empty()).then(|| there.line_each(false))
    }

    /// A line for each account with what it holds of every commodity; with the id by which commands take it, or without.
    fn line_each(&self, with_ids: bool) -> Table {
        let is_news = self.accounts.iter().any(|row| row.reported.is_some());
        let of_several = self.accounts.iter().any(|row| row.side != self.accounts[0].side);
        let held_by_any = self.accounts.iter().map(|row| row.commodity);
        let commodities: BTreeSet<Commodity> = held_by_any.chain([Commodity::Log, Commodity::Pol]).collect();
        let mut columns = vec![Column::text("of").wrapping()];
        columns.extend(of_several.then(|| Column::text("side")));
        columns.push(Column::text("square"));
        columns.extend(commodities.iter().map(|commodity| Column::number(commodity.name())));
        columns.extend(is_news.then(|| Column::text("reported")));
        columns.extend(with_ids.then(|| Column::text("account")));
        let mut table = Table::new("", columns);
        let mut accounts: Vec<_> = self.accounts.chunk_by(|row, next| row.account == next.account).collect();
        accounts.sort_by_key(|of_one| of_one[0].group);
        let is_of_several_kinds = accounts.iter().any(|of_one| of_one[0].group != accounts[0][0].group);
        let mut group = None;
        for of_one in accounts {
            let row = &of_one[0];
            if is_of_several_kinds && group.replace(row.group) != Some(row.group) {
                table.group(row.group.title());
            }
            let a_day = Some(row.a_day).filter(|load| !load.is_empty());
            let a_day = a_day.map(|load| format!(", {} a day by train", load.text())).unwrap_or_default();
            let mut cells = vec![Cell::new(format!("{}{a_day}", row.called()))];
            cells.extend(of_several.then(|| NamedSide::cell(row.side.as_ref())));
            cells.push(Cell::maybe(row.square.as_deref()));
            cells.extend(commodities.iter().map(|commodity| Cell::new(held(of_one, *commodity))));
            cells.extend(is_news.then(|| Cell::maybe(row.reported.as_ref().map(|bound| &bound.label))));
            cells.extend(with_ids.then(|| Cell::new(&row.account)));
            table.row(cells);
        }
        table
    }

    fn noted(&self, mut table: Table) -> Table {
        if let Some(StockView { log, pol }) = self.together.filter(|_| self.accounts.len() > 1) {
            table.note(format!("together {log} LOG and {pol} POL"));
        }
        match (self.accounts.is_empty(), self.counted) {
            (true, true) => table.note("no stock there"),
            (true, false) => table.note("no stock is held: under `detail = simple` stocks are not counted"),
            (false, true) => {}
            (false, false) => table
                .note("under `detail = simple` stocks are not counted: nobody uses these, and no vehicle carries them"),
        }
        table
    }

    /// Those in one square, with what they hold together.
    #[must_use]
    pub fn at(mut self, square: &str) -> Self {
        self.accounts.retain(|row| row.square.as_deref() == Some(square));
        let [log, pol] = [Commodity::Log, Commodity::Pol].map(|commodity| held(&self.accounts, commodity));
        self.together = Some(StockView { log, pol });
        self
    }
}

impl StockRow {
    /// What it is called, a vehicle with the formation that it is of before it: columns of many formations bear one name.
    fn called(&self) -> String {
        let name = self.name.as_deref().unwrap_or(self.account.as_str());
        self.whose.as_ref().map_or_else(|| name.to_owned(), |whose| format!("{whose}: {name}"))
    }
}

/// How much of a commodity some rows hold together.
fn held(rows: &[StockRow], commodity: Commodity) -> i64 {
    rows.iter().filter(|row| row.commodity == commodity).map(|row| row.quantity).sum()
}

impl Report for StockReport {
    fn tables(&self) -> Vec<Table> {
        let columns = vec![
            Column::text("of").wrapping(),
            Column::text("side"),
            Column::text("square"),
            Column::text("commodity"),
            Column::number("quantity"),
            Column::text("account").optional(),
        ];
        let is_news = self.accounts.iter().any(|row| row.reported.is_some());
        let reported = is_news.then(|| Column::text("reported"));
        let mut table = Table::new("", columns.into_iter().chain(reported).collect());
        for row in &self.accounts {
            let cells = [
                Cell::new(row.called()),
                NamedSide::cell(row.side.as_ref()),
                Cell::maybe(row.square.as_deref()),
                Cell::new(row.commodity.name()),
                Cell::new(row.quantity),
                Cell::new(&row.account),
            ];
            let reported = is_news.then(|| Cell::maybe(row.reported.as_ref().map(|bound| &bound.label)));
            table.row(cells.into_iter().chain(reported));
        }
        vec![self.noted(table)]
    }

    fn page_tables(&self) -> Vec<Table> {
        vec![self.noted(self.line_each(true))]
    }
}

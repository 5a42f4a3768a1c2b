//! The dumps and railheads of a campaign.

use serde::Serialize;

use campaign::Campaign;
use domain::{AccountId, Commodity, SideId};

use crate::model::{BoundView, NamedSide};
use crate::{Cell, Column, Report, Table};

/// Every dump and railhead, by side and id.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct DumpList(Vec<DumpRow>);

/// A dump or a railhead.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct DumpRow {
    /// Its account.
    pub id: AccountId,
    /// Its name, or the railway on which it lies.
    pub name: String,
    /// Its side.
    pub side: Option<NamedSide>,
    /// `dump` or `railhead`.
    pub kind: &'static str,
    /// The formation to which it belongs; none for a railhead.
    pub owner: Option<String>,
    /// The level that it serves; none for a railhead.
    pub level: Option<String>,
    /// Where it stands.
    pub square: String,
    /// Whether it is a source.
    pub source: bool,
    /// Whether it is closed: it serves nobody, and what it holds waits to be carried away.
    pub closed: bool,
    /// How much LOG it holds.
    pub log: i64,
    /// How much POL it holds.
    pub pol: i64,
    /// The bound at whose close it reported that, where it is known by a report only (house rule `news_delay`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reported: Option<BoundView>,
    /// What it is called, and the formation to which it belongs.
    #[serde(skip)]
    called: [String; 2],
}

impl DumpList {
    /// The dumps and railheads of a campaign, or of one side of it.
    pub fn new(campaign: &Campaign, side: Option<SideId>) -> Self {
        let mut rows: Vec<DumpRow> = dumps(campaign).chain(railheads(campaign)).collect();
        rows.retain(|row| side.is_none() || NamedSide::id(row.side.as_ref()) == side);
        let known = |row: &DumpRow| {
            let report = campaign.known_report(row.id.as_str()).filter(|_| side.is_some())?;
            Some(BoundView::new(campaign, report.bound))
        };
        for row in &mut rows {
            row.reported = known(row);
        }
        rows.sort_by(|a, b| (NamedSide::id(a.side.as_ref()), &a.id).cmp(&(NamedSide::id(b.side.as_ref()), &b.id)));
        Self(rows)
    }
}

fn dumps(campaign: &Campaign) -> impl Iterator<Item = DumpRow> {
    campaign.dumps.values().map(|dump| DumpRow {
        id: dump.id.clone(),
        name: dump.name.clone(),
        side: campaign.account_side(dump.id.as_str()).map(|side| NamedSide::new(campaign, side)),
        kind: "dump",
        owner: Some(dump.owner.to_string()),
        level: Some(dump.level.to_string()),
        square: campaign.frame.reference(dump.square),
        source: dump.source,
        closed: dump.closed,
        log: campaign.stock.balance(dump.id.as_str(), Commodity::Log),
        pol: campaign.stock.balance(dump.id.as_str(), Commodity::Pol),
        reported: None,
        called: [campaign.account_name(dump.id.as_str()), campaign.name_of(dump.owner.as_str()).to_owned()],
    })
}

fn railheads(campaign: &Campaign) -> impl Iterator<Item = DumpRow> {
    campaign.railheads.values().map(|head| DumpRow {
        id: head.id.clone(),
        name: head.line.clone(),
        side: Some(NamedSide::new(campaign, head.side)),
        kind: "railhead",
        owner: None,
        level: None,
        square: campaign.frame.reference(head.square),
        source: head.source,
        closed: head.closed,
        log: campaign.stock.balance(head.id.as_str(), Commodity::Log),
        pol: campaign.stock.balance(head.id.as_str(), Commodity::Pol),
        reported: None,
        called: [campaign.account_name(head.id.as_str()), String::new()],
    })
}

impl Report for DumpList {
    fn tables(&self) -> Vec<Table> {
        let columns = vec![
            Column::text("name").wrapping(),
            Column::text("id").wrapping(),
            Column::text("kind").wrapping(),
            Column::text("side"),
            Column::text("square"),
            Column::text("owner").wrapping().optional(),
            Column::text("source"),
            Column::number("LOG"),
            Column::number("POL"),
        ];
        let is_news = self.0.iter().any(|row| row.reported.is_some());
        let reported = is_news.then(|| Column::text("reported"));
        let last = [Column::text("level").optional()];
        let mut table = Table::new("", columns.into_iter().chain(reported).chain(last).collect());
        for row in &self.0 {
            let [name, owner] = &row.called;
            let cells = [
                Cell::new(name),
                Cell::new(&row.id),
                Cell::new(if row.closed { format!("closed {}", row.kind) } else { row.kind.to_owned() }),
                NamedSide::cell(row.side.as_ref()),
                Cell::new(&row.square),
                Cell::new(owner),
                Cell::new(if row.source { "yes" } else { "" }),
                Cell::new(row.log),
                Cell::new(row.pol),
            ];
            let reported = is_news.then(|| Cell::maybe(row.reported.as_ref().map(|bound| &bound.label)));
            let last = [Cell::maybe(row.level.as_deref())];
            table.row(cells.into_iter().chain(reported).chain(last));
        }
        vec![table]
    }
}

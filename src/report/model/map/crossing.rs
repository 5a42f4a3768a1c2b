//! The crossings of a campaign.

use serde::Serialize;

use campaign::{Campaign, Crossing};
use domain::{Bound, CrossingId, CrossingKind, CrossingState};

use crate::model::BoundView;
use crate::{Cell, Column, Report, Table};

/// Every crossing, by river and id.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct CrossingList(Vec<CrossingRow>);

/// A crossing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CrossingRow {
    /// Its id.
    pub id: CrossingId,
    /// Its name.
    pub name: String,
    /// Its river.
    pub river: String,
    /// The two squares that it joins; none for the ice of a whole river.
    pub squares: Option<[String; 2]>,
    /// What it is.
    pub kind: CrossingKind,
    /// What it carries while open.
    pub carries: String,
    /// In what state it is; its dates apart.
    pub state: CrossingState,
    /// The first bound in which it can be used, where it is dated.
    pub from: Option<BoundView>,
    /// The last bound in which it can be used, where it is dated.
    pub until: Option<BoundView>,
    /// Whether it can be used now.
    pub usable: bool,
    /// Its state in words, with its dates as they are in the running bound.
    #[serde(skip)]
    pub(super) text: String,
}

impl CrossingList {
    /// The crossings of a campaign.
    pub fn new(campaign: &Campaign) -> Self {
        let mut rows: Vec<CrossingRow> = campaign.crossings.values().map(|c| CrossingRow::new(campaign, c)).collect();
        rows.sort_by(|a, b| (&a.river, &a.id).cmp(&(&b.river, &b.id)));
        Self(rows)
    }
}

impl CrossingRow {
    pub(super) fn new(campaign: &Campaign, crossing: &Crossing) -> Self {
        let reference = |square| campaign.frame.reference(square);
        let view = |bound: Option<Bound>| bound.map(|bound| BoundView::new(campaign, bound));
        Self {
            id: crossing.id.clone(),
            name: crossing.name.clone(),
            river: crossing.river.clone(),
            squares: crossing.side.map(domain::SquareSide::squares).map(|(a, b)| [reference(a), reference(b)]),
            kind: crossing.kind,
            carries: crossing.carries.to_words(),
            state: crossing.state,
            from: view(crossing.from),
            until: view(crossing.until),
            usable: crossing.is_open(campaign.bound),
            text: state_text(crossing, campaign.bound),
        }
    }
}

fn state_text(crossing: &Crossing, now: Bound) -> String {
    match (crossing.state, crossing.is_open(now), crossing.from, crossing.until) {
        (CrossingState::Open, true, _, Some(until)) => format!("open until {until}"),
        (CrossingState::Open, false, Some(from), _) if now < from => format!("closed until {from} opens"),
        (CrossingState::Open, false, _, Some(until)) => format!("closed by date since {until} closed"),
        (state, ..) => state.to_string(),
    }
}

impl Report for CrossingList {
    fn tables(&self) -> Vec<Table> {
        let columns = vec![
            Column::text("id"),
            Column::text("name").wrapping(),
            Column::text("squares"),
            Column::text("kind"),
            Column::text("carries").wrapping(),
            Column::text("state").wrapping(),
        ];
        let mut table = Table::new("", columns);
        let mut river = None;
        for row in &self.0 {
            if river != Some(&row.river) {
                river = Some(&row.river);
                table.group(&row.river);
            }
            table.row([
                Cell::new(&row.id),
                Cell::new(&row.name),
                Cell::new(row.squares.as_ref().map_or_else(|| "the whole river".to_owned(), |s| s.join("-"))),
                Cell::new(row.kind),
                Cell::new(&row.carries),
                if row.usable { Cell::new(&row.text) } else { Cell::emphasised(&row.text) },
            ]);
        }
        vec![table]
    }
}

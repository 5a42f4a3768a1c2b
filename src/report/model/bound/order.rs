//! What waits: orders not yet carried out, and claims for the umpire.

use serde::Serialize;

use campaign::{Action, Campaign, Formation, Load, MapFrame, Order, Tree};
use domain::{FormationId, Said, SideId, Square};

use crate::model::BoundView;
use crate::model::supply::convoy::goal;
use crate::words::order::order_said;
use crate::{Cell, Column, Report, Table};

/// Orders, by bound and unit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct OrderList(Vec<OrderRow>);

/// An order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct OrderRow {
    /// The unit.
    pub unit: FormationId,
    /// Its name.
    pub name: String,
    /// Its side.
    pub side: SideId,
    /// For which bound.
    pub bound: BoundView,
    /// What it is to do: `move`, `dig-in`, `reorganise`, `open-dump`, `send`.
    #[serde(rename = "deed")]
    pub action: &'static str,
    /// The squares by which it marches or delivers; where the vehicle must stand that opens a dump.
    pub way: Vec<String>,
    /// In what manner it marches.
    pub rate: Option<&'static str>,
    /// How: `close_up`, `split`, `alone`, `fortify`, `stay`.
    pub how: Vec<&'static str>,
    /// The dump that it is to open.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dump: Option<String>,
    /// The formation to which the dump will belong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub owner: Option<FormationId>,
    /// The vehicles that are sent with it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub with: Vec<FormationId>,
    /// What is to be loaded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub load: Option<Load>,
    /// Where, if not where the vehicles stand.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// Where vehicles are sent: a dump, a railhead, a formation or a square.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// The same in plain words.
    #[serde(skip)]
    pub(crate) said: String,
}

impl OrderRow {
    pub(crate) fn new(campaign: &Campaign, order: &Order) -> Option<Self> {
        let unit = campaign.formations.get(&order.unit)?;
        let (unit, name, side) = (unit.id.clone(), unit.name.clone(), unit.side);
        let (bound, action) = (BoundView::new(campaign, order.bound), order.action.word());
        let (way, rate, how) = (Vec::new(), None, Vec::new());
        let (dump, owner, with, load, from, to) = (None, None, Vec::new(), None, None, None);
        let said = order_said(campaign, order);
        let mut row = Self { unit, name, side, bound, action, way, rate, how, dump, owner, with, load, from, to, said };
        row.fill(&campaign.frame, &order.action);
        Some(row)
    }

    fn fill(&mut self, frame: &MapFrame, action: &Action) {
        let squares = |squares: &[Square]| squares.iter().map(|square| frame.reference(*square)).collect();
        match action {
            Action::Move(march) => {
                self.way = squares(&march.way);
                self.rate = Some(march.rate.as_str());
                let flags = [(march.close_up, "close_up"), (march.split, "split"), (march.alone, "alone")];
                self.how.extend(flags.iter().filter(|(set, _)| *set).map(|(_, word)| *word));
            }
            Action::DigIn { fortify } => self.how.extend(fortify.then_some("fortify")),
            Action::Reorganise => {}
            Action::OpenDump(open) => {
                self.way = squares(open.at.as_slice());
                (self.dump, self.owner) = (Some(open.dump.to_string()), Some(open.owner.clone()));
            }
            Action::Send(send) => {
                self.way = squares(&send.via);
                self.how.extend(send.stays.then_some("stay"));
                (self.with, self.load) = (send.with.clone(), send.load.clone());
                (self.from, self.to) = (send.from.as_ref().map(ToString::to_string), Some(goal(&send.to, frame)));
            }
        }
    }

    /// It as the command `order` takes it, behind that word: `26tk move 058052 --rate road`.
    pub fn command_words(campaign: &Campaign, order: &Order) -> Option<Vec<String>> {
        let row = Self::new(campaign, order)?;
        let mut words = vec![row.unit.to_string(), row.action.to_owned()];
        let flag = |name: &str, text: Option<String>| text.map(|text| format!("--{name}={text}"));
        match &order.action {
            Action::Move(_) => {
                words.extend(row.way.clone());
                words.extend(flag("rate", row.rate.map(str::to_owned)));
            }
            Action::DigIn { .. } | Action::Reorganise => {}
            Action::OpenDump(open) => {
                words.push(open.dump.to_string());
                words.extend(flag("owner", Some(open.owner.to_string())));
                words.extend(flag("at", row.way.first().cloned()));
                words.extend(flag("level", open.level.map(|level| level.to_string())));
                words.extend(flag("name", open.name.clone()));
            }
            Action::Send(_) => {
                let listed = |all: Vec<String>| (!all.is_empty()).then(|| all.join(","));
                words.extend(flag("with", listed(row.with.iter().map(ToString::to_string).collect())));
                words.extend(flag("load", row.load.as_ref().map(ToString::to_string)));
                words.extend(flag("from", row.from.clone()));
                words.extend(flag("to", row.to.clone()));
                words.extend(flag("via", listed(row.way.clone())));
            }
        }
        words.extend(row.how.iter().map(|word| format!("--{}", word.replace('_', "-"))));
        words.extend(flag("for", (order.bound != campaign.bound).then(|| order.bound.typed())));
        Some(words)
    }

    /// The formations of a side that have no order and stand on the map: each with its name and the reference of its square.
    pub fn without_orders(campaign: &Campaign, side: SideId) -> Vec<(FormationId, String, String)> {
        let tree = Tree::new(campaign);
        let has_one = |unit: &Formation| campaign.orders.iter().any(|order| order.unit == unit.id);
        let of_side = campaign.formations.values().filter(|unit| unit.side == side && unit.leaf.is_none());
        let found = of_side.filter(|unit| !has_one(unit)).filter_map(|unit| {
            let square = campaign.frame.reference(tree.square(unit)?);
            Some((unit.id.clone(), unit.name.clone(), square))
        });
        found.collect()
    }
}

impl OrderRow {
    /// What it is to do, in plain words.
    pub fn said(&self) -> &str {
        &self.said
    }
}

impl OrderList {
    /// Each of them.
    pub fn rows(&self) -> &[OrderRow] {
        &self.0
    }

    /// The orders of a campaign, or of one side.
    pub fn new(campaign: &Campaign, side: Option<SideId>) -> Self {
        let rows = campaign.orders.iter().filter_map(|order| OrderRow::new(campaign, order));
        Self(rows.filter(|row| side.is_none_or(|side| side == row.side)).collect())
    }
}

impl Report for OrderList {
    fn tables(&self) -> Vec<Table> {
        let columns =
            vec![Column::text("bound"), Column::text("unit").wrapping().over("id"), Column::text("is to").wrapping()];
        let mut table = Table::new("orders", columns);
        for row in &self.0 {
            table.row([
                Cell::new(&row.bound.label),
                Cell::new(format!("{}\n{}", row.name, row.unit)),
                Cell::new(&row.said),
            ]);
        }
        if self.0.is_empty() {
            "no orders pending".clone_into(&mut table.title);
        }
        vec![table]
    }
}

/// What was overrun and waits for the umpire, by id.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct ClaimList(Vec<ClaimRow>);

/// A claim.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ClaimRow {
    /// The dump, railhead or leaf.
    pub id: String,
    /// `dump`, `railhead` or `leaf`.
    pub kind: &'static str,
    /// Where it was overrun.
    pub square: String,
    /// By which leaf.
    pub by: FormationId,
    /// In which bound.
    pub bound: BoundView,
    /// Whether it waits for the umpire, so that the bound cannot be closed; else it only stands under enemy troops.
    pub waits: bool,
}

impl ClaimList {
    /// The claims of a campaign, and what could be claimed.
    pub fn new(campaign: &Campaign) -> Self {
        let set_upon = campaign.set_upon();
        let rows = campaign.claims.values().chain(&set_upon).map(|claim| ClaimRow {
            id: claim.what.to_string(),
            kind: match &claim.what {
                what if campaign.dumps.contains_key(what) => "dump",
                what if campaign.railheads.contains_key(what) => "railhead",
                _ => "leaf",
            },
            square: campaign.frame.reference(claim.square),
            by: claim.by.clone(),
            bound: BoundView::new(campaign, claim.bound),
            waits: campaign.claims.contains_key(&claim.what),
        });
        Self(rows.collect())
    }
}

impl Report for ClaimList {
    fn tables(&self) -> Vec<Table> {
        let columns = ["overrun", "kind", "in", "by", "bound"].map(Column::text).to_vec();
        let mut table = Table::new("waiting for the umpire", columns);
        let first = self.0.iter().position(|row| !row.waits);
        for (place, row) in self.0.iter().enumerate() {
            if first == Some(place) {
                table.group("under enemy troops, but still the owner's");
            }
            table.row([row.id.as_str(), row.kind, &row.square, row.by.as_str(), &row.bound.label]);
        }
        if self.0.is_empty() {
            "nothing waits for the umpire".clone_into(&mut table.title);
        } else {
            table.note(Said::command("`railhead supply claim ID captured|destroyed|spared` settles one"));
        }
        vec![table]
    }
}

//! `supply graph`: the chain of supply as it stands, by what hangs on what.
//!
//! What it decides: names, figures and words of nodes and edges, and the order of the listing: from sources on, then what
//! hangs on none. Where to look next: `render::dot`, which draws it.

mod listing;

use serde::Serialize;

use campaign::{Campaign, Setting};
use domain::{Commodity, Detail, FormationId, SideId, Square, SupplyState};
use ops::query::Ways;
use supply::{Route, SupplyEdge, SupplyGraph, SupplyNode};

use super::house_rule::{HouseRule, news_said};
use super::maker::Maker;
use super::measure::{hours, km};
use super::stock::StockView;
use super::unit::state_cell;
use crate::Report;
use crate::model::BoundView;
use crate::words::cause::why_cut;

pub use supply::NodeKind;

/// The chain of supply of one side or of all.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SupplyGraphReport {
    campaign: String,
    bound: BoundView,
    mode: Detail,
    /// Side by side.
    pub sides: Vec<GraphSide>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    house_rules: Vec<HouseRule>,
    /// What it shows, and when.
    #[serde(skip)]
    pub title: String,
}

/// The chain of supply of one side.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct GraphSide {
    /// The side.
    pub side: SideId,
    /// Its name.
    #[serde(skip)]
    pub name: String,
    /// What stands in the chain, by kind and id.
    pub nodes: Vec<NodeRow>,
    /// How supply goes from one to the other.
    pub edges: Vec<EdgeRow>,
}

/// What stands in a chain of supply.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct NodeRow {
    /// Its id.
    pub id: String,
    /// What it is.
    pub kind: NodeKind,
    /// Its name, or that of its place; else its id.
    pub name: String,
    /// Where it stands.
    pub square: Option<String>,
    /// The name of the place there.
    pub place: Option<String>,
    /// Whether supply comes there; of a formation, whether neither LOG nor POL fails.
    pub ok: bool,
    /// How a formation stands.
    pub log: Option<StandingView>,
    /// The same with POL.
    pub pol: Option<StandingView>,
    /// What an account holds, where stocks are counted.
    pub stock: Option<StockView>,
    /// Why a formation is in trouble.
    pub reasons: Vec<String>,
    /// What it has, in a few words.
    #[serde(skip)]
    pub has: String,
}

/// How a formation stands with a commodity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct StandingView {
    pub(crate) state: SupplyState,
    stock: Option<i64>,
}

/// How supply goes from one node to another.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct EdgeRow {
    /// From where, by id.
    pub from: String,
    /// To where.
    pub to: String,
    /// How: the word of the route.
    pub kind: &'static str,
    /// Whether anything comes this way.
    pub ok: bool,
    /// How far.
    pub km: Option<f64>,
    /// How long a hop may be.
    pub limit_km: Option<f64>,
    /// Hours by lorry.
    pub hours: Option<f64>,
    /// Where it is cut.
    pub at: Option<String>,
    /// Why nothing comes this way.
    pub why: Option<String>,
    /// Who draws this way, or would.
    pub units: Vec<FormationId>,
    /// The commodity that flies.
    pub commodity: Option<Commodity>,
    /// Figures or failure, in a few words.
    #[serde(skip)]
    pub label: String,
}

impl StandingView {
    /// In words: `LOG ok (2)`.
    fn words(self, name: &str) -> String {
        format!("{name} {}", state_cell(self.state, self.stock, None).text)
    }
}

impl SupplyGraphReport {
    /// The chains of a graph; for one side only it names no formation of the enemy.
    pub fn new(campaign: &Campaign, graph: &SupplyGraph<'_>, side: Option<SideId>) -> Self {
        let ways = Ways::new(campaign, []);
        let maker = Maker::new(&ways, side);
        let bound = BoundView::new(campaign, campaign.bound);
        let shown = campaign.sides.iter().filter(|there| side.is_none_or(|side| side == there.id));
        let sides = shown.map(|there| GraphSide {
            side: there.id,
            name: there.name.clone(),
            nodes: graph.nodes().filter(|node| node.side == there.id).map(|node| maker.node(node)).collect(),
            edges: graph
                .edges()
                .filter(|(from, ..)| from.side == there.id)
                .map(|(from, to, edge)| maker.edge(graph, from, to, edge))
                .collect(),
        });
        let bites = news_said(campaign, side);
        Self {
            campaign: campaign.name.clone(),
            mode: campaign.settings.detail(),
            sides: sides.collect(),
            house_rules: HouseRule::new(campaign, Setting::NewsDelay, bites).into_iter().collect(),
            title: format!("{}, {} ({})", campaign.title, bound.label, bound.date.format("%-d %B %Y")),
            bound,
        }
    }

    /// The same as a drawing in the language of Graphviz.
    pub fn drawn(self) -> SupplyGraphDrawing {
        SupplyGraphDrawing(self)
    }
}

/// The chain of supply, to be drawn by Graphviz.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(transparent)]
pub struct SupplyGraphDrawing(pub SupplyGraphReport);

impl Report for SupplyGraphReport {
    fn tables(&self) -> Vec<crate::Table> {
        let mut tables: Vec<crate::Table> =
            self.sides.iter().map(|side| listing::table(side, &format!("{}: {}", side.name, self.title))).collect();
        if let Some(last) = tables.last_mut() {
            self.house_rules.iter().for_each(|rule| rule.note(last));
        }
        tables
    }
}

fn fails(state: SupplyState) -> bool {
    !state.is_good()
}

impl Maker<'_> {
    fn node(&self, node: &SupplyNode<'_>) -> NodeRow {
        let campaign = self.campaign;
        let assessment = node.assessment;
        let log = assessment.map(|a| StandingView { state: a.log.state, stock: a.log.stock });
        let pol = assessment.map(|a| StandingView { state: a.pol.state, stock: a.pol.stock });
        let keeps = node.kind != NodeKind::Formation && node.kind != NodeKind::Airfield;
        let held = |commodity| campaign.stock.balance(node.id, commodity);
        let stock = StockView { log: held(Commodity::Log), pol: held(Commodity::Pol) };
        let stock = Some(stock).filter(|_| keeps && campaign.settings.detail() == Detail::Full);
        let standing = [log, pol].into_iter().flatten();
        let ok = match node.kind {
            NodeKind::Airfield => !node.is_shut,
            NodeKind::Formation => standing.clone().all(|standing| !fails(standing.state)),
            _ => node.is_reached,
        };
        let has = match (node.kind, stock) {
            (NodeKind::Airfield, _) if node.is_shut => "closed".to_owned(),
            (NodeKind::Formation, _) => has_words(log, pol),
            (NodeKind::Bowser, Some(stock)) => format!("POL {}", stock.pol),
            (_, Some(stock)) => format!("LOG {}, POL {}", stock.log, stock.pol),
            _ => String::new(),
        };
        NodeRow {
            id: node.id.to_owned(),
            kind: node.kind,
            name: self.name_of(node),
            square: node.square.map(|square| self.reference(square)),
            place: node.square.and_then(|square| self.place_on(square)).map(ToOwned::to_owned),
            ok,
            log,
            pol,
            stock,
            reasons: assessment.into_iter().flat_map(|a| self.reasons(a)).map(|reason| reason.said.into()).collect(),
            has,
        }
    }

    /// The name of a formation or dump; of a railhead or airfield that of its place.
    fn name_of(&self, node: &SupplyNode<'_>) -> String {
        let own = Some(node.id).filter(|_| node.kind != NodeKind::Airfield);
        let own = own.and_then(|id| self.campaign.name_of_account(id));
        own.or_else(|| self.place_on(node.square?)).unwrap_or(node.id).to_owned()
    }

    fn place_on(&self, square: Square) -> Option<&str> {
        self.campaign.places.iter().find(|place| place.square == square).map(|place| place.name.as_str())
    }

    fn edge(
        &self,
        graph: &SupplyGraph<'_>,
        from: &SupplyNode<'_>,
        to: &SupplyNode<'_>,
        edge: &SupplyEdge<'_>,
    ) -> EdgeRow {
        let squares = |squares: usize| km(squares.saturating_sub(1) as u64 * u64::from(self.campaign.frame.square_m));
        let mut row = EdgeRow {
            from: from.id.to_owned(),
            to: to.id.to_owned(),
            kind: edge.route.as_str(),
            ok: edge.route.is_open(),
            km: None,
            limit_km: None,
            hours: None,
            at: None,
            why: None,
            units: graph.users(edge).map(|a| a.unit.clone()).collect(),
            commodity: None,
            label: String::new(),
        };
        match &edge.route {
            Route::Rail { squares: passed, cut } => {
                row.km = Some(squares(*passed));
                row.at = cut.map(|at| self.reference(at));
                row.why = cut.map(|at| format!("railway cut at {}", self.reference(at)));
            }
            Route::Leg { leg, .. } => (row.km, row.hours) = (Some(squares(leg.path.len())), Some(hours(leg.minutes))),
            Route::Filling { minutes } => row.hours = Some(hours(*minutes)),
            Route::Cut(cut) => {
                let at = self.reference(cut.at);
                let from_beside = cut.kind.is_from_beside(self.campaign, to.side, cut.at);
                row.why = Some(format!("cut at {at}: {}", why_cut(self.campaign, cut.kind, cut.at, from_beside)));
                row.at = Some(at);
            }
            Route::Waiting => row.why = Some("cut farther back".to_owned()),
            Route::Hop(link) => {
                (row.km, row.limit_km) =
                    (link.metres.map(|metres| km(u64::from(metres))), Some(km(u64::from(link.limit))));
                let over = link.metres.map(|metres| km(u64::from(metres.saturating_sub(link.limit))));
                let why = over.map_or_else(|| "no clear way".to_owned(), |over| format!("{over} km too long"));
                row.why = Some(why).filter(|_| !link.is_ok());
            }
            Route::Flight { commodity, landed, kg } => {
                row.commodity = Some(*commodity);
                let tonnes = km(u64::from(*kg));
                row.label = format!("{landed} sorties, {tonnes} t {}", commodity.name());
            }
            Route::Feeding { .. } | Route::Own | Route::Landing => {}
        }
        if row.label.is_empty() {
            row.label = label(&row);
        }
        row
    }
}

/// How a formation stands, in a few words: `LOG ok (2), POL CUT (0)`.
fn has_words(log: Option<StandingView>, pol: Option<StandingView>) -> String {
    let needed = pol.filter(|pol| pol.state != SupplyState::NotRequired);
    let words = log.map(|log| log.words("LOG")).into_iter().chain(needed.map(|pol| pol.words("POL")));
    words.collect::<Vec<_>>().join(", ")
}

/// The figures of a way, or why nothing comes by it.
fn label(row: &EdgeRow) -> String {
    let hours = row.hours.map(|hours| format!("{hours} h"));
    let km = row.km.map(|km| match row.limit_km.filter(|_| row.ok) {
        Some(limit) => format!("{km} of {limit} km"),
        None => format!("{km} km"),
    });
    let figures: Vec<String> = km.into_iter().chain(hours).collect();
    match &row.why {
        None if row.km == Some(0.0) => "same square".to_owned(),
        Some(why) if row.limit_km.is_some() && !figures.is_empty() => format!("{}: {why}", figures.join(", ")),
        Some(why) => why.clone(),
        None => figures.join(", "),
    }
}

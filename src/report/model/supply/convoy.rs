//! Convoys, in words and as a list.

use serde::Serialize;

use campaign::{Campaign, Convoy, Errand, Goal, Load, MapFrame};
use domain::{AccountId, Bound, FormationId, SideId, Square};
use supply::Outlook;

use crate::model::BoundView;
use crate::model::bound::strike::OnTheWay;
use crate::{Cell, Column, Report, Table};

/// What a convoy is about, in a few words.
pub(crate) fn told(convoy: Option<&Convoy>, campaign: &Campaign) -> String {
    let Some(convoy) = convoy else { return "none".to_owned() };
    let with = match convoy.vehicles.len() {
        0 | 1 => String::new(),
        more => format!(", {more} vehicles"),
    };
    let squares = match convoy.way.len() {
        0 => String::new(),
        1 => ", 1 square to go".to_owned(),
        more => format!(", {more} squares to go"),
    };
    let held = convoy.held_up.as_ref().map(|held| format!("; held up since {}: {}", held.since, held.why));
    format!("{}{with}{squares}{}", errand(convoy, campaign), held.unwrap_or_default())
}

/// What it is about: `loads 2 LOG at Chernyshevskaya for 26th Tank Corps`, `bound for home, 0304`.
fn errand(convoy: &Convoy, campaign: &Campaign) -> String {
    let to = campaign.goal_name(&convoy.to);
    match (convoy.errand, &convoy.take) {
        (Errand::Load, Some(take)) => {
            format!("loads {} at {} for {to}", take.load.said(", "), campaign.account_name(take.from.as_str()))
        }
        (Errand::Load | Errand::Deliver, _) => format!("bound for {to}"),
        (Errand::Home, _) => format!("bound for home, {}", campaign.square_named(convoy.home)),
    }
}

/// When a convoy that was sent loads, arrives and is home; none where no clear way leads there as things stand.
pub fn convoy_foreseen(outlook: &Outlook) -> Option<String> {
    let arrives = outlook.arrives?;
    let loads = outlook.loads.map(|bound| format!("loads in {bound}, ")).unwrap_or_default();
    let home = outlook.home.map(|bound| format!(", and is home in {bound}")).unwrap_or_default();
    Some(format!("as things stand it {loads}arrives in {arrives}{home}"))
}

/// Where it is to come: an id or a square.
pub(crate) fn goal(goal: &Goal, frame: &MapFrame) -> String {
    match goal {
        Goal::Account(account) => account.to_string(),
        Goal::Formation(formation) => formation.to_string(),
        Goal::Square(square) => frame.reference(*square),
    }
}

/// Convoys, by the vehicle that names each.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct ConvoyList(Vec<ConvoyRow>);

/// A convoy.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ConvoyRow {
    /// The vehicle that names it.
    pub id: FormationId,
    /// Its vehicles, by id.
    pub vehicles: Vec<FormationId>,
    /// Its side.
    pub side: Option<SideId>,
    /// Where it stands.
    pub square: Option<String>,
    /// What its vehicles have on them, by commodity.
    pub cargo: Load,
    /// The bound at whose close the first of them reported what it has, where that is known by reports only (house rule
    /// `news_delay`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reported: Option<BoundView>,
    /// What it is still to load, by commodity.
    pub load: Load,
    /// Where it loads, while it has still to.
    pub from: Option<AccountId>,
    /// Where it delivers: a dump, a railhead, a formation or a square.
    pub to: String,
    /// `waits` for its bound, `to_load`, `to_deliver`, `home`, or `held_up`.
    pub state: &'static str,
    /// When it comes to where it loads, as things are.
    pub loads: Option<BoundView>,
    /// When it comes to where it delivers, as things are.
    pub arrives: Option<BoundView>,
    /// When it is home, as things are.
    pub home: Option<BoundView>,
    /// Squares still to go on its errand.
    pub squares_left: usize,
    /// Since when it is held up.
    pub held_up: Option<BoundView>,
    /// Why.
    pub why: Option<String>,
    /// Air strikes on squares that it has still to enter, while it is on the road.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub strikes: Vec<OnTheWay>,
    #[serde(skip)]
    errand: String,
    /// Its vehicles by name, each with its id.
    #[serde(skip)]
    called: String,
}

impl ConvoyList {
    /// The convoys of a campaign, or of one side, with how far each has still to go.
    pub fn new(campaign: &Campaign, outlooks: &[Outlook], side: Option<SideId>) -> Self {
        let rows = outlooks.iter().filter_map(|outlook| {
            let convoy = campaign.convoys.get(&outlook.lead)?;
            let bounds = (convoy.starts.max(campaign.bound), outlook.home);
            let struck = |of| OnTheWay::of(campaign, of, side, &outlook.way, bounds);
            let strikes = convoy.side(campaign).map(struck).unwrap_or_default();
            let report = |vehicle: &FormationId| campaign.known_report(vehicle.as_str()).map(|report| report.bound);
            let reported = convoy.vehicles.iter().filter(|_| side.is_some()).filter_map(report).min();
            let reported = reported.map(|bound| BoundView::new(campaign, bound));
            Some(ConvoyRow { reported, strikes, ..ConvoyRow::new(campaign, convoy, outlook) })
        });
        Self(rows.filter(|row| side.is_none() || row.side == side).collect())
    }
}

impl ConvoyRow {
    fn new(campaign: &Campaign, convoy: &Convoy, outlook: &Outlook) -> Self {
        let bound = |bound: Option<Bound>| bound.map(|bound| BoundView::new(campaign, bound));
        let take = convoy.to_load();
        let state = match convoy.errand {
            _ if convoy.held_up.is_some() => "held_up",
            _ if convoy.starts > campaign.bound => "waits",
            Errand::Load => "to_load",
            Errand::Deliver => "to_deliver",
            Errand::Home => "home",
        };
        let square = convoy.square(campaign);
        let off_map = || square.is_none().then(|| "no vehicle of it is on the map".to_owned());
        Self {
            id: outlook.lead.clone(),
            vehicles: convoy.vehicles.clone(),
            side: convoy.side(campaign),
            square: square.map(|square| campaign.frame.reference(square)),
            cargo: convoy.aboard(campaign),
            reported: None,
            load: take.map(|take| take.load.clone()).unwrap_or_default(),
            from: take.map(|take| take.from.clone()),
            to: goal(&convoy.to, &campaign.frame),
            state,
            loads: bound(outlook.loads),
            arrives: bound(outlook.arrives),
            home: bound(outlook.home),
            squares_left: outlook.squares,
            held_up: bound(convoy.held_up.as_ref().map(|held| held.since)),
            why: convoy
                .held_up
                .as_ref()
                .map(|held| held.why.clone())
                .or_else(off_map)
                .or_else(|| no_way(campaign, convoy, outlook)),
            strikes: Vec::new(),
            errand: errand(convoy, campaign),
            called: convoy.vehicles.iter().map(|id| called(campaign, id)).collect::<Vec<_>>().join("\n"),
        }
    }

    /// What its vehicles have on them, in words, and since when that is known.
    fn cargo_words(&self) -> String {
        let reported = self.reported.as_ref().map(|bound| format!("\nas of {}", bound.label)).unwrap_or_default();
        format!("{}{reported}", self.cargo.said(", "))
    }

    /// What it does, in words.
    fn words(&self) -> String {
        let strikes = OnTheWay::text(&self.strikes).map(|text| format!("; {text}")).unwrap_or_default();
        match (&self.why, &self.held_up, self.state) {
            (Some(why), Some(since), _) => format!("{}; held up since {}: {why}{strikes}", self.errand, since.label),
            (Some(why), None, _) => format!("{}; {why}{strikes}", self.errand),
            (_, _, "waits") => format!("{}; waits to set out{strikes}", self.errand),
            _ => format!("{}{strikes}", self.errand),
        }
    }
}

/// A vehicle by its name, with its id below where that is another.
fn called(campaign: &Campaign, id: &FormationId) -> String {
    match campaign.name_of(id.as_str()) {
        name if name.is_empty() || name == id.as_str() => id.to_string(),
        name => format!("{name}\n{id}"),
    }
}

/// That no clear way leads on now, where nobody can say when it comes.
fn no_way(campaign: &Campaign, convoy: &Convoy, outlook: &Outlook) -> Option<String> {
    let reference = |square: &Square| campaign.frame.reference(*square);
    match convoy.errand {
        Errand::Load | Errand::Deliver if outlook.arrives.is_none() => {
            let by: Vec<String> = convoy.via.iter().map(reference).collect();
            let by = if by.is_empty() { String::new() } else { format!(" by {}", by.join(" ")) };
            Some(format!("no clear way leads there{by} now"))
        }
        _ if outlook.home.is_none() && !convoy.stays => Some("no clear way leads home now".to_owned()),
        _ => None,
    }
}

impl Report for ConvoyList {
    fn tables(&self) -> Vec<Table> {
        let columns = vec![
            Column::text("vehicles").wrapping(),
            Column::text("in"),
            Column::text("cargo"),
            Column::text("errand").wrapping(),
            Column::text("there"),
            Column::text("home"),
        ];
        let mut table = Table::new("convoys", columns);
        for row in &self.0 {
            table.row([
                Cell::new(&row.called),
                Cell::maybe(row.square.as_ref()),
                Cell::new(row.cargo_words()),
                Cell::new(row.words()),
                Cell::maybe(row.arrives.as_ref().map(|bound| &bound.label)),
                Cell::maybe(row.home.as_ref().map(|bound| &bound.label)),
            ]);
        }
        if self.0.iter().any(|row| row.reported.is_some()) {
            table.note("cargo as of the bound at whose close it was reported (house rule `news_delay`)");
        }
        if self.0.is_empty() {
            "no convoy is on the road".clone_into(&mut table.title);
        }
        vec![table]
    }
}

//! One thing of the map by itself: a dump, a railhead, a crossing or a railway, with who draws on it.
//!
//! What it never does: trace. It reads how formations stand as that was found before.

use serde::Serialize;

use campaign::{Campaign, Crossing, Dump, Railhead};
use domain::{Commodity, Detail, SideId, Square, few};
use supply::{Arrival, Assessment, Underway};

use super::crossing::CrossingRow;
use super::rail::RailRow;
use crate::model::BoundView;
use crate::{Report, Table};

/// How many formations are named.
const NAMED: usize = 8;

/// A thing of the map, by its id; a railway by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Thing<'a> {
    /// A dump.
    Dump(&'a str),
    /// A railhead.
    Railhead(&'a str),
    /// A crossing.
    Crossing(&'a str),
    /// A railway.
    Railway(&'a str),
}

impl<'a> Thing<'a> {
    /// What a word with its kind before it names: `dump:d-26tk`.
    pub fn from_word(word: &'a str) -> Option<Self> {
        let (kind, id) = word.split_once(':')?;
        match kind {
            "dump" => Some(Self::Dump(id)),
            "railhead" => Some(Self::Railhead(id)),
            "crossing" => Some(Self::Crossing(id)),
            "railway" => Some(Self::Railway(id)),
            _ => None,
        }
    }

    /// Its kind, and its id or name.
    pub fn parts(self) -> (&'static str, &'a str) {
        match self {
            Self::Dump(id) => ("dump", id),
            Self::Railhead(id) => ("railhead", id),
            Self::Crossing(id) => ("crossing", id),
            Self::Railway(name) => ("railway", name),
        }
    }

    /// Whether trains are to be known to tell of it.
    pub fn is_of_rail(self) -> bool {
        matches!(self, Self::Railhead(_) | Self::Railway(_))
    }

    /// The things in a square, as somebody of a side knows them, or the umpire, each with what it is called.
    pub fn all_in(campaign: &'a Campaign, square: Square, side: Option<SideId>) -> Vec<(Self, String)> {
        let is_told = |of: Option<SideId>| side.is_none() || of == side;
        let dumps = campaign.dumps.values().filter(|dump| dump.square == square);
        let dumps = dumps.filter(|dump| is_told(campaign.account_side(dump.id.as_str())));
        let dumps = dumps.map(|dump| (Self::Dump(dump.id.as_str()), campaign.account_name(dump.id.as_str())));
        let heads = campaign.railheads.values().filter(|head| head.square == square && is_told(Some(head.side)));
        let heads = heads.map(|head| (Self::Railhead(head.id.as_str()), campaign.account_name(head.id.as_str())));
        let touches = |crossing: &&Crossing| {
            crossing.side.map(domain::SquareSide::squares).is_some_and(|(a, b)| a == square || b == square)
        };
        let crossings = campaign.crossings.values().filter(touches);
        let crossings = crossings.map(|crossing| (Self::Crossing(crossing.id.as_str()), crossing.name.clone()));
        let railways = campaign.railways.iter().filter(|railway| railway.path.contains(&square));
        let railways = railways.map(|railway| (Self::Railway(&railway.name), railway.name.clone()));
        dumps.chain(heads).chain(crossings).chain(railways).collect()
    }
}

/// Of what the view of a thing is made.
#[derive(Debug, Clone, Copy)]
pub struct ThingOf<'a> {
    /// The campaign, as its reader knows it.
    pub campaign: &'a Campaign,
    /// The side that reads; none for the umpire.
    pub side: Option<SideId>,
    /// How formations stand with supply.
    pub sheet: &'a [Assessment],
    /// What is on its way.
    pub underway: &'a [Underway],
    /// What trains bring in a day; for things of railways.
    pub trains: &'a [Arrival],
}

/// A thing of the map and all about it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ThingView {
    /// What it is called.
    pub name: String,
    /// Where it is, if at one place.
    pub square: Option<Square>,
    facts: Vec<(&'static str, String)>,
}

impl ThingView {
    /// The view of a thing; none where its reader knows of none of this id.
    pub fn new(of: &ThingOf<'_>, what: Thing<'_>) -> Option<Self> {
        let campaign = of.campaign;
        let own = |side: Option<SideId>| of.side.is_none() || of.side == side;
        match what {
            Thing::Dump(id) => {
                let dump = campaign.dumps.values().find(|dump| dump.id.as_str() == id);
                dump.filter(|_| own(campaign.account_side(id))).map(|dump| of.dump(dump))
            }
            Thing::Railhead(id) => {
                let head = campaign.railheads.values().find(|head| head.id.as_str() == id);
                head.filter(|head| own(Some(head.side))).map(|head| of.railhead(head))
            }
            Thing::Crossing(id) => {
                campaign.crossings.values().find(|crossing| crossing.id.as_str() == id).map(|of_id| of.crossing(of_id))
            }
            Thing::Railway(name) => of.railway(name),
        }
    }
}

impl ThingOf<'_> {
    fn dump(&self, dump: &Dump) -> ThingView {
        let (campaign, id) = (self.campaign, dump.id.as_str());
        let state = match (dump.closed, dump.source) {
            (true, _) => "closed: it serves nobody",
            (false, true) => "open, a source",
            (false, false) => "open",
        };
        let mut facts = vec![
            ("what", "dump".to_owned()),
            ("of", campaign.name_of(dump.owner.as_str()).to_owned()),
            ("serves", dump.level.to_string()),
            ("square", campaign.square_named(dump.square)),
            ("state", state.to_owned()),
        ];
        facts.extend(self.stock(id));
        facts.extend(self.coming(id));
        facts.extend(self.drawers(id));
        facts.push(("note", dump.note.clone()));
        ThingView { name: campaign.account_name(id), square: Some(dump.square), facts }
    }

    fn railhead(&self, head: &Railhead) -> ThingView {
        let (campaign, id) = (self.campaign, head.id.as_str());
        let arrival = self.trains.iter().find(|arrival| arrival.railhead == head.id);
        let trains = match arrival {
            _ if head.closed => "closed: no train comes".to_owned(),
            Some(arrival) if arrival.source.is_some() => {
                let short =
                    arrival.shortage_text(&campaign.frame).map(|short| format!("; {short}")).unwrap_or_default();
                format!("{} LOG, {} POL a day{short}", arrival.comes.log, arrival.comes.pol)
            }
            Some(arrival) => arrival.shortage_text(&campaign.frame).unwrap_or_else(|| "no train reaches it".to_owned()),
            None if head.source => "a source itself".to_owned(),
            None => String::new(),
        };
        let serves = head.serves.as_ref().map(|unit| campaign.name_of(unit.as_str()).to_owned());
        let priority = (head.priority > 0).then(|| head.priority.to_string());
        let mut facts = vec![
            ("what", "railhead".to_owned()),
            ("of", campaign.side_name(head.side)),
            ("square", campaign.square_named(head.square)),
            ("railway", head.line.clone()),
            ("trains", trains),
            ("serves", serves.unwrap_or_default()),
            ("priority", priority.unwrap_or_default()),
        ];
        facts.extend(self.stock(id));
        facts.extend(self.coming(id));
        facts.extend(self.drawers(id));
        facts.push(("note", head.note.clone()));
        ThingView { name: campaign.account_name(id), square: Some(head.square), facts }
    }

    fn crossing(&self, crossing: &Crossing) -> ThingView {
        let campaign = self.campaign;
        let row = CrossingRow::new(campaign, crossing);
        let squares = row.squares.as_ref().map_or_else(|| "the whole river".to_owned(), |squares| squares.join(" - "));
        let over = |a: &&Assessment| {
            let steps = a.log.legs.iter().flat_map(|leg| leg.path.windows(2));
            crossing.side.is_some() && { steps }.any(|step| step[0].side_to(step[1]) == crossing.side)
        };
        let drawers = self.named(self.sheet.iter().filter(over));
        let facts = vec![
            ("what", format!("{} over {}", row.kind, row.river)),
            ("squares", squares),
            ("carries", row.carries.clone()),
            ("state", row.text.clone()),
            ("LOG goes over it to", drawers),
            ("note", crossing.note.clone()),
        ];
        ThingView { name: crossing.name.clone(), square: crossing.side.map(|side| side.square), facts }
    }

    fn railway(&self, name: &str) -> Option<ThingView> {
        let campaign = self.campaign;
        let railway = campaign.railways.iter().find(|railway| railway.name == name)?;
        let fed: Vec<_> = self.trains.iter().filter(|of| of.source.is_some()).map(|of| of.railhead.clone()).collect();
        let row = RailRow::new(campaign, railway, &fed, self.trains);
        let is_told = |id: &&String| self.side.is_none() || campaign.account_side(id) == self.side;
        let called = |ids: &[String]| {
            let names: Vec<String> = ids.iter().filter(is_told).map(|id| campaign.account_name(id)).collect();
            names.join(", ")
        };
        let on_it =
            |a: &&Assessment| a.log.source.as_ref().is_some_and(|id| row.railheads.iter().any(|of| of == id.as_str()));
        let gauges: Vec<String> = row.gauges.iter().map(ToString::to_string).collect();
        let users: Vec<String> = row.users.iter().map(|side| side.name().to_owned()).collect();
        let mut facts = vec![
            ("what", "railway".to_owned()),
            ("from and to", row.ends.as_ref().map(|ends| ends.join(" - ")).unwrap_or_default()),
            ("gauge", format!("{} mm", gauges.join(", "))),
            ("used by", users.join(", ")),
            ("trains a day", row.carries.or(row.trains_a_day).map(|trains| trains.to_string()).unwrap_or_default()),
            ("cut", row.cut_stretches.join("; ")),
            ("railheads", called(&row.railheads)),
            ("of them fed", called(&row.fed)),
            ("LOG comes by it to", self.named(self.sheet.iter().filter(on_it))),
        ];
        facts.extend(row.notes().into_iter().map(|note| ("in work and by day", note)));
        facts.push(("note", railway.note.clone()));
        Some(ThingView { name: row.line.clone(), square: None, facts })
    }

    /// What an account holds, and when that was reported.
    fn stock(&self, id: &str) -> Option<(&'static str, String)> {
        let campaign = self.campaign;
        let [log, pol] = [Commodity::Log, Commodity::Pol].map(|of| campaign.stock.balance(id, of));
        let report = campaign.known_report(id).filter(|_| self.side.is_some());
        let when = report.map(|report| format!(", as reported of {}", BoundView::new(campaign, report.bound).label));
        let is_counted = campaign.settings.detail() == Detail::Full;
        is_counted.then(|| ("holds", format!("{log} LOG, {pol} POL{}", when.unwrap_or_default())))
    }

    /// What convoys bring it.
    fn coming(&self, id: &str) -> Option<(&'static str, String)> {
        let campaign = self.campaign;
        let comes = self.underway.iter().filter(|of| of.account.as_ref().is_some_and(|account| account.as_str() == id));
        let told = comes.map(|of| {
            let when = match of.arrives {
                Some(bound) => format!("there in {}", BoundView::new(campaign, bound).label),
                None => "held up".to_owned(),
            };
            format!("{} {} with {}, {when}", of.units, of.commodity.name(), campaign.name_of(of.convoy.as_str()))
        });
        let told: Vec<String> = told.collect();
        (!told.is_empty()).then(|| ("on its way", told.join("; ")))
    }

    /// Who draws LOG on an account, or over it, and whose fuel comes from it.
    fn drawers(&self, id: &str) -> [(&'static str, String); 2] {
        let by_line = |a: &&Assessment| {
            let is_passed = a.log.legs.iter().any(|leg| leg.to.as_str() == id);
            is_passed || a.log.accounts.iter().any(|of| of == id)
        };
        let by_chain = |a: &&Assessment| {
            let is_end = a.pol.links.iter().any(|link| link.to == id && link.is_ok());
            is_end || a.pol.accounts.iter().any(|of| of == id)
        };
        [
            ("LOG to", self.named(self.sheet.iter().filter(by_line))),
            ("POL to", self.named(self.sheet.iter().filter(by_chain))),
        ]
    }

    fn named<'s>(&self, of: impl Iterator<Item = &'s Assessment>) -> String {
        let names: Vec<&str> = of.map(|a| self.campaign.name_of(a.unit.as_str())).collect();
        if names.is_empty() { "nobody".to_owned() } else { few(&names, NAMED, ", ") }
    }
}

impl Report for ThingView {
    fn tables(&self) -> Vec<Table> {
        vec![Table::of_facts("", self.facts.clone())]
    }
}

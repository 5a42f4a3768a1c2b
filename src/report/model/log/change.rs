//! What a writing command came to: its events, one a line.

mod battle;
mod rail;

use serde::Serialize;

use campaign::march::Marched;
use campaign::{
    BattleGroup, CONSUMED, Campaign, Claim, ClaimFate, Event, Load, Location, MapFrame, Minefield, Order, Partisans,
    Sighting, Standing, SupplyRecord, Support, Weather,
};
use domain::{Bound, Said, Square, command, counted};

use crate::model::bound::strike::strike;
use crate::model::orbat::replacement::replacement;
use crate::model::supply::convoy;
use crate::model::{BattleShow, SupplyEffectView};
use crate::words::order::order_said;
use crate::words::square::battle_called;
use crate::{Column, Report, Table};
use battle::{base_marks, battle, unit_marks};

pub(crate) use battle::ended;
pub(crate) use rail::{job, railhead as railhead_words, track};

/// What an event is that only says something of somebody: nothing was before it, and nothing is after.
const REMARK: &str = "remark";

/// What a battle is after whose drawing others were posted.
const REDRAWN: &str = "with its units as they stand now";

/// How many events a writing command shows; `op show` and a dry run show all.
const SHOWN: usize = 20;

/// What a writing command came to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ChangeReport {
    /// The number of the operation; none where nothing was written.
    pub operation: Option<u64>,
    /// Whether nothing was to be written.
    pub dry_run: bool,
    /// What was decided.
    pub events: Vec<EventRow>,
    /// What whoever gave the command should know.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Said>,
    /// What it would do to supply, of a dry run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub supply: Option<SupplyEffectView>,
    /// The battle that it posts: a table tells how that came out, and a dry run all events, losses first and dice last.
    #[serde(skip)]
    posted: Option<Box<BattleShow>>,
    /// Whether it has just been told how that battle came out.
    #[serde(skip)]
    is_told: bool,
}

/// An event as a line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct EventRow {
    /// What changed, in a word or two.
    pub what: &'static str,
    /// Of whom or of what.
    pub subject: String,
    /// What was there.
    pub before: String,
    /// What is there now.
    pub after: String,
    /// What whom or what it is of is called.
    #[serde(skip)]
    pub name: Option<String>,
    /// What they are called, where what was there and what is there now are formations or sides.
    #[serde(skip)]
    called: [Option<String>; 2],
}

impl ChangeReport {
    /// What these events came to.
    pub fn new(operation: Option<u64>, dry_run: bool, events: &[Event], after: &Campaign) -> Self {
        let events = events.iter().map(|event| EventRow::new(event, after)).collect();
        Self { operation, dry_run, events, notes: Vec::new(), supply: None, posted: None, is_told: false }
    }

    /// The same with what whoever gave the command should know.
    #[must_use]
    pub fn with_notes(self, notes: impl IntoIterator<Item = Said>) -> Self {
        Self { notes: notes.into_iter().collect(), ..self }
    }

    /// The same with what it would do to supply.
    #[must_use]
    pub fn with_supply(self, supply: Option<SupplyEffectView>) -> Self {
        Self { supply, ..self }
    }

    /// The same of a battle that was posted; `is_told` where it has just been told how it came out.
    #[must_use]
    pub fn of_battle(self, posted: BattleShow, is_told: bool) -> Self {
        Self { posted: Some(Box::new(posted)), is_told, ..self }
    }
}

impl Report for ChangeReport {
    fn tables_for(&self, on_page: bool) -> Vec<Table> {
        let title = match (self.operation, self.dry_run) {
            (_, true) if self.events.is_empty() => "already set; nothing changed".to_owned(),
            (_, true) => String::new(),
            (Some(number), _) => format!("op {number}"),
            (None, _) => "already set; nothing changed".to_owned(),
        };
        if let Some(posted) = self.posted.as_ref().filter(|_| !self.dry_run) {
            let mut head = Table::new(title, Vec::new());
            for remark in self.events.iter().filter(|event| event.what == REMARK) {
                head.note(format!("{}: {}", remark.whom(), remark.after));
            }
            if self.events.iter().any(|event| event.after == REDRAWN) {
                head.note(format!("drawn again {REDRAWN}"));
            }
            self.notes.iter().for_each(|note| head.note(noted(note)));
            if self.is_told {
                head.note(posted.is_posted());
                return vec![head];
            }
            return std::iter::once(head).chain(posted.tables()).collect();
        }
        let shown = if self.dry_run { self.events.len() } else { SHOWN };
        let (remarks, mut events): (Vec<&EventRow>, Vec<_>) = self.events.iter().partition(|e| e.what == REMARK);
        if self.posted.is_some() {
            events.sort_by_key(|event| event.rank());
        }
        let more = events.len().saturating_sub(shown) + remarks.len().saturating_sub(shown);
        let mut table = event_table(title, events.into_iter().take(shown), on_page);
        for remark in remarks.into_iter().take(shown) {
            table.note(format!("{}: {}", remark.whom(), remark.after));
        }
        if let (Some(number), 1..) = (self.operation, more) {
            table.note(Said::leading(format!("and {more} more"), &format!(": `railhead op show {number}`")));
        }
        self.notes.iter().for_each(|note| table.note(noted(note)));
        self.supply.iter().flat_map(SupplyEffectView::lines).for_each(|line| table.note(line));
        vec![table.tried(self.dry_run && !self.events.is_empty())]
    }
}

/// A note as one.
fn noted(note: &Said) -> Said {
    match note.told() {
        "" => command!("note: {}", &**note),
        told => Said::or_told(format!("note: {}", &**note), format!("note: {told}")),
    }
}

/// A table of events; on a page with whom or what they are of by name.
pub(crate) fn event_table<'a>(title: String, events: impl Iterator<Item = &'a EventRow>, on_page: bool) -> Table {
    let [of, before, after] = ["of", "before", "after"].map(|name| Column::text(name).wrapping());
    let id = on_page.then(|| Column::text("id"));
    let columns = [Column::text("what"), of].into_iter().chain(id).chain([before, after]);
    let mut table = Table::new(title, columns.collect());
    for event in events {
        let ([before, after], of) = match &event.name {
            Some(name) if on_page => (event.values(), vec![name.as_str(), &event.subject]),
            None if on_page => (event.values(), vec![event.subject.as_str(), ""]),
            _ => ([event.before.as_str(), &event.after], vec![event.subject.as_str()]),
        };
        table.row([event.what].into_iter().chain(of).chain([before, after]));
    }
    table
}

impl EventRow {
    /// An event as a line, in a campaign that knows whom it is of.
    #[expect(clippy::too_many_lines, reason = "one arm for every event, so that the compiler finds the one forgotten")]
    pub fn new(event: &Event, campaign: &Campaign) -> Self {
        let frame = &campaign.frame;
        let square = |s: Square| frame.reference(s);
        let (what, before, after) = match event {
            Event::LeafPlaced { before, after, .. } => {
                ("square", or_none(before.map(square)), or_none(after.map(square)))
            }
            Event::LeafStateChanged { before, after, .. } => ("state", before.to_string(), after.to_string()),
            Event::PostureChanged { before, after, .. } => ("posture", before.to_string(), after.to_string()),
            Event::StrengthChanged { before, after, .. } => ("SP", before.to_string(), after.to_string()),
            Event::MarkersChanged { before, after, .. } => ("markers", before.to_string(), after.to_string()),
            Event::AmmunitionChanged { before, after, .. } => ("ammunition", ammo(*before), ammo(*after)),
            Event::HqDieChanged { before, after, .. } => ("HQ die", or(*before, "full"), or(*after, "full")),
            Event::GradeChanged { before, after, .. } if before == after => {
                ("grade", or(*before, "its superior's"), "kept".to_owned())
            }
            Event::GradeChanged { before, after, .. } => {
                ("grade", or(*before, "its superior's"), or(*after, "its superior's"))
            }
            Event::FormationSet { key, before, after, .. } => (key.as_str(), before.clone(), after.clone()),
            Event::SuperiorChanged { before, after, .. } => {
                ("superior", or(before.as_ref(), "none"), or(after.as_ref(), "none"))
            }
            Event::SupportChanged { before, after, .. } => {
                ("support", support(before.as_ref()), support(after.as_ref()))
            }
            Event::ArrivalChanged { before, after, .. } => ("arrives", or(*before, "none"), or(*after, "none")),
            Event::EntryChanged { before, after, .. } => {
                ("entry", location(before.as_ref(), frame), location(after.as_ref(), frame))
            }
            Event::FormationCreated { formation } => {
                ("created", "none".to_owned(), format!("{}, {} {}", formation.name, formation.arm, formation.echelon))
            }
            Event::ReplacementChanged { before, after, .. } => {
                ("entry", replacement(before.as_deref()), replacement(after.as_deref()))
            }
            Event::ReplacementTaken { before, after, entry, .. } => {
                ("SP", before.to_string(), format!("{after}, of replacement {entry}"))
            }
            Event::FormationDissolved { formation } => ("dissolved", formation.name.clone(), "no more".to_owned()),
            Event::BattleGroupChanged { before, after, .. } => {
                ("battle group", group(before.as_deref()), group(after.as_deref()))
            }
            Event::CrossingChanged { before, after, from_before, from_after, until_before, until_after, .. } => (
                "crossing",
                dated(before.as_str(), *from_before, *until_before),
                dated(after.as_str(), *from_after, *until_after),
            ),
            Event::CrossingBuilt { crossing } => {
                ("crossing", "none".to_owned(), crossing.side.map(|side| frame.joined(side)).unwrap_or_default())
            }
            Event::RailChanged { before, after, .. } => ("railway", before.to_string(), after.to_string()),
            Event::AirliftFlown { flight } => ("flight", rail::flight_from(flight), rail::flight(flight)),
            Event::RemainderChanged { to, commodity, before, after, .. } if to.as_str() == CONSUMED => {
                ("used", format!("{before} kg of the next {}", commodity.name()), format!("{after} kg"))
            }
            Event::RemainderChanged { from, commodity, before, after, .. } => {
                ("remainder", format!("{before} kg of {} from {from}", commodity.name()), format!("{after} kg"))
            }
            Event::TrackChanged { before, after, .. } => ("railway", rail::track(before), rail::track(after)),
            Event::RailJobChanged { before, after, .. } => {
                ("work", rail::job(before.as_deref(), frame), rail::job(after.as_deref(), frame))
            }
            Event::RailheadChanged { before, after, .. } => {
                let (before, after) = (before.as_deref(), after.as_deref());
                ("railhead", rail::railhead(before, after, frame), rail::railhead(after, before, frame))
            }
            Event::ControlChanged { before, after, .. } => ("control", or(*before, "nobody"), or(*after, "nobody")),
            Event::TerrainChanged { before, after, .. } => ("terrain", before.to_string(), after.to_string()),
            Event::DumpOpened { dump } => ("dump", "none".to_owned(), square(dump.square)),
            Event::DumpMoved { before, after, .. } => ("dump", square(*before), square(*after)),
            Event::DumpShut { before, after, .. } => ("dump", rail::shut(*before), rail::shut(*after)),
            Event::DumpClosed { dump } => ("dump", square(dump.square), "closed".to_owned()),
            Event::LeafMarched { from, way, after, .. } => ("march", square(*from), marched(way, after, frame)),
            Event::MarchKept { before, after, .. } if Marched { came: after.came, ..*before } == *after => (
                "came",
                or(before.came.map(|came| came.bound), "before"),
                or(after.came.map(|came| came.bound), "before"),
            ),
            Event::MarchKept { before, after, .. } => ("minutes", kept(before, frame), kept(after, frame)),
            Event::GroundTaken { squares, .. } => ("control", String::new(), counted(squares.len(), "square")),
            Event::OrderChanged { before, after, .. } => {
                let order = |of: Option<&Order>| of.map(|of| format!("{}: {}", of.bound, order_said(campaign, of)));
                ("order", or_none(order(before.as_deref())), or_none(order(after.as_deref())))
            }
            Event::BattleChanged { before: Some(before), after: Some(after), .. } if after.is_open() => {
                ("battle", battle(campaign, Some(before)), REDRAWN.to_owned())
            }
            Event::BattleChanged { before, after, .. } => {
                ("battle", battle(campaign, before.as_deref()), battle(campaign, after.as_deref()))
            }
            Event::UnitMarked { before, after, .. } => ("marks", unit_marks(*before), unit_marks(*after)),
            Event::BaseMarked { before, after, .. } => ("marks", base_marks(*before), base_marks(*after)),
            Event::ClaimChanged { before, after, .. } => {
                ("claim", claim(before.as_deref(), frame), claim(after.as_deref(), frame))
            }
            Event::ConvoyChanged { before, after, .. } => {
                ("convoy", convoy::told(before.as_deref(), campaign), convoy::told(after.as_deref(), campaign))
            }
            Event::SpoilsChanged { before, after, .. } => {
                ("captured POL", before.to_string(), format!("{after}, usable from the next day"))
            }
            Event::StockReported { stock, .. } => {
                ("news", String::new(), format!("{} accounts report their stock", stock.len()))
            }
            Event::StrikesChanged { strike: of, booked } => {
                let (words, none) = (strike(campaign, of), "none".to_owned());
                let (before, after) = if *booked { (none, words) } else { (words, none) };
                ("air strikes", before, after)
            }
            Event::PartisansChanged { before, after, .. } => {
                ("partisans", partisans(before.as_deref()), partisans(after.as_deref()))
            }
            Event::MinefieldChanged { before, after, .. } => {
                ("mines", mines(campaign, before.as_deref()), mines(campaign, after.as_deref()))
            }
            Event::SightingChanged { before, after, .. } => {
                ("sighting", sighting(before.as_deref(), frame), sighting(after.as_deref(), frame))
            }
            Event::PartisansThrown { face, before, after, .. } => {
                let raid = if before == after { "they are quiet" } else { "they raid" };
                ("partisans", format!("{face} thrown"), raid.to_owned())
            }
            Event::DrivenChanged { before, after, .. } => {
                let km = |metres: &u32| format!("{} km", metres / 1_000);
                ("driven since its die", km(before), km(after))
            }
            Event::Overran { square: at, by, fate, captured, destroyed, .. } => {
                ("overrun", format!("in {} by {by}", square(*at)), fate_text(*fate, captured, destroyed))
            }
            Event::DumpHandedOver { before, after, .. } => ("owner", before.0.to_string(), after.0.to_string()),
            Event::StockTransferred { transfer } => (
                "stock",
                String::new(),
                format!("{} {} from {}", transfer.quantity, transfer.commodity.name(), transfer.from),
            ),
            Event::AttacksOwedChanged { before, after, .. } => ("attacks owed", before.to_string(), after.to_string()),
            Event::SupplyRecorded { before, after, .. } => ("supply", record(before.as_ref()), record(after.as_ref())),
            Event::PosturesSettled { leaves } => {
                ("posture", format!("{} on the march", leaves.len()), "open".to_owned())
            }
            Event::MarchesEnded { leaves } => ("hours", format!("used by {}", leaves.len()), "start again".to_owned()),
            Event::WeatherChanged { before, after, .. } => {
                // Without an entry it is the weather of the campaign's calendar.
                let entered = |w: &Option<Box<Weather>>| {
                    w.as_deref().map_or("as in the calendar".to_owned(), |entry| weather(Some(entry)))
                };
                ("weather", entered(before), entered(after))
            }
            Event::BoundNoted { text, .. } => ("note", String::new(), text.clone()),
            Event::DiceThrown { purpose, faces, effect, .. } => {
                let faces: Vec<_> = faces.iter().map(ToString::to_string).collect();
                ("dice", format!("{purpose}: {}", faces.join(" ")), effect.clone())
            }
            Event::Remarked { text, .. } | Event::RailheadRemarked { text, .. } => {
                (REMARK, String::new(), text.clone())
            }
            Event::ForecastKept { forecast } => {
                let told = format!("{} of its formations run dry or out", forecast.in_trouble());
                ("forecast", format!("{} to {}", forecast.from, forecast.until()), told)
            }
            Event::BoundClosed { .. } => ("bound", "running".to_owned(), "closed".to_owned()),
            Event::BoundOpened { before, .. } => ("bound", before.to_string(), "running".to_owned()),
            Event::HouseParameterChanged { before, after, .. } => {
                let shown = |value: &Option<String>| value.clone().unwrap_or_else(|| "as on its page".to_owned());
                ("house parameter", shown(before), shown(after))
            }
            Event::SettingChanged { before, after, .. } => ("setting", before.clone(), after.clone()),
        };
        let (id, base) = subject(event, frame);
        let of_base = |name: &str, between: &str| base.map_or(name.to_owned(), |base| format!("{name}{between}{base}"));
        let name = campaign.name_of_account(&id).filter(|name| *name != id).map(|name| of_base(name, ", base "));
        let battle = campaign.battles.get(&*id).map(|battle| battle_called(campaign, battle));
        let other = || match event {
            Event::GroundTaken { .. } => Some(campaign.side_called(&id)),
            Event::CrossingChanged { .. } | Event::CrossingBuilt { .. } => {
                campaign.crossings.get(&*id).map(|of| of.name.clone()).filter(|name| !name.is_empty())
            }
            _ => None,
        };
        let name = name.or(battle).or_else(other);
        let called = match event {
            Event::ControlChanged { before, after, .. } => {
                [before, after].map(|side| side.map(|side| campaign.side_name(side)))
            }
            Event::BattleGroupChanged { before, after, .. } => [before, after]
                .map(|of| of.as_deref().map(|of| group_called(of, campaign.name_of(of.raised_from.as_str())))),
            Event::StockTransferred { transfer } => {
                let from = campaign.name_of_account(transfer.from.as_str());
                let (units, what) = (transfer.quantity, transfer.commodity.name());
                [None, from.map(|name| format!("{units} {what} from {name}"))]
            }
            _ => [&before, &after].map(|id| campaign.formation(id).map(|of| campaign.told_apart(&of.id))),
        };
        let subject = of_base(&id, "#");
        Self { what, subject, before, after, name, called }
    }

    /// Whom or what it is of, by name where it has one.
    fn whom(&self) -> &str {
        self.name.as_ref().unwrap_or(&self.subject)
    }

    /// What was there and what is there now, formations and sides by name.
    pub(in crate::model) fn values(&self) -> [&str; 2] {
        let [was, is] = &self.called;
        [was.as_ref().unwrap_or(&self.before), is.as_ref().unwrap_or(&self.after)]
    }

    /// In which order the organiser asks after a battle: losses, who is out of order, where they stand, the rest, dice.
    fn rank(&self) -> u8 {
        match self.what {
            "SP" => 0,
            "state" => 1,
            "square" => 2,
            "dice" => 4,
            _ => 3,
        }
    }

    /// The events of a kind of which this is the first, in a few words: whom they are about where that is one, and
    /// what happened.
    pub fn told(&self, count: u64, subjects: u64) -> (Option<String>, String) {
        let (what, subject, [before, after]) = (self.what, &self.subject, self.values());
        let one = || Some(self.whom().to_owned());
        match (count, subjects) {
            (1, _) if what == "bound" => (None, format!("{subject} {after}")),
            (1, _) if subject == "leaves" => (None, format!("{what}: {before}, {after}")),
            (1, _) if before.is_empty() => (one(), format!("{what} {after}")),
            (1, _) if before == "none" => (one(), format!("{what}: {after}")),
            (1, _) => (one(), format!("{what} {before} to {after}")),
            (_, 1) => (one(), format!("{what}, {count} times")),
            _ => (None, format!("{what} of {subjects}")),
        }
    }
}

/// What the event is about, with the squares of a length of railway; and its base, counted from 1, where not the first.
fn subject(event: &Event, frame: &MapFrame) -> (String, Option<u16>) {
    let of = match event {
        Event::StrengthChanged { leaf, base, .. }
        | Event::MarkersChanged { leaf, base, .. }
        | Event::AmmunitionChanged { leaf, base, .. }
        | Event::BaseMarked { leaf, base, .. }
        | Event::ReplacementTaken { leaf, base, .. } => {
            return (leaf.to_string(), (*base > 0).then(|| base + 1));
        }
        Event::RailChanged { line, side, .. } => format!("{line} {}", frame.joined(*side)),
        Event::TrackChanged { line, after, .. } => format!("{line} {}", frame.joined(after.length)),
        Event::StrikesChanged { strike, .. } => strike.target.named(frame),
        Event::ControlChanged { square, .. }
        | Event::TerrainChanged { square, .. }
        | Event::PartisansChanged { square, .. }
        | Event::MinefieldChanged { square, .. }
        | Event::PartisansThrown { square, .. } => frame.reference(*square),
        other => other.subject(),
    };
    (of, None)
}

fn or(value: Option<impl ToString>, none: &str) -> String {
    value.map_or_else(|| none.to_owned(), |v| v.to_string())
}

fn or_none(value: Option<String>) -> String {
    or(value, "none")
}

fn ammo(out: bool) -> String {
    if out { "out" } else { "in hand" }.to_owned()
}

fn support(support: Option<&Support>) -> String {
    or_none(support.map(|s| format!("{} {}", s.kind, s.to)))
}

/// A place, coordinates or a square, in words.
pub(crate) fn location(location: Option<&Location>, frame: &MapFrame) -> String {
    or_none(location.map(|l| match l {
        Location::Place(name) => name.clone(),
        Location::At(at) => at.to_string(),
        Location::Square(square) => frame.reference(*square),
    }))
}

/// Where a march ended, and how far it went on.
fn marched(way: &[Square], after: &Marched, frame: &MapFrame) -> String {
    let end = way.last().map(|square| frame.reference(*square));
    let on = after.towards.map(|t| format!("{} min towards {}", t.minutes, frame.reference(t.square)));
    [end, on].into_iter().flatten().collect::<Vec<_>>().join(", ")
}

fn kept(march: &Marched, frame: &MapFrame) -> String {
    let towards = march.towards.map(|t| format!(", {} min towards {}", t.minutes, frame.reference(t.square)));
    format!("{} min used{}", march.minutes, towards.unwrap_or_default())
}

fn claim(claim: Option<&Claim>, frame: &MapFrame) -> String {
    or_none(claim.map(|c| format!("overrun in {} by {}", frame.reference(c.square), c.by)))
}

/// What became of something overrun: `captured, with 1 LOG; 1 LOG destroyed`.
pub(crate) fn fate_text(fate: ClaimFate, captured: &Load, destroyed: &Load) -> String {
    let taken = if captured.is_empty() { String::new() } else { format!(", with {}", captured.said(" and ")) };
    match (fate, destroyed.is_empty()) {
        (_, true) => format!("{}{taken}", fate.as_str()),
        (ClaimFate::Destroyed, false) => format!("destroyed, with {}{}", destroyed.said(" and "), taken),
        (_, false) => format!("{}{taken}; {} destroyed", fate.as_str(), destroyed.said(" and ")),
    }
}

fn record(record: Option<&SupplyRecord>) -> String {
    let standing = |name: &str, s: &Standing| {
        let out = if s.bounds_out > 0 { format!(", {} out", s.bounds_out) } else { String::new() };
        format!("{name} {} since {}{out}", s.state.as_str().replace('_', " "), s.since)
    };
    or_none(record.map(|r| format!("{}; {}", standing("LOG", &r.log), standing("POL", &r.pol))))
}

/// The weather of a bound in words.
pub(crate) fn weather(weather: Option<&Weather>) -> String {
    or_none(weather.map(Weather::words))
}

pub(crate) fn dated(state: &str, from: Option<domain::Bound>, until: Option<domain::Bound>) -> String {
    let from = from.map(|b| format!(", from {b}")).unwrap_or_default();
    let until = until.map(|b| format!(", until {b}")).unwrap_or_default();
    format!("{state}{from}{until}")
}

/// What is remembered of a battle group, in words.
fn group(group: Option<&BattleGroup>) -> String {
    group.map_or_else(|| "none".to_owned(), |group| group_called(group, group.raised_from.as_str()))
}

/// The same, with what the formation is called from which it was raised.
fn group_called(group: &BattleGroup, from: &str) -> String {
    format!("since {}, {}, raised from {from}", group.since, counted(group.parts.len(), "part"))
}

/// Partisans in words.
pub(crate) fn partisans(of: Option<&Partisans>) -> String {
    let Some(of) = of else { return "none".to_owned() };
    let dated = |word: &str, bound: Option<Bound>| bound.map(|b| format!(" {word} {b}")).unwrap_or_default();
    format!("against {}, {} of 6{}{}", of.against, of.strength, dated("from", of.from), dated("until", of.until))
}

/// Mines in words.
fn sighting(of: Option<&Sighting>, frame: &MapFrame) -> String {
    of.map_or_else(|| "none".to_owned(), |of| format!("{} in {}", of.words(), frame.reference(of.square)))
}

pub(crate) fn mines(campaign: &Campaign, of: Option<&Minefield>) -> String {
    of.map_or_else(|| "none".to_owned(), |of| dated(&campaign.mined(of), of.from, None))
}

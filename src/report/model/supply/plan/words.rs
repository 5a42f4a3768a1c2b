//! How a plan is said in text: the marching orders, what is met, and why something is not.

use std::collections::BTreeMap;

use campaign::Campaign;
use domain::{AccountId, Commodity, FormationId, few};
use supply::plan::{Lack, Trip, Urgency, Want};

use super::{SidePlan, TripRow, UnmetRow, label};
use crate::model::bound::report::names::within;
use crate::model::bound::strike::OnTheWay;
use crate::model::clock::hours as clock;
use crate::{Cell, Column, Table};

/// How many a sentence names before it counts the rest.
const NAMED: usize = 4;

/// How many places a way names.
const PLACES: usize = 4;

/// The places that a way passes between its ends, at most a few, evenly spread.
pub(crate) fn places_on(campaign: &Campaign, trip: &Trip) -> Vec<String> {
    let ends = [Some(trip.at), trip.from.as_ref().map(|(_, square)| *square), Some(trip.goal)];
    let mut found: Vec<String> = Vec::new();
    for square in trip.way.iter().filter(|square| !ends.contains(&Some(**square))) {
        let named = campaign.places.iter().find(|place| place.square == *square);
        found.extend(named.map(|place| place.name.clone()).filter(|name| !found.contains(name)));
    }
    let every = found.len().div_ceil(PLACES).max(1);
    found.into_iter().step_by(every).collect()
}

/// Why a want is not met: by its word, and in a sentence.
pub(crate) fn lack(campaign: &Campaign, want: &Want, why: &Lack) -> (&'static str, String) {
    let vehicle = want.commodity.vehicle();
    let name = want.commodity.name();
    let at = |square| campaign.frame.reference(square);
    let called = |id: &str| campaign.account_name(id);
    let vehicles =
        |ids: &[FormationId]| few(&ids.iter().map(|id| called(id.as_str())).collect::<Vec<_>>(), NAMED, ", ");
    let stocks = |ids: &[AccountId]| few(&ids.iter().map(|id| called(id.as_str())).collect::<Vec<_>>(), NAMED, ", ");
    match why {
        Lack::NoVehicle(road) if road.is_empty() => {
            ("no_vehicle", format!("no vehicle: neither it nor a corps or army above has a {vehicle} to send"))
        }
        Lack::NoVehicle(road) => ("no_vehicle", format!("no vehicle free: already on the road: {}", vehicles(road))),
        Lack::NoStock(asked) if asked.is_empty() => {
            ("no_stock", "no stock: there is no dump above it and no railhead".to_owned())
        }
        Lack::NoStock(asked) => ("no_stock", format!("no stock: no {name} to spare in {}", stocks(asked))),
        Lack::NoRoad(from, to, why) => {
            let (from, to) = (at(*from), at(*to));
            let in_the_way = why.as_ref().map(|why| format!(": {why}"));
            let rest = in_the_way.unwrap_or_else(|| campaign.in_ground_that_bars_lorries());
            ("no_road", format!("no road from {from} to {to}{rest}"))
        }
        Lack::TooFar(vehicle, from, minutes, arrives) => {
            let load = from.as_ref().map(|from| format!(" from {}", called(from.as_str()))).unwrap_or_default();
            let (vehicle, time, when) = (called(vehicle.as_str()), clock(*minutes), label(*arrives));
            ("too_far", format!("too far: {vehicle}{load} would arrive first, after {time} h, in {when}"))
        }
        Lack::OutOfReach(vehicle, minutes) => {
            let (vehicle, time) = (called(vehicle.as_str()), clock(*minutes));
            ("out_of_reach", format!("too far from home: {time} h for {vehicle} (house rule `truck_reach`)"))
        }
        Lack::AllSent(sent) => {
            let sent = vehicles(sent);
            ("all_sent", format!("no vehicle left: all that could arrive in time are already sent: {sent}"))
        }
        Lack::AllGiven(given) => ("all_given", format!("no stock left: all is already given from {}", stocks(given))),
        Lack::NoRoom if campaign.room_under_limit(want.place.id()).is_some() => {
            ("no_room", format!("no room: no more fits into {} under its limit", called(want.place.id())))
        }
        Lack::NoRoom => ("no_room", format!("no room: no {vehicle} there can take it")),
        Lack::NotSent => (NOT_SENT, "nobody is sent by this plan".to_owned()),
    }
}

/// The word for it that a plan made by hand sends nobody, though somebody could come in time.
const NOT_SENT: &str = "not_sent";

/// So many are named to whom it sends nobody.
const LEFT_OUT: usize = 8;

/// The tables of one side's plan.
pub(crate) fn tables(plan: &SidePlan, bound: &str, until: &str) -> Vec<Table> {
    let mut tables = vec![orders(plan, bound, until)];
    if !plan.unmet.is_empty() {
        tables.push(unmet(plan));
    }
    if let Some(last) = tables.last_mut() {
        for line in sums(plan).into_iter().chain(proof(plan)) {
            last.note(line);
        }
    }
    tables
}

fn orders(plan: &SidePlan, bound: &str, until: &str) -> Table {
    let title = format!("Supply plan, {}: {bound} to {until}", plan.name);
    if plan.trips.is_empty() {
        let mut table = Table::new(title, Vec::new());
        table.note("nobody is sent");
        return table;
    }
    let passes = plan.trips.iter().any(|trip| !trip.via.is_empty() || !trip.by.is_empty());
    let columns = [
        Column::text("vehicle").wrapping(),
        Column::text("load"),
        Column::text("by way of").wrapping().optional(),
        Column::text("to").wrapping(),
        Column::number("h"),
        Column::text("there"),
        Column::text("for").wrapping(),
        Column::text("ids").wrapping().optional(),
    ];
    // No column for what no trip has.
    let kept = |place: usize| place != BY_WAY_OF || passes;
    let columns = columns.into_iter().enumerate().filter(|(place, _)| kept(*place)).map(|(_, column)| column);
    let mut table = Table::new(title, columns.collect());
    let mut loading: Vec<String> = Vec::new();
    for trip in &plan.trips {
        let from = loads_at(trip);
        if !loading.contains(&from) {
            loading.push(from);
        }
    }
    for from in loading {
        table.group(&*from);
        for trip in plan.trips.iter().filter(|trip| loads_at(trip) == from) {
            let cells = order(trip, bound).into_iter().enumerate().filter(|(place, _)| kept(*place));
            table.row(cells.map(|(_, cell)| cell));
        }
    }
    table
}

/// Where the places that a way passes stand among the columns.
const BY_WAY_OF: usize = 2;

/// Where a trip loads, as the heading of those that load there.
fn loads_at(trip: &TripRow) -> String {
    match (&trip.from_name, &trip.from_square) {
        (Some(name), Some(square)) => format!("from {name}, {square}"),
        _ => "with what is on board".to_owned(),
    }
}

fn order(trip: &TripRow, bound: &str) -> [Cell; 8] {
    let starts = if trip.starts.label == bound { String::new() } else { format!(", {}", trip.starts.label) };
    let by = if trip.via.is_empty() { trip.by.join(", ") } else { trip.via.join(", ") };
    let is_square = trip.to == trip.to_square;
    let to = if is_square { trip.to.clone() } else { format!("{}, {}", trip.to_name, trip.to_square) };
    let name = within(&trip.name, &trip.to_name);
    let strikes = OnTheWay::text(&trip.strikes);
    let broken = || few(&trip.breaks_named, NAMED, ", ");
    let breaks = (!trip.breaks.is_empty()).then(|| format!("meanwhile the fuel chain breaks of {}", broken()));
    [
        Cell::new(format!("{name}, {}{starts}", trip.square)),
        Cell::new(trip.load.said(", ")),
        Cell::new(by),
        Cell::new(to),
        Cell::maybe(trip.minutes.map(clock)),
        trip.arrives.as_ref().map_or_else(|| Cell::emphasised("no road"), |bound| Cell::new(&bound.label)),
        Cell::new([Some(purpose(trip)), breaks, strikes].into_iter().flatten().collect::<Vec<_>>().join("; ")),
        Cell::new(trip.vehicles.iter().map(FormationId::as_str).collect::<Vec<_>>().join(" ")),
    ]
}

/// For the most urgent of what it meets.
fn purpose(trip: &TripRow) -> String {
    let first = trip.meets.iter().min_by_key(|met| met.urgency);
    first.map_or_else(String::new, |met| {
        let late = if met.in_time { "" } else { ", late" };
        format!("{}{late}", met.urgency)
    })
}

fn unmet(plan: &SidePlan) -> Table {
    let columns = vec![
        Column::text("not met").wrapping(),
        Column::text("wants"),
        Column::text("by"),
        Column::text("why").wrapping(),
    ];
    let mut table = Table::new("", columns);
    let mut urgency = None;
    // Who is left out of a plan made by hand is so for one reason.
    let (left_out, rest): (Vec<_>, Vec<_>) = plan.unmet.iter().partition(|row| row.why == NOT_SENT);
    for row in rest {
        if urgency != Some(row.urgency) {
            urgency = Some(row.urgency);
            table.group(heading(row.urgency));
        }
        table.row(missing(row));
    }
    if !left_out.is_empty() {
        let mut names: Vec<&str> = left_out.iter().map(|row| row.name.as_str()).collect();
        names.dedup();
        table
            .note(format!("nobody is sent by this plan, though somebody could be, to {}", few(&names, LEFT_OUT, ", ")));
    }
    table
}

fn missing(row: &UnmetRow) -> [Cell; 4] {
    let units = format!("{} {}", row.units, row.commodity.name());
    [Cell::new(&row.name), Cell::new(units), Cell::new(&row.by.label), Cell::new(&row.text)]
}

fn heading(urgency: Urgency) -> String {
    let words = match urgency {
        Urgency::Resupply => "resupply: LOG for the night",
        Urgency::March => "march: POL for marches",
        Urgency::Fire => "fire: fire units for guns that have fired",
        Urgency::FireLevel => "fire_level: what should be held for guns",
        Urgency::Level => "level: what a division should hold",
        Urgency::Reserve => "reserve: what a superior should hold for those under it",
    };
    words.to_owned()
}

/// How much of what is wanted is met, by urgency and commodity.
fn sums(plan: &SidePlan) -> Vec<String> {
    let mut sums: BTreeMap<(Urgency, Commodity), [u32; 3]> = BTreeMap::new();
    for want in &plan.wants {
        let sum = sums.entry((want.urgency, want.commodity)).or_default();
        for (part, more) in sum.iter_mut().zip([want.units, want.met, want.late]) {
            *part += more;
        }
    }
    if sums.is_empty() {
        let told = "nothing is needed: all hold what the settings ask for, though vehicles may stand empty";
        return vec![told.to_owned()];
    }
    let one = |((urgency, commodity), [units, met, late]): (&(Urgency, Commodity), &[u32; 3])| {
        let late = if *late > 0 { format!(", {late} of them late") } else { String::new() };
        format!("{urgency}: {met} of {units} {} met{late}", commodity.name())
    };
    let parts: Vec<String> = sums.iter().map(one).collect();
    let sent: usize = plan.trips.iter().map(|trip| trip.vehicles.len()).sum();
    vec![parts.join("; "), format!("{sent} of {} available vehicles sent", plan.vehicles)]
}

/// How good the plan is.
fn proof(plan: &SidePlan) -> Vec<String> {
    let Some(limit) = &plan.limit else { return Vec::new() };
    if plan.optimal == Some(true) {
        let hours = limit.hours;
        if plan.trips.is_empty() {
            return vec!["no better plan exists".to_owned()];
        }
        return vec![format!(
            "no better plan exists: none meets more, or as much in fewer than {hours} hours of driving"
        )];
    }
    let short = limit.met.iter().filter(|grade| grade.met < grade.at_most);
    let mut lines: Vec<String> = short
        .map(|grade| {
            let late = if grade.in_time { "" } else { ", late" };
            let (urgency, met, most) = (grade.urgency, grade.met, grade.at_most);
            format!("{urgency}{late}: {met} met, of at most {most} that can be")
        })
        .collect();
    if limit.least_hours < limit.hours {
        let (hours, least) = (limit.hours, limit.least_hours);
        lines.push(format!("{hours} hours of driving; no plan that meets as much takes fewer than {least}"));
    }
    lines
}

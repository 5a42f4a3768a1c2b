//! The supply plan before it is accepted: its trips on the map, each ticked in or out, each as it is wanted: another load, from
//! elsewhere, elsewhere, by another way.
//!
//! What it decides: which flags of `supply plan --accept` that comes to. Who should drive where is planned, and what becomes of a
//! trip that is made otherwise is weighed, as for the command.

use maud::{Markup, html};

use ops::command::SupplySend;
use ops::query::{self, Asked, ConvoyPlan, PlanLine, PlanText, TripPart};
use ops::{View, pick};

use super::address::{past_of, then};
use super::form::{self, hidden, outcome};
use super::map;
use super::parts::{answer, coded};
use super::place::Place;
use super::sides;
use super::since::{Anew, Between, conflict, since};
use super::typed;
use super::umpire_frame::{goes_to, links, page_of as framed, run};
use crate::asked;
use crate::command::with_flag;
use crate::desk::{Answer, Reading, Refusal};
use crate::office::Office;

/// The plan as it is wanted.
struct Wanted<'a> {
    asked: &'a asked::Asked,
    /// Whose plan; none: of both sides.
    side: Option<&'a str>,
}

impl<'a> Wanted<'a> {
    fn of(asked: &'a asked::Asked) -> Self {
        Self { asked, side: asked.form("side").or_else(|| asked.query("side")) }
    }

    fn all(&self, name: &str) -> impl Iterator<Item = &'a str> {
        self.asked.form.iter().filter(move |(key, _)| key == name).map(|(_, text)| text.as_str())
    }

    /// Whether the trip of a vehicle is left out.
    fn leaves_out(&self, vehicle: &str) -> bool {
        self.all("of").any(|of| of == vehicle) && !self.all("in").any(|of| of == vehicle)
    }

    /// How a part of a vehicle's trip is wanted.
    fn part(&self, send: &SupplySend, part: TripPart) -> String {
        let vehicle = send.vehicles.first().map_or("", String::as_str);
        let Some(typed) = self.asked.form(&format!("{}:{vehicle}", part.as_str())) else {
            return planned_part(send, part);
        };
        match part {
            // Squares are tapped one behind the other.
            TripPart::Via => typed.split([',', ' ']).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(","),
            _ => typed.trim().to_owned(),
        }
    }

    /// The parts of a vehicle's trip that are wanted otherwise than is planned.
    fn changes(&self, send: &SupplySend) -> Vec<(TripPart, String)> {
        let parts = TripPart::ALL.into_iter().map(|part| (part, self.part(send, part)));
        parts.filter(|(part, wanted)| *wanted != planned_part(send, *part)).collect()
    }

    /// The command that it comes to.
    fn words(&self, sends: &[SupplySend]) -> Vec<String> {
        let mut words: Vec<String> = ["supply", "plan", "--accept"].map(str::to_owned).to_vec();
        words.extend(self.side.map(|side| format!("--side={side}")));
        for send in sends {
            let Some(vehicle) = send.vehicles.first() else { continue };
            if self.leaves_out(vehicle) {
                words.push(format!("--without={vehicle}"));
            } else {
                let changes = self.changes(send).into_iter();
                words.extend(changes.map(|(part, wanted)| format!("--{}={vehicle}={wanted}", part.as_str())));
            }
        }
        words.extend(self.asked.form("reason").map(|reason| format!("--reason={reason}")));
        words
    }
}

/// A part of a trip as it is planned.
fn planned_part(send: &SupplySend, part: TripPart) -> String {
    match part {
        TripPart::Load => send.load.clone().unwrap_or_default(),
        TripPart::From => send.from.clone().unwrap_or_default(),
        TripPart::To => send.to.clone(),
        TripPart::Via => send.via.join(","),
    }
}

/// The plans with the trips that are wanted otherwise as those come out; as they were planned while that cannot be done.
fn as_wanted(campaign: &View, mut plans: Vec<ConvoyPlan>, wanted: &Wanted<'_>) -> Vec<ConvoyPlan> {
    let mut sends = query::plan_sends(campaign, &plans);
    let changed: Vec<(String, Vec<(TripPart, String)>)> = sends
        .iter()
        .filter_map(|send| Some((send.vehicles.first()?.clone(), wanted.changes(send))))
        .filter(|(_, changes)| !changes.is_empty())
        .collect();
    sends.retain(|send| send.vehicles.first().is_some_and(|vehicle| changed.iter().any(|(of, _)| of == vehicle)));
    for (vehicle, changes) in &changed {
        for (part, value) in changes {
            let _ = query::change_trip(campaign, &mut sends, vehicle, (*part, value));
        }
    }
    for send in sends {
        let text = PlanText { file: String::new(), lines: vec![PlanLine { line: 1, send }], faults: Vec::new() };
        let weighed = query::weigh_plan(campaign, Asked { only: None, bounds: query::PLAN_BOUNDS }, &text);
        for trip in weighed.into_iter().flat_map(|weighed| weighed.plans).flat_map(|plan| plan.trips) {
            let all = plans.iter_mut().flat_map(|plan| &mut plan.trips);
            all.filter(|planned| planned.vehicles == trip.vehicles).for_each(|planned| *planned = trip.clone());
        }
    }
    plans
}

/// The plan of a campaign.
fn planned(office: &Office<'_>, campaign: &View, wanted: &Wanted<'_>) -> Result<Vec<ConvoyPlan>, Refusal> {
    let side = wanted.side.map(|side| pick::side(campaign, side)).transpose();
    let plans =
        side.and_then(|side| query::supply_plan(campaign, side, Asked { only: None, bounds: query::PLAN_BOUNDS }));
    plans.map_err(|error| office.desk.refused(error))
}

/// The page.
pub(super) fn page(office: &mut Office<'_>, reading: &Reading, asked: &asked::Asked) -> Result<(u16, String), Refusal> {
    show(office, reading, &Wanted::of(asked), None, None)
}

fn show(
    office: &mut Office<'_>,
    reading: &Reading,
    wanted: &Wanted<'_>,
    shown: Option<(&Answer, bool)>,
    between: Option<&[Between]>,
) -> Result<(u16, String), Refusal> {
    let campaign = office.desk.look(reading)?;
    let mut words = vec!["supply", "plan"];
    let side = wanted.side.map(|side| format!("--side={side}"));
    words.extend(side.as_deref());
    let told = run(office, reading, &words, None);
    // Where stocks are not counted there is no plan, and the command says so.
    let plans = planned(office, &campaign, wanted).unwrap_or_default();
    let sends = query::plan_sends(&campaign, &plans);
    let plans = as_wanted(&campaign, plans, wanted);
    let trips = sends.len();
    let off = map::off(wanted.asked);
    let drawn = map::laid_over(office.desk, reading, &off, |place| drawn(&campaign, &plans, wanted, place))?;
    let address = match wanted.side {
        Some(side) => then(reading, &format!("/plan?side={side}")),
        None => then(reading, "/plan"),
    };
    let typed = office.desk.typed(&wanted.words(&sends));
    let (last, is_now) = (office.last, reading.at.is_none());
    let status = match (between, shown) {
        (Some(_), _) => 409,
        (None, Some((answer, _))) if answer.refusal.is_some() => 422,
        _ => 200,
    };
    let page = framed(office, (reading, &wanted.asked.query), ("Plan", "/plan"), |campaign| {
        html! {
            div.board {
                div.field { (map::controls(&address, &off, None)) (drawn) }
                aside.panel {
                    h1 { "Supply plan" }
                    (sides::choice(campaign, reading, "/plan", wanted.side))
                    (goes_to(reading, &[("/convoys", "convoys"), ("/do/supply-plan", "other plans")]))
                    @if let Some(between) = between {
                        @let tried = shown.map(|(answer, _)| outcome(answer, &links(campaign, ""), true));
                        @let button = shown.is_some_and(|(answer, _)| answer.refusal.is_none()).then_some((["mode", "do"], "Accept them anew"));
                        (conflict(&typed, between, &Anew { tried, form: form::ID, button, drop: address.clone() }))
                    }
                    @if let Some((answer, false)) = shown { (outcome(answer, &links(campaign, ""), false)) }
                    @if trips > 0 && is_now {
                        p.quiet { "A trip that is opened here, or tapped on the map, can be changed: by its fields, or by dragging its ends and its way." }
                        form.trips #(form::ID) method="post" action="/plan" {
                            (hidden(last))
                            @if let Some(side) = wanted.side { input type="hidden" name="side" value=(side); }
                            @for plan in &plans { (listed(campaign, plan, &sends, wanted)) }
                            label { span { "reason" } input type="text" name="reason" value=(wanted.asked.form("reason").unwrap_or_default()); }
                            p.typed { code { "railhead " (typed) } }
                            div.buttons {
                                button type="submit" name="mode" value="preview" data-key="v" { "Preview " kbd { "v" } }
                                button.main type="submit" name="mode" value="do" data-key="x" { "Accept the trips ticked " kbd { "x" } }
                            }
                        }
                        div #foreseen role="group" aria-label="what it comes to" { @if let (None, Some((answer, true))) = (between, shown) { (outcome(answer, &links(campaign, ""), true)) } }
                    }
                    details open[trips == 0] { summary { "What is wanted, and what is not met" } (answer(&told, &links(campaign, &past_of(reading)))) }
                }
            }
        }
    })?;
    Ok((status, page))
}

/// The trips on the map: dashed to where they load, then in full.
fn drawn(campaign: &View, plans: &[ConvoyPlan], wanted: &Wanted<'_>, place: &Place) -> Markup {
    let reference = |square: domain::Square| campaign.frame.reference(square);
    html! {
        g.over.trips { @for trip in plans.iter().flat_map(|plan| &plan.trips) {
            @let vehicle = trip.vehicles.first().map_or("", |vehicle| vehicle.as_str());
            @let loads = trip.from.as_ref().and_then(|(_, at)| trip.way.iter().position(|square| square == at)).unwrap_or(0);
            @let (x, y) = place.middle(trip.goal);
            @let via: Vec<String> = trip.via.iter().map(|square| reference(*square)).collect();
            g.out[wanted.leaves_out(vehicle)] data-trip=(vehicle) data-goal=(reference(trip.goal)) data-via=(via.join(" "))
                data-loads=[trip.from.as_ref().map(|(_, at)| reference(*at))] {
                title { (campaign.account_name(vehicle)) ": " (trip.load.said(", ")) " to " (campaign.account_name(&trip.to)) }
                polyline.empty points=(place.along(trip.way.get(..=loads).unwrap_or_default())) {}
                polyline.full points=(place.along(trip.way.get(loads..).unwrap_or_default())) {}
                circle cx=(x) cy=(y) r=(place.mark() * 0.34) {}
                // From where it sets out, loaded or not.
                @let (x, y) = place.middle(trip.at);
                circle.start cx=(x) cy=(y) r=(place.mark() * 0.16) {}
                @if let Some((_, at)) = &trip.from {
                    @let (x, y) = place.middle(*at);
                    @let half = place.mark() * 0.3;
                    rect x=(x - half) y=(y - half) width=(half * 2.0) height=(half * 2.0) {}
                }
            }
        } }
    }
}

/// The form by which other vehicles are sent with it, or in another bound, filled in as is planned.
fn otherwise(send: &SupplySend) -> String {
    let mut fields = form_urlencoded::Serializer::new(String::new());
    fields.append_pair("vehicle", &send.vehicles.join("\n"));
    let given = [("load", &send.load), ("from", &send.from), ("bound", &send.bound)];
    for (name, text) in given.into_iter().filter_map(|(name, text)| Some((name, text.as_ref()?))) {
        fields.append_pair(name, text);
    }
    fields.append_pair("to", &send.to);
    format!("/do/supply-send?{}", fields.finish())
}

/// The fields by which a trip is made otherwise: its part, what it is called, what is found while it is typed, and what helps.
const PARTS: [(TripPart, &str, Option<&str>, &str); 4] = [
    (TripPart::Load, "Load", None, "such as `2log` or `1pol`"),
    (TripPart::From, "Where it loads", Some("/find?of=dump,railhead"), "a dump, a railhead or a square"),
    (TripPart::To, "Where it goes", Some("/find?of=dump,railhead,unit"), "a formation, a dump, a railhead or a square"),
    (TripPart::Via, "By these squares", None, "empty: the quickest clear way"),
];

/// The trips of a side, to be ticked.
fn listed(campaign: &View, plan: &ConvoyPlan, sends: &[SupplySend], wanted: &Wanted<'_>) -> Markup {
    let name = |id: &str| campaign.account_name(id);
    html! {
        @if !plan.trips.is_empty() {
            @let side = campaign.side(plan.side).map_or("", |side| side.name.as_str());
            h2 { (side) " " small { (plan.trips.len()) " of " (plan.vehicles) " vehicles" } }
            ul.ticked { @for trip in &plan.trips {
                @let vehicle = trip.vehicles.first().map_or("", |vehicle| vehicle.as_str());
                @let send = sends.iter().find(|send| send.vehicles.first().is_some_and(|of| of == vehicle));
                li {
                    input type="hidden" name="of" value=(vehicle);
                    label.tick { input type="checkbox" name="in" value=(vehicle) checked[!wanted.leaves_out(vehicle)]; strong { (name(vehicle)) } }
                    small { " " (vehicle) ", " (campaign.frame.reference(trip.at)) }
                    p data-told=(vehicle) { (told(campaign, trip)) }
                    @if let Some(send) = send {
                        details data-of=(vehicle) name="trip" open[!wanted.changes(send).is_empty()] {
                            summary { "Change it" }
                            div.settings {
                                @for (part, label, find, help) in PARTS.into_iter().filter(|(part, ..)| trip.from.is_some() || matches!(part, TripPart::To | TripPart::Via)) {
                                    label { span { (label) } small { (coded(help)) }
                                        input type="text" name={(part.as_str()) ":" (vehicle)} value=(wanted.part(send, part).replace(',', " ")) autocomplete="off"
                                            data-pick=[find] role=[find.map(|_| "combobox")] aria-expanded=[find.map(|_| "false")]
                                            aria-controls=[find.map(|_| "found")] aria-autocomplete=[find.map(|_| "list")];
                                    }
                                }
                            }
                            p { a href=(otherwise(send)) title="tick it out here, and send it by this form" { "Send other vehicles, or in another bound" } }
                        }
                    }
                }
            } }
        }
    }
}

/// A trip in words.
fn told(campaign: &View, trip: &query::Trip) -> Markup {
    let (name, at) = (|id: &str| campaign.account_name(id), |square| campaign.frame.reference(square));
    html! {
        @match &trip.from {
            Some((from, loads)) => { "loads " (trip.load.said(", ")) " at " (name(from.as_str())) " (" (at(*loads)) ")" },
            None => { "brings " (trip.load.said(", ")) },
        }
        " for " (name(&trip.to)) " in " (at(trip.goal))
        @if !trip.via.is_empty() { " by " (trip.via.iter().map(|square| at(*square)).collect::<Vec<_>>().join(", ")) }
        @match trip.arrives { Some(arrives) => { ", there " (arrives) }, None => ", and no clear way leads there" }
        @if let Some(minutes) = trip.minutes { " after " (minutes / 60) ":" (format!("{:02}", minutes % 60)) " h" }
    }
}

/// Shows what would be sent, or sends it.
pub(super) fn act(office: &mut Office<'_>, asked: &asked::Asked) -> Result<(u16, String), Refusal> {
    let (reading, wanted) = (Reading::default(), Wanted::of(asked));
    let campaign = office.desk.look(&reading)?;
    let words = wanted.words(&query::plan_sends(&campaign, &planned(office, &campaign, &wanted)?));
    let between = since(office, asked, &words)?;
    if between.is_some() || asked.form("mode") != Some("do") {
        let shown = office.desk.run(&with_flag(words, typed::DRY_RUN));
        return show(office, &reading, &wanted, Some((&shown, true)), between.as_deref());
    }
    let done = typed::do_it(office, words);
    let again = asked::Asked::default();
    let wanted = if done.refusal.is_some() { wanted } else { Wanted { asked: &again, side: wanted.side } };
    show(office, &reading, &wanted, Some((&done, false)), None)
}

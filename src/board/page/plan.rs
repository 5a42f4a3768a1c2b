//! The supply plan before it is accepted: its trips on the map, each ticked in or out, each with its load.
//!
//! What it decides: which flags of `supply plan --accept` the ticks and loads come to. Who should drive where is planned as
//! for the command.

use maud::{Markup, html};

use ops::command::SupplySend;
use ops::query::{self, Asked, ConvoyPlan};
use ops::{View, pick};

use super::form::{hidden, outcome};
use super::map::{self, Place};
use super::parts::answer;
use super::since::{Between, conflict, since};
use super::umpire::{goes_to, links, page_of as framed, past_of, run, then};
use super::{act, sides};
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

    /// The load of a vehicle's trip.
    fn load(&self, vehicle: &str, planned: &str) -> String {
        self.asked.form(&format!("load:{vehicle}")).map_or(planned, str::trim).to_owned()
    }

    /// The command that it comes to.
    fn words(&self, plans: &[ConvoyPlan]) -> Vec<String> {
        let mut words: Vec<String> = ["supply", "plan", "--accept"].map(str::to_owned).to_vec();
        words.extend(self.side.map(|side| format!("--side={side}")));
        for trip in plans.iter().flat_map(|plan| &plan.trips) {
            let Some(vehicle) = trip.vehicles.first() else { continue };
            let (planned, load) = (trip.load.to_string(), self.load(vehicle.as_str(), &trip.load.to_string()));
            if self.leaves_out(vehicle.as_str()) {
                words.push(format!("--without={vehicle}"));
            } else if trip.from.is_some() && load != planned {
                words.push(format!("--load={vehicle}={load}"));
            }
        }
        words.extend(self.asked.form("reason").map(|reason| format!("--reason={reason}")));
        words
    }
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
    let trips = plans.iter().map(|plan| plan.trips.len()).sum::<usize>();
    let off = map::off(wanted.asked);
    let drawn = map::laid_over(office.desk, reading, &off, |place| drawn(&plans, wanted, place))?;
    let address = match wanted.side {
        Some(side) => then(reading, &format!("/plan?side={side}")),
        None => then(reading, "/plan"),
    };
    let typed = office.desk.typed(&wanted.words(&plans));
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
                    @if let Some(between) = between { (conflict(&typed, between)) }
                    @if let Some((answer, is_preview)) = shown { (outcome(answer, &links(campaign, ""), is_preview)) }
                    @if trips > 0 && is_now {
                        form.trips method="post" action="/plan" {
                            (hidden(last))
                            @if let Some(side) = wanted.side { input type="hidden" name="side" value=(side); }
                            @for plan in &plans { (listed(campaign, plan, wanted)) }
                            label { span { "reason" } input type="text" name="reason" value=(wanted.asked.form("reason").unwrap_or_default()); }
                            p.typed { code { "railhead " (typed) } }
                            div.buttons {
                                button type="submit" name="mode" value="preview" data-key="v" { "Preview " kbd { "v" } }
                                button.main type="submit" name="mode" value="do" data-key="x" { "Accept the trips ticked " kbd { "x" } }
                            }
                        }
                    }
                    details open[trips == 0] { summary { "What is wanted, and what is not met" } (answer(&told, &links(campaign, &past_of(reading)))) }
                }
            }
        }
    })?;
    Ok((status, page))
}

/// The trips on the map: dashed to where they load, then in full.
fn drawn(plans: &[ConvoyPlan], wanted: &Wanted<'_>, place: &Place) -> Markup {
    let line = |squares: &[domain::Square]| {
        let points = squares.iter().map(|square| place.middle(*square)).map(|(x, y)| format!("{x:.2},{y:.2}"));
        points.collect::<Vec<_>>().join(" ")
    };
    html! {
        g.over.trips { @for trip in plans.iter().flat_map(|plan| &plan.trips) {
            @let vehicle = trip.vehicles.first().map_or("", |vehicle| vehicle.as_str());
            @let loads = trip.from.as_ref().and_then(|(_, at)| trip.way.iter().position(|square| square == at)).unwrap_or(0);
            @let (x, y) = place.middle(trip.goal);
            g.out[wanted.leaves_out(vehicle)] data-trip=(vehicle) {
                title { (vehicle) ": " (trip.load) " to " (trip.to) }
                polyline.empty points=(line(trip.way.get(..=loads).unwrap_or_default())) {}
                polyline.full points=(line(trip.way.get(loads..).unwrap_or_default())) {}
                circle cx=(x) cy=(y) r=(place.square * 0.3) {}
                @if let Some((_, at)) = &trip.from {
                    @let (x, y) = place.middle(*at);
                    @let half = place.square * 0.26;
                    rect x=(x - half) y=(y - half) width=(half * 2.0) height=(half * 2.0) {}
                }
            }
        } }
    }
}

/// The form by which vehicles are sent by another way, with another load or to somebody else, filled in as is planned.
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

/// The trips of a side, to be ticked.
fn listed(campaign: &View, plan: &ConvoyPlan, wanted: &Wanted<'_>) -> Markup {
    let name = |id: &str| campaign.account_name(id);
    html! {
        @if !plan.trips.is_empty() {
            @let side = campaign.side(plan.side).map_or("", |side| side.name.as_str());
            h2 { (side) " " small { (plan.trips.len()) " of " (plan.vehicles) " vehicles" } }
            ul.ticked { @for trip in &plan.trips {
                @let vehicle = trip.vehicles.first().map_or("", |vehicle| vehicle.as_str());
                li {
                    input type="hidden" name="of" value=(vehicle);
                    label.tick { input type="checkbox" name="in" value=(vehicle) checked[!wanted.leaves_out(vehicle)]; strong { (name(vehicle)) } }
                    small { " " (vehicle) ", " (campaign.frame.reference(trip.at)) }
                    p {
                        @if let Some((from, at)) = &trip.from {
                            label { "loads " input type="text" size="8" name={"load:" (vehicle)} value=(wanted.load(vehicle, &trip.load.to_string())) aria-label={"load of " (name(vehicle))} autocomplete="off"; }
                            " at " (name(from.as_str())) " (" (campaign.frame.reference(*at)) ")"
                        } @else { "brings " (trip.load) }
                        " for " (name(&trip.to)) " in " (campaign.frame.reference(trip.goal))
                        @if let Some(arrives) = trip.arrives { ", there " (arrives) }
                        @if let Some(minutes) = trip.minutes { " after " (minutes / 60) ":" (format!("{:02}", minutes % 60)) " h" }
                        ". " a href=(otherwise(&query::send(campaign, trip))) title="tick it out here, and send it by this form" { "Send it otherwise" }
                    }
                }
            } }
        }
    }
}

/// Shows what would be sent, or sends it.
pub(super) fn act(office: &mut Office<'_>, asked: &asked::Asked) -> Result<(u16, String), Refusal> {
    let (reading, wanted) = (Reading::default(), Wanted::of(asked));
    let campaign = office.desk.look(&reading)?;
    let words = wanted.words(&planned(office, &campaign, &wanted)?);
    let between = since(office, asked, &words)?;
    if between.is_some() || asked.form("mode") != Some("do") {
        let shown = office.desk.run(&with_flag(words, act::DRY_RUN));
        return show(office, &reading, &wanted, Some((&shown, true)), between.as_deref());
    }
    let done = act::do_it(office, words);
    let again = asked::Asked::default();
    let wanted = if done.refusal.is_some() { wanted } else { Wanted { asked: &again, side: wanted.side } };
    show(office, &reading, &wanted, Some((&done, false)), None)
}

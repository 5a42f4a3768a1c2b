//! The line of supply and the bowser chain of the formation that is chosen: over the map part by part, and in its card.
//!
//! What it decides: how wide a part is and by which pattern its state is told. What holds and what fails is traced as for the
//! command `supply trace`.

use maud::{Markup, html};

use domain::SideId;
use ops::{View, pick, query};
use report::model::{LineFault, LinePart, SupplyLine};

use super::links;
use super::links::Links;
use super::place::Place;

/// How one formation is supplied, as its reader knows it; none where it draws nothing and nobody feeds it.
pub(super) fn of(campaign: &View, unit: &str, side: Option<SideId>) -> Option<SupplyLine> {
    let unit = pick::unit(campaign, unit).ok()?;
    let (found, tight) = query::supply_trace(campaign, unit, side).ok()?;
    SupplyLine::new(campaign, &found, &tight, side)
}

/// It on the map: legs in full, broken where they fail, hops dotted, the railway behind as sleepers; a cross where it fails.
pub(super) fn drawn(line: &SupplyLine, place: &Place) -> Markup {
    let side = place.mark();
    html! {
        g.over.line {
            @if let Some(rail) = &line.rail { (part(rail, "rail", place, side * 0.16)) }
            @for leg in &line.legs { (part(leg, "leg", place, side * 0.16)) }
            @for hop in &line.hops { (part(hop, "hop", place, side * 0.13)) }
            @for square in line.parts().filter_map(|part| part.fails_at) { (cross(place.middle(square), side * 0.42)) }
        }
    }
}

fn part(of: &LinePart, kind: &str, place: &Place, wide: f64) -> Markup {
    let points = place.along(&of.way);
    let state = if of.holds { "holds" } else { "fails" };
    html! {
        g.(kind).(state) {
            title { (of.ends[0]) " → " (of.ends[1]) ": " (told(of)) }
            polyline.under points=(points) stroke-width=(wide * 2.2) {}
            polyline points=(points) stroke-width=(wide) stroke-dasharray=[pattern(of, kind, wide)] {}
        }
    }
}

/// The dashes by which it is told without its colour.
fn pattern(of: &LinePart, kind: &str, wide: f64) -> Option<String> {
    let dashes = match (kind, of.holds) {
        ("leg", true) => return None,
        ("hop", true) => [0.01, 2.0],
        ("rail", true) => [0.7, 0.7],
        _ => [2.2, 1.6],
    };
    Some(dashes.map(|length| format!("{:.2}", length * wide)).join(" "))
}

fn cross((x, y): (f64, f64), radius: f64) -> Markup {
    let arm = radius * 0.46;
    let d = format!("M{:.2} {:.2}l{l:.2} {l:.2}m0 -{l:.2}l-{l:.2} {l:.2}", x - arm, y - arm, l = arm * 2.0);
    html! {
        g.cross { circle cx=(format!("{x:.2}")) cy=(format!("{y:.2}")) r=(format!("{radius:.2}")) {} path d=(d) {} }
    }
}

/// How long it is, and how it stands.
fn told(of: &LinePart) -> String {
    if of.holds && of.km == Some(0.0) {
        return "in the same square".to_owned();
    }
    let km = of.km.map(|km| format!("{km:.0} km"));
    match (of.limit_km, of.holds) {
        (Some(limit), true) => format!("{} of {limit:.0} km", km.unwrap_or_default()),
        (Some(limit), false) => match km {
            Some(km) => format!("{km}, and {limit:.0} km is the most"),
            None => "no clear way leads there".to_owned(),
        },
        (None, true) => {
            let hours = of.hours.map(|hours| format!("{hours:.1} h"));
            hours.into_iter().chain(km).collect::<Vec<_>>().join(", ")
        }
        (None, false) => "cut".to_owned(),
    }
}

/// The same in its card: the parts, what fails, and what mends it, each with its preview.
pub(super) fn listed(line: &SupplyLine, campaign: &View, links: &Links<'_>) -> Markup {
    let parts = |name: &str, parts: &[LinePart]| {
        html! { @if !parts.is_empty() {
            h3 { (name) }
            ul.legs { @for part in parts { (row(part, campaign, links)) } }
        } }
    };
    html! {
        section.supplied {
            @if let Some(feeder) = &line.fed_by { p.quiet { (links.text(&format!("It is fed by {feeder}."))) } }
            (parts("Line of supply", &line.legs))
            @if let Some(rail) = &line.rail { (parts("Railway behind it", std::slice::from_ref(rail))) }
            (parts("Fuel", &line.hops))
            @if !line.faults.is_empty() {
                h3 { "What fails or falls short, and what mends it" }
                ul.faults { @for fault in &line.faults { (mended(fault, links)) } }
            }
        }
    }
}

fn row(of: &LinePart, campaign: &View, links: &Links<'_>) -> Markup {
    let [from, to] = &of.ends;
    html! {
        li.holds[of.holds].fails[!of.holds] {
            span.sign aria-hidden="true" { (if of.holds { "✓" } else { "✗" }) }
            @if from == to || to.is_empty() { (links.text(from)) } @else { (links.text(from)) " → " (links.text(to)) }
            " " small { (told(of)) @if let Some(at) = of.fails_at { " at " (links.text(&campaign.square_named(at))) } }
        }
    }
}

/// What fails, and what mends it: for who does commands each with its preview.
fn mended(fault: &LineFault, links: &Links<'_>) -> Markup {
    let does = links.under.is_empty() && links.past.is_empty();
    html! {
        li { (links.text(&fault.what))
            @for (text, command) in &fault.mends {
                @match command.as_ref().filter(|_| does) {
                    Some(command) => p.mend { a.button href=(links::line(command)) aria-label={"Preview: " (text.replace('`', ""))} { "Preview" } " " (links.text(text)) },
                    None => p.mend { "→ " (links.text(text)) },
                }
            }
        }
    }
}

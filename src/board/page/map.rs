//! The map: the picture of the room for paper in a frame in which it is moved about.

use maud::{Markup, html};

use domain::Square;
use ops::{View, pick};

use super::overlay::Overlay;
use super::place::Place;
use super::shell::written;
use crate::asked::Asked;
use crate::desk::{Desk, Reading, Refusal};
use paper::{Layer, Layers};
use report::model::situation::Window;
use report::model::{Situation, Thing};

/// Layers that are switched with one key, in their order, and what they are called.
const SWITCHED: [(&str, &str); 6] = [
    ("control", "Control"),
    ("units", "Units"),
    ("supply", "Supply"),
    ("fuel", "POL"),
    ("stocks", "Stocks"),
    ("marches", "Marches"),
];

/// The layers that an address switches off.
pub(crate) fn off(asked: &Asked) -> Vec<&str> {
    asked.query("off").map(|off| off.split(',').collect()).unwrap_or_default()
}

/// The layers that are drawn: without those that are switched off, and with the headquarters where they are laid over it.
pub(crate) fn layers(off: &[&str], on: &[Overlay]) -> Layers {
    let hidden: Vec<Layer> = off.iter().filter_map(|word| word.parse().ok()).collect();
    let shown: &[Layer] = if on.contains(&Overlay::Headquarters) { &[Layer::Hq] } else { &[] };
    Layers::new(shown, &hidden)
}

/// The map as a reader knows it; `off` are layers that are left out.
pub(crate) fn map(desk: &mut dyn Desk, reading: &Reading, off: &[&str]) -> Result<Markup, Refusal> {
    laid_over(desk, reading, off, |_| html! {})
}

/// The same with something laid over it.
pub(crate) fn laid_over(
    desk: &mut dyn Desk,
    reading: &Reading,
    off: &[&str],
    over: impl FnOnce(&Place) -> Markup,
) -> Result<Markup, Refusal> {
    drawn(desk, reading, &layers(off, &[]), over)
}

/// The map in these layers, with something laid over it, and its key: the sides in numbers, as far as the reader knows them, and
/// what is drawn how.
pub(crate) fn drawn(
    desk: &mut dyn Desk,
    reading: &Reading,
    layers: &Layers,
    over: impl FnOnce(&Place) -> Markup,
) -> Result<Markup, Refusal> {
    let situation = desk.situation(reading)?;
    Ok(with_key(&situation, layers, over))
}

fn with_key(situation: &Situation, layers: &Layers, over: impl FnOnce(&Place) -> Markup) -> Markup {
    html! {
        (picture(situation, layers, over))
        details.key data-part="key" { summary { "Key" } (written(paper::key_part(situation, layers))) }
    }
}

/// The map, or where a square is named the part of it round that square, battalion by battalion: what is seen from near where no
/// script runs.
pub(crate) fn drawn_from(
    desk: &mut dyn Desk,
    reading: &Reading,
    layers: &Layers,
    near: Option<&str>,
    over: impl FnOnce(&Place) -> Markup,
) -> Result<Markup, Refusal> {
    let Some(square) = near else { return drawn(desk, reading, layers, over) };
    let campaign = desk.look(reading)?;
    let centre = pick::square(&campaign, square).map_err(|error| desk.refused(error))?;
    let situation = desk.battalions(reading, Window::round(&campaign, centre, NEAR))?;
    Ok(with_key(&situation, layers, over))
}

/// The ways from near to far and back where no script runs: of a page at this address, about what is chosen.
pub(crate) fn near_ways(campaign: &View, address: &str, (near, chosen): (Option<&str>, Option<&str>)) -> Markup {
    let to = |square: Square| with(address, &[("near", &campaign.frame.reference(square))]);
    let centre = near.and_then(|near| pick::square(campaign, near).ok());
    let moved = |at: u16, by: i32, all: u16| u16::try_from(i32::from(at) + by).ok().filter(|at| *at < all);
    let (along, down) = (i32::from(NEAR.0 / 2), i32::from(NEAR.1 / 2));
    let beside = |(x, y): (i32, i32)| {
        let (centre, frame) = (centre?, &campaign.frame);
        Some(Square::new(moved(centre.col, x, frame.columns)?, moved(centre.row, y, frame.rows)?))
    };
    html! {
        noscript { nav.near-ways aria-label="nearer and farther" {
            @if near.is_none() && let Some(chosen) = chosen { a.button href=(with(address, &[("near", chosen)])) { "From near" } }
            @if near.is_some() {
                a.button href=(address) { "The whole map" }
                @for (by, name) in [((0, -down), "North"), ((-along, 0), "West"), ((along, 0), "East"), ((0, down), "South")] {
                    @if let Some(square) = beside(by) { " " a.button href=(to(square)) { (name) } }
                }
            }
        } }
    }
}

/// The picture alone.
pub(crate) fn picture(situation: &Situation, layers: &Layers, over: impl FnOnce(&Place) -> Markup) -> Markup {
    let mut part = paper::map_part(situation, layers);
    let place = Place { origin: part.origin, first: situation.window.first, square: part.square };
    let over = over(&place).into_string();
    // Symbols lie over them: what is tapped is what is seen.
    if let Some(units) = part.svg.find("<g id=\"units\"") {
        part.svg.insert_str(units, &things(situation, layers, &place).into_string());
    }
    if let Some(end) = part.svg.rfind("</svg>") {
        part.svg.insert_str(end, &over);
    }
    html! {
        div #map tabindex="0" aria-label="map: arrows move it, plus and minus change its scale"
            data-near-columns=(SEEN_NEAR.0.min(situation.columns)) data-near-rows=(SEEN_NEAR.1.min(situation.rows))
            data-x=(part.origin.0) data-y=(part.origin.1) data-square=(part.square) data-columns=(situation.columns) data-rows=(situation.rows)
            data-col=(situation.window.first.col) data-row=(situation.window.first.row) data-digits=(situation.reference(situation.window.first).len() / 2) data-part="map" {
            (written(part.svg))
        }
    }
}

/// How many columns and rows are shown battalion by battalion: as many as find room on a sheet.
const NEAR: (u16, u16) = (15, 13);

/// The same where a script lays them over what is seen: as many as are drawn battalion by battalion at all.
const SEEN_NEAR: (u16, u16) = (16, 15);

/// The battalions round a square, to be laid over the map of the same reader where it is seen from near.
pub(crate) fn near(desk: &mut dyn Desk, reading: &Reading, square: &str) -> Result<(u16, String), Refusal> {
    let campaign = desk.look(reading)?;
    let centre = pick::square(&campaign, square).map_err(|error| desk.refused(error))?;
    let situation = desk.battalions(reading, Window::round(&campaign, centre, SEEN_NEAR))?;
    let part = paper::symbols_part(&situation);
    let (window, (x, y), (wide, high)) = (situation.window, part.origin, part.size);
    let svg = html! {
        svg.near viewBox=(format!("{x:.2} {y:.2} {wide:.2} {high:.2}"))
            data-col=(window.first.col) data-row=(window.first.row) data-columns=(window.columns) data-rows=(window.rows) { (written(part.svg)) }
    };
    Ok((200, svg.into_string()))
}

/// Where dumps, railheads and crossings can be tapped, as far as they are drawn.
fn things(situation: &Situation, layers: &Layers, place: &Place) -> Markup {
    let stores = situation.stores.iter().filter(|_| layers.has(Layer::Stocks)).map(|store| {
        let thing = if store.is_railhead { Thing::Railhead(&store.id) } else { Thing::Dump(&store.id) };
        (thing, place.middle(store.square))
    });
    let crossings = situation.crossings.iter().filter(|_| layers.has(Layer::Crossings)).map(|crossing| {
        let (a, b) = crossing.side.squares();
        let (from, to) = (place.middle(a), place.middle(b));
        (Thing::Crossing(&crossing.id), (f64::midpoint(from.0, to.0), f64::midpoint(from.1, to.1)))
    });
    let radius = format!("{:.1}", (place.square * 0.45).clamp(1.3, 3.0));
    html! {
        g.things fill="none" pointer-events="all" {
            @for (thing, (x, y)) in crossings.chain(stores) {
                @let (kind, id) = thing.parts();
                circle data-thing={(kind) ":" (id)} cx=(format!("{x:.1}")) cy=(format!("{y:.1}")) r=(radius) {}
            }
        }
    }
}

/// The buttons over the map: of a page at this address, with these layers off; what may be laid over it where `on` says what is.
pub(crate) fn controls(address: &str, off: &[&str], on: Option<&[Overlay]>) -> Markup {
    let overlays = |of: &[Overlay]| {
        let words = Overlay::ALL.iter().filter(|(overlay, ..)| of.contains(overlay)).map(|(_, word, _)| *word);
        words.collect::<Vec<_>>().join(",")
    };
    let on_now = on.map(overlays).unwrap_or_default();
    html! {
        div.zoom {
            button type="button" data-zoom="in" aria-label="nearer" { "+" }
            button type="button" data-zoom="out" aria-label="farther" { "−" }
            button type="button" data-zoom="fit" { "fit" }
        }
        nav.layers aria-label="layers" {
            @for (number, (word, name)) in (1..).zip(SWITCHED) {
                @let is_off = off.contains(&word);
                a href=(with(address, &[("off", &switched(off, word)), ("on", &on_now)])) .on[!is_off] data-key=(number) {
                    @if !is_off { span aria-hidden="true" { "✓ " } } (name)
                }
            }
            @for (number, (overlay, _, name)) in (SWITCHED.len() + 1..).zip(Overlay::ALL).filter(|_| on.is_some()) {
                // There are nine keys.
                @let is_on = on.is_some_and(|on| on.contains(&overlay));
                @let then: Vec<Overlay> = Overlay::ALL.iter().map(|(of, ..)| *of).filter(|of| on.is_some_and(|on| on.contains(of)) != (*of == overlay)).collect();
                a href=(with(address, &[("off", &off.join(",")), ("on", &overlays(&then))])) .on[is_on] data-key=[(number < 10).then_some(number)] {
                    @if is_on { span aria-hidden="true" { "✓ " } } (name)
                }
            }
        }
        div #pointer aria-hidden="true" { }
    }
}

/// A word as it stands in an address.
pub(super) fn encoded(word: &str) -> String {
    form_urlencoded::byte_serialize(word.as_bytes()).collect()
}

/// The layers that are off once this one is switched.
fn switched(off: &[&str], word: &str) -> String {
    let mut off: Vec<&str> = off.to_vec();
    match off.iter().position(|of| *of == word) {
        Some(at) => drop(off.remove(at)),
        None => off.push(word),
    }
    off.join(",")
}

/// An address with more in its query; what is empty is left out.
pub(super) fn with(address: &str, more: &[(&str, &str)]) -> String {
    let mut address = address.to_owned();
    for (name, text) in more.iter().filter(|(_, text)| !text.is_empty()) {
        let between = if address.contains('?') { '&' } else { '?' };
        address = format!("{address}{between}{name}={text}");
    }
    address
}

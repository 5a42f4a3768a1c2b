//! The map: the picture of the room for paper in a frame in which it is moved about.

use maud::{Markup, html};

use domain::Square;

use super::overlay::Overlay;
use super::shell::written;
use crate::asked::Asked;
use crate::desk::{Desk, Reading, Refusal};
use paper::{Layer, Layers};

/// Layers that are switched with one key, in their order, and what they are called.
const SWITCHED: [(&str, &str); 6] = [
    ("control", "Control"),
    ("units", "Units"),
    ("supply", "Supply"),
    ("fuel", "POL"),
    ("stocks", "Stocks"),
    ("marches", "Marches"),
];

/// Where things lie on the picture.
pub(crate) struct Place {
    origin: (f64, f64),
    first: Square,
    /// The side of a square.
    pub(crate) square: f64,
}

impl Place {
    /// The middle of a square.
    pub(crate) fn middle(&self, square: Square) -> (f64, f64) {
        let along = |at: u16, first: u16| (f64::from(at) - f64::from(first) + 0.5) * self.square;
        (self.origin.0 + along(square.col, self.first.col), self.origin.1 + along(square.row, self.first.row))
    }
}

/// The layers that an address switches off.
pub(crate) fn off(asked: &Asked) -> Vec<&str> {
    asked.query("off").map(|off| off.split(',').collect()).unwrap_or_default()
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
    let hidden: Vec<Layer> = off.iter().filter_map(|word| word.parse().ok()).collect();
    drawn(desk, reading, &hidden, over)
}

/// The map without some of its layers, with something laid over it.
pub(crate) fn drawn(
    desk: &mut dyn Desk,
    reading: &Reading,
    hidden: &[Layer],
    over: impl FnOnce(&Place) -> Markup,
) -> Result<Markup, Refusal> {
    let situation = desk.situation(reading)?;
    let mut part = paper::map_part(&situation, &Layers::new(&[], hidden));
    let over = over(&Place { origin: part.origin, first: situation.window.first, square: part.square }).into_string();
    if let Some(end) = part.svg.rfind("</svg>") {
        part.svg.insert_str(end, &over);
    }
    Ok(html! {
        div #map tabindex="0" aria-label="map: arrows move it, plus and minus change its scale"
            data-x=(part.origin.0) data-y=(part.origin.1) data-square=(part.square) data-columns=(situation.columns) data-rows=(situation.rows)
            data-col=(situation.window.first.col) data-row=(situation.window.first.row) data-digits=(situation.reference(situation.window.first).len() / 2) data-part="map" {
            (written(part.svg))
        }
    })
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
                    @if !is_off { "✓ " } (name)
                }
            }
            @for (number, (overlay, _, name)) in (SWITCHED.len() + 1..).zip(Overlay::ALL).filter(|_| on.is_some()) {
                @let is_on = on.is_some_and(|on| on.contains(&overlay));
                @let then: Vec<Overlay> = Overlay::ALL.iter().map(|(of, ..)| *of).filter(|of| on.is_some_and(|on| on.contains(of)) != (*of == overlay)).collect();
                a href=(with(address, &[("off", &off.join(",")), ("on", &overlays(&then))])) .on[is_on] data-key=(number) {
                    @if is_on { "✓ " } (name)
                }
            }
        }
        div #pointer aria-hidden="true" { }
    }
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
fn with(address: &str, more: &[(&str, &str)]) -> String {
    let mut address = address.to_owned();
    for (name, text) in more.iter().filter(|(_, text)| !text.is_empty()) {
        let between = if address.contains('?') { '&' } else { '?' };
        address = format!("{address}{between}{name}={text}");
    }
    address
}

//! The map: the picture of the room for paper in a frame in which it is moved about.

use maud::{Markup, html};

use super::shell::written;
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

/// The map as a reader knows it; `off` are layers that are left out.
pub(crate) fn map(desk: &mut dyn Desk, reading: &Reading, off: &[&str]) -> Result<Markup, Refusal> {
    let hidden: Vec<Layer> = off.iter().filter_map(|word| word.parse().ok()).collect();
    drawn(desk, reading, &hidden)
}

/// The map without some of its layers.
pub(crate) fn drawn(desk: &mut dyn Desk, reading: &Reading, hidden: &[Layer]) -> Result<Markup, Refusal> {
    let situation = desk.situation(reading)?;
    let part = paper::map_part(&situation, &Layers::new(&[], hidden));
    Ok(html! {
        div #map tabindex="0" aria-label="map: arrows move it, plus and minus change its scale"
            data-x=(part.origin.0) data-y=(part.origin.1) data-square=(part.square) data-columns=(situation.columns) data-rows=(situation.rows)
            data-col=(situation.window.first.col) data-row=(situation.window.first.row) data-digits=(situation.reference(situation.window.first).len() / 2) data-part="map" {
            (written(part.svg))
        }
    })
}

/// The buttons over the map.
pub(crate) fn controls(address: &str, off: &[&str]) -> Markup {
    html! {
        div.zoom {
            button type="button" data-zoom="in" aria-label="nearer" { "+" }
            button type="button" data-zoom="out" aria-label="farther" { "−" }
            button type="button" data-zoom="fit" { "fit" }
        }
        nav.layers aria-label="layers" {
            @for (number, (word, name)) in (1..).zip(SWITCHED) {
                @let is_off = off.contains(&word);
                a href=(switched(address, off, word)) .on[!is_off] data-key=(number) {
                    @if !is_off { "✓ " } (name)
                }
            }
        }
        div #pointer aria-hidden="true" { }
    }
}

fn switched(address: &str, off: &[&str], word: &str) -> String {
    let mut off: Vec<&str> = off.to_vec();
    match off.iter().position(|of| *of == word) {
        Some(at) => drop(off.remove(at)),
        None => off.push(word),
    }
    let between = if address.contains('?') { '&' } else { '?' };
    if off.is_empty() { address.to_owned() } else { format!("{address}{between}off={}", off.join(",")) }
}

//! The card of a dump, a railhead, a crossing or a railway; and those of a square, each with the way to its own.
//!
//! What it decides: which commands touch a thing and what their forms are given of it.

use maud::{Markup, html};

use domain::{SideId, Square};
use ops::{View, query};
use report::model::{Thing, ThingOf, ThingView};

/// A thing as its reader knows it; none where he knows of none of this name.
pub(super) fn of(campaign: &View, thing: Thing<'_>, side: Option<SideId>) -> Option<ThingView> {
    let sheet = query::supply_status(campaign, side, None, 0);
    let trains = if thing.is_of_rail() { query::trains(campaign, side) } else { Vec::new() };
    let of = ThingOf { campaign, side, sheet: &sheet, underway: &query::underway(campaign), trains: &trains };
    ThingView::new(&of, thing)
}

/// The forms of commands that touch it, with what they are given of it: their address and their name.
pub(super) fn does(thing: Thing<'_>) -> Vec<(String, &'static str)> {
    let (_, id) = thing.parts();
    let form = |command: &str, field: &str, value: &str| {
        let value: String = form_urlencoded::byte_serialize(value.as_bytes()).collect();
        format!("/do/{command}?{field}={value}")
    };
    let stock =
        |places: [(&str, &str, &'static str); 3]| places.map(|(command, field, name)| (form(command, field, id), name));
    match thing {
        Thing::Dump(_) => stock([
            ("supply-transfer", "from", "transfer"),
            ("supply-stocktake", "account", "stocktake"),
            ("dump-move", "dump", "move"),
        ])
        .into_iter()
        .chain([(form("dump-close", "dump", id), "close"), (form("dump-destroy", "dump", id), "destroy")])
        .collect(),
        Thing::Railhead(_) => stock([
            ("supply-transfer", "from", "transfer"),
            ("supply-stocktake", "account", "stocktake"),
            ("supply-receive", "account", "receive"),
        ])
        .into_iter()
        .chain([(form("rail-advance", "railhead", id), "advance"), (form("rail-priority", "what", id), "priority")])
        .collect(),
        Thing::Crossing(_) => ["destroy", "repair", "open", "close"]
            .map(|name| (form(&format!("crossing-{name}"), "crossing", id), name))
            .into_iter()
            .collect(),
        Thing::Railway(_) => ["cut", "repair", "convert"]
            .map(|name| (form(&format!("rail-{name}"), "line", id), name))
            .into_iter()
            .collect(),
    }
}

/// What lies in a square, each with the way to its card, on a map at this address.
pub(super) fn in_square(campaign: &View, square: Square, side: Option<SideId>, map: &str) -> Markup {
    let all = Thing::all_in(campaign, square, side);
    html! {
        @if !all.is_empty() {
            p.goes { @for (thing, name) in all {
                @let (kind, id) = thing.parts();
                @let word: String = form_urlencoded::byte_serialize(format!("{kind}:{id}").as_bytes()).collect();
                a.button href={(map) (if map.contains('?') { "&" } else { "?" }) "sel=" (word)} { (kind) " " (name) } " "
            } }
        }
    }
}

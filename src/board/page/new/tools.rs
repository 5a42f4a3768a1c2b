//! What one draws with: a form, which the pointer fills in; without a script squares are written.

use maud::{Markup, html};

use domain::{CrossingKind, Echelon, PlaceKind, RiverClass, Terrain};
use ops::View;
use ops::draft::Draft;

use super::super::form::hidden;
use super::sketch::colour_class;
use crate::asked::Asked;
use crate::office::Office;

/// What draws lines and things: its word, what it is called, its key.
const LINES: [(&str, &str, &str); 12] = [
    ("road:good", "road, good", "r"),
    ("road:poor", "road, poor", "p"),
    ("rail", "railway", "w"),
    ("crossing", "crossing", "x"),
    ("river:major", "river, major", "7"),
    ("river:medium", "river, medium", "8"),
    ("river:minor", "river, minor", "9"),
    ("front", "front", "f"),
    ("place", "place", "n"),
    ("railhead", "railhead", "h"),
    ("dump", "dump", "d"),
    ("remove", "remove", "Delete"),
];

/// How a tool is used.
const HOW: [(&str, &str); 9] = [
    ("terrain", "Drag paints, Shift and drag a rectangle, a right click takes the terrain up."),
    ("control", "Drag paints, Shift and drag a rectangle. The front says the rest."),
    (
        "line",
        "Click the squares that it passes; Enter or a double click ends it, Backspace takes a point back, Escape all.",
    ),
    (
        "river",
        "Click the corners of squares along its course; Enter or a double click ends it. With the name of one that is there it goes on.",
    ),
    (
        "front",
        "Click the corners of squares along the line; Enter or a double click ends it. Its left hand is that of somebody who walks along it as you click: from north to south the east.",
    ),
    ("crossing", "Click one bank, then the other."),
    ("place", "Write its name, then click its square; a place of that name moves there."),
    ("stock", "Click its square."),
    ("remove", "Click what is to go."),
];

/// The form.
pub(super) fn form(office: &Office<'_>, draft: &Draft, campaign: &View, asked: &Asked) -> Markup {
    let of = |name: &str| asked.form(name).or_else(|| asked.query(name)).unwrap_or_default();
    let tool = if of("tool").is_empty() { "move" } else { of("tool") };
    html! {
        form.tools method="post" action="/new/stroke" data-tools {
            (hidden(office.last))
            input type="hidden" name="of" value=(draft.name);
            label.tool { input type="radio" name="tool" value="move" checked[tool == "move"] data-key="m"; span.glyph aria-hidden="true" { "✥" } "move the map" kbd { "m" } }
            h2 { "Paint squares" }
            div.palette {
                @for (number, terrain) in (1..).zip(Terrain::ALL) {
                    (choice(&format!("terrain:{}", terrain.as_str()), terrain.as_str(), tool, &number.to_string(), &html! { span class={"swatch " (terrain.as_str())} {} }))
                }
                @for (number, side) in campaign.sides.iter().enumerate() {
                    (choice(&format!("control:{}", side.id), &format!("held by {}", side.name), tool, "", &html! { span class={"swatch " (colour_class(&side.colour, number))} {} }))
                }
                (choice("control:", "as the front says", tool, "", &html! { span.swatch {} }))
            }
            h2 { "Draw" }
            div.palette { @for (word, name, key) in LINES { (choice(word, name, tool, key, &html! {})) } }
            (options(campaign, asked))
            label.by-squares { span { "Squares or places" } small { "with blanks between, or " code { ">" } " where a name has blanks" }
                input type="text" name="points" value=(of("points")) autocomplete="off"; }
            div.buttons { button.main type="submit" { "Draw it" } }
            @for (what, text) in HOW { p.how.quiet.only-script data-for=(what) { (text) } }
        }
    }
}

fn choice(word: &str, name: &str, tool: &str, key: &str, sign: &Markup) -> Markup {
    html! {
        label.tool { input type="radio" name="tool" value=(word) checked[word == tool] data-key=[(!key.is_empty()).then_some(key)]; (sign) (name) @if !key.is_empty() { kbd { (if key == "Delete" { "Del" } else { key }) } } }
    }
}

/// What more is said of what is drawn; of each tool its own.
fn options(campaign: &View, asked: &Asked) -> Markup {
    let of = |name: &str| asked.form(name).or_else(|| asked.query(name)).unwrap_or_default();
    html! {
        label data-for="named" { span { "Name" } small { "empty: it is given one" } input type="text" name="name" value=(of("name")) autocomplete="off" maxlength="100"; }
        fieldset data-for="rail" { legend { "Railway" }
            label { span { "Gauge, mm" } input type="text" inputmode="numeric" name="gauge" value=(or(of("gauge"), "1435")); }
            @for side in &campaign.sides { label.tick { input type="checkbox" name="users" value=(side.id) checked; "trains of " (side.name) } }
        }
        fieldset data-for="crossing" { legend { "Crossing" }
            (select("kind", "Kind", CrossingKind::ALL.iter().map(|kind| (kind.as_str(), kind.as_str())), of("kind")))
            label.tick { input type="checkbox" name="carries_rail" value="1"; "carries trains too" }
        }
        fieldset data-for="place" { legend { "Place" }
            (select("place_kind", "Kind", PlaceKind::ALL.iter().rev().map(|kind| (kind.as_str(), kind.as_str())), or(of("place_kind"), "village")))
        }
        fieldset data-for="front" { legend { "Front" }
            (select("left", "On its left hand", campaign.sides.iter().map(|side| (side.id.as_str(), side.name.as_str())), of("left")))
        }
        fieldset data-for="railhead" { legend { "Railhead" }
            div data-part="railways" { (select("line", "Railway", std::iter::once(("", "the one that passes there")).chain(campaign.railways.iter().map(|rail| (rail.name.as_str(), rail.name.as_str()))), of("line"))) }
            (select("side", "Side", std::iter::once(("", "whoever holds the square")).chain(campaign.sides.iter().map(|side| (side.id.as_str(), side.name.as_str()))), of("side")))
        }
        fieldset data-for="dump" { legend { "Dump" }
            label { span { "Owner" } small { "its formation, by its id" } input type="text" name="owner" value=(of("owner")) list="formations" autocomplete="off"; }
            datalist #formations { @for unit in campaign.formations.values().filter(|unit| unit.leaf.is_none()).take(500) { option value=(unit.id) { (unit.name) } } }
            (select("level", "Level", Echelon::ALL.iter().map(|level| (level.as_str(), level.as_str())), or(of("level"), "division")))
        }
        fieldset data-for="stock" {
            label.tick { input type="checkbox" name="source" value="1"; "stock comes to it from beyond the map" }
        }
        input type="hidden" name="class" value=(RiverClass::Medium.as_str());
    }
}

fn or<'a>(given: &'a str, otherwise: &'a str) -> &'a str {
    if given.is_empty() { otherwise } else { given }
}

fn select<'a>(name: &str, title: &str, words: impl Iterator<Item = (&'a str, &'a str)>, chosen: &str) -> Markup {
    html! { label { span { (title) } select name=(name) { @for (word, shown) in words { option value=(word) selected[word == chosen] { (shown) } } } } }
}

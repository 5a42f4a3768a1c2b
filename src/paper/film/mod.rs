//! The campaign as a film: one page of HTML that plays it bound by bound on the map.
//!
//! What it is: the map in layers, of which each is kept once; figures and sentences of every bound; a little script that shows
//! them, in `film.js`. The page needs nothing else, no network and no other file.
//! What it decides: what stands where on the page. Names come into it by the one escaping function.

mod moving;
mod reel;

use domain::Phase;
use report::model::situation::SideFigures;
use report::model::{BoundView, Film, FilmFrame};
use serde_json::json;

use crate::fonts;
use crate::html::{begun, late, with_style};
use crate::layer::Layers;
use crate::map::legend_of_all;
use crate::svg::{Svg, number};
use reel::Reel;

pub use moving::{MovingKind, film_picture};

const SCRIPT: &str = include_str!("film.js");
const STYLE: &str = include_str!("film.css");
/// Says in the page itself that it may run nothing but its own script, and load nothing.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; font-src data:";

/// A film as a page: the same film gives the same bytes.
///
/// # Errors
/// When it cannot be packed, which needs memory alone.
pub fn film_page(film: &Film, layers: &Layers) -> std::io::Result<String> {
    let reel = Reel::new(film, layers);
    let (short, _) = film.title.split_once(": ").unwrap_or((&film.title, ""));
    let mut page = begun(&format!("{short}: the film"), POLICY);
    with_style(&mut page, STYLE);
    heading(&mut page, film, short);
    page.element("main").open();
    stage(&mut page, &reel);
    beside(&mut page, film, layers);
    page.close();
    controls(&mut page, film);
    let frames: Vec<_> = film
        .frames
        .iter()
        .zip(reel.frames.iter().zip(&reel.narrow))
        .map(|(frame, drawn)| frame_data(frame, drawn))
        .collect();
    // `<` would end the element; no other sign means anything in it.
    let frames = serde_json::to_string(&frames)?.replace('<', "\\u003c");
    page.verbatim(&format!("<script type=\"application/json\" id=\"frames\">{frames}</script>\n"));
    page.verbatim(&format!("<script type=\"text/plain\" id=\"reel\">{}</script>\n", reel.packed()?));
    page.verbatim(&format!("<script>\n{SCRIPT}</script>\n"));
    late::script(&mut page);
    Ok(page.finish())
}

fn heading(page: &mut Svg, film: &Film, short: &str) {
    page.element("header").open();
    page.element("h1").text(short);
    let whose = film.drawn_for.and_then(|side| {
        if let Some(unit) = &film.commander {
            return Some(format!("what the commander of {unit} knows"));
        }
        let sides = film.frames.first().map(|frame| &frame.situation.sides)?;
        sides.iter().find(|of| of.id == side).map(|of| format!("what {} knows", of.name))
    });
    let whose = whose.unwrap_or_else(|| {
        // A side knows its own lines alone.
        let lines = film.frames.first().and_then(|frame| frame.situation.lines_of_name());
        lines.map_or("umpire’s view".to_owned(), |side| format!("umpire’s view · lines of supply: {side}"))
    });
    page.element("p").set("class", "whose").text(&whose);
    page.element("p").set("id", "when").set("aria-live", "polite").text(&when(film, 0));
    page.close();
}

/// The bound of a frame in words.
fn when(film: &Film, place: usize) -> String {
    let Some(frame) = film.frames.get(place) else { return String::new() };
    let BoundView { date, label, phase, .. } = &frame.situation.bound;
    let phase = match phase {
        Phase::Am => "morning",
        Phase::Pm => "afternoon",
        Phase::Night => "night",
    };
    format!("{label} · {}, {phase} · bound {} of {}", date.format("%-d %B %Y"), place + 1, film.frames.len())
}

/// The map: the first picture, whose layers the script changes.
fn stage(page: &mut Svg, reel: &Reel) {
    page.element("div").set("id", "stage").open();
    if let (Some(fixed), Some(first)) = (&reel.fixed, reel.frames.first()) {
        let (width, height) = (number(fixed.size.0), number(fixed.size.1));
        late::open(page);
        let root = page.element("svg").set("xmlns", "http://www.w3.org/2000/svg").set("role", "img");
        let root = root.set("aria-label", "the map").set("viewBox", &format!("0 0 {width} {height}"));
        root.set("data-near", &reel.near.map(number).join(" ")).set("tabindex", "0").open();
        let body: String = reel.pieces.concat();
        fonts::style(page, &body);
        page.verbatim(crate::page::HALO);
        page.verbatim(&fixed.below);
        page.element("g").set("clip-path", "url(#map)").open();
        for piece in first {
            page.element("g").set("class", "layer").open();
            page.verbatim(&reel.pieces[*piece]);
            page.close();
        }
        page.close();
        page.verbatim(&fixed.above);
        page.close();
        page.close();
    }
    page.close();
}

/// What stands beside the map: figures of the sides, and what is told of each bound.
fn beside(page: &mut Svg, film: &Film, layers: &Layers) {
    page.element("aside").open();
    page.element("div").set("id", "figures").text("");
    page.element("h2").text("This bound");
    page.element("ul").set("id", "told").text("");
    page.element("details").set("id", "legend").open();
    page.element("summary").text("Legend");
    page.verbatim(&legend_of_all(film.frames.iter().map(|frame| &frame.situation), layers).bare());
    page.close();
    page.element("noscript").open();
    page.element("p").text("The film moves by a script; without one this is its first bound, and what is told of all:");
    for (place, frame) in film.frames.iter().enumerate() {
        page.element("h3").text(&when(film, place));
        page.element("ul").open();
        for line in &frame.told {
            page.element("li").text(line);
        }
        page.close();
    }
    page.close();
    page.close();
}

fn controls(page: &mut Svg, film: &Film) {
    page.element("footer").open();
    page.element("div").set("id", "bars").set("aria-hidden", "true").text("");
    let last = film.frames.len().saturating_sub(1).to_string();
    let slider = page.element("input").set("type", "range").set("id", "slider").set("min", "0").set("max", &last);
    slider.set("value", "0").set("step", "1").set("aria-label", "bound").end();
    page.element("div").set("id", "days").set("aria-hidden", "true").text("");
    page.element("div").set("class", "buttons").open();
    let buttons = [
        ("back", "◀", "one bound back"),
        ("play", "▶ Play", "play or pause"),
        ("forth", "▶", "one bound on"),
        (
            "event",
            "▶▶ next event",
            "the next bound with a battle, or in which three formations more or fewer are out of LOG",
        ),
        ("whole", "whole map", "the whole map"),
    ];
    for (id, text, title) in buttons {
        page.element("button").set("type", "button").set("id", id).set("title", title).text(text);
    }
    page.close();
    let help = "Bars: formations out of LOG, bound by bound. Keys: ← → a bound, space plays, E next event, 0 whole map; \
                wheel or two fingers zoom, drag moves.";
    page.element("p").set("class", "help").text(help);
    page.close();
}

/// What the script needs of a frame beside its picture.
fn frame_data(frame: &FilmFrame, (layers, narrow): (&Vec<usize>, &Vec<usize>)) -> serde_json::Value {
    let BoundView { date, label, phase, .. } = &frame.situation.bound;
    let side = |side: &SideFigures| {
        let figures = side.figures?;
        Some(json!({
            "name": shown(&side.name), "sp": figures.sp, "log": [figures.log_out, figures.log_of],
            "pol": [figures.pol_out, figures.pol_of],
        }))
    };
    json!({
        "label": label,
        "when": format!("{}, {}", date.format("%-d %B %Y"), match phase {
            Phase::Am => "morning",
            Phase::Pm => "afternoon",
            Phase::Night => "night",
        }),
        "out": frame.out_of_log(),
        "sides": frame.sides().filter_map(side).collect::<Vec<_>>(),
        "told": frame.told.iter().map(|line| shown(line)).collect::<Vec<_>>(),
        "layers": layers,
        "narrow": narrow,
    })
}

/// A text as a line: what is not to be seen is written out. The script sets it as text, so that markup means nothing.
fn shown(text: &str) -> String {
    domain::shown_in_a_line(text).into_owned()
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_page_may_load_nothing() {
        for forbidden in ["http://", "https://", "import(", "fetch("] {
            assert!(!super::SCRIPT.contains(forbidden) && !super::STYLE.contains(forbidden), "{forbidden}");
        }
    }
}

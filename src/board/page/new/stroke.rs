//! What was drawn, as a form gives it.

use ops::draft::Stroke;

use super::step::{Step, address};
use super::{Came, named, query};
use crate::asked::{Asked, Given};
use crate::desk::Refusal;
use crate::office::Office;

/// What stays chosen for the next stroke.
const STAYS: [&str; 6] = ["tool", "kind", "place_kind", "left", "line", "side"];

/// Draws a stroke.
pub(super) fn draw(office: &mut Office<'_>, asked: &Asked) -> Came {
    let name = named(asked).unwrap_or_default();
    let stroke = stroke(asked)?;
    let drawn = office.desk.drafts_mut().stroke(name, &stroke);
    drawn.map_err(|error| office.desk.refused(error))?;
    let mut kept = vec![("of", name)];
    kept.extend(STAYS.iter().filter_map(|name| Some((*name, asked.form(name)?))));
    Ok(Given::elsewhere(format!("/new/map?{}", query(&kept))))
}

/// Takes back what was written last.
pub(super) fn undo(office: &mut Office<'_>, asked: &Asked) -> Came {
    let name = named(asked).unwrap_or_default();
    let undone = office.desk.drafts_mut().undo(name);
    undone.map_err(|error| office.desk.refused(error))?;
    let step = match asked.form("page") {
        Some("orbat") => Step::Orbat,
        Some("supply") => Step::Supply,
        _ => Step::Map,
    };
    Ok(Given::elsewhere(address(step, name)))
}

/// Squares and places: with `>` between, or blanks where there is none.
fn points(text: &str) -> Vec<String> {
    let parts: Vec<&str> =
        if text.contains('>') { text.split('>').collect() } else { text.split_whitespace().collect() };
    parts.into_iter().map(|part| part.trim().to_owned()).filter(|part| !part.is_empty()).collect()
}

/// The stroke that a form describes.
fn stroke(asked: &Asked) -> Result<Stroke, Refusal> {
    let of = |name: &str| asked.form(name).unwrap_or_default().trim().to_owned();
    let points = points(asked.form("points").unwrap_or_default());
    let first = points.first().cloned().unwrap_or_default();
    // A thing stands in one square, and that may be a place whose name has blanks.
    let whole = if of("points").contains('>') { first } else { of("points") };
    let (name, source) = (of("name"), asked.form("source").is_some());
    let tool = of("tool");
    Ok(match tool.split_once(':').unwrap_or((&tool, "")) {
        ("terrain", word) => Stroke::Terrain(word_of(word)?, points),
        ("control", "") => Stroke::Control(None, points),
        ("control", side) => Stroke::Control(Some(side.to_owned()), points),
        ("road", word) => Stroke::Road(name, word_of(word)?, points),
        ("rail", _) => {
            let users = asked.form.iter().filter(|(name, _)| name == "users").map(|(_, side)| side.clone()).collect();
            Stroke::Railway(name, of("gauge"), users, points)
        }
        ("river", word) => Stroke::River(name, word_of(word)?, points),
        ("crossing", _) => Stroke::Crossing(name, word_of(&of("kind"))?, asked.form("carries_rail").is_some(), points),
        ("place", _) => Stroke::Place(name, word_of(&of("place_kind"))?, whole),
        ("front", _) => Stroke::Front(name, of("left"), points),
        ("railhead", _) => Stroke::Railhead(name, whole, of("line"), of("side"), source),
        ("dump", _) => Stroke::Dump(name, whole, of("owner"), of("level"), source),
        ("remove", _) => Stroke::Remove(of("table"), name),
        _ => {
            let hints = vec!["choose what to paint or draw".into()];
            return Err(Refusal { hints, ..Refusal::new("nothing is chosen to draw with") });
        }
    })
}

fn word_of<T: std::str::FromStr<Err = domain::UnknownWord>>(word: &str) -> Result<T, Refusal> {
    word.parse().map_err(|unknown: domain::UnknownWord| Refusal::new(unknown.with_nearest()))
}

//! Where the names of places and rivers stand.
//!
//! What it decides: beside the dot where there is room; on a map of few squares, whose counters fill them, smaller, then at the
//! end of a leader. Where nothing is left a village has its dot alone: a name never stands over a counter or another name, but
//! that of a city or town, which must stand, where it covers least.

use domain::PlaceKind;
use report::model::situation::MapPlaceAt;

use super::names::{PlacedName, PlacedRiver, name_of, river_size};
use super::{Drawing, LEAST};
use crate::curve::{chains, corners};
use crate::declutter::{Taken, beside};
use crate::fonts::Font;
use crate::layer::Layer;
use crate::svg::{Point, Rect};

/// How far the name of a town stands from its dot at most.
const REACH: f64 = 12.0;
/// The same on a map of few squares, in squares.
const FAR: f64 = 3.2;
/// The same where it is read for another dot rather than not at all.
const FARTHEST: f64 = 4.5;
/// How much smaller a name becomes that finds no room.
const SMALLER: f64 = 0.72;
/// What is left free before and behind a name, so that two of them do not read as one.
const APART: f64 = 0.4;
/// How many points of a chain of river sides its name wants at least.
const LONG_RIVER: usize = 9;

/// A name beside its dot: at the first free of eight places; a city or town where it overlaps least, if none is free.
pub(super) fn place_name(drawing: &Drawing<'_>, taken: &mut Taken, place: &MapPlaceAt) -> PlacedName {
    let name = name_of(drawing, place);
    // A dump or railhead in its square has a mark that is wider than its dot.
    let is_store = drawing.has(Layer::Stocks) && drawing.situation.stores.iter().any(|s| s.square == place.square);
    let gap = if is_store { 1.5 } else { 0.9 * drawing.sheet.text };
    if let Some(found) = beside_dot(drawing, taken, &name, gap) {
        return name.at(found);
    }
    if drawing.sheet.is_near() {
        return near_name(drawing, taken, name, gap);
    }
    let must_stand = match place.kind {
        PlaceKind::City => true,
        kind => kind == PlaceKind::Town && !drawing.sheet.is_column,
    };
    if must_stand {
        let found = taken.near_or_least(name.dot, room(&name), REACH);
        return name.at(found.grown_across(-APART));
    }
    name
}

/// The room of a name.
fn room(name: &PlacedName) -> (f64, f64) {
    (name.width + 2.0 * APART, name.size * 0.82)
}

/// The first free of the eight places beside its dot: if there is one, of those that hide the dot of no other.
fn beside_dot(drawing: &Drawing<'_>, taken: &mut Taken, name: &PlacedName, gap: f64) -> Option<Rect> {
    let places = beside(name.dot, gap, (name.width, name.size * 0.82)).map(|rect| rect.grown_across(APART));
    let hides = |rect: &Rect| drawing.places().any(|place| rect.has(drawing.sheet.centre(place.square)));
    let clear = places.into_iter().filter(|rect| !hides(rect));
    let found = taken.first_free(clear).or_else(|| taken.first_free(places));
    found.map(|rect| rect.grown_across(-APART))
}

/// A name that finds no room beside its dot, where squares are so large that symbols fill them.
fn near_name(drawing: &Drawing<'_>, taken: &mut Taken, name: PlacedName, gap: f64) -> PlacedName {
    let by = SMALLER.max(LEAST / name.size).min(1.0);
    let name = PlacedName { size: name.size * by, width: name.width * by, ..name };
    if let Some(found) = beside_dot(drawing, taken, &name, gap) {
        return name.at(found);
    }
    // A name is read for the dot that is nearest to it.
    let others: Vec<Point> = drawing.places().map(|place| drawing.sheet.centre(place.square)).collect();
    let is_its_own = |rect: Rect| others.iter().all(|dot| rect.far_from(*dot) >= rect.far_from(name.dot) - 1e-6);
    let (size, square) = (room(&name), drawing.sheet.square);
    let found = taken.near_where(name.dot, size, FAR * square, is_its_own);
    if let Some(found) = found.or_else(|| taken.near(name.dot, size, FARTHEST * square)) {
        return PlacedName { has_leader: true, ..name.at(found.grown_across(-APART)) };
    }
    name
}

/// The name of each river once, along its longest run: near the middle of that where there is room.
pub(super) fn place_rivers(drawing: &Drawing<'_>, taken: &mut Taken) -> Vec<PlacedRiver> {
    let mut placed: Vec<PlacedRiver> = Vec::new();
    if !drawing.has(Layer::Names) {
        return placed;
    }
    for river in drawing.situation.rivers.iter().rev() {
        if river.name.is_empty() || placed.iter().any(|other| other.name == river.name) {
            continue;
        }
        let in_window = river.sides.iter().filter(|side| drawing.situation.window.contains(side.square));
        let longest = chains(in_window.map(|side| corners(*side))).into_iter().max_by_key(|chain| chain.nodes.len());
        let Some(chain) = longest.filter(|chain| chain.nodes.len() >= LONG_RIVER) else { continue };
        let (middle, last) = (chain.nodes.len() / 2, chain.nodes.len() - 1);
        let along = |at: usize| {
            let [from, at, to] = [at - 4, at, (at + 4).min(last)].map(|place| drawing.sheet.node(chain.nodes[place]));
            let (dx, dy) = if to.0 < from.0 { (from.0 - to.0, from.1 - to.1) } else { (to.0 - from.0, to.1 - from.1) };
            PlacedRiver { name: river.name.clone(), at, angle: dy.atan2(dx) }
        };
        // From the middle up and down in turn.
        let outward = (0..middle).flat_map(|by| [middle + by, middle - by]);
        let spots = outward.filter(|at| (4..=last.saturating_sub(3)).contains(at)).map(along);
        let is_within =
            |spot: &PlacedRiver| covers(drawing, spot).into_iter().all(|rect| drawing.sheet.map.holds(rect));
        let spots: Vec<PlacedRiver> = spots.filter(is_within).collect();
        let is_free = |spot: &&PlacedRiver| covers(drawing, spot).into_iter().all(|rect| taken.is_free(rect));
        // Along the edge of a map its name would be cut off everywhere: then it has none.
        let Some(spot) = spots.iter().find(is_free).or_else(|| spots.first()).cloned() else { continue };
        for rect in covers(drawing, &spot) {
            taken.take(rect);
        }
        placed.push(spot);
    }
    placed
}

/// What the name of a river covers: it is turned, so squares along it.
fn covers(drawing: &Drawing<'_>, river: &PlacedRiver) -> Vec<Rect> {
    let size = river_size(drawing);
    let wide = drawing.fonts.width(Font::Medium, size, &river.name);
    let (sin, cos) = river.angle.sin_cos();
    let above = drawing.sheet.lines + 0.35 * size;
    let count = (wide / size).ceil().max(1.0);
    let at = |place: f64| -> Point {
        let along = ((place + 0.5) / count - 0.5) * wide;
        (river.at.0 + along * cos + above * sin, river.at.1 + along * sin - above * cos)
    };
    (0..count as u32).map(|place| Rect::about(at(f64::from(place)), size * 0.8, size * 0.8)).collect()
}

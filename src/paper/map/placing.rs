//! Where names, boxes, symbols and call-outs stand: what makes room for what (design page, "Decluttering").
//!
//! What it decides: marks of failure and call-outs first, then names of cities, towns and railheads, then stock boxes, then
//! symbols, those in trouble first; names of villages where there is still room.

use std::collections::BTreeMap;

use domain::{PlaceKind, Square};
use report::model::situation::{MapPlaceAt, StoreAt};

use super::Drawing;
use super::callouts::{Callout, callouts};
use super::names::{PlacedName, PlacedRiver};
use super::naming::{place_name, place_rivers};
use super::stocks::{BOX, PlacedBox};
use super::supply::{LONE, LONE_BELOW};
use super::uncounted::{SHOWN, Uncounted};
use super::units::{PlacedUnit, Stack, stacks};
use crate::declutter::Taken;
use crate::fonts::Font;
use crate::layer::Layer;
use crate::svg::{Point, Rect};
use crate::symbol::Symbol;

/// How far a stock box stands from its square at most.
const BOX_REACH: f64 = 13.0;
/// How far a symbol stands from its square at most, in squares: who stands farther is believed to be where he is not. Where squares
/// are smaller than symbols it may go as far as to stand beside another, in heights of a symbol; and no map is so large that one
/// goes farther than the last, in mm.
const REACH: f64 = 8.0;
const BESIDE: f64 = 1.6;
const FARTHEST: f64 = 32.0;
/// How wide the mark of a battle is, and how far it stands from its square at most.
const BATTLE: f64 = 3.5;
const BATTLE_REACH: f64 = 9.0;
/// The least height of a frame in a square with two rows.
const LEAST_FRAME: f64 = 3.0;
/// How much smaller a symbol is for which there is no room else.
const SMALLER: f64 = 0.62;
/// How many formations share a symbol at most where there is no room for them all.
const CROWD: usize = 12;

/// What stands where.
pub(crate) struct Placing {
    /// The marks of battles: where each was fought, and where its mark stands.
    pub(crate) battles: Vec<(Point, Point)>,
    pub(crate) callouts: Vec<Callout>,
    pub(crate) names: Vec<PlacedName>,
    pub(crate) rivers: Vec<PlacedRiver>,
    pub(crate) boxes: Vec<PlacedBox>,
    pub(crate) units: Vec<PlacedUnit>,
    /// Of each square what is not drawn in it, in figures.
    pub(crate) uncounted: Vec<Uncounted>,
}

impl Placing {
    pub(crate) fn new(drawing: &Drawing<'_>) -> Self {
        let mut taken = Taken::new(drawing.sheet.map.grown(-0.4));
        if let Some(inset) = &drawing.inset {
            taken.take(inset.covers());
        }
        for (at, lone) in drawing.marks() {
            taken.take(Rect::about(at, 3.8, 3.8));
            if let Some(lone) = lone {
                let wide = drawing.fonts.width(Font::Bold, LONE, lone);
                taken.take(Rect { x: at.0 - wide / 2.0, y: at.1, width: wide, height: LONE_BELOW + 0.4 });
            }
        }
        // Counters have their places in their squares: there all else makes room for them.
        let counters = if drawing.shows_battalions() { place_units(drawing, &mut taken) } else { Vec::new() };
        for counter in &counters {
            let room = counter.symbol.room(&drawing.fonts);
            taken.take(Rect { x: counter.at.0 + room.x, y: counter.at.1 + room.y, ..room });
        }
        let uncounted = drawing.uncounted();
        for figures in &uncounted {
            taken.take(figures.rect);
        }
        let battles = place_battles(drawing, &mut taken);
        let callouts = callouts(drawing, &mut taken);
        let mut names = Vec::new();
        let (great, small): (Vec<&MapPlaceAt>, Vec<&MapPlaceAt>) =
            drawing.places().partition(|place| drawing.sheet.is_near() || is_great(place.kind));
        if drawing.has(Layer::Names) {
            names.extend(great.into_iter().map(|place| place_name(drawing, &mut taken, place)));
        }
        let rivers = place_rivers(drawing, &mut taken);
        let boxes = place_boxes(drawing, &mut taken);
        let units = if drawing.shows_battalions() { counters } else { place_units(drawing, &mut taken) };
        if drawing.has(Layer::Names) {
            names.extend(small.into_iter().map(|place| place_name(drawing, &mut taken, place)));
        }
        // Of a place whose name cannot be read the dot is left.
        for name in names.iter_mut().filter(|name| name.size < drawing.sheet.least) {
            (name.rect, name.has_leader) = (None, false);
        }
        Self { battles, callouts, names, rivers, boxes, units, uncounted }
    }
}

/// Marks of battles make room for those of failure, for each other, and for counters where these stand in squares.
fn place_battles(drawing: &Drawing<'_>, taken: &mut Taken) -> Vec<(Point, Point)> {
    let clashes = drawing.situation.clashes.iter().filter(|clash| drawing.has(Layer::Clashes) && clash.other.is_none());
    let shown = clashes.filter(|clash| drawing.situation.window.contains(clash.square));
    let homes: Vec<Point> = shown.map(|clash| drawing.sheet.centre(clash.square)).collect();
    let place = |home: Point| {
        let rect = taken.near(home, (BATTLE, BATTLE), BATTLE_REACH);
        (home, rect.map_or(home, Rect::centre))
    };
    homes.into_iter().map(place).collect()
}

fn is_great(kind: PlaceKind) -> bool {
    matches!(kind, PlaceKind::City | PlaceKind::Town | PlaceKind::Railhead)
}

fn place_boxes(drawing: &Drawing<'_>, taken: &mut Taken) -> Vec<PlacedBox> {
    let mut placed: Vec<PlacedBox> = Vec::new();
    if !drawing.has(Layer::Stocks) {
        return placed;
    }
    let stores = drawing.situation.stores.iter().filter(|store| drawing.situation.window.contains(store.square));
    for store in stores {
        let known = placed.iter_mut().find(|there| there.square == store.square && there.side == store.side);
        match known {
            Some(known) => known.add(store),
            None => placed.push(PlacedBox::new(store)),
        }
    }
    for placed in &mut placed {
        let at = drawing.sheet.centre(placed.square);
        if placed.stock.is_some_and(|stock| stock.iter().any(|units| *units > 0)) {
            placed.rect = taken.near((at.0, at.1 - 3.0), BOX, BOX_REACH);
        }
    }
    placed
}

fn place_units(drawing: &Drawing<'_>, taken: &mut Taken) -> Vec<PlacedUnit> {
    if !drawing.has(Layer::Units) {
        return Vec::new();
    }
    if drawing.shows_battalions() {
        return place_counters(drawing);
    }
    let mut all = stacks(drawing);
    loop {
        let mut tried = taken.clone();
        match place_stacks(drawing, &all, &mut tried) {
            Ok(placed) => {
                *taken = tried;
                return placed;
            }
            // Who finds no room shares the symbol of the nearest of his kind; all others may then stand elsewhere.
            Err((from, to)) => {
                let joined = all.remove(from);
                all[to - usize::from(to > from)].units.extend(joined.units);
            }
        }
    }
}

/// The counters of a map that shows each in its square.
fn place_counters(drawing: &Drawing<'_>) -> Vec<PlacedUnit> {
    let all = stacks(drawing);
    let mut squares: BTreeMap<Square, usize> = BTreeMap::new();
    for stack in &all {
        *squares.entry(stack.square()).or_default() += 1;
    }
    let mut before: BTreeMap<Square, usize> = BTreeMap::new();
    let mut placed = Vec::new();
    for stack in &all {
        let (place, count) = (before.entry(stack.square()).or_default(), squares[&stack.square()]);
        placed.extend(drawing.counter(stack, (*place, count)));
        *place += 1;
    }
    placed
}

/// Where each stack stands; of the first that finds no room within reach which other one it can join. Whoever can join nobody
/// is drawn smaller, without a designation; at worst where he hides least.
fn place_stacks(
    drawing: &Drawing<'_>,
    all: &[Stack<'_>],
    taken: &mut Taken,
) -> Result<Vec<PlacedUnit>, (usize, usize)> {
    let mut placed = Vec::new();
    for (number, stack) in all.iter().enumerate() {
        let home = drawing.sheet.centre(stack.square());
        let stands_on_own = drawing.is_own(stack, home);
        let own = |rect: Rect| !stands_on_own || drawing.is_own(stack, rect.centre());
        let mut symbol = drawing.symbol(stack);
        let reach = (REACH * drawing.sheet.square).max(BESIDE * symbol.height).min(FARTHEST);
        let mut found = taken.near_where(asked(drawing, &symbol, home), size(drawing, &symbol), reach, own);
        if found.is_none() {
            if let Some(other) = to_join(drawing, all, number, reach) {
                return Err((number, other));
            }
            symbol = Symbol { height: SMALLER * symbol.height, label: Vec::new(), echelon: None, ..symbol };
            found = taken.near_where(asked(drawing, &symbol, home), size(drawing, &symbol), reach, own);
        }
        let (from, size) = (asked(drawing, &symbol, home), size(drawing, &symbol));
        let (x, y) = found.unwrap_or_else(|| taken.near_or_least(from, size, reach)).centre();
        let at = (home.0 + x - from.0, home.1 + y - from.1);
        placed.push(PlacedUnit::new(stack, symbol, at, home));
    }
    Ok(placed)
}

/// Where the middle of the room of a symbol would be, stood it in its square.
fn asked(drawing: &Drawing<'_>, symbol: &Symbol, home: Point) -> Point {
    let middle = symbol.room(&drawing.fonts).centre();
    (home.0 + middle.0, home.1 + middle.1)
}

/// The room of a symbol, with what parts it from others.
fn size(drawing: &Drawing<'_>, symbol: &Symbol) -> (f64, f64) {
    let room = symbol.room(&drawing.fonts).grown(0.1);
    (room.width, room.height)
}

/// The nearest stack within reach with which one may share a symbol.
fn to_join(drawing: &Drawing<'_>, all: &[Stack<'_>], number: usize, reach: f64) -> Option<usize> {
    let of = &all[number];
    let far = |other: &Stack<'_>| {
        let (a, b) = (drawing.sheet.centre(of.square()), drawing.sheet.centre(other.square()));
        (a.0 - b.0).hypot(a.1 - b.1)
    };
    let may = |other: &Stack<'_>| {
        let is_seen = other.units[0].age.is_some();
        (is_seen || other.units.len() + of.units.len() <= CROWD) && of.is_like(other) && far(other) <= reach
    };
    let others = all.iter().enumerate().filter(|(place, other)| *place != number && may(other));
    others.min_by(|(_, a), (_, b)| far(a).total_cmp(&far(b))).map(|(place, _)| place)
}

impl Drawing<'_> {
    /// The places in the window, those that matter most first.
    pub(crate) fn places(&self) -> impl Iterator<Item = &MapPlaceAt> {
        let in_window = self.situation.places.iter().filter(|place| self.situation.window.contains(place.square));
        // What the inset names need not be named twice, but for where the eye looks first.
        in_window.filter(|place| {
            let is_inset = self.inset.as_ref().is_some_and(|inset| inset.window.contains(place.square));
            place.kind == PlaceKind::City || !is_inset
        })
    }

    /// Where lines of the side that is drawn fail, and who alone suffers there and has no symbol.
    pub(crate) fn marks(&self) -> Vec<(Point, Option<&str>)> {
        let causes = self.situation.causes.iter().filter(|_| self.has(Layer::Supply));
        let own = causes.filter(|cause| Some(cause.side) == self.situation.lines_of);
        let at = own.filter_map(|cause| Some((cause.square?, self.lone(cause))));
        let shown = at.filter(|(square, _)| self.situation.window.contains(*square));
        shown.map(|(square, lone)| (self.sheet.centre(square), lone)).collect()
    }

    /// Whether the ground at a point is not an enemy's of who is in a stack.
    fn is_own(&self, stack: &Stack<'_>, at: Point) -> bool {
        let ground = self.situation.square(self.sheet.square_at(at));
        ground.and_then(|ground| ground.control).is_none_or(|control| control == stack.units[0].side)
    }

    /// A counter in its square, as the so manieth of so many there: four in a square, the others none. Where there are two rows
    /// both find room below the reference of the square: counters are smaller then, and without marks of echelon.
    fn counter(&self, stack: &Stack<'_>, (number, count): (usize, usize)) -> Option<PlacedUnit> {
        if number >= SHOWN {
            return None;
        }
        let mut symbol = self.symbol(stack);
        let (corner, side) = (self.sheet.corner(stack.square()), self.sheet.square);
        let head = self.reference_height();
        let rows = if count > 2 { 2.0 } else { 1.0 };
        let row = (side - head) / rows;
        let high = |symbol: &Symbol| symbol.room(&self.fonts).height;
        if high(&symbol) > row {
            symbol.echelon = None;
        }
        if high(&symbol) > row {
            symbol.height = (symbol.height * row / high(&symbol)).max(LEAST_FRAME);
        }
        let room = symbol.room(&self.fonts);
        let from = head + (number / 2) as f64 * row;
        let home = (corner.0 + side / 2.0, corner.1);
        let (dx, dy) = ([-0.23, 0.23][number % 2] * side, from - room.y);
        // What stands below a counter at the edge of the map may be wider than its square.
        let room = symbol.room(&self.fonts);
        let stands = Rect { x: home.0 + dx + room.x, y: home.1 + dy + room.y, ..room };
        let within = stands.moved_into(self.sheet.map.grown(-0.4));
        let at = (within.x - room.x, within.y - room.y);
        Some(PlacedUnit::new(stack, symbol, at, at))
    }
}

/// A store that is not drawn yet.
impl PlacedBox {
    fn new(store: &StoreAt) -> Self {
        Self { square: store.square, side: store.side, is_railhead: store.is_railhead, stock: store.stock, rect: None }
    }

    fn add(&mut self, store: &StoreAt) {
        self.is_railhead |= store.is_railhead;
        self.stock = match (self.stock, store.stock) {
            (Some([log, pol]), Some([more_log, more_pol])) => Some([log + more_log, pol + more_pol]),
            (one, other) => one.or(other),
        };
    }
}

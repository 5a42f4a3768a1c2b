//! Where names, boxes, symbols and call-outs stand: what makes room for what (design page, "Decluttering").
//!
//! What it decides: marks of failure and call-outs first, then names of cities, towns and railheads, then stock boxes, then
//! symbols, those in trouble first; names of villages where there is still room.

use domain::{PlaceKind, Square};
use report::model::situation::{MapPlaceAt, StoreAt};

use super::Drawing;
use super::callouts::{Callout, callouts};
use super::names::{PlacedName, PlacedRiver};
use super::naming::{place_name, place_rivers};
use super::stocks::{BOX, PlacedBox};
use super::uncounted::{SHOWN, Uncounted};
use super::units::{PlacedUnit, Stack, stacks};
use crate::declutter::Taken;
use crate::layer::Layer;
use crate::svg::{Point, Rect};

/// How far a stock box stands from its square at most, and a symbol.
const BOX_REACH: f64 = 13.0;
const UNIT_REACH: f64 = 42.0;
/// How far a symbol goes rather than to stand on ground of the enemy.
const OWN_REACH: f64 = 32.0;

/// Where a counter stands in its square.
enum Spot {
    /// Wherever there is room: the map does not show each counter.
    Anywhere,
    /// The square is full.
    Nowhere,
    There(Box<PlacedUnit>),
}

/// What stands where.
pub(crate) struct Placing {
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
        for at in drawing.marks() {
            taken.take(Rect::about(at, 3.8, 3.8));
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
        Self { callouts, names, rivers, boxes, units, uncounted }
    }
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
    let mut placed = Vec::new();
    let mut squares: Vec<(Square, usize)> = Vec::new();
    for stack in stacks(drawing) {
        let home = drawing.sheet.centre(stack.square());
        match drawing.counter_spot(&stack, home, &mut squares) {
            Spot::There(counter) => {
                placed.push(*counter);
                continue;
            }
            Spot::Nowhere => continue,
            Spot::Anywhere => {}
        }
        let symbol = drawing.symbol(&stack);
        let room = symbol.room(&drawing.fonts).grown(0.1);
        let middle = room.centre();
        let asked = (home.0 + middle.0, home.1 + middle.1);
        let size = (room.width, room.height);
        let stands_on_own = drawing.is_own(&stack, home);
        let own = |rect: Rect| !stands_on_own || drawing.is_own(&stack, rect.centre());
        let rect = taken.near_where(asked, size, OWN_REACH, own);
        let rect = rect.unwrap_or_else(|| taken.near_or_least(asked, size, UNIT_REACH));
        let (x, y) = rect.centre();
        placed.push(PlacedUnit::new(&stack, symbol, (x - middle.0, y - middle.1), home));
    }
    placed
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

    /// Where lines of the side that is drawn fail.
    pub(crate) fn marks(&self) -> Vec<Point> {
        let causes = self.situation.causes.iter().filter(|_| self.has(Layer::Supply));
        let own = causes.filter(|cause| Some(cause.side) == self.situation.lines_of).filter_map(|cause| cause.square);
        own.filter(|square| self.situation.window.contains(*square)).map(|square| self.sheet.centre(square)).collect()
    }

    /// Whether the ground at a point is not an enemy's of who is in a stack.
    fn is_own(&self, stack: &Stack<'_>, at: Point) -> bool {
        let ground = self.situation.square(self.sheet.square_at(at));
        ground.and_then(|ground| ground.control).is_none_or(|control| control == stack.units[0].side)
    }

    /// Where in a square a counter stands on a map that shows each: four in a square, the others none.
    fn counter_spot(&self, stack: &Stack<'_>, home: Point, squares: &mut Vec<(Square, usize)>) -> Spot {
        if !self.shows_battalions() {
            return Spot::Anywhere;
        }
        let square = stack.square();
        let place = squares.iter().position(|(at, _)| *at == square).unwrap_or_else(|| {
            squares.push((square, 0));
            squares.len() - 1
        });
        let number = squares[place].1;
        squares[place].1 += 1;
        if number >= SHOWN {
            return Spot::Nowhere;
        }
        let side = self.sheet.square;
        let (dx, dy) = ([-0.23, 0.23][number % 2] * side, [-0.205, 0.24][number / 2] * side);
        let symbol = self.symbol(stack);
        // What stands below a counter at the edge of the map may be wider than its square.
        let room = symbol.room(&self.fonts);
        let stands = Rect { x: home.0 + dx + room.x, y: home.1 + dy + room.y, ..room };
        let within = stands.moved_into(self.sheet.map.grown(-0.4));
        let at = (within.x - room.x, within.y - room.y);
        Spot::There(Box::new(PlacedUnit::new(stack, symbol, at, at)))
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

//! The inset: the most crowded place of a whole map once more, twice as large, so that its symbols find room.
//!
//! What it decides: which squares these are, and where on the map the inset lies: there where it hides least.

use domain::{PlaceKind, Square};
use report::model::Situation;
use report::model::situation::{Level, Window};

use super::sheet::Sheet;
use super::{Drawing, LAYERS, Placing};
use crate::fonts::{Font, Fonts};
use crate::palette::{INK, PAPER, WHITE};
use crate::svg::{Rect, Svg};

/// How many times as large it is.
const TIMES: f64 = 2.0;
/// How many squares it shows.
const COLUMNS: u16 = 14;
const ROWS: u16 = 16;
/// From how many formations in these squares on they are crowded.
const CROWDED: i64 = 24;
/// What it may hide at most, in the weights of [`Grid::of_what_is_hidden`].
const HIDES: i64 = 120;
/// The strip above it, in mm.
const STRIP: f64 = 4.4;

/// The squares that are drawn twice as large, and where.
#[derive(Debug, Clone)]
pub(crate) struct Inset {
    pub(crate) window: Window,
    /// Where its map is.
    map: Rect,
}

/// A number a square, as the sums of all north-west of it.
struct Grid {
    columns: usize,
    sums: Vec<i64>,
}

impl Grid {
    fn new(situation: &Situation, weights: impl Iterator<Item = (Square, i64)>) -> Self {
        let columns = usize::from(situation.columns) + 1;
        let rows = usize::from(situation.rows) + 1;
        let mut sums = vec![0; columns * rows];
        for (square, weight) in weights {
            let place = (usize::from(square.row) + 1) * columns + usize::from(square.col) + 1;
            if let Some(sum) = sums.get_mut(place) {
                *sum += weight;
            }
        }
        for place in columns + 1..sums.len() {
            if place % columns > 0 {
                sums[place] += sums[place - 1] + sums[place - columns] - sums[place - columns - 1];
            }
        }
        Self { columns, sums }
    }

    /// What would be hidden by a rectangle that lies on the map.
    fn of_what_is_hidden(situation: &Situation) -> Self {
        let places = situation.places.iter().map(|place| {
            let is_great = matches!(place.kind, PlaceKind::City | PlaceKind::Town | PlaceKind::Railhead);
            (place.square, if is_great { 10 } else { 1 })
        });
        let units = situation.units.iter().map(|unit| (unit.square, 8));
        let stores = situation.stores.iter().map(|store| (store.square, 3));
        let failing = situation.failing.iter().flat_map(|line| &line.way).map(|square| (*square, 4));
        let flow = situation.flow.iter().map(|step| (step.over.square, 3));
        let columns = usize::from(situation.columns).max(1);
        let pairs = situation.squares.windows(2).enumerate().filter(|(_, pair)| pair[0].control != pair[1].control);
        let front = pairs.map(|(place, _)| (Square::new((place % columns) as u16, (place / columns) as u16), 2));
        Self::new(situation, places.chain(units).chain(stores).chain(failing).chain(flow).chain(front))
    }

    /// The sum of the squares of a window.
    fn within(&self, window: Window) -> i64 {
        let [left, top] = [window.first.col, window.first.row].map(usize::from);
        let [right, bottom] = [left + usize::from(window.columns), top + usize::from(window.rows)];
        let at = |col: usize, row: usize| self.sums[row * self.columns + col];
        at(right, bottom) - at(left, bottom) - at(right, top) + at(left, top)
    }
}

/// Every window of a size that lies on the map.
fn windows(situation: &Situation, (columns, rows): (u16, u16)) -> impl Iterator<Item = Window> + use<> {
    let (last_col, last_row) = (situation.columns.checked_sub(columns), situation.rows.checked_sub(rows));
    let rows_of = last_row.map_or(0..0, |last| 0..last + 1);
    rows_of.flat_map(move |row| {
        let cols = last_col.map_or(0..0, |last| 0..last + 1);
        cols.map(move |col| Window { first: Square::new(col, row), columns, rows })
    })
}

impl Inset {
    /// That of a whole map on a large sheet; none where nothing is crowded, or all of the map is wanted.
    pub(crate) fn of(situation: &Situation, sheet: &Sheet) -> Option<Self> {
        if situation.is_window() || situation.level == Level::Battalion || sheet.square > 4.0 {
            return None;
        }
        let shown = situation.units.iter().filter(|unit| !unit.is_hq && unit.age.is_none());
        let units = Grid::new(situation, shown.map(|unit| (unit.square, 1)));
        let mut crowded = (CROWDED - 1, None);
        for window in windows(situation, (COLUMNS, ROWS)) {
            let count = units.within(window);
            if count > crowded.0 {
                crowded = (count, Some(window));
            }
        }
        let window = crowded.1?;
        // It covers so many squares of the map, and one for its strip and frame.
        let size = |squares: u16| (f64::from(squares) * TIMES).ceil() as u16 + 1;
        let hidden = Grid::of_what_is_hidden(situation);
        let mut least = (HIDES + 1, None);
        for lies in windows(situation, (size(COLUMNS), size(ROWS) + 1)) {
            let weight = hidden.within(lies);
            if weight < least.0 && !meets(lies, window) {
                least = (weight, Some(lies));
            }
        }
        let corner = sheet.corner(least.1?.first);
        let (width, height) = (f64::from(COLUMNS) * sheet.square * TIMES, f64::from(ROWS) * sheet.square * TIMES);
        let map = Rect { x: corner.0 + sheet.square * 0.5, y: corner.1 + STRIP + sheet.square * 0.4, width, height };
        Some(Self { window, map })
    }

    /// All that it covers.
    pub(crate) fn covers(&self) -> Rect {
        let Rect { x, y, width, height } = self.map;
        Rect { x, y: y - STRIP, width, height: height + STRIP }.grown(0.8)
    }
}

/// Whether two windows share a square, or nearly.
fn meets(one: Window, other: Window) -> bool {
    let apart = |a: u16, long: u16, b: u16, other: u16| a + long + 1 < b || b + other + 1 < a;
    !apart(one.first.col, one.columns, other.first.col, other.columns)
        && !apart(one.first.row, one.rows, other.first.row, other.rows)
}

impl Drawing<'_> {
    /// The frame of its squares on the map, below symbols and names.
    pub(super) fn draw_inset_squares(&self, svg: &mut Svg) {
        let Some(inset) = &self.inset else { return };
        let (from, side) = (self.sheet.corner(inset.window.first), self.sheet.square);
        let squares = Rect {
            x: from.0,
            y: from.1,
            width: side * f64::from(inset.window.columns),
            height: side * f64::from(inset.window.rows),
        };
        svg.rect(squares).stroke(WHITE, 1.1).end();
        svg.rect(squares).stroke(INK, 0.5).end();
    }

    /// The inset with its frame.
    pub(super) fn draw_inset(&self, svg: &mut Svg) {
        let Some(inset) = &self.inset else { return };
        svg.group("inset");
        let Rect { x, y, width, .. } = inset.map;
        svg.rect(inset.covers()).fill(WHITE).end();
        svg.rect(Rect { x, y: y - STRIP, width, height: STRIP }).fill(INK).end();
        let text = Fonts::new().fitted(Font::Bold, 2.9, &self.inset_title(inset), width - 3.0);
        self.text(svg, Font::Bold, 2.9, (x + 1.5, y - 1.3), &text).fill(WHITE);
        svg.rect(inset.map).fill(PAPER).end();
        svg.element("clipPath").set("id", "inset-map").open();
        svg.rect(inset.map).end();
        svg.close();
        svg.element("g").set("clip-path", "url(#inset-map)").open();
        svg.verbatim(&self.inset_map(inset));
        svg.close();
        svg.rect(inset.map).stroke(INK, 0.5).end();
        svg.close();
    }

    /// Its layers, under ids of their own.
    fn inset_map(&self, inset: &Inset) -> String {
        let situation = Situation { window: inset.window, choke: None, ..self.situation.clone() };
        let sheet = self.sheet.clone().enlarged(inset.window.first, inset.map, TIMES);
        let inner = Drawing { situation: &situation, layers: self.layers, sheet, fonts: Fonts::new(), inset: None };
        let placing = Placing::new(&inner);
        let mut svg = Svg::default();
        for layer in LAYERS {
            layer(&inner, &mut svg, &placing);
        }
        svg.finish().replace("<g id=\"", "<g id=\"inset-")
    }

    /// What it shows: the greatest place in it.
    fn inset_title(&self, inset: &Inset) -> String {
        let places = self.situation.places.iter().filter(|place| inset.window.contains(place.square));
        let greatest = places
            .filter(|place| matches!(place.kind, PlaceKind::City | PlaceKind::Town))
            .min_by_key(|place| (place.kind != PlaceKind::City, place.square));
        let times = "twice as large";
        greatest.map_or_else(|| times.to_owned(), |place| format!("Around {}, {times}", place.name))
    }
}

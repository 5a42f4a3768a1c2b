//! The sheet: how large a square is on paper, and where the map and its margin stand.

use domain::Square;
use report::model::situation::Window;

use crate::curve::Node;
use crate::svg::{Point, Rect};

/// Millimetres round everything.
const EDGE: f64 = 8.0;
/// Beside the map for references.
const REFERENCES: f64 = 4.2;
/// Between map and margin.
const GAP: f64 = 5.0;
/// The largest square.
const LARGEST: f64 = 20.5;
/// From how many columns on a map stands on A3.
const MANY: u16 = 40;

/// How wide and high the paper is on which a map is drawn, in mm: for one of many squares, and for any other.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Paper {
    pub(crate) large: (f64, f64),
    pub(crate) small: (f64, f64),
}

impl Paper {
    /// A3 and A4, across.
    pub(crate) const A: Self = Self { large: (420.0, 297.0), small: (297.0, 210.0) };
}

/// How large things are, and where.
#[derive(Debug, Clone)]
pub(crate) struct Sheet {
    /// The side of a square in mm.
    pub(crate) square: f64,
    /// Where the map is.
    pub(crate) map: Rect,
    /// Where its margin is, with title and legend.
    pub(crate) margin: Rect,
    /// The page.
    pub(crate) page: (f64, f64),
    /// By what the widths of lines are multiplied.
    pub(crate) lines: f64,
    /// By what the sizes of names are multiplied.
    pub(crate) text: f64,
    /// The height of a symbol.
    pub(crate) symbol: f64,
    /// The square in the north-west.
    first: Square,
    /// The least size of type that can be read where it is shown, in mm: smaller names and references are left out.
    pub(crate) least: f64,
    /// Whether it stands in a column, where there is no room for a name that finds no place of its own.
    pub(crate) is_column: bool,
}

impl Sheet {
    /// The sheet of a window: A3 across for a whole map of many squares, else A4.
    pub(crate) fn of(window: Window) -> Self {
        Self::on(window, Paper::A)
    }

    /// The same on paper of other sizes: drawn for them nothing need be made smaller, down to what cannot be read.
    pub(crate) fn on(window: Window, paper: Paper) -> Self {
        let is_large = window.columns > MANY || window.rows > MANY;
        let ((page_width, page_height), margin) = if is_large { (paper.large, 84.0) } else { (paper.small, 58.0) };
        let room = page_width - 2.0 * EDGE - 2.0 * REFERENCES - GAP - margin;
        let high = page_height - 2.0 * EDGE - 2.0 * REFERENCES;
        let (columns, rows) = (f64::from(window.columns.max(1)), f64::from(window.rows.max(1)));
        let square = (room / columns).min(high / rows).min(LARGEST);
        let map = Rect { x: EDGE + REFERENCES, y: EDGE + REFERENCES, width: square * columns, height: square * rows };
        let least = if is_large { page_height } else { 190.0 };
        let height = (map.height + 2.0 * (EDGE + REFERENCES)).max(least);
        let margin =
            Rect { x: map.x + map.width + REFERENCES + GAP, y: EDGE, width: margin, height: height - 2.0 * EDGE };
        let is_near = square > 4.0;
        Self {
            square,
            map,
            margin,
            page: (margin.x + margin.width + EDGE, height),
            lines: if is_near { (square / 2.5).sqrt() } else { 1.0 },
            text: (square / 2.68).sqrt().clamp(1.0, 1.55),
            symbol: if is_near { 4.6 } else { 3.9 },
            first: window.first,
            least: 0.0,
            is_column: false,
        }
    }

    /// The same with the map alone, and no margin beside it.
    pub(crate) fn without_margin(self) -> Self {
        let edge = REFERENCES + 1.0;
        let map = Rect { x: edge, y: edge, ..self.map };
        Self { map, page: (map.width + 2.0 * edge, map.height + 2.0 * edge), ..self }
    }

    /// The same with type of this size and larger, and symbols of this height.
    pub(crate) fn read_from(self, least: f64, symbol: f64) -> Self {
        Self { symbol, least, ..self }
    }

    /// The same without a margin, so large that it fills a page of this width.
    pub(crate) fn for_width(self, wide: f64) -> Self {
        let edge = REFERENCES + 1.0;
        let (columns, rows) = (self.map.width / self.square, self.map.height / self.square);
        let square = (wide - 2.0 * edge) / columns;
        let map = Rect { x: edge, y: edge, width: square * columns, height: square * rows };
        let lines = (square / 2.5).sqrt().clamp(0.7, 1.6);
        Self {
            square,
            map,
            page: (wide, map.height + 2.0 * edge),
            lines,
            text: 1.0,
            symbol: 4.0,
            is_column: true,
            ..self
        }
    }

    /// The same for an inset: squares so many times as large, the first of them where the inset begins.
    pub(crate) fn enlarged(self, first: Square, map: Rect, times: f64) -> Self {
        let square = self.square * times;
        Self { square, map, first, lines: (square / 2.5).sqrt(), text: (square / 2.68).sqrt().clamp(1.0, 1.3), ..self }
    }

    /// Where a node of the map is.
    pub(crate) fn node(&self, (x, y): Node) -> Point {
        let from = |at: i32, first: u16| (f64::from(at) / 2.0 - f64::from(first)) * self.square;
        (self.map.x + from(x, self.first.col), self.map.y + from(y, self.first.row))
    }

    /// The square in which a point of the map lies.
    pub(crate) fn square_at(&self, (x, y): Point) -> Square {
        let at = |from: f64, first: u16| ((from / self.square).max(0.0) as u16).saturating_add(first);
        Square::new(at(x - self.map.x, self.first.col), at(y - self.map.y, self.first.row))
    }

    /// The centre of a square.
    pub(crate) fn centre(&self, square: Square) -> Point {
        self.node((i32::from(square.col) * 2 + 1, i32::from(square.row) * 2 + 1))
    }

    /// The north-west corner of a square.
    pub(crate) fn corner(&self, square: Square) -> Point {
        self.node((i32::from(square.col) * 2, i32::from(square.row) * 2))
    }

    /// Whether a square is in the map or so near it that a curve through it may be.
    pub(crate) fn shows(&self, square: Square) -> bool {
        self.map.grown(3.0 * self.square).has(self.centre(square))
    }

    /// Whether it shows every square of its own: with its reference.
    pub(crate) fn is_near(&self) -> bool {
        self.square > 8.0
    }
}

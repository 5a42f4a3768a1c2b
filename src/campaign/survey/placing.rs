//! Roads and railways: the way from square to square nearest the straight line.
//!
//! What it decides: of all ways within a corridor round the straight line, the one with the least sum of steps and
//! distances from that line; of equal ones that over the lowest references.
//! What it never does: know what a road or a crossing is. Which sides may be passed, and at what toll, is asked.
//! Where to look next: [`network::Search`], which seeks it.

use std::cell::Cell;
use std::ops::ControlFlow;

use domain::{Point, Square, SquareSide};
use network::{DIRECTIONS, Lattice, Search, Steps};

use super::super::MapFrame;

/// Half-squares that a way may stray from the straight line: enough to reach a crossing five squares off it.
const CORRIDOR_HALVES: i64 = 11;

/// What passing a side costs beyond the step; none where it cannot be passed.
pub(crate) trait Toll: Fn(SquareSide) -> Option<i64> {}
impl<T: Fn(SquareSide) -> Option<i64>> Toll for T {}

/// From where to where a leg leads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Ends {
    pub(crate) from: Square,
    pub(crate) to: Square,
}

/// How far a square is from the straight line of a search, and in which search that was measured.
#[derive(Debug, Clone, Copy)]
struct Astray {
    run: u32,
    metres: i64,
}

/// A search over the map; one value serves for any number of searches.
pub(crate) struct SquareSearch {
    frame: MapFrame,
    search: Search,
    runs: u32,
    /// By square: measured once a search, for the roots cost more than the rest of it.
    astray: Vec<Cell<Astray>>,
}

/// The squares of the corridor round a straight line.
struct Corridor<'s, T> {
    frame: &'s MapFrame,
    lattice: Lattice,
    line: Line,
    run: u32,
    astray: &'s [Cell<Astray>],
    toll: T,
}

impl<T: Toll> Corridor<'_, T> {
    /// How far a square is from the straight line; none outside.
    fn astray(&self, square: usize) -> Option<i64> {
        let mut astray = self.astray[square].get();
        if astray.run != self.run {
            astray =
                Astray { run: self.run, metres: self.line.distance(self.frame.centre(self.lattice.square(square))) };
            self.astray[square].set(astray);
        }
        (2 * astray.metres <= CORRIDOR_HALVES * i64::from(self.frame.square_m)).then_some(astray.metres)
    }

    /// What it costs to come from one square to its neighbour; none where that is not allowed.
    fn cost(&self, from: usize, to: usize) -> Option<u64> {
        let astray = self.astray(to)?;
        let extra = self.lattice.square(from).side_to(self.lattice.square(to)).and_then(&self.toll)?;
        Some((i64::from(self.frame.square_m) + astray + extra) as u64)
    }
}

impl<T: Toll> Steps for Corridor<'_, T> {
    fn nodes(&self) -> usize {
        self.lattice.len()
    }

    fn places(&self, _: usize) -> usize {
        DIRECTIONS
    }

    fn step(&self, square: usize, direction: usize) -> Option<(usize, u64)> {
        let next = self.lattice.neighbour(square, direction)?;
        Some((next, self.cost(square, next)?))
    }
}

impl SquareSearch {
    /// A search over a map.
    pub(crate) fn new(frame: &MapFrame) -> Self {
        let astray = vec![Cell::new(Astray { run: 0, metres: 0 }); frame.len()];
        Self { frame: frame.clone(), search: Search::new(frame.len()), runs: 0, astray }
    }

    /// What a step costs apart from straying.
    pub(crate) fn step(&self) -> i64 {
        i64::from(self.frame.square_m)
    }

    /// The way between two squares, both included; none where there is none in the corridor.
    pub(crate) fn way(&mut self, ends: Ends, toll: impl Toll) -> Option<Vec<Square>> {
        // The same way in both directions: searched from the lower reference.
        let (low, high) = (ends.from.min(ends.to), ends.from.max(ends.to));
        let end = self.frame.index(high);
        let (search, corridor) = self.seek(low, Ends { from: low, to: high }, Some(high), toll);
        search.cost(end)?;
        let corridor = &corridor;
        let into = |square: usize| {
            let before = corridor.lattice.neighbours(square);
            before.filter_map(move |before| Some((before, corridor.cost(before, square)?)))
        };
        let way = search.way_back(end, into, |square| corridor.lattice.square(square));
        let mut way: Vec<Square> = way.into_iter().map(|square| corridor.lattice.square(square)).collect();
        if ends.from == low {
            way.reverse();
        }
        Some(way)
    }

    /// Searches the corridor between two squares from one of them, to the end of it.
    pub(crate) fn flood(&mut self, start: Square, ends: Ends, toll: impl Toll) {
        self.seek(start, ends, None, toll);
    }

    /// The same until `target` is reached.
    fn seek<T: Toll>(
        &mut self,
        start: Square,
        ends: Ends,
        target: Option<Square>,
        toll: T,
    ) -> (&Search, Corridor<'_, T>) {
        self.runs += 1;
        let Self { frame, search, runs, astray } = self;
        let line = Line::new(frame.centre(ends.from), frame.centre(ends.to));
        let lattice = frame.lattice();
        let corridor = Corridor { frame, lattice, line, run: *runs, astray, toll };
        let target = target.map(|target| frame.index(target));
        search.run(
            &corridor,
            [(frame.index(start), 0)],
            |_| 0,
            |at| {
                if target == Some(at.node) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            },
        );
        (search, corridor)
    }

    /// What the way from the start of the last search to a square costs; none where the search did not come there.
    pub(crate) fn cost(&self, square: Square) -> Option<i64> {
        self.search.cost(self.frame.index(square)).map(|cost| cost as i64)
    }
}

/// A straight line between two points.
struct Line {
    a: Point,
    b: Point,
    length: i64,
}

impl Line {
    fn new(a: Point, b: Point) -> Self {
        Self { a, b, length: a.distance_squared(b).isqrt() }
    }

    /// Metres from a point to the nearest point of the line between its ends, rounded down.
    fn distance(&self, p: Point) -> i64 {
        let (dx, dy) = (self.b.x - self.a.x, self.b.y - self.a.y);
        let along = (p.x - self.a.x) * dx + (p.y - self.a.y) * dy;
        if self.length == 0 || along <= 0 {
            return p.distance_squared(self.a).isqrt();
        }
        if along >= dx * dx + dy * dy {
            return p.distance_squared(self.b).isqrt();
        }
        (dx * (p.y - self.a.y) - dy * (p.x - self.a.x)).abs() / self.length
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame() -> MapFrame {
        MapFrame {
            origin: None,
            metres_per_degree_lat: 1,
            metres_per_degree_lon: 1,
            columns: 20,
            rows: 20,
            square_m: 1000,
        }
    }

    fn way(from: (u16, u16), to: (u16, u16), toll: impl Toll) -> Option<String> {
        let ends = Ends { from: Square::new(from.0, from.1), to: Square::new(to.0, to.1) };
        let way = SquareSearch::new(&frame()).way(ends, toll)?;
        Some(way.into_iter().map(|s| frame().reference(s)).collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn a_way_keeps_to_the_straight_line() {
        let free = |_| Some(0);
        assert_eq!(way((1, 2), (4, 2), free).as_deref(), Some("0102 0202 0302 0402"));
        assert_eq!(way((3, 3), (3, 3), free).as_deref(), Some("0303"));
        // On the diagonal both staircases are as near: the one over the lower references is taken, both ways round.
        assert_eq!(way((1, 1), (2, 2), free).as_deref(), Some("0101 0102 0202"));
        assert_eq!(way((2, 2), (1, 1), free).as_deref(), Some("0202 0102 0101"));
    }

    #[test]
    fn a_way_reaches_a_gap_five_squares_off_and_none_beyond() {
        // A wall between columns 9 and 10 with one gap.
        let gap_at = |row: u16| {
            move |side: SquareSide| {
                let (one, other) = side.squares();
                let wall = one.col == 9 && other.col == 10 && one.row != row;
                (!wall).then_some(0)
            }
        };
        assert!(way((6, 10), (13, 10), gap_at(15)).is_some());
        assert_eq!(way((6, 10), (13, 10), gap_at(16)), None);
    }
}

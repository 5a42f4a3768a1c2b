//! Roads and railways: the way from square to square nearest the straight line.
//!
//! What it decides: of all ways within a corridor round the straight line, the one with the least sum of steps and
//! distances from that line; of equal ones that over the lowest references.
//! What it never does: know what a road or a crossing is. Which sides may be passed, and at what toll, is asked.
//!
//! The search runs over flat arrays of the whole map that are used again for every leg: a graph built for each of
//! some hundred corridors costs more than the search.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use domain::{Point, Square, SquareSide};

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

#[derive(Clone, Copy)]
struct Cell {
    /// In which search this cell was last touched.
    run: u32,
    /// Whether it lies in the corridor of that search.
    inside: bool,
    /// How far its centre is from the straight line.
    astray: i64,
    cost: i64,
    from: Square,
}

/// A search over the map; one value serves for any number of searches.
pub(crate) struct SquareSearch {
    frame: MapFrame,
    cells: Vec<Cell>,
    runs: u32,
    heap: BinaryHeap<Reverse<(i64, Square)>>,
    line: Line,
}

impl SquareSearch {
    /// A search over a map.
    pub(crate) fn new(frame: &MapFrame) -> Self {
        let nowhere = Square::new(0, 0);
        let cell = Cell { run: 0, inside: false, astray: 0, cost: i64::MAX, from: nowhere };
        let line = Line::new(frame.centre(nowhere), frame.centre(nowhere));
        Self { frame: frame.clone(), cells: vec![cell; frame.len()], runs: 0, heap: BinaryHeap::new(), line }
    }

    /// What a step costs apart from straying.
    pub(crate) fn step(&self) -> i64 {
        i64::from(self.frame.square_m)
    }

    /// The way between two squares, both included; none where there is none in the corridor.
    pub(crate) fn way(&mut self, ends: Ends, toll: impl Toll) -> Option<Vec<Square>> {
        // The same way in both directions: searched from the lower reference.
        let (low, high) = (ends.from.min(ends.to), ends.from.max(ends.to));
        self.flood(low, Ends { from: low, to: high }, Some(high), toll);
        self.cost(high)?;
        let mut way = vec![high];
        let mut square = high;
        while square != low {
            square = self.cells[self.frame.index(square)].from;
            way.push(square);
        }
        if ends.from == low {
            way.reverse();
        }
        Some(way)
    }

    /// Searches the corridor between two squares from one of them: to the end of it, or until `target` is reached.
    pub(crate) fn flood(&mut self, start: Square, ends: Ends, target: Option<Square>, toll: impl Toll) {
        self.runs += 1;
        self.heap.clear();
        self.line = Line::new(self.frame.centre(ends.from), self.frame.centre(ends.to));
        self.touch(start);
        self.relax(start, 0, start);
        while let Some(Reverse((cost, square))) = self.heap.pop() {
            if cost > self.cells[self.frame.index(square)].cost {
                continue;
            }
            if target == Some(square) {
                return;
            }
            for next in self.frame.neighbours(square) {
                if !self.touch(next) {
                    continue;
                }
                let Some(extra) = square.side_to(next).and_then(&toll) else { continue };
                let astray = self.cells[self.frame.index(next)].astray;
                self.relax(next, cost + self.step() + astray + extra, square);
            }
        }
    }

    /// What the way from the start of the last search to a square costs; none where the search did not come there.
    pub(crate) fn cost(&self, square: Square) -> Option<i64> {
        let cell = self.cells[self.frame.index(square)];
        (cell.run == self.runs && cell.cost < i64::MAX).then_some(cell.cost)
    }

    /// Makes a cell ready for this search, and says whether it lies in the corridor.
    fn touch(&mut self, square: Square) -> bool {
        let index = self.frame.index(square);
        if self.cells[index].run != self.runs {
            let astray = self.line.distance(self.frame.centre(square));
            let inside = 2 * astray <= CORRIDOR_HALVES * self.step();
            self.cells[index] = Cell { run: self.runs, inside, astray, cost: i64::MAX, from: square };
        }
        self.cells[index].inside
    }

    fn relax(&mut self, square: Square, cost: i64, from: Square) {
        let index = self.frame.index(square);
        let cell = &mut self.cells[index];
        if cost < cell.cost {
            cell.cost = cost;
            cell.from = from;
            self.heap.push(Reverse((cost, square)));
        } else if cost == cell.cost && from < cell.from {
            cell.from = from;
        }
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

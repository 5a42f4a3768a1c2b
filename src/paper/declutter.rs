//! What makes room for what: rectangles that are taken, and where the next one may stand.
//!
//! What it decides: the first free place of several, or of rings round a point. The same is asked in the same order, so the same
//! picture comes of the same situation.

use std::collections::BTreeMap;
use std::f64::consts::TAU;

use crate::svg::{Point, Rect};

/// How wide the cells are by which taken rectangles are found, in mm.
const CELL: f64 = 8.0;

/// How far apart rings are, in mm.
const RING: f64 = 0.9;

/// Rectangles that are taken, within a frame.
#[derive(Debug, Clone)]
pub(crate) struct Taken {
    frame: Rect,
    all: Vec<Rect>,
    cells: BTreeMap<(i32, i32), Vec<usize>>,
}

fn cells(rect: Rect) -> impl Iterator<Item = (i32, i32)> {
    let range = |from: f64, wide: f64| (from / CELL).floor() as i32..=((from + wide) / CELL).floor() as i32;
    let columns = range(rect.x, rect.width);
    range(rect.y, rect.height).flat_map(move |row| columns.clone().map(move |col| (col, row)))
}

impl Taken {
    /// Nothing taken within a frame.
    pub(crate) fn new(frame: Rect) -> Self {
        Self { frame, all: Vec::new(), cells: BTreeMap::new() }
    }

    /// Takes a rectangle, free or not.
    pub(crate) fn take(&mut self, rect: Rect) {
        for cell in cells(rect) {
            self.cells.entry(cell).or_default().push(self.all.len());
        }
        self.all.push(rect);
    }

    /// Whether a rectangle lies in the frame and meets no other.
    pub(crate) fn is_free(&self, rect: Rect) -> bool {
        self.frame.holds(rect) && self.met(rect).next().is_none()
    }

    /// By how much a rectangle overlaps those that are taken, and reaches out of the frame, in square mm.
    pub(crate) fn overlap(&self, rect: Rect) -> f64 {
        let shared = |a: Rect, b: Rect| {
            let along = |a: f64, wide: f64, b: f64, other: f64| ((a + wide).min(b + other) - a.max(b)).max(0.0);
            along(a.x, a.width, b.x, b.width) * along(a.y, a.height, b.y, b.height)
        };
        let mut met: Vec<usize> = self.met(rect).collect();
        met.sort_unstable();
        met.dedup();
        let outside = rect.width * rect.height - shared(rect, self.frame);
        met.into_iter().map(|place| shared(rect, self.all[place])).sum::<f64>() + 4.0 * outside
    }

    fn met(&self, rect: Rect) -> impl Iterator<Item = usize> {
        let near = cells(rect).filter_map(|cell| self.cells.get(&cell)).flatten().copied();
        near.filter(move |place| self.all[*place].overlaps(rect))
    }

    /// The first free one of several, which is taken.
    pub(crate) fn first_free(&mut self, places: impl IntoIterator<Item = Rect>) -> Option<Rect> {
        let found = places.into_iter().find(|rect| self.is_free(*rect))?;
        self.take(found);
        Some(found)
    }

    /// The free place nearest to a point for a rectangle of this size: the point itself, then rings round it, clockwise from
    /// north, up to a distance. It is taken.
    pub(crate) fn near(&mut self, at: Point, (width, height): (f64, f64), farthest: f64) -> Option<Rect> {
        self.near_where(at, (width, height), farthest, |_| true)
    }

    /// The same among places of a kind.
    pub(crate) fn near_where(
        &mut self,
        at: Point,
        size: (f64, f64),
        farthest: f64,
        is_wanted: impl Fn(Rect) -> bool,
    ) -> Option<Rect> {
        self.first_free(places(at, size, farthest).filter(|rect| is_wanted(*rect)))
    }

    /// The same, and where nothing is free the place that overlaps least.
    pub(crate) fn near_or_least(&mut self, at: Point, size: (f64, f64), farthest: f64) -> Rect {
        if let Some(found) = self.near(at, size, farthest) {
            return found;
        }
        let mut least = (f64::INFINITY, Rect::about(at, size.0, size.1));
        // What reaches out of the frame is cut off.
        for rect in places(at, size, farthest / 2.0).map(|rect| rect.moved_into(self.frame)) {
            let overlap = self.overlap(rect);
            if overlap < least.0 {
                least = (overlap, rect);
            }
        }
        self.take(least.1);
        least.1
    }
}

/// The places round a point: itself, then so many on each ring, clockwise from north.
fn places(at: Point, (width, height): (f64, f64), farthest: f64) -> impl Iterator<Item = Rect> {
    let rings = (farthest / RING) as u32;
    let around = (1..=rings).flat_map(move |ring| {
        let count = 6 * ring;
        (0..count).map(move |place| {
            let turn = f64::from(place) / f64::from(count) * TAU;
            let radius = f64::from(ring) * RING;
            (at.0 + radius * turn.sin(), at.1 - radius * turn.cos())
        })
    });
    std::iter::once(at).chain(around).map(move |centre| Rect::about(centre, width, height))
}

/// The eight places for a name beside a dot: right, left, above, below, then the corners.
pub(crate) fn beside(dot: Point, gap: f64, (width, height): (f64, f64)) -> [Rect; 8] {
    let rect = |x: f64, y: f64| Rect { x, y, width, height };
    let (right, left, middle) = (dot.0 + gap, dot.0 - gap - width, dot.0 - width / 2.0);
    let (level, above, below) = (dot.1 - height / 2.0, dot.1 - gap - height, dot.1 + gap);
    [
        rect(right, level),
        rect(left, level),
        rect(middle, above),
        rect(middle, below),
        rect(right - gap / 2.0, above + gap / 2.0),
        rect(left + gap / 2.0, above + gap / 2.0),
        rect(right - gap / 2.0, below - gap / 2.0),
        rect(left + gap / 2.0, below - gap / 2.0),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    const FRAME: Rect = Rect { x: 0.0, y: 0.0, width: 60.0, height: 40.0 };

    #[test]
    fn what_is_placed_never_overlaps() {
        let mut taken = Taken::new(FRAME);
        // Fifty ask for the same two points: as many as find room, and none over another.
        let found: Vec<Rect> =
            (0..50).filter_map(|n| taken.near((20.0 + f64::from(n % 2) * 15.0, 20.0), (5.0, 4.0), 60.0)).collect();
        assert!(found.len() > 40, "{}", found.len());
        for (place, one) in found.iter().enumerate() {
            assert!(FRAME.holds(*one));
            assert!(found[place + 1..].iter().all(|other| !one.overlaps(*other)), "{one:?}");
        }
    }

    #[test]
    fn the_first_place_is_ones_own_then_north() {
        let mut taken = Taken::new(FRAME);
        let own = taken.near((30.0, 20.0), (2.0, 0.8), 10.0).unwrap();
        assert_eq!(own.centre(), (30.0, 20.0));
        let next = taken.near((30.0, 20.0), (2.0, 0.8), 10.0).unwrap().centre();
        assert!((next.0 - 30.0).abs() < 1e-9 && (next.1 - 19.1).abs() < 1e-9, "{next:?}");
    }

    #[test]
    fn where_nothing_is_free_the_least_overlap_is_taken() {
        let mut taken = Taken::new(FRAME);
        taken.take(FRAME);
        assert_eq!(taken.near((30.0, 20.0), (5.0, 4.0), 30.0), None);
        let found = taken.near_or_least((30.0, 20.0), (5.0, 4.0), 30.0);
        assert!(FRAME.holds(found));
    }
}

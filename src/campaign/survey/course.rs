//! Rivers: which sides of squares a course crosses, and on whose bank a point lies.
//!
//! What it decides: where a course that passes exactly through a centre or along a line of centres lies. It is taken
//! to lie just east of where it was drawn and, where that decides nothing, just south; so no course is ever counted
//! twice or not at all.
//! What it never does: lay roads or crossings.

use domain::{LatLon, Point, Square, SquareSide};

use super::super::{Campaign, MapFrame, River};

/// How far from a point its square is looked for where its own lies on the other bank.
const BANK_SEARCH: u16 = 4;

/// The course of a river, in metres of the map.
pub(super) struct Course(Vec<Point>);

/// How many legs of a course are looked at one by one.
const FEW: usize = 8;

/// A rectangle of the map, edges included.
#[derive(Debug, Clone, Copy)]
struct Extent {
    low: Point,
    high: Point,
}

impl Extent {
    fn of(a: Point, b: Point) -> Self {
        Self { low: Point { x: a.x.min(b.x), y: a.y.min(b.y) }, high: Point { x: a.x.max(b.x), y: a.y.max(b.y) } }
    }

    fn with(self, other: Self) -> Self {
        let (low, high) = (Self::of(self.low, other.low).low, Self::of(self.high, other.high).high);
        Self { low, high }
    }

    fn meets(self, other: Self) -> bool {
        self.low.x <= other.high.x
            && other.low.x <= self.high.x
            && self.low.y <= other.high.y
            && other.low.y <= self.high.y
    }
}

/// A course with the extents of its parts, so that of thousands of legs only those near by are looked at.
struct Reach {
    course: Course,
    /// Of the whole, then of each half, and so on, down to a few legs: those of part `n` are `2n + 1` and `2n + 2`.
    extents: Vec<Option<Extent>>,
}

impl Reach {
    fn new(course: Course) -> Self {
        let mut reach = Self { extents: Vec::new(), course };
        reach.measure(0, 0, reach.legs());
        reach
    }

    fn legs(&self) -> usize {
        self.course.0.len().saturating_sub(1)
    }

    /// Measures the extent of a part of the legs, and of its parts.
    fn measure(&mut self, part: usize, from: usize, to: usize) -> Option<Extent> {
        if from == to {
            return None;
        }
        let extent = if to - from <= FEW {
            let legs = self.course.0[from..=to].windows(2).map(|leg| Extent::of(leg[0], leg[1]));
            legs.reduce(Extent::with)
        } else {
            let middle = from.midpoint(to);
            let (one, other) = (self.measure(2 * part + 1, from, middle), self.measure(2 * part + 2, middle, to));
            one.zip(other).map(|(one, other)| one.with(other))
        };
        if self.extents.len() <= part {
            self.extents.resize(part + 1, None);
        }
        self.extents[part] = extent;
        extent
    }

    /// How many legs whose part meets an extent are so.
    fn count(&self, within: Extent, so: &impl Fn(Point, Point) -> bool) -> usize {
        let (mut count, mut waiting) = (0, vec![(0, 0, self.legs())]);
        while let Some((part, from, to)) = waiting.pop() {
            if !self.extents.get(part).copied().flatten().is_some_and(|extent| extent.meets(within)) {
                continue;
            }
            if to - from <= FEW {
                count += self.course.0[from..=to].windows(2).filter(|leg| so(leg[0], leg[1])).count();
            } else {
                let middle = from.midpoint(to);
                waiting.extend([(2 * part + 1, from, middle), (2 * part + 2, middle, to)]);
            }
        }
        count
    }

    /// Whether the line from `a` to `b` crosses the course an odd number of times.
    fn parts(&self, a: Point, b: Point) -> bool {
        self.count(Extent::of(a, b), &|p, q| crosses(a, b, p, q)) % 2 == 1
    }

    /// Whether a point lies exactly on the course: then it lies on neither bank.
    fn holds(&self, point: Point) -> bool {
        let between = |a: i64, b: i64, c: i64| a.min(b) <= c && c <= a.max(b);
        let on =
            |p: Point, q: Point| between(p.x, q.x, point.x) && between(p.y, q.y, point.y) && cross(p, q, point) == 0;
        self.count(Extent::of(point, point), &on) > 0
    }
}

impl Course {
    /// The course of a river.
    pub(super) fn of(frame: &MapFrame, river: &River) -> Self {
        Self(river.course.iter().map(|at| frame.course_point(*at)).collect())
    }

    /// The sides of squares between whose centres the course passes an odd number of times, each once, in order.
    pub(super) fn sides(&self, frame: &MapFrame) -> Vec<SquareSide> {
        let mut met: Vec<SquareSide> = self.0.windows(2).flat_map(|leg| sides_met(frame, leg[0], leg[1])).collect();
        met.sort_unstable();
        met.chunk_by(|a, b| a == b).filter(|same| same.len() % 2 == 1).map(|same| same[0]).collect()
    }
}

/// The sides of squares whose lines of centres one leg of a course crosses.
fn sides_met(frame: &MapFrame, p: Point, q: Point) -> Vec<SquareSide> {
    let mut met = Vec::new();
    for row in lines_between(frame, p.y, q.y, frame.rows) {
        let y = frame.centre(Square::new(0, row)).y;
        let x = p.x + (q.x - p.x) * (y - p.y) / (q.y - p.y);
        for col in lines_near(frame, x, frame.columns) {
            met.extend(side_met(frame, Square::new(col, row), Square::new(col + 1, row), p, q));
        }
    }
    for col in lines_between(frame, p.x, q.x, frame.columns) {
        let x = frame.centre(Square::new(col, 0)).x;
        let y = p.y + (q.y - p.y) * (x - p.x) / (q.x - p.x);
        for row in lines_near(frame, y, frame.rows) {
            met.extend(side_met(frame, Square::new(col, row), Square::new(col, row + 1), p, q));
        }
    }
    met
}

fn side_met(frame: &MapFrame, one: Square, other: Square, p: Point, q: Point) -> Option<SquareSide> {
    crosses(frame.centre(one), frame.centre(other), p, q).then(|| one.side_to(other)).flatten()
}

/// The lines of centres, by number, that lie between two distances from the edge of the map.
fn lines_between(frame: &MapFrame, from: i64, to: i64, count: u16) -> impl Iterator<Item = u16> + use<> {
    let square = i64::from(frame.square_m).max(1);
    let line = |metres: i64| (metres - square / 2).div_euclid(square);
    let last = i64::from(count) - 1;
    let (low, high) = (line(from.min(to)).max(0), (line(from.max(to)) + 1).min(last));
    let passed = move |n: &i64| {
        let centre = n * square + square / 2;
        (from >= centre) != (to >= centre)
    };
    (low..=high).filter(passed).map(|n| n as u16)
}

/// The lines of centres on either side of a distance from the edge that have one after them on the map.
fn lines_near(frame: &MapFrame, metres: i64, count: u16) -> impl Iterator<Item = u16> + use<> {
    let square = i64::from(frame.square_m).max(1);
    let line = (metres - square / 2).div_euclid(square);
    let last = i64::from(count) - 2;
    ((line - 1).max(0)..=(line + 1).min(last)).map(|n| n as u16)
}

fn cross(a: Point, b: Point, c: Point) -> i64 {
    (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
}

/// The first that is not zero, above zero; the later ones are what moving the course east, then south, changes.
fn is_positive(terms: [i64; 3]) -> bool {
    terms.into_iter().find(|term| *term != 0).is_some_and(|term| term > 0)
}

/// Whether the line from `a` to `b` crosses the leg of a course from `p` to `q`.
fn crosses(a: Point, b: Point, p: Point, q: Point) -> bool {
    let apart = a.x.max(b.x) < p.x.min(q.x)
        || p.x.max(q.x) < a.x.min(b.x)
        || a.y.max(b.y) < p.y.min(q.y)
        || p.y.max(q.y) < a.y.min(b.y);
    if apart {
        return false;
    }
    let of_line = |c: Point| is_positive([cross(a, b, c), a.y - b.y, b.x - a.x]);
    let of_course = |c: Point| is_positive([cross(p, q, c), q.y - p.y, p.x - q.x]);
    of_line(p) != of_line(q) && of_course(a) != of_course(b)
}

/// The banks of every river of a campaign, for asking about many points.
pub struct Banks<'a> {
    frame: &'a MapFrame,
    courses: Vec<Reach>,
}

impl<'a> Banks<'a> {
    /// The banks of a campaign's rivers.
    pub fn new(campaign: &'a Campaign) -> Self {
        let course = |river| Reach::new(Course::of(&campaign.frame, river));
        let courses = campaign.rivers.iter().map(course).collect();
        Self { frame: &campaign.frame, courses }
    }

    /// The square in which something at these coordinates stands, and whether it is another than the one in which
    /// they lie; none off the map.
    ///
    /// Where the centre of its own square lies on the other bank of a river it is the nearest within four squares
    /// whose centre does not, and its own square where there is none such. What lies exactly on the drawn course lies
    /// on neither bank and stays in its own square.
    pub fn square(&self, at: LatLon) -> Option<(Square, bool)> {
        let point = self.frame.point(at)?;
        let own = self.frame.square_of(point)?;
        if self.parting(point, own).is_none() {
            return Some((own, false));
        }
        let near = |centre: u16, count: u16| centre.saturating_sub(BANK_SEARCH)..=(centre + BANK_SEARCH).min(count - 1);
        let columns = near(own.col, self.frame.columns);
        let mut squares: Vec<_> = columns
            .flat_map(|col| near(own.row, self.frame.rows).map(move |row| Square::new(col, row)))
            .map(|square| (self.frame.centre(square).distance_squared(point), square))
            .collect();
        squares.sort_unstable();
        let found = squares.into_iter().map(|(_, square)| square).find(|square| self.parting(point, *square).is_none());
        Some((found.unwrap_or(own), found.is_some()))
    }

    /// The number of the first river that parts a point from the centre of a square.
    pub(super) fn parting(&self, point: Point, square: Square) -> Option<usize> {
        let centre = self.frame.centre(square);
        self.courses.iter().position(|course| course.parts(point, centre) && !course.holds(point))
    }
}

/// The square in which something at these coordinates stands, and whether it is another than the one in which they
/// lie because that has its centre on the other bank of a river; none off the map.
///
/// For many points make one [`Banks`] and ask that.
pub fn square_on_own_bank(campaign: &Campaign, at: LatLon) -> Option<(Square, bool)> {
    Banks::new(campaign).square(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn at(x: i64, y: i64) -> Point {
        Point { x, y }
    }

    fn frame() -> MapFrame {
        MapFrame { origin: None, metres_per_degree_lat: 1, metres_per_degree_lon: 1, columns: 4, rows: 3, square_m: 10 }
    }

    fn sides(points: &[(i64, i64)]) -> Vec<String> {
        let course = Course(points.iter().map(|(x, y)| at(*x, *y)).collect());
        let name = |side: SquareSide| {
            let (one, other) = side.squares();
            format!("{}-{}", frame().reference(one), frame().reference(other))
        };
        course.sides(&frame()).into_iter().map(name).collect()
    }

    // Centres lie at 5, 15, 25, 35. A course down x = 10 passes between columns 0 and 1 in every row.
    #[test]
    fn a_river_from_top_to_bottom_parts_every_row() {
        assert_eq!(sides(&[(10, -5), (10, 35)]), ["0000-0100", "0001-0101", "0002-0102"]);
    }

    #[test]
    fn a_vertex_on_a_line_of_centres_counts_once() {
        assert_eq!(sides(&[(10, -5), (10, 15), (12, 35)]), ["0000-0100", "0001-0101", "0002-0102"]);
        // It only touches the line of centres of row 1 and turns back: it parts nothing there.
        assert_eq!(sides(&[(8, -5), (10, 15), (12, -5)]), [""; 0]);
        assert_eq!(sides(&[(8, 35), (10, 15), (12, 35)]), [""; 0]);
    }

    // Drawn exactly through the centres of column 1, so taken to lie just east of them.
    #[test]
    fn a_course_through_centres_lies_just_east_of_them() {
        let east = ["0100-0200", "0101-0201", "0102-0202"];
        assert_eq!(sides(&[(15, -5), (15, 35)]), east);
        assert_eq!(sides(&[(15, 35), (15, -5)]), east);
        assert_eq!(sides(&[(15, -5), (15, 15), (15, 35)]), east);
        // Along the centres of row 1: just south of them.
        assert_eq!(sides(&[(-5, 15), (15, 15), (45, 15)]), ["0001-0002", "0101-0102", "0201-0202", "0301-0302"]);
    }

    #[test]
    fn a_course_that_goes_there_and_back_between_two_centres_parts_nothing() {
        assert_eq!(sides(&[(9, -5), (9, 12), (11, 12), (11, -5)]), [""; 0]);
        assert_eq!(sides(&[(8, -5), (8, 8), (12, 8), (12, 2), (13, 2), (13, 35)]).len(), 3);
    }

    #[test]
    fn a_point_of_the_course_itself_is_on_neither_bank() {
        let course = Reach::new(Course(vec![at(0, 0), at(10, 10), at(10, 30)]));
        let on = [(0, 0), (10, 10), (4, 4), (10, 17)];
        assert!(on.into_iter().all(|(x, y)| course.holds(at(x, y))));
        let off = [(4, 5), (11, 11), (10, 31), (-1, -1)];
        assert!(off.into_iter().all(|(x, y)| !course.holds(at(x, y))));
    }

    // Whatever the course, going round four neighbouring centres crosses it an even number of times unless it ends
    // among them.
    #[test]
    fn going_round_a_corner_always_crosses_a_river_an_even_number_of_times() {
        let grid = [0i64, 5, 10, 15, 20, 25];
        for x in grid {
            for y in grid {
                let course = Course(vec![at(-7, 3), at(x, y), at(y, x), at(15, 15), at(x, 25), at(47, 29)]);
                let parted = course.sides(&frame());
                for (col, row) in (0..3).flat_map(|col| (0..2).map(move |row| (col, row))) {
                    let ring = [(col, row), (col + 1, row), (col + 1, row + 1), (col, row + 1), (col, row)];
                    let ring: Vec<_> = ring.into_iter().map(|(c, r)| Square::new(c, r)).collect();
                    let count = ring.windows(2).filter(|w| parted.contains(&w[0].side_to(w[1]).unwrap())).count();
                    assert_eq!(count % 2, 0, "course by ({x}, {y}) round {col} {row}");
                }
            }
        }
    }
}

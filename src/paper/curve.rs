//! Lines of squares as curves: sides and paths are chained, and their corners cut twice.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use domain::{Edge, SquareSide};

use crate::svg::{Point, hundredths, written};

/// A point of the map in half squares: corners of squares are even, centres odd.
pub(crate) type Node = (i32, i32);

/// A chain of points, and whether its end is its beginning.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Chain {
    pub(crate) nodes: Vec<Node>,
    pub(crate) is_closed: bool,
}

/// The two corners between which a side of a square lies.
pub(crate) fn corners(side: SquareSide) -> (Node, Node) {
    let (col, row) = (i32::from(side.square.col) * 2, i32::from(side.square.row) * 2);
    match side.edge {
        Edge::East => ((col + 2, row), (col + 2, row + 2)),
        Edge::South => ((col, row + 2), (col + 2, row + 2)),
    }
}

/// The centres of the two squares that a side joins.
pub(crate) fn centres(side: SquareSide) -> (Node, Node) {
    let (one, other) = side.squares();
    let centre = |at: domain::Square| (i32::from(at.col) * 2 + 1, i32::from(at.row) * 2 + 1);
    (centre(one), centre(other))
}

/// Chains of edges: each from one end or fork to the next, then what goes round.
pub(crate) fn chains(edges: impl IntoIterator<Item = (Node, Node)>) -> Vec<Chain> {
    let mut beside: BTreeMap<Node, BTreeSet<Node>> = BTreeMap::new();
    for (one, other) in edges {
        beside.entry(one).or_default().insert(other);
        beside.entry(other).or_default().insert(one);
    }
    let ends: Vec<Node> = beside.iter().filter(|(_, next)| next.len() != 2).map(|(node, _)| *node).collect();
    let forks: BTreeSet<Node> = ends.iter().copied().collect();
    let mut found = Vec::new();
    for end in ends {
        while let Some(next) = beside.get(&end).and_then(|next| next.first().copied()) {
            found.push(walk(end, next, &forks, &mut beside));
        }
    }
    while let Some((start, next)) = beside.iter().find_map(|(node, next)| Some((*node, *next.first()?))) {
        found.push(walk(start, next, &forks, &mut beside));
        beside.retain(|_, next| !next.is_empty());
    }
    found
}

/// Goes along edges, which are taken out, to the next end or fork, or back to the start.
fn walk(start: Node, next: Node, forks: &BTreeSet<Node>, beside: &mut BTreeMap<Node, BTreeSet<Node>>) -> Chain {
    let mut nodes = vec![start];
    let (mut from, mut to) = (start, next);
    loop {
        for (a, b) in [(from, to), (to, from)] {
            if let Some(next) = beside.get_mut(&a) {
                next.remove(&b);
            }
        }
        nodes.push(to);
        if to == start || forks.contains(&to) {
            break;
        }
        let Some(next) = beside.get(&to).and_then(|next| next.first().copied()) else { break };
        (from, to) = (to, next);
    }
    let is_closed = nodes.len() > 2 && nodes.first() == nodes.last();
    Chain { nodes, is_closed }
}

/// A line with its corners cut twice, at a quarter and three quarters of each piece.
pub(crate) fn smooth(line: &[Point], is_closed: bool) -> Vec<Point> {
    cut(&cut(line, is_closed), is_closed)
}

fn cut(line: &[Point], is_closed: bool) -> Vec<Point> {
    if line.len() < 3 {
        return line.to_vec();
    }
    let between = |a: Point, b: Point, part: f64| (a.0 + (b.0 - a.0) * part, a.1 + (b.1 - a.1) * part);
    let pieces = line.windows(2).flat_map(|pair| [between(pair[0], pair[1], 0.25), between(pair[0], pair[1], 0.75)]);
    let mut out: Vec<Point> = pieces.collect();
    if is_closed {
        out.push(out[0]);
    } else {
        out[0] = line[0];
        let last = out.len() - 1;
        out[last] = line[line.len() - 1];
    }
    out
}

/// The line beside a line, so far to its left.
pub(crate) fn beside(line: &[Point], far: f64, is_closed: bool) -> Vec<Point> {
    let normal = |a: Point, b: Point| {
        let (dx, dy) = (b.0 - a.0, b.1 - a.1);
        let length = dx.hypot(dy);
        (length > 1e-9).then(|| (dy / length, -dx / length))
    };
    let count = line.len();
    let at = |place: usize| {
        let before = if place > 0 { Some(place - 1) } else { is_closed.then_some(count.saturating_sub(2)) };
        let after = if place + 1 < count { Some(place + 1) } else { is_closed.then_some(1) };
        let sides = [
            before.and_then(|before| normal(line[before], line[place])),
            after.and_then(|after| normal(line[place], line[after])),
        ];
        let (x, y) = sides.into_iter().flatten().fold((0.0, 0.0), |sum, side| (sum.0 + side.0, sum.1 + side.1));
        let length = f64::hypot(x, y);
        if length < 1e-9 { line[place] } else { (line[place].0 + x / length * far, line[place].1 + y / length * far) }
    };
    (0..count).map(at).collect()
}

/// A point in hundredths of a millimetre, as paths are written.
type Hundredths = (i64, i64);

/// A line as the data of a path, without points on the straight way between their neighbours.
pub(crate) fn path(line: &[Point], is_closed: bool) -> String {
    let mut corners: Vec<Hundredths> = Vec::with_capacity(line.len());
    for at in line.iter().map(rounded) {
        if let [.., before, last] = corners[..]
            && is_straight(before, last, at)
        {
            corners.pop();
        }
        if corners.last() != Some(&at) {
            corners.push(at);
        }
    }
    if is_closed {
        corners.pop();
    }
    let Some(first) = corners.first() else { return String::new() };
    let mut d = PathData::from(*first);
    corners[1..].iter().for_each(|corner| d.line_to(*corner));
    d.ended(is_closed)
}

/// A line as the data of a path that turns at each corner from the middle of the piece before to the middle of that after
/// it: what cutting the corners again and again comes to.
pub(crate) fn curved_path(line: &[Point], is_closed: bool) -> String {
    let [first, .., last] = line else { return String::new() };
    let middle = |a: &Point, b: &Point| rounded(&(f64::midpoint(a.0, b.0), f64::midpoint(a.1, b.1)));
    let mut d = PathData::from(if is_closed { middle(first, &line[1]) } else { rounded(first) });
    let ring = is_closed.then(|| [line[line.len() - 2], *first, line[1]]);
    for piece in line.windows(3).chain(ring.as_ref().map(|ring| &ring[..])) {
        let [before, at, after] = [piece[0], piece[1], piece[2]];
        if !is_straight(rounded(&before), rounded(&at), rounded(&after)) {
            d.line_to(middle(&before, &at));
            d.curve_to(rounded(&at), middle(&at, &after));
        }
    }
    if !is_closed {
        d.line_to(rounded(last));
    }
    d.ended(is_closed)
}

fn rounded(at: &Point) -> Hundredths {
    (hundredths(at.0), hundredths(at.1))
}

/// Whether it is straight on from the second of three points to the third.
fn is_straight(from: Hundredths, over: Hundredths, to: Hundredths) -> bool {
    let (before, after) = ((over.0 - from.0, over.1 - from.1), (to.0 - over.0, to.1 - over.1));
    before.0 * after.1 == before.1 * after.0 && before.0 * after.0 + before.1 * after.1 > 0
}

/// The data of a path that is being written: from point to point by how far it is to the next.
struct PathData {
    d: String,
    at: Hundredths,
}

impl PathData {
    fn from(at: Hundredths) -> Self {
        Self { d: format!("M{} {}", written(at.0), written(at.1)), at }
    }

    fn line_to(&mut self, to: Hundredths) {
        match (to.0 - self.at.0, to.1 - self.at.1) {
            (0, 0) => {}
            (right, 0) => self.d.extend(["h", &written(right)]),
            (0, down) => self.d.extend(["v", &written(down)]),
            _ => self.put('l', to),
        }
        self.at = to;
    }

    fn curve_to(&mut self, round: Hundredths, to: Hundredths) {
        self.put('q', round);
        self.put(' ', to);
        self.at = to;
    }

    fn put(&mut self, letter: char, to: Hundredths) {
        self.d.push(letter);
        let _ = write!(self.d, "{} {}", written(to.0 - self.at.0), written(to.1 - self.at.1));
    }

    fn ended(mut self, is_closed: bool) -> String {
        if is_closed {
            self.d.push('Z');
        }
        self.d
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_are_chained_from_fork_to_fork() {
        // A cross: four arms of two edges, and a ring apart.
        let arms = [(0, 2), (0, -2), (2, 0), (-2, 0)].map(|(x, y)| [((0, 0), (x, y)), ((x, y), (2 * x, 2 * y))]);
        let ring = [((10, 10), (12, 10)), ((12, 10), (12, 12)), ((12, 12), (10, 12)), ((10, 12), (10, 10))];
        let found = chains(arms.into_iter().flatten().chain(ring));
        assert_eq!(found.len(), 5);
        assert!(found[..4].iter().all(|chain| chain.nodes.len() == 3 && !chain.is_closed));
        assert!(found[4].is_closed && found[4].nodes.len() == 5);
    }

    #[test]
    fn corners_are_cut_and_ends_stay() {
        let line = [(0.0, 0.0), (4.0, 0.0), (4.0, 4.0)];
        let once = cut(&line, false);
        assert_eq!(once, [(0.0, 0.0), (3.0, 0.0), (4.0, 1.0), (4.0, 4.0)]);
        assert_eq!(smooth(&line, false).len(), 6);
        assert_eq!(smooth(&line[..2], false), &line[..2]);
    }

    #[test]
    fn a_path_has_corners_alone() {
        let line = [(1.0, 2.0), (1.5, 2.0), (2.25, 2.0), (2.25, 1.0), (2.5, 0.5), (2.75, 0.0), (1.0, 2.0)];
        assert_eq!(path(&line, false), "M1 2h1.25v-1l0.5 -1l-1.75 2");
        assert_eq!(path(&line, true), "M1 2h1.25v-1l0.5 -1Z");
        // Back on the same way is a corner, and what is nearer than a hundredth is one point.
        assert_eq!(path(&[(0.0, 0.0), (2.0, 0.0), (1.0, 0.0), (1.001, 0.001)], false), "M0 0h2h-1");
        assert_eq!(path(&[], true), "");
    }

    #[test]
    fn a_curve_turns_from_middle_to_middle() {
        // Two pieces east, a corner, two pieces south.
        let line = [(0.0, 0.0), (2.0, 0.0), (4.0, 0.0), (4.0, 2.0), (4.0, 4.0)];
        assert_eq!(curved_path(&line, false), "M0 0h3q1 0 1 1v3");
        assert_eq!(curved_path(&line[..2], false), "M0 0h2");
        let ring = [(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0), (0.0, 0.0)];
        assert_eq!(curved_path(&ring, true), "M2 0q2 0 2 2q0 2 -2 2q-2 0 -2 -2q0 -2 2 -2Z");
        assert_eq!(curved_path(&[], true), "");
    }

    #[test]
    fn the_left_of_a_line_to_the_east_is_north() {
        assert_eq!(beside(&[(0.0, 0.0), (4.0, 0.0)], 1.0, false), [(0.0, -1.0), (4.0, -1.0)]);
    }

    #[test]
    fn a_side_lies_between_its_corners_and_joins_two_centres() {
        let side = SquareSide { square: domain::Square::new(1, 2), edge: Edge::South };
        assert_eq!(corners(side), ((2, 6), (4, 6)));
        assert_eq!(centres(side), ((3, 5), (3, 7)));
    }
}

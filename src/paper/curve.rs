//! Lines of squares as curves: sides and paths are chained, and their corners cut twice.

use std::collections::{BTreeMap, BTreeSet};

use domain::{Edge, SquareSide};

use crate::svg::{Point, number};

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

/// A line as the data of a path.
pub(crate) fn path(line: &[Point], is_closed: bool) -> String {
    let mut d = String::new();
    let count = if is_closed { line.len().saturating_sub(1) } else { line.len() };
    for (place, at) in line.iter().take(count).enumerate() {
        d.push(if place == 0 { 'M' } else { 'L' });
        d.push_str(&number(at.0));
        d.push(' ');
        d.push_str(&number(at.1));
    }
    if is_closed {
        d.push('Z');
    }
    d
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

//! The front line, and who controls which square.

use std::collections::BTreeMap;

use crate::campaign::{Campaign, Location};
use crate::domain::{Point, SideId, Square};

use super::Files;
use super::csv_file::{Findings, rows};

const FRONT: &[&str] = &["line", "seq", "point", "left"];
const CONTROL: &[&str] = &["square", "side"];

struct Line {
    points: Vec<Point>,
    left: SideId,
}

/// The point of the map at a location.
pub(super) fn point(location: &Location, campaign: &Campaign) -> Option<Point> {
    match location {
        Location::At(at) => campaign.frame.point(*at),
        Location::Square(square) => Some(campaign.frame.centre(*square)),
        Location::Place(name) => {
            let place = campaign.place(name)?;
            place.at.and_then(|at| campaign.frame.point(at)).or_else(|| Some(campaign.frame.centre(place.square)))
        }
    }
}

/// Whether a point lies inside a ring.
pub(super) fn is_inside(at: Point, ring: &[Point]) -> bool {
    let mut inside = false;
    for (place, a) in ring.iter().enumerate() {
        let b = ring[(place + 1) % ring.len()];
        if (a.y > at.y) != (b.y > at.y) {
            // Whether the edge passes east of the point: cross-multiplied, to stay in whole metres.
            let left = (at.x - a.x) * (b.y - a.y);
            let right = (b.x - a.x) * (at.y - a.y);
            if (left < right) == (b.y > a.y) {
                inside = !inside;
            }
        }
    }
    inside
}

/// Reads front.csv and control.csv, and gives every square its side.
pub(super) fn read(files: &Files, campaign: &mut Campaign, found: &mut Findings) {
    let drawn = lines(files, campaign, found);
    let control = by_lines(campaign, &drawn);
    let ground = std::sync::Arc::make_mut(&mut campaign.ground);
    for (index, side) in control.into_iter().enumerate() {
        ground.set_control(campaign.frame.square_at(index), side);
    }
    for row in rows(files, "control.csv", CONTROL, CONTROL, found) {
        let Some(square) = super::land::square(&row, "square", row.get("square"), campaign, found) else { continue };
        let side = match row.get("side") {
            "" => None,
            text => super::land::side(&row, "side", text, campaign, found),
        };
        std::sync::Arc::make_mut(&mut campaign.ground).set_control(square, side);
    }
}

fn lines(files: &Files, campaign: &Campaign, found: &mut Findings) -> Vec<Line> {
    type Drawn = BTreeMap<String, (SideId, Vec<(u32, Point)>)>;
    let mut drawn = Drawn::new();
    for row in rows(files, "front.csv", FRONT, &["line", "seq", "point"], found) {
        let seq = row.number("seq", None, found);
        let at = super::land::location(&row, "point", row.get("point"), campaign, found);
        let at = at.and_then(|location| point(&location, campaign));
        let left = match row.get("left") {
            "" => drawn.get(row.get("line")).map(|(left, _)| *left),
            text => super::land::side(&row, "left", text, campaign, found),
        };
        let (Some(seq), Some(at), Some(left)) = (seq, at, left) else { continue };
        drawn.entry(row.get("line").to_owned()).or_insert((left, Vec::new())).1.push((seq, at));
    }
    drawn
        .into_values()
        .map(|(left, mut points)| {
            points.sort_by_key(|(seq, _)| *seq);
            Line { left, points: points.into_iter().map(|(_, at)| at).collect() }
        })
        .collect()
}

/// Who controls each square by the front line in this text and by the leaves that stand there, by number.
///
/// A square where fighting leaves of one side only stand takes that side before the line does.
pub(crate) fn drawn_control(campaign: &Campaign, front_csv: &str) -> Vec<Option<SideId>> {
    let files = Files::from([("front.csv".to_owned(), front_csv.as_bytes().to_vec())]);
    let mut nothing = Findings { faults: Vec::new(), warnings: Vec::new() };
    let drawn = if front_csv.is_empty() { Vec::new() } else { lines(&files, campaign, &mut nothing) };
    by_lines(campaign, &drawn)
}

fn by_lines(campaign: &Campaign, drawn: &[Line]) -> Vec<Option<SideId>> {
    let mut standing: BTreeMap<Square, Vec<SideId>> = BTreeMap::new();
    for leaf in campaign.formations.values().filter(|f| f.is_fighting_leaf()) {
        if let Some(square) = leaf.stands_on() {
            let sides = standing.entry(square).or_default();
            if !sides.contains(&leaf.side) {
                sides.push(leaf.side);
            }
        }
    }
    let line_says = |square: Square| side_by_line(campaign, campaign.frame.centre(square), drawn);
    let one = |square: Square| match standing.get(&square).map(Vec::as_slice) {
        Some([only]) => Some(*only),
        _ => line_says(square),
    };
    campaign.frame.squares().map(one).collect()
}

fn side_by_line(campaign: &Campaign, at: Point, drawn: &[Line]) -> Option<SideId> {
    let nearest = drawn.iter().filter(|l| l.points.len() > 1).map(|line| (line_distance(at, line), line));
    let ((_, is_left), line) = nearest.min_by(|a, b| a.0.0.total_cmp(&b.0.0))?;
    let other = campaign.sides.iter().map(|s| s.id).find(|id| *id != line.left);
    if is_left { Some(line.left) } else { other }
}

/// The distance from a line, its first and last pieces drawn on, and whether the point lies on its left hand.
fn line_distance(at: Point, line: &Line) -> (f64, bool) {
    let closed = line.points.first() == line.points.last();
    let last = line.points.len() - 2;
    let mut best: Option<(f64, f64, bool)> = None;
    for (place, pair) in line.points.windows(2).enumerate() {
        let (ax, ay) = (pair[0].x as f64, pair[0].y as f64);
        let (dx, dy) = (pair[1].x as f64 - ax, pair[1].y as f64 - ay);
        let (px, py) = (at.x as f64 - ax, at.y as f64 - ay);
        let length = dx * dx + dy * dy;
        if length == 0.0 {
            continue;
        }
        let mut along = (px * dx + py * dy) / length;
        if closed || place > 0 {
            along = along.max(0.0);
        }
        if closed || place < last {
            along = along.min(1.0);
        }
        let (ex, ey) = (px - along * dx, py - along * dy);
        let distance = ex * ex + ey * ey;
        // Where two pieces meet the one that the point stands more squarely off decides.
        let cross = dx * py - dy * px;
        let squareness = (cross * cross) / length;
        let better = best.is_none_or(|(d, s, _)| distance < d - 1e-6 || (distance < d + 1e-6 && squareness > s));
        if better {
            // South is down: on the left hand of east is north, where y is less.
            best = Some((distance, squareness, cross < 0.0));
        }
    }
    best.map_or((f64::INFINITY, false), |(distance, _, left)| (distance, left))
}

//! `front.csv` and `control.csv`: who controls which square.
//!
//! What it decides: where fighting leaves of one side only stand, that side; else the side on whose hand of the drawn
//! line the centre of the square lies.

use std::collections::BTreeMap;
use std::sync::Arc;

use campaign::Campaign;
use domain::{Point, SideId, Square};

use crate::columns;
use crate::draft::{Atlas, CampaignDraft, SpoiledNames, side, square_in};
use crate::map::drawings::{is_within, point_of};
use crate::text::csv_file::{CsvRow, CsvTable};
use crate::text::files::Files;
use crate::text::log::{Log, Spot};

/// A drawn line.
struct Line {
    name: String,
    /// Its first point, and where its sides are named.
    spots: [Spot<'static>; 2],
    points: Vec<Point>,
    left: Option<SideId>,
}

/// Who controls every square by leaves and the drawn line, by number of the square.
///
/// The text of `front.csv` is one that has been checked: what is wrong in it is left out.
pub(crate) fn drawn_control(campaign: &Campaign, front_csv: &str) -> Vec<Option<SideId>> {
    let mut control = line_control(campaign, front_csv);
    let mut stand: Vec<Vec<SideId>> = vec![Vec::new(); control.len()];
    for formation in campaign.formations.values().filter(|formation| formation.is_fighting_leaf()) {
        let Some(square) = formation.stands_on().filter(|square| campaign.frame.contains(*square)) else { continue };
        let there = &mut stand[campaign.frame.index(square)];
        if !there.contains(&formation.side) {
            there.push(formation.side);
        }
    }
    for (control, there) in control.iter_mut().zip(&stand) {
        if let [only] = there[..] {
            *control = Some(only);
        }
    }
    control
}

/// To whom the drawn line gives every square, by number of the square.
pub(crate) fn line_control(campaign: &Campaign, front_csv: &str) -> Vec<Option<SideId>> {
    let nothing = SpoiledNames::default();
    let atlas = Atlas::new(campaign, &nothing, true);
    let log = Log::default();
    let table = CsvTable::read(&columns::FRONT, front_csv.as_bytes(), &log);
    let lines = table.map_or_else(Vec::new, |table| lines(campaign, &atlas, true, &table));
    let lines: Vec<_> = lines.into_iter().filter(|line| line.points.len() > 1).collect();
    campaign.frame.squares().map(|square| side_of(campaign, &lines, square)).collect()
}

/// Checks `front.csv`.
pub(crate) fn check(draft: &mut CampaignDraft, files: &Files) {
    let Some(table) = draft.table(files, &columns::FRONT) else { return };
    let CampaignDraft { campaign, log, spoiled, has_frame, has_sides, .. } = draft;
    let atlas = Atlas::new(campaign, spoiled, *has_frame);
    let before = log.count();
    let lines = lines(campaign, &atlas, *has_sides, &table);
    if log.count() > before || !*has_frame || !*has_sides || table.lost("line").next().is_some() {
        return;
    }
    for line in lines {
        if line.points.len() < 2 {
            log.fault(
                line.spots[0],
                format!("line `{}` has only one point", line.name),
                "a line needs at least two points",
            );
        }
        if line.left.is_none() {
            let message = format!("line `{}` names no side on its left", line.name);
            log.fault(line.spots[1], message, "fill in `left` in one of its rows");
        }
    }
}

/// Reads the lines, each in the order of `seq`.
fn lines(campaign: &Campaign, atlas: &Atlas<'_>, has_sides: bool, table: &CsvTable) -> Vec<Line> {
    let mut found: Vec<(Line, BTreeMap<u32, Point>)> = Vec::new();
    for row in table.rows() {
        let name = row.needed("line");
        let seq = row.needed("seq").and_then(|_| row.number("seq", u32::MAX));
        let left = side(campaign, has_sides, &row, "left");
        let point = row.needed("point").and_then(|text| {
            let found = atlas.knows(text).then(|| point_of(campaign, atlas, text))?;
            found.map_err(|(message, hint)| row.fault("point", message, hint)).ok()
        });
        let (Some(name), Some(seq), Some(point)) = (name, seq, point) else { continue };
        let number = found.iter().position(|(line, _)| line.name == name).unwrap_or_else(|| {
            found.push((
                Line { name: name.to_owned(), spots: [row.at("point"), left_of(&row)], points: Vec::new(), left: None },
                BTreeMap::new(),
            ));
            found.len() - 1
        });
        let (line, points) = &mut found[number];
        if left.is_some() && line.left.is_some() && line.left != left {
            let message = format!("line `{name}` names another side on its left in an earlier row");
            row.fault("left", message, "a line has only one side on its left");
        }
        if points.insert(seq, point).is_some() {
            row.fault("seq", format!("line `{name}` already has a point {seq}"), "number its points in order");
        }
        line.left = line.left.or(left);
    }
    let ordered = |(mut line, points): (Line, BTreeMap<u32, Point>)| {
        line.points = points.into_values().collect();
        line
    };
    found.into_iter().map(ordered).collect()
}

/// Where a row names the side on the left, or could.
fn left_of(row: &CsvRow<'_>) -> Spot<'static> {
    if row.columns().any(|column| column == "left") { row.at("left") } else { row.at("point") }
}

fn side_of(campaign: &Campaign, lines: &[Line], square: Square) -> Option<SideId> {
    let centre = campaign.frame.centre(square);
    let near = |line: &Line| line.nearest(centre).0;
    let line = lines.iter().min_by(|a, b| near(a).total_cmp(&near(b)))?;
    let left = line.left?;
    if line.is_left(centre) {
        return Some(left);
    }
    let mut others = campaign.sides.iter().map(|side| side.id).filter(|side| *side != left);
    others.next().filter(|_| others.next().is_none())
}

impl Line {
    fn is_ring(&self) -> bool {
        self.points.len() > 3 && self.points.first() == self.points.last()
    }

    /// The square of the distance of a point, the number of the nearest leg, and whether the nearest point is its end.
    fn nearest(&self, point: Point) -> (f64, usize, bool) {
        let last = self.points.len().saturating_sub(2);
        let mut best = (f64::INFINITY, 0, false);
        for (number, leg) in self.points.windows(2).enumerate() {
            let (dx, dy) = ((leg[1].x - leg[0].x) as f64, (leg[1].y - leg[0].y) as f64);
            let (px, py) = ((point.x - leg[0].x) as f64, (point.y - leg[0].y) as f64);
            let length = dx * dx + dy * dy;
            let along = if length > 0.0 { (px * dx + py * dy) / length } else { 0.0 };
            let from = if number == 0 && !self.is_ring() { f64::NEG_INFINITY } else { 0.0 };
            let to = if number == last && !self.is_ring() { f64::INFINITY } else { 1.0 };
            let along = along.clamp(from, to);
            let (ox, oy) = (px - along * dx, py - along * dy);
            let off = ox * ox + oy * oy;
            if off < best.0 {
                best = (off, number, along >= 1.0 && number < last);
            }
        }
        best
    }

    /// Whether a point lies on the left hand of the order of points; of a ring, on the side that is its left.
    fn is_left(&self, point: Point) -> bool {
        if self.is_ring() {
            let ring = &self.points[..self.points.len() - 1];
            // The y axis points south: a ring that runs against the clock has its inside on the left.
            let area: i128 = self.points.windows(2).map(|leg| cross(Point { x: 0, y: 0 }, leg[0], leg[1])).sum();
            return is_within(point, ring) == (area < 0);
        }
        let (_, number, at_end) = self.nearest(point);
        let [a, b] = [self.points[number], self.points[number + 1]];
        let left = cross(a, b, point) < 0;
        let Some(c) = self.points.get(number + 2).filter(|_| at_end) else { return left };
        let left_of_next = cross(b, *c, point) < 0;
        // Where the line turns left only what is left of both legs is left of it.
        if cross(a, b, *c) < 0 { left && left_of_next } else { left || left_of_next }
    }
}

/// Above zero where `c` lies on the right hand of the way from `a` to `b`, with y pointing south.
fn cross(a: Point, b: Point, c: Point) -> i128 {
    let (dx, dy) = (i128::from(b.x - a.x), i128::from(b.y - a.y));
    dx * i128::from(c.y - a.y) - dy * i128::from(c.x - a.x)
}

/// Sets who controls the squares: by leaves and line, and by `control.csv` where that says otherwise.
pub(crate) fn control(draft: &mut CampaignDraft, files: &Files) {
    let table = draft.table(files, &columns::CONTROL);
    let CampaignDraft { campaign, has_frame, has_sides, .. } = draft;
    let front = campaign.papers.get(columns::FRONT.file).map_or("", String::as_str);
    let mut control = drawn_control(campaign, front);
    let mut seen = BTreeMap::new();
    for row in table.iter().flat_map(CsvTable::rows) {
        row.needed("square");
        let square = square_in(campaign, *has_frame, &row, "square");
        let side = side(campaign, *has_sides, &row, "side");
        if let Some(line) = square.and_then(|square| seen.insert(square, row.line())) {
            let message = format!("`{}` is already listed on line {line}", row.word("square"));
            row.fault("square", message, "give each square only one row");
        }
        if let Some(square) = square {
            control[campaign.frame.index(square)] = side;
        }
    }
    let frame = campaign.frame.clone();
    let ground = Arc::make_mut(&mut campaign.ground);
    for (number, side) in control.into_iter().enumerate() {
        ground.set_control(frame.square_at(number), side);
    }
}

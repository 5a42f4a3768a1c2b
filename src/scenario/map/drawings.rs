//! `places.csv`, `rivers.csv` and `terrain.csv`.

use std::collections::BTreeMap;
use std::sync::Arc;

use campaign::{Campaign, Location, MapFrame, Place, River};
use domain::{LatLon, PlaceKind, Point, RiverClass, Square, Terrain};

use crate::columns;
use crate::draft::{Atlas, CampaignDraft, square_in, without_zero};
use crate::text::csv_file::{CsvRow, CsvTable};
use crate::text::files::{Files, Hint};
use crate::text::limits;

/// Reads the places.
pub(crate) fn places(draft: &mut CampaignDraft, files: &Files) {
    let Some(table) = draft.table(files, &columns::PLACES) else {
        // Of places that could not be read nothing more is said where they are named.
        draft.has_frame &= !files.contains_key(columns::PLACES.file);
        return;
    };
    table.lost("name").for_each(|(name, _)| draft.spoiled.add(name));
    let mut names: BTreeMap<String, u64> = BTreeMap::new();
    for row in table.rows() {
        let before = draft.log.count();
        let Some(name) = row.needed("name") else { continue };
        if let Some(line) = names.insert(name.to_lowercase(), row.line()) {
            let message = format!("there is already a place `{name}`, on line {line}");
            row.fault("name", message, "give it another name");
            continue;
        }
        let place = place(draft, &row, name);
        match place {
            Some(place) if draft.log.count() == before => {
                draft.campaign.places.push(place);
                draft.lines.places.push(row.at_first(&["lat", "square"]));
            }
            _ if draft.log.count() > before => {
                draft.spoiled.add(name);
            }
            _ => {}
        }
    }
}

fn place(draft: &mut CampaignDraft, row: &CsvRow<'_>, name: &str) -> Option<Place> {
    let log = &draft.log;
    let at = coordinates(row);
    let given = square_in(&draft.campaign, draft.has_frame, row, "square");
    let kind = row.one_of("kind").unwrap_or(PlaceKind::Village);
    let prepared = row.yes("prepared");
    if row.given("lat").or(row.given("lon")).or(row.given("square")).is_none() {
        if !row.lacks_columns(&["lat", "lon", "square"]) {
            let hint = "give `lat` and `lon`, or `square`";
            log.fault(row.at_first(&["lat", "square"]), format!("`{name}` has no location"), hint);
        }
        draft.spoiled.add(name);
        return None;
    }
    let frame = &draft.campaign.frame;
    let inside = at.and_then(|at| frame.point(at)).and_then(|point| frame.square_of(point));
    if at.is_some() && inside.is_none() && draft.has_frame {
        let message = format!("`{name}` is outside the map and is ignored");
        log.warn(row.at("lat"), message, "give coordinates within the map, or remove it");
        return None;
    }
    let square = inside.or(given).unwrap_or(Square::new(0, 0));
    Some(Place { name: name.to_owned(), at, square, kind, prepared, note: row.text("note").to_owned() })
}

/// The coordinates in `lat` and `lon`, where they are given.
fn coordinates(row: &CsvRow<'_>) -> Option<LatLon> {
    let (lat, lon) = (row.word("lat"), row.word("lon"));
    if lat.is_empty() && lon.is_empty() {
        return None;
    }
    let at = LatLon::from_degrees(lat, lon);
    if at.is_none() {
        let hint = "give decimal degrees with at most six decimals";
        row.fault("lat", format!("`{lat}`, `{lon}` is not a valid latitude and longitude"), hint);
    }
    at
}

/// Reads the rivers, each in the order of `seq`.
pub(crate) fn rivers(draft: &mut CampaignDraft, files: &Files) {
    let Some(table) = draft.table(files, &columns::RIVERS) else {
        draft.has_rivers = !files.contains_key(columns::RIVERS.file);
        return;
    };
    table.lost("name").chain(table.lost("river")).for_each(|(name, _)| draft.spoiled.add(name));
    let mut courses: Vec<(River, BTreeMap<u32, LatLon>)> = Vec::new();
    let mut numbers: BTreeMap<&str, usize> = BTreeMap::new();
    for row in table.rows() {
        let column = if row.given("name").is_none() && row.given("river").is_some() { "river" } else { "name" };
        let name = row.needed(column);
        let class: Option<RiverClass> = row.one_of_needed("class");
        let seq = row.needed("seq").and_then(|_| row.number("seq", u32::MAX));
        let at = coordinates(&row).or_else(|| corner(draft, &row));
        let is_nowhere = row.given("lat").or(row.given("lon")).or(row.given("square")).is_none();
        if is_nowhere && !row.lacks_columns(&["lat", "lon", "square"]) {
            let hint = "give `lat` and `lon`, or the `square` whose north-west corner it is";
            row.fault(&point_column(&row), "the point has no coordinates", hint);
        }
        let (Some(name), Some(class), Some(seq), Some(at)) = (name, class, seq, at) else {
            if let Some(name) = name {
                draft.spoiled.add(name);
            }
            continue;
        };
        let number = *numbers.entry(name).or_insert_with(|| {
            courses.push((River { name: name.to_owned(), class, course: Vec::new() }, BTreeMap::new()));
            courses.len() - 1
        });
        if courses.len() > limits::RIVERS {
            row.fault("name", format!("there are more than {} rivers", limits::RIVERS), "leave out small ones");
            break;
        }
        let (river, points) = &mut courses[number];
        if river.class != class {
            let message = format!("the `{name}` is `{}` on other lines, not `{class}`", river.class);
            row.fault("class", message, "a river has only one class");
        }
        if points.insert(seq, at).is_some() {
            row.fault("seq", format!("the `{name}` already has a point {seq}"), "number its points in order");
        }
    }
    for (mut river, points) in courses {
        river.course = points.into_values().collect();
        draft.campaign.rivers.push(river);
    }
}

/// The column in which a row without a point lacks it.
fn point_column(row: &CsvRow<'_>) -> String {
    let columns = ["lat", "square"];
    columns.into_iter().find(|name| row.columns().any(|there| there == *name)).unwrap_or("seq").to_owned()
}

/// The point of a course that is given as the north-west corner of a square.
fn corner(draft: &CampaignDraft, row: &CsvRow<'_>) -> Option<LatLon> {
    let text = row.given("square").filter(|_| draft.has_frame)?;
    let frame = &draft.campaign.frame;
    let last = frame.reference(Square::new(frame.columns, frame.rows));
    let square = Square::parse(text).filter(|_| text.len() == last.len());
    let corner = square.and_then(|square| frame.course_corner(square));
    if corner.is_none() {
        let is_corner = |text: &str| Square::parse(text).is_some_and(|square| frame.course_corner(square).is_some());
        let range = || format!("corners run from {} to {last}", frame.reference(Square::new(0, 0))).into();
        let hint = without_zero(text, last.len(), is_corner).unwrap_or_else(range);
        row.fault("square", format!("`{text}` is not a corner of a square of the map"), hint);
    }
    corner
}

/// What places make of the ground: towns and cities are built up; of both in one square the city has it.
pub(crate) fn terrain_of_places(campaign: &Campaign) -> Vec<(Square, Terrain)> {
    let of = |kind| match kind {
        PlaceKind::Town => Some(Terrain::Town),
        PlaceKind::City => Some(Terrain::City),
        _ => None,
    };
    let mut squares: Vec<_> = campaign.places.iter().filter_map(|p| of(p.kind).map(|t| (p.square, t))).collect();
    squares.sort_by_key(|(_, terrain)| *terrain);
    squares
}

/// Puts towns and cities and the areas of `terrain.csv` on their squares.
pub(crate) fn terrain(draft: &mut CampaignDraft, files: &Files) {
    let table = draft.table(files, &columns::TERRAIN);
    let CampaignDraft { campaign, log, spoiled, has_frame, .. } = draft;
    let mut squares = terrain_of_places(campaign);
    let atlas = Atlas::new(campaign, spoiled, *has_frame);
    let mut points = 0;
    for row in table.iter().flat_map(CsvTable::rows) {
        if !within_points(&row, &mut points) {
            continue;
        }
        let Some(terrain) = row.one_of_needed::<Terrain>("terrain") else { continue };
        let is_nowhere = row.given("points").or(row.given("squares")).is_none();
        if is_nowhere && !row.lacks_columns(&["points", "squares"]) {
            log.fault(row.at_first(&["points", "squares"]), "the area has no location", "give `points` or `squares`");
        }
        let found = area(campaign, &atlas, &row).into_iter().chain(listed_squares(&atlas, &row));
        squares.extend(found.map(|square| (square, terrain)));
    }
    let frame = campaign.frame.clone();
    let ground = Arc::make_mut(&mut campaign.ground);
    for (square, terrain) in squares.into_iter().filter(|(square, _)| frame.contains(*square)) {
        ground.set_terrain(square, terrain);
    }
}

/// The squares whose centre lies within the points of a row or on the line between them, and those named as points.
fn area(campaign: &Campaign, atlas: &Atlas<'_>, row: &CsvRow<'_>) -> Vec<Square> {
    let Some(text) = row.given("points") else { return Vec::new() };
    let words: Vec<&str> = text.split('>').map(str::trim).collect();
    if !words.iter().all(|word| atlas.knows(word)) {
        return Vec::new();
    }
    let (mut ring, mut corners): (Vec<Point>, Vec<Square>) = (Vec::new(), Vec::new());
    let before = row.log().count();
    for word in words {
        match point_of(campaign, atlas, word) {
            Ok(point) => ring.push(point),
            Err((message, hint)) => row.fault("points", message, hint),
        }
        // A corner that is named as a square or place is meant as a whole.
        if LatLon::parse(word).is_none() {
            corners.extend(atlas.locate(word).map(|(_, square)| square));
        }
    }
    if row.log().count() > before {
        return Vec::new();
    }
    if ring.len() < 3 {
        row.fault("points", "an area needs at least three points", "separate them with `>`");
        return Vec::new();
    }
    let mut squares = squares_within(&campaign.frame, &ring);
    squares.extend(on_outline(&campaign.frame, &ring));
    squares.extend(corners);
    squares
}

/// The squares whose centre lies on the outline of a ring.
fn on_outline(frame: &MapFrame, ring: &[Point]) -> Vec<Square> {
    let mut found = Vec::new();
    let between = |value: i64, one: i64, other: i64| (one.min(other)..=one.max(other)).contains(&value);
    for (a, b) in ring.iter().zip(ring.iter().cycle().skip(1)) {
        let row = |row: &u16| between(frame.centre(Square::new(0, *row)).y, a.y, b.y);
        for row in (0..frame.rows).filter(row) {
            let y = frame.centre(Square::new(0, row)).y;
            if a.y == b.y {
                let squares = (0..frame.columns).map(|col| Square::new(col, row));
                found.extend(squares.filter(|square| between(frame.centre(*square).x, a.x, b.x)));
                continue;
            }
            let (across, down) = (i128::from(b.x - a.x) * i128::from(y - a.y), i128::from(b.y - a.y));
            let x = (across % down == 0).then(|| i128::from(a.x) + across / down).and_then(|x| i64::try_from(x).ok());
            let at = x.and_then(|x| Some((frame.square_of(Point { x, y })?, Point { x, y })));
            found.extend(at.filter(|(square, at)| frame.centre(*square) == *at).map(|(square, _)| square));
        }
    }
    found
}

/// The squares whose centre lies within a ring: in each row of squares those between an odd leg and the next, counted
/// from the east.
fn squares_within(frame: &MapFrame, ring: &[Point]) -> Vec<Square> {
    let mut found = Vec::new();
    for row in 0..frame.rows {
        let centre = |col: u16| frame.centre(Square::new(col, row));
        let y = centre(0).y;
        let legs = ring.iter().zip(ring.iter().cycle().skip(1)).filter(|(a, b)| (a.y > y) != (b.y > y));
        // All centres west of a leg have it on their line east, and no other.
        let mut ends: Vec<u16> =
            legs.map(|leg| first_without(frame.columns, |col| is_west(centre(col), leg))).collect();
        ends.sort_unstable_by(|a, b| b.cmp(a));
        for pair in ends.chunks(2) {
            let from = pair.get(1).copied().unwrap_or(0);
            found.extend((from..pair[0]).map(|col| Square::new(col, row)));
        }
    }
    found
}

/// The first number for which something does not hold that holds for all before it.
fn first_without(count: u16, holds: impl Fn(u16) -> bool) -> u16 {
    let (mut low, mut high) = (0, count);
    while low < high {
        let middle = low.midpoint(high);
        if holds(middle) { low = middle + 1 } else { high = middle }
    }
    low
}

/// The point of the map that a text names; coordinates need not lie on the map.
pub(crate) fn point_of(campaign: &Campaign, atlas: &Atlas<'_>, text: &str) -> Result<Point, (String, Hint)> {
    if let Some(point) = LatLon::parse(text).and_then(|at| campaign.frame.point(at)) {
        return Ok(point);
    }
    let (location, square) = atlas.locate(text)?;
    let at = match location {
        Location::Place(name) => atlas.place(&name).and_then(|place| place.at),
        _ => None,
    };
    Ok(at.and_then(|at| campaign.frame.point(at)).unwrap_or_else(|| campaign.frame.centre(square)))
}

/// Whether a point lies within a ring of points: a line east from it meets the ring an odd number of times.
pub(crate) fn is_within(point: Point, ring: &[Point]) -> bool {
    let mut inside = false;
    for (number, a) in ring.iter().enumerate() {
        let b = &ring[(number + 1) % ring.len()];
        if (a.y > point.y) == (b.y > point.y) {
            continue;
        }
        if is_west(point, (a, b)) {
            inside = !inside;
        }
    }
    inside
}

/// Whether a line east from a point meets a leg that passes its height.
fn is_west(point: Point, (a, b): (&Point, &Point)) -> bool {
    let (dx, dy) = (i128::from(b.x - a.x), i128::from(b.y - a.y));
    let cross = dx * i128::from(point.y - a.y) - i128::from(point.x - a.x) * dy;
    (cross > 0) == (dy > 0)
}

/// Adds the points of a row to those of its file; finds fault where these become too many.
pub(crate) fn within_points(row: &CsvRow<'_>, points: &mut usize) -> bool {
    let before = *points;
    *points += row.word("points").split('>').count();
    if before <= limits::POINTS && *points > limits::POINTS {
        let message = format!("the file has more than {} points", limits::POINTS);
        row.fault("points", message, "draw it with fewer points");
    }
    *points <= limits::POINTS
}

/// The squares of a row, or the places in them; `_` stands for a blank in the name of a place.
fn listed_squares(atlas: &Atlas<'_>, row: &CsvRow<'_>) -> Vec<Square> {
    let mut found = Vec::new();
    for word in row.given("squares").unwrap_or_default().split_whitespace() {
        let name = if atlas.place(word).is_some() { word.to_owned() } else { word.replace('_', " ") };
        if !atlas.knows(&name) {
            continue;
        }
        match atlas.locate(&name) {
            Ok((_, square)) => found.push(square),
            Err((message, hint)) => row.fault("squares", message, hint),
        }
    }
    found
}

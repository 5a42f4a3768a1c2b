//! What lies on the map: places, roads, railways, rivers, crossings, terrain.

use std::sync::Arc;

use crate::campaign::{Campaign, Crossing, Location, Place, Railway, River, Road, SurveyItem, survey};
use crate::domain::{
    Carries, CrossingKind, CrossingState, LatLon, PlaceKind, RailState, RiverClass, RoadQuality, SideId, Square,
    SquareSide, Terrain, Traffic, nearest,
};

use super::Files;
use super::csv_file::{Findings, Row, rows};

const PLACES: &[&str] = &["name", "lat", "lon", "square", "kind", "prepared", "note"];
const ROADS: &[&str] = &["name", "quality", "points", "note"];
const RAIL: &[&str] = &["name", "gauge", "users", "state", "points", "cuts", "note"];
const RIVERS: &[&str] = &["name", "river", "class", "seq", "lat", "lon"];
const CROSSINGS: &[&str] =
    &["id", "name", "river", "place", "squares", "kind", "carries", "state", "from", "until", "note"];
const TERRAIN: &[&str] = &["name", "terrain", "points", "squares"];

/// Reads every file of the land into the campaign and surveys it.
pub(super) fn read(files: &Files, campaign: &mut Campaign, found: &mut Findings) {
    let places = read_places(files, campaign, found);
    read_rivers(files, campaign, found);
    let roads = read_roads(files, campaign, found);
    let rails = read_rails(files, campaign, found);
    let crossings = read_crossings(files, campaign, found);
    for fault in survey(campaign) {
        let row = match &fault.item {
            SurveyItem::Place(n) => places.get(*n),
            SurveyItem::Road(n) => roads.get(*n),
            SurveyItem::Railway(n) => rails.get(*n).map(|(row, _)| row),
            SurveyItem::Crossing(id) => crossings.iter().find(|row| row.get("id") == id.as_str()),
        };
        let Some(row) = row else { continue };
        let at = (row.line, 0);
        if fault.is_warning {
            found.warn(row.file, at, fault.message, fault.hint);
        } else {
            found.fault(row.file, at, fault.message, fault.hint);
        }
    }
    for ((row, state), railway) in rails.iter().zip(campaign.railways.iter_mut()) {
        if *state == RailState::Cut {
            railway.cuts = railway.path.windows(2).filter_map(|pair| pair[0].side_to(pair[1])).collect();
        }
        for side in &railway.cuts {
            let (a, b) = side.squares();
            let on_path = railway.path.windows(2).any(|p| p[0].side_to(p[1]) == Some(*side));
            if !on_path {
                found.fault(row.file, row.at("cuts"), format!("the railway does not run from {a} to {b}"), "");
            }
        }
    }
    read_terrain(files, campaign, found);
}

fn note_duplicate(row: &Row, seen: &mut Vec<String>, found: &mut Findings) -> Option<String> {
    let name = row.get("name").to_owned();
    if name.is_empty() {
        found.fault(row.file, row.at("name"), "`name` is empty", "give a name");
        return None;
    }
    if seen.iter().any(|s| s.to_lowercase() == name.to_lowercase()) {
        found.fault(row.file, row.at("name"), format!("`{name}` is there twice"), "give each its own name");
        return None;
    }
    seen.push(name.clone());
    Some(name)
}

fn read_places(files: &Files, campaign: &mut Campaign, found: &mut Findings) -> Vec<Row> {
    let mut seen = Vec::new();
    let mut kept = Vec::new();
    for row in rows(files, "places.csv", PLACES, &["name"], found) {
        let name = note_duplicate(&row, &mut seen, found);
        let kind = row.word("kind", Some(PlaceKind::Village), found);
        let prepared = row.yes("prepared", found);
        let stands = place_at(&row, campaign, found);
        let (Some(name), Some(kind), Some((at, square))) = (name, kind, stands) else { continue };
        campaign.places.push(Place { name, at, square, kind, prepared, note: row.get("note").to_owned() });
        kept.push(row);
    }
    kept
}

fn place_at(row: &Row, campaign: &Campaign, found: &mut Findings) -> Option<(Option<LatLon>, Square)> {
    if !row.get("square").is_empty() {
        return square(row, "square", row.get("square"), campaign, found).map(|s| (None, s));
    }
    let Some(at) = LatLon::from_degrees(row.get("lat"), row.get("lon")) else {
        let given = format!("`{} {}` is no latitude and longitude", row.get("lat"), row.get("lon"));
        found.fault(row.file, row.at("lat"), given, "write decimal degrees, or a square");
        return None;
    };
    let Some(square) = campaign.frame.point(at).and_then(|point| campaign.frame.square_of(point)) else {
        found.fault(row.file, row.at("lat"), format!("`{}` lies off the map", row.get("name")), map_hint(campaign));
        return None;
    };
    Some((Some(at), square))
}

fn map_hint(campaign: &Campaign) -> String {
    let last = Square::new(campaign.frame.columns.saturating_sub(1), campaign.frame.rows.saturating_sub(1));
    format!("the map goes from {} to {}", campaign.frame.reference(Square::new(0, 0)), campaign.frame.reference(last))
}

/// A square by its reference; a fault where it is none of the map.
pub(super) fn square(row: &Row, column: &str, text: &str, campaign: &Campaign, found: &mut Findings) -> Option<Square> {
    let square = campaign.frame.parse_square(text);
    if square.is_none() {
        found.fault(row.file, row.at(column), format!("`{text}` is not a square of the map"), map_hint(campaign));
    }
    square
}

/// A place, coordinates or a square.
pub(super) fn location(
    row: &Row,
    column: &str,
    text: &str,
    campaign: &Campaign,
    found: &mut Findings,
) -> Option<Location> {
    let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    if digits {
        return square(row, column, text, campaign, found).map(Location::Square);
    }
    if let Some(at) = LatLon::parse(text) {
        let on_map = campaign.frame.point(at).and_then(|point| campaign.frame.square_of(point)).is_some();
        if !on_map {
            found.fault(row.file, row.at(column), format!("`{text}` lies off the map"), map_hint(campaign));
        }
        return on_map.then_some(Location::At(at));
    }
    if let Some(place) = campaign.place(text) {
        return Some(Location::Place(place.name.clone()));
    }
    let near = nearest(text, campaign.places.iter().map(|p| p.name.as_str()));
    let hint = near.map_or_else(|| "add it to places.csv".to_owned(), |n| format!("did you mean `{n}`?"));
    found.fault(row.file, row.at(column), format!("there is no place `{text}`"), hint);
    None
}

fn points(row: &Row, campaign: &Campaign, found: &mut Findings) -> Option<Vec<Location>> {
    let texts: Vec<&str> = row.get("points").split('>').map(str::trim).filter(|t| !t.is_empty()).collect();
    if texts.len() < 2 {
        found.fault(row.file, row.at("points"), "a line needs two points or more", "write them as `here > there`");
        return None;
    }
    let points: Vec<_> = texts.iter().map(|text| location(row, "points", text, campaign, found)).collect();
    let points: Option<Vec<Location>> = points.into_iter().collect();
    let places = points.as_ref().map(|p| p.iter().filter_map(|l| square_of(l, campaign)).collect::<Vec<_>>());
    for pair in places.iter().flat_map(|p| p.windows(2)) {
        if pair[0].steps_to(pair[1]) >= 60 {
            let (a, b) = (campaign.frame.reference(pair[0]), campaign.frame.reference(pair[1]));
            found.warn(row.file, row.at("points"), format!("{a} and {b} are 60 squares apart or more"), "");
        }
    }
    points
}

/// The square of a location before it is surveyed.
pub(super) fn square_of(location: &Location, campaign: &Campaign) -> Option<Square> {
    match location {
        Location::Square(square) => Some(*square),
        Location::Place(name) => campaign.place(name).map(|p| p.square),
        Location::At(at) => campaign.frame.point(*at).and_then(|p| campaign.frame.square_of(p)),
    }
}

fn read_roads(files: &Files, campaign: &mut Campaign, found: &mut Findings) -> Vec<Row> {
    let mut seen = Vec::new();
    let mut kept = Vec::new();
    for row in rows(files, "roads.csv", ROADS, &["name", "points"], found) {
        let name = note_duplicate(&row, &mut seen, found);
        let quality = row.word("quality", Some(RoadQuality::Poor), found);
        let points = points(&row, campaign, found);
        let (Some(name), Some(quality), Some(points)) = (name, quality, points) else { continue };
        campaign.roads.push(Road { name, quality, points, path: Vec::new(), note: row.get("note").to_owned() });
        kept.push(row);
    }
    kept
}

fn read_rails(files: &Files, campaign: &mut Campaign, found: &mut Findings) -> Vec<(Row, RailState)> {
    let mut seen = Vec::new();
    let mut kept = Vec::new();
    for row in rows(files, "rail.csv", RAIL, &["name", "points"], found) {
        let name = note_duplicate(&row, &mut seen, found);
        let gauge = row.number("gauge", Some(1435), found);
        let state = row.word("state", Some(RailState::Open), found);
        let users = row.get("users").split_whitespace().filter_map(|word| side(&row, "users", word, campaign, found));
        let users = users.collect::<Vec<SideId>>();
        let points = points(&row, campaign, found);
        let cuts = row.get("cuts").split_whitespace().map(|text| length(text, campaign));
        let cuts: Option<Vec<SquareSide>> = cuts.collect();
        if cuts.is_none() {
            found.fault(row.file, row.at("cuts"), "a length is two neighbouring squares", "write `058052-059052`");
        }
        let (Some(name), Some(gauge), Some(state), Some(points)) = (name, gauge, state, points) else { continue };
        campaign.railways.push(Railway {
            name,
            gauge: gauge as u16,
            users: users.into_iter().collect(),
            points,
            path: Vec::new(),
            cuts: cuts.unwrap_or_default().into_iter().collect(),
            note: row.get("note").to_owned(),
        });
        kept.push((row, state));
    }
    kept
}

fn length(text: &str, campaign: &Campaign) -> Option<SquareSide> {
    let (a, b) = text.split_once(['-', ' '])?;
    campaign.frame.parse_square(a.trim())?.side_to(campaign.frame.parse_square(b.trim())?)
}

/// A side by its id.
pub(super) fn side(row: &Row, column: &str, text: &str, campaign: &Campaign, found: &mut Findings) -> Option<SideId> {
    let side = campaign.sides.iter().map(|s| s.id).find(|id| id.as_str() == text);
    if side.is_none() {
        let ids: Vec<String> = campaign.sides.iter().map(|s| format!("`{}`", s.id)).collect();
        found.fault(
            row.file,
            row.at(column),
            format!("there is no side `{text}`"),
            format!("it is {}", ids.join(" or ")),
        );
    }
    side
}

/// A river as it is read: name, class, and its points with their numbers.
type Course = (String, RiverClass, Vec<(u32, LatLon)>);

fn read_rivers(files: &Files, campaign: &mut Campaign, found: &mut Findings) {
    let mut courses: Vec<Course> = Vec::new();
    for row in rows(files, "rivers.csv", RIVERS, &["class", "seq", "lat", "lon"], found) {
        let name = if row.get("name").is_empty() { row.get("river") } else { row.get("name") };
        let class = row.word("class", None, found);
        let seq = row.number("seq", None, found);
        let at = LatLon::from_degrees(row.get("lat"), row.get("lon"));
        if at.is_none() {
            let given = format!("`{} {}` is no latitude and longitude", row.get("lat"), row.get("lon"));
            found.fault(row.file, row.at("lat"), given, "write decimal degrees");
        }
        let (Some(class), Some(seq), Some(at)) = (class, seq, at) else { continue };
        match courses.iter_mut().find(|(n, ..)| n == name) {
            Some((_, _, course)) => course.push((seq, at)),
            None => courses.push((name.to_owned(), class, vec![(seq, at)])),
        }
    }
    for (name, class, mut course) in courses {
        course.sort_by_key(|(seq, _)| *seq);
        campaign.rivers.push(River { name, class, course: course.into_iter().map(|(_, at)| at).collect() });
    }
}

fn read_crossings(files: &Files, campaign: &mut Campaign, found: &mut Findings) -> Vec<Row> {
    let all = rows(files, "crossings.csv", CROSSINGS, &["id", "river", "kind"], found);
    for row in &all {
        let Some(crossing) = crossing(row, campaign, found) else { continue };
        if campaign.crossings.contains_key(&crossing.id) {
            found.fault(row.file, row.at("id"), format!("id `{}` is there twice", crossing.id), "give each its own id");
        }
        campaign.crossings.insert(crossing.id.clone(), crossing);
    }
    all
}

fn crossing(row: &Row, campaign: &Campaign, found: &mut Findings) -> Option<Crossing> {
    if row.get("id").is_empty() {
        found.fault(row.file, row.at("id"), "`id` is empty", "give an id");
        return None;
    }
    let river = row.get("river");
    if !campaign.rivers.iter().any(|r| r.name == river) {
        let near = nearest(river, campaign.rivers.iter().map(|r| r.name.as_str()));
        let hint = near.map_or_else(|| "add it to rivers.csv".to_owned(), |n| format!("did you mean `{n}`?"));
        found.fault(row.file, row.at("river"), format!("there is no river `{river}`"), hint);
        return None;
    }
    let kind = row.word("kind", None::<CrossingKind>, found);
    let state = row.word("state", Some(CrossingState::Open), found);
    let mut carries = Carries::default();
    for word in row.get("carries").split_whitespace() {
        match word.parse::<Traffic>() {
            Ok(traffic) => carries = carries.with(traffic),
            Err(error) => found.fault(row.file, row.at("carries"), error.to_string(), "any of foot, vehicles, rail"),
        }
    }
    let from = super::forces::bound(row, "from", found);
    let until = super::forces::bound(row, "until", found);
    let place = row.get("place");
    let position = (!place.is_empty()).then(|| location(row, "place", place, campaign, found));
    let squares = row.get("squares");
    let side = (!squares.is_empty()).then(|| length(squares, campaign));
    if side == Some(None) {
        let message = format!("`{squares}` are not two neighbouring squares");
        found.fault(row.file, row.at("squares"), message, "write `058052 059052`");
    }
    Some(Crossing {
        id: row.get("id").into(),
        name: row.get("name").to_owned(),
        river: river.to_owned(),
        position: position.flatten(),
        side: side.flatten(),
        kind: kind?,
        carries,
        state: state?,
        from,
        until,
        note: row.get("note").to_owned(),
    })
}

/// What places make of the ground: a square with a town or city in it is built up.
pub(super) fn terrain_of_places(campaign: &Campaign) -> Vec<(Square, Terrain)> {
    let of = |kind| match kind {
        PlaceKind::City => Some(Terrain::City),
        PlaceKind::Town => Some(Terrain::Town),
        _ => None,
    };
    let mut squares: Vec<_> = campaign.places.iter().filter_map(|p| of(p.kind).map(|t| (p.square, t))).collect();
    // A city outweighs a town in the same square.
    squares.sort_unstable();
    squares
}

fn read_terrain(files: &Files, campaign: &mut Campaign, found: &mut Findings) {
    let mut ground = (*campaign.ground).clone();
    for (square, terrain) in terrain_of_places(campaign) {
        ground.set_terrain(square, terrain);
    }
    for row in rows(files, "terrain.csv", TERRAIN, &["terrain"], found) {
        let Some(terrain) = row.word("terrain", None::<Terrain>, found) else { continue };
        for text in row.get("squares").split_whitespace() {
            if let Some(square) = square(&row, "squares", text, campaign, found) {
                ground.set_terrain(square, terrain);
            }
        }
        if !row.get("points").is_empty() {
            let texts = row.get("points").split('>').map(str::trim);
            let corners: Vec<_> = texts.filter_map(|t| location(&row, "points", t, campaign, found)).collect();
            let corners: Vec<_> = corners.iter().filter_map(|l| super::front::point(l, campaign)).collect();
            for square in campaign.frame.squares() {
                if super::front::is_inside(campaign.frame.centre(square), &corners) {
                    ground.set_terrain(square, terrain);
                }
            }
        }
    }
    campaign.ground = Arc::new(ground);
}

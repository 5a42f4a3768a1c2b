//! A small map for tests, drawn in metres: squares of a kilometre, the north-west corner at 60 N 30 E.
//!
//! Only the tests of this room and of those that use it have it (feature `sketch`).
#![allow(clippy::unwrap_used, clippy::missing_panics_doc, reason = "a test that draws nonsense should stop")]

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::{
    Base, BaseMarks, Campaign, Crossing, Formation, Leaf, Location, MapFrame, Place, Railway, River, Road, Side,
};
use domain::{
    Arm, Carries, CrossingKind, CrossingState, Echelon, LatLon, LeafState, Mobility, PlaceKind, Posture, RiverClass,
    RoadQuality, Role, SideId, Square, SquareSide, Traffic,
};

/// The coordinates of a point in metres east and south of the corner.
pub fn at(x: i32, y: i32) -> LatLon {
    LatLon { lat: 60_000_000 - y * 10, lon: 30_000_000 + x * 10 }
}

/// A campaign with nothing on its map.
pub fn blank(columns: u16, rows: u16) -> Campaign {
    let frame = MapFrame {
        origin: Some(at(0, 0)),
        metres_per_degree_lat: 100_000,
        metres_per_degree_lon: 100_000,
        columns,
        rows,
        square_m: 1000,
    };
    Campaign { name: "sketch".to_owned(), title: "A sketch".to_owned(), days: 3, ..Campaign::blank(frame) }
}

/// The square of this reference of two digits each.
pub fn square(reference: &str) -> Square {
    Square::parse(reference).unwrap()
}

/// The side between two squares, `0102-0202`.
pub fn side(text: &str) -> SquareSide {
    let (one, other) = text.split_once('-').unwrap();
    square(one).side_to(square(other)).unwrap()
}

/// Draws a river through points in metres.
pub fn river(campaign: &mut Campaign, name: &str, class: RiverClass, course: &[(i32, i32)]) {
    let course = course.iter().map(|(x, y)| at(*x, *y)).collect();
    campaign.rivers.push(River { name: name.to_owned(), class, course });
}

/// Puts a place at a point in metres.
pub fn place(campaign: &mut Campaign, name: &str, x: i32, y: i32) {
    let square = Square::new((x / 1000) as u16, (y / 1000) as u16);
    let at = Some(at(x, y));
    let (name, note) = (name.to_owned(), String::new());
    campaign.places.push(Place { name, at, square, kind: PlaceKind::Village, prepared: false, note });
}

fn points(text: &str) -> Vec<Location> {
    let point = |word: &str| Square::parse(word).map_or_else(|| Location::Place(word.to_owned()), Location::Square);
    text.split(" > ").map(point).collect()
}

/// Draws a road through squares and places, `0101 > Town > 0501`.
pub fn road(campaign: &mut Campaign, name: &str, quality: RoadQuality, text: &str) {
    let (points, path) = (points(text), Vec::new());
    campaign.roads.push(Road { name: name.to_owned(), quality, points, path, note: String::new() });
}

/// Draws a railway through squares and places.
pub fn railway(campaign: &mut Campaign, name: &str, text: &str) {
    campaign.railways.push(Railway {
        name: name.to_owned(),
        gauge: 1435,
        users: BTreeSet::new(),
        points: points(text),
        path: Vec::new(),
        cuts: BTreeSet::new(),
        trains_a_day: None,
        tracks: Vec::new(),
        note: String::new(),
    });
}

/// A crossing of a river that carries these, said to be at a point in metres, or nowhere in particular.
pub fn crossing(
    campaign: &mut Campaign,
    id: &str,
    river: &str,
    kind: CrossingKind,
    carries: &[Traffic],
    position: Option<(i32, i32)>,
) {
    let carries = carries.iter().fold(Carries::default(), |all, one| all.with(*one));
    let crossing = Crossing {
        id: id.into(),
        name: id.to_owned(),
        river: river.to_owned(),
        position: position.map(|(x, y)| Location::At(at(x, y))),
        side: None,
        kind,
        carries,
        state: CrossingState::Open,
        from: None,
        until: None,
        note: String::new(),
    };
    campaign.crossings.insert(crossing.id.clone(), crossing);
}

/// A bridge for foot and vehicles.
pub fn bridge(campaign: &mut Campaign, id: &str, river: &str, x: i32, y: i32) {
    crossing(campaign, id, river, CrossingKind::Bridge, &[Traffic::Foot, Traffic::Vehicles], Some((x, y)));
}

/// Adds a side with a colour.
pub fn add_side(campaign: &mut Campaign, id: &str, name: &str, colour: &str) {
    let id = SideId::new(id).unwrap();
    campaign.sides.push(Side { id, name: name.to_owned(), colour: colour.to_owned() });
}

/// Adds a formation; with a square it is an infantry leaf of three SP that stands there and holds it.
pub fn formation(campaign: &mut Campaign, id: &str, side: &str, echelon: Echelon, at: Option<&str>) {
    let own = SideId::new(side).unwrap();
    if let Some(at) = at {
        Arc::make_mut(&mut campaign.ground).set_control(square(at), Some(own));
    }
    let added = Formation {
        order: campaign.formations.len() as u32,
        parent: id.rsplit_once('.').map(|(parent, _)| parent.into()),
        mobility: Some(Mobility::Foot),
        leaf: at.map(|at| infantry(square(at))),
        ..Formation::new(id.into(), own, format!("Formation {id}"), echelon, Arm::Infantry)
    };
    campaign.formations.insert(added);
}

/// A fighting base of three SP, without weapons.
pub fn base() -> Base {
    Base {
        role: Role::Fighting,
        weapon_men: None,
        weapon_armour: None,
        armour: None,
        calibre_mm: None,
        sp_full: 3,
        sp: 3,
        markers: 0,
        out_of_ammo: false,
        marks: BaseMarks::default(),
    }
}

fn infantry(square: Square) -> Leaf {
    Leaf {
        square: Some(square),
        posture: Posture::Open,
        casemated: false,
        state: LeafState::Organised,
        march: crate::march::Marched::default(),
        arrives: None,
        entry: None,
        by_rail: false,
        carries: None,
        capacity: 0,
        bases: vec![base()],
    }
}

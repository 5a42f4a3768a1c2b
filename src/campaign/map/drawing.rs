//! What the organiser draws: places, roads, railways, rivers, crossings, and where each came to lie on squares.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use domain::{
    Bound, Carries, CrossingId, CrossingKind, CrossingState, LatLon, PlaceKind, Put, RiverClass, RoadQuality, SideId,
    Sink, Source, Square, SquareSide, Take, record,
};

/// Where something was said to be: at a named place, at coordinates, or in a square.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Location {
    /// At the place of this name.
    Place(String),
    /// At these coordinates.
    At(LatLon),
    /// In this square.
    Square(Square),
}

/// As JSON: plain values all through, so that writing them cannot fail.
impl Put for Location {
    fn put(&self, sink: &mut impl Sink) {
        sink.text(&serde_json::to_string(self).unwrap_or_default());
    }
}

impl Take for Location {
    fn take<S: Source>(source: &mut S) -> Result<Self, S::Fault> {
        source.text_as(|text| serde_json::from_str(text).ok())
    }
}

/// Lists that are kept as JSON.
macro_rules! listed_as_json {
    ($($value:ty),+) => {$(
        impl domain::Listed for $value {
            fn put_all(list: &[Self], sink: &mut impl domain::Sink) {
                sink.text(&serde_json::to_string(list).unwrap_or_default());
            }

            fn take_all<S: domain::Source>(source: &mut S) -> Result<Vec<Self>, S::Fault> {
                source.text_as(|text| serde_json::from_str(text).ok())
            }
        }
    )+};
}
pub(crate) use listed_as_json;
listed_as_json!(Location);

/// A named place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// Its name, unique on the map.
    pub name: String,
    /// Its coordinates; none where it was given by its square.
    pub at: Option<LatLon>,
    /// The square in which it stands: the one of its coordinates, or the nearest on their bank.
    pub square: Square,
    /// What it is.
    pub kind: PlaceKind,
    /// Whether it is prepared for defence.
    pub prepared: bool,
    /// A note of the organiser's.
    pub note: String,
}

record!(Place { name, at as "latitude_e6" "longitude_e6", square, kind, prepared, note });

/// A road: a line from point to point, and the squares by which it was laid.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Road {
    /// Its name, unique among roads.
    pub name: String,
    /// How good it is.
    pub quality: RoadQuality,
    /// Its points in order: places, coordinates or squares.
    pub points: Vec<Location>,
    /// The squares that it passes, in order, each a neighbour of the one before.
    pub path: Vec<Square>,
    /// A note of the organiser's.
    pub note: String,
}

record!(Road { name, quality, points, path, note });

/// A railway: a line from point to point, and the squares by which it was laid.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Railway {
    /// Its name, unique among railways.
    pub name: String,
    /// Its gauge in millimetres.
    pub gauge: u16,
    /// The sides that can use it.
    pub users: BTreeSet<SideId>,
    /// Its points in order: places, coordinates or squares.
    pub points: Vec<Location>,
    /// The squares that it passes, in order, each a neighbour of the one before.
    pub path: Vec<Square>,
    /// The lengths, from one square to the next, over which no train can run.
    pub cuts: BTreeSet<SquareSide>,
    /// How many trains it carries in a day; none where nothing is said of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trains_a_day: Option<u32>,
    /// What is to be said of single lengths, in their order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tracks: Vec<Track>,
    /// A note of the organiser's.
    pub note: String,
}

record! {
    Railway {
        name, gauge, users, points, path, note, trains_a_day
        ; cuts, tracks
    }
}

/// A river: its course from point to point.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct River {
    /// Its name, unique among rivers.
    pub name: String,
    /// How great it is.
    pub class: RiverClass,
    /// Its course.
    pub course: Vec<LatLon>,
}

record! {
    River {
        name, class
        ; course
    }
}

/// A crossing of a river.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Crossing {
    /// Its id.
    pub id: CrossingId,
    /// Its name.
    pub name: String,
    /// The name of the river that it crosses.
    pub river: String,
    /// Where it was said to be; none where it was given by the two squares that it joins, or is the ice of a whole
    /// river.
    pub position: Option<Location>,
    /// The side on which it lies; none for the ice of a whole river.
    pub side: Option<SquareSide>,
    /// What it is.
    pub kind: CrossingKind,
    /// What it carries while open.
    pub carries: Carries,
    /// In what state it is; its dates apart.
    pub state: CrossingState,
    /// The first bound in which it can be used, where it is dated.
    pub from: Option<Bound>,
    /// The last bound in which it can be used, where it is dated.
    pub until: Option<Bound>,
    /// A note of the organiser's.
    pub note: String,
}

record! {
    Crossing {
        id, name, river, position as "location", side as "square" "neighbour", kind, carries as "foot" "vehicles" "rail",
        state, from as "from_bound", until as "until_bound", note,
    }
}

impl Crossing {
    /// Whether it can be used in this bound: open, and within its dates.
    pub fn is_open(&self, bound: Bound) -> bool {
        self.state == CrossingState::Open
            && self.from.is_none_or(|from| from <= bound)
            && self.until.is_none_or(|until| bound <= until)
    }
}

/// What is to be said of one length of a railway, its cuts apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Track {
    /// The length: from one square to the next.
    pub length: SquareSide,
    /// What it was laid anew to.
    pub relaid: Option<Relaid>,
    /// How many metres of it are repaired (where it is cut) or laid anew, of a work that is not done.
    pub worked_m: u32,
}

record!(Track { length as "square" "neighbour", relaid as "gauge" "side", worked_m });

/// A length of railway that was laid anew: to which gauge, and by whom. Only that side's trains use it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Relaid {
    /// The gauge in millimetres.
    pub gauge: u16,
    /// The side that laid it.
    pub side: SideId,
}

record!(Relaid { gauge, side });

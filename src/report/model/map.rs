//! The map as a value: the whole of it in blocks of squares, or a window square by square.
//!
//! What it decides: what lies in each block or square and on its sides, and which towns and formations get a letter.
//! What it never does: choose a character for ground; that is `render::map`.

pub(crate) mod crossing;
pub mod ground;
pub(crate) mod mines;
pub(crate) mod partisan;
pub(crate) mod rail;
pub(crate) mod thing;
mod whole;
mod window;

use std::collections::BTreeMap;

use serde::Serialize;

use campaign::{Campaign, Crossing, Formation, MapFrame, Place, Seen};
use domain::{Arm, CrossingKind, PlaceKind, RailState, RiverClass, RoadQuality, SideId, Square, SquareSide, Terrain};

pub use whole::{Block, Whole};
pub use window::{ClippedWindow, FormationKey, Window, WindowSquare};

/// A map on a page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct MapView {
    /// The title of the campaign.
    pub title: String,
    /// The bound that it shows, with its date.
    pub moment: String,
    /// How many characters wide the page is.
    pub width: usize,
    /// The sides, each with its mark; the first is the one that is left blank where it holds the ground.
    pub sides: Vec<MapSide>,
    /// The side for which it is drawn; none for the umpire's map.
    pub drawn_for: Option<SideId>,
    /// The name of the formation whose commander alone it is for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub commander: Option<String>,
    /// The side of a square in metres.
    pub square_m: u32,
    /// The map itself.
    pub sheet: MapSheet,
    /// The towns that are marked, or in a window every place.
    pub places: Vec<MapPlace>,
    /// The crossings of a window; none on a whole map.
    pub crossings: Vec<MapCrossing>,
}

/// The whole map, or a window of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum MapSheet {
    /// The whole map, several squares to a character.
    Whole(Whole),
    /// A window, square by square.
    Window(Window),
}

/// A side and the character that stands for its fighting leaves.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct MapSide {
    /// Its id.
    pub id: SideId,
    /// Its name.
    pub name: String,
    /// Its colour, in a word.
    pub colour: String,
    /// What stands for it on a whole map.
    pub mark: char,
}

/// A place of the map.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct MapPlace {
    /// Its letter on a whole map; none in a window, where it has the mark of its kind.
    pub key: Option<char>,
    /// Its name.
    pub name: String,
    /// What it is.
    pub kind: PlaceKind,
    /// Its square.
    pub square: String,
    /// Whose fighting leaves hide its letter on a whole map.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub held_by: Vec<SideId>,
}

/// A crossing of the map.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct MapCrossing {
    /// Its id.
    pub id: String,
    /// What it is.
    pub kind: CrossingKind,
    /// The river.
    pub river: String,
    /// The two squares that it joins.
    pub squares: (String, String),
    /// What it carries, in words.
    pub carries: String,
    /// Whether it can be used in the bound shown.
    pub open: bool,
    /// Its state, in a word.
    pub state: String,
}

/// What lies on a side of a square, or on all the sides in and around a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct MapLines {
    /// The greatest river.
    pub river: Option<RiverClass>,
    /// The best road.
    pub road: Option<RoadQuality>,
    /// A railway, open if any is.
    pub rail: Option<RailState>,
    /// A crossing, and whether one can be used.
    pub crossing: Option<bool>,
    /// Whether the ground on the two sides is held by different sides.
    pub front: bool,
}

impl MapLines {
    fn join(self, other: Self) -> Self {
        let best = |a: Option<RoadQuality>, b: Option<RoadQuality>| a.into_iter().chain(b).min();
        Self {
            river: self.river.max(other.river),
            road: best(self.road, other.road),
            rail: self.rail.into_iter().chain(other.rail).min(),
            crossing: self.crossing.max(other.crossing),
            front: self.front || other.front,
        }
    }
}

/// What the makers of both sheets look up.
struct Layers<'a> {
    campaign: &'a Campaign,
    rails: BTreeMap<SquareSide, RailState>,
    crossings: BTreeMap<SquareSide, bool>,
    fighters: BTreeMap<Square, Vec<&'a Formation>>,
    /// HQs and vehicles.
    staff: BTreeMap<Square, Vec<&'a Formation>>,
    places: BTreeMap<Square, Vec<&'a Place>>,
    /// What the side sees for which it is drawn; none for the umpire, who sees all.
    seen: Option<Seen<'a>>,
}

impl<'a> Layers<'a> {
    fn new(campaign: &'a Campaign, side: Option<SideId>) -> Self {
        let mut rails = BTreeMap::new();
        for railway in &campaign.railways {
            for over in railway.path.windows(2).filter_map(|step| step[0].side_to(step[1])) {
                let state = if railway.cuts.contains(&over) { RailState::Cut } else { RailState::Open };
                rails.entry(over).and_modify(|there: &mut RailState| *there = state.min(*there)).or_insert(state);
            }
        }
        let mut crossings = BTreeMap::new();
        for (crossing, over) in campaign.crossings.values().filter_map(|c| c.side.map(|over| (c, over))) {
            *crossings.entry(over).or_default() |= crossing.is_open(campaign.bound);
        }
        let mut fighters: BTreeMap<Square, Vec<&Formation>> = BTreeMap::new();
        let mut staff: BTreeMap<Square, Vec<&Formation>> = BTreeMap::new();
        for leaf in campaign.formations.values().filter(|leaf| campaign.is_shown_to(side, leaf)) {
            let Some(square) = leaf.stands_on() else { continue };
            if leaf.is_fighting_leaf() {
                fighters.entry(square).or_default().push(leaf);
            } else if leaf.arm == Arm::Hq || leaf.vehicle_of().is_some() {
                staff.entry(square).or_default().push(leaf);
            }
        }
        let mut places: BTreeMap<Square, Vec<&Place>> = BTreeMap::new();
        for place in &campaign.places {
            places.entry(place.square).or_default().push(place);
        }
        let seen = side.map(|side| campaign.seen_by(side));
        Self { campaign, rails, crossings, fighters, staff, places, seen }
    }

    fn frame(&self) -> &'a MapFrame {
        &self.campaign.frame
    }

    fn terrain(&self, square: Square) -> Terrain {
        self.campaign.ground.terrain(square)
    }

    fn control(&self, square: Square) -> Option<SideId> {
        self.campaign.ground.control(square)
    }

    /// Whether the side for which it is drawn does not see a square.
    fn is_unseen(&self, square: Square) -> bool {
        self.seen.as_ref().is_some_and(|seen| !seen.contains(square))
    }

    fn lines(&self, side: SquareSide) -> MapLines {
        let (one, other) = side.squares();
        let (a, b) = (self.control(one), self.control(other));
        MapLines {
            river: self.campaign.ground.river(side).map(|there| there.class),
            road: self.campaign.ground.road(side),
            rail: self.rails.get(&side).copied(),
            crossing: self.crossings.get(&side).copied(),
            front: a.is_some() && b.is_some() && a != b,
        }
    }

    /// The side between a square and its neighbour in the east or south, where both are on the map.
    fn side_to(&self, square: Square, east: u16, south: u16) -> Option<SquareSide> {
        let next = Square::new(square.col + east, square.row + south);
        if self.frame().contains(next) { square.side_to(next) } else { None }
    }

    /// The sides whose fighting leaves stand in a square, in order.
    fn held_by(&self, square: Square) -> Vec<SideId> {
        let mut held: Vec<SideId> =
            self.fighters.get(&square).into_iter().flatten().map(|formation| formation.side).collect();
        held.sort_unstable();
        held.dedup();
        held
    }
}

/// How much a place matters on a map: the least first.
pub(crate) fn weight(kind: PlaceKind) -> u8 {
    match kind {
        PlaceKind::City => 0,
        PlaceKind::Town => 1,
        PlaceKind::Railhead => 2,
        PlaceKind::Station => 3,
        PlaceKind::Airfield => 4,
        PlaceKind::Village => 5,
    }
}

fn map_place(frame: &MapFrame, place: &Place, key: Option<char>) -> MapPlace {
    let (name, square) = (place.name.clone(), frame.reference(place.square));
    MapPlace { key, name, kind: place.kind, square, held_by: Vec::new() }
}

fn map_crossing(campaign: &Campaign, crossing: &Crossing, side: SquareSide) -> MapCrossing {
    let (one, other) = side.squares();
    MapCrossing {
        id: crossing.id.to_string(),
        kind: crossing.kind,
        river: crossing.river.clone(),
        squares: (campaign.frame.reference(one), campaign.frame.reference(other)),
        carries: crossing.carries.to_words(),
        open: crossing.is_open(campaign.bound),
        state: crossing.state.to_string(),
    }
}

impl MapView {
    /// The same of a campaign as it stood once, in these words.
    #[must_use]
    pub fn looking_back(self, as_of: Option<&str>) -> Self {
        let then = as_of.map(|word| format!(", as of {word}")).unwrap_or_default();
        Self { moment: self.moment + &then, ..self }
    }

    /// The whole map as a window, as wide as it is.
    pub fn square_by_square(campaign: &Campaign, side: Option<SideId>) -> Self {
        let frame = &campaign.frame;
        let (centre, radius) = (Square::new(frame.columns / 2, frame.rows / 2), frame.columns.max(frame.rows));
        Self::new(campaign, Some((centre, radius)), side, window::width(radius))
    }

    /// The map of a campaign for a page of this width: the whole, or the squares around one up to a distance, as far
    /// as the width allows. For a side only its own formations are shown.
    pub fn new(campaign: &Campaign, window: Option<(Square, u16)>, side: Option<SideId>, width: usize) -> Self {
        let layers = Layers::new(campaign, side);
        let (sheet, places, crossings) = match window {
            None => {
                let (whole, places) = whole::make(&layers, width);
                (MapSheet::Whole(whole), places, Vec::new())
            }
            Some((centre, radius)) => {
                let window = window::make(&layers, centre, radius, width);
                let (places, crossings) = (window::places(&layers, &window), window::crossings(&layers, &window));
                (MapSheet::Window(window), places, crossings)
            }
        };
        Self {
            title: campaign.title.clone(),
            moment: format!("{}, {}", campaign.bound, campaign.date()),
            width,
            sides: sides(campaign),
            drawn_for: side,
            commander: None,
            square_m: campaign.frame.square_m,
            sheet,
            places,
            crossings,
        }
    }
}

fn sides(campaign: &Campaign) -> Vec<MapSide> {
    let marks = ['x', 'o', 'v', 'w', 'z'];
    let mark = |number: usize| marks.get(number).copied().unwrap_or('?');
    let side = |(number, side): (usize, &campaign::Side)| MapSide {
        id: side.id,
        name: side.name.clone(),
        colour: side.colour.clone(),
        mark: mark(number),
    };
    campaign.sides.iter().enumerate().map(side).collect()
}

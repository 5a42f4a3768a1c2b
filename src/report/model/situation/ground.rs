//! The ground of a situation: squares, rivers, roads, railways, places, crossings.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use campaign::Campaign;
use domain::{CrossingKind, PlaceKind, RailState, RiverClass, RoadQuality, SideId, Square, SquareSide, Terrain};

use crate::model::map::weight;

/// A square.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct GroundSquare {
    /// What its ground is.
    pub terrain: Terrain,
    /// Who controls it; for a side, as far as it knows.
    pub control: Option<SideId>,
    /// Whether the side for which it is drawn has nobody who sees it.
    pub fog: bool,
}

/// A river: the sides of squares on which it lies.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RiverRun {
    /// Its name.
    pub name: String,
    /// How great it is here.
    pub class: RiverClass,
    /// The sides.
    pub sides: Vec<SquareSide>,
}

/// Roads of one quality: the sides of squares over which they go.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RoadRun {
    /// How good they are.
    pub quality: RoadQuality,
    /// The sides.
    pub sides: Vec<SquareSide>,
}

/// Railways in one state.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RailRun {
    /// Whether trains can run.
    pub state: RailState,
    /// The sides of squares over which they go.
    pub sides: Vec<SquareSide>,
}

/// A place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct MapPlaceAt {
    /// Its name.
    pub name: String,
    /// What it is.
    pub kind: PlaceKind,
    /// Its square.
    pub square: Square,
}

/// A crossing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct MapCrossingAt {
    /// Its id.
    #[serde(skip)]
    pub id: String,
    /// Its name.
    pub name: String,
    /// What it is.
    pub kind: CrossingKind,
    /// Where: between two squares.
    pub side: SquareSide,
    /// Whether it can be used in the bound.
    pub open: bool,
}

pub(super) fn squares(campaign: &Campaign, side: Option<SideId>) -> Vec<GroundSquare> {
    let seen = side.map(|side| campaign.seen_by(side));
    let square = |at: Square| GroundSquare {
        terrain: campaign.ground.terrain(at),
        control: campaign.ground.control(at),
        fog: seen.as_ref().is_some_and(|seen| !seen.contains(at)),
    };
    campaign.frame.squares().map(square).collect()
}

/// The rivers, the smallest first, so that a greater one lies over what flows into it.
pub(super) fn rivers(campaign: &Campaign) -> Vec<RiverRun> {
    let mut runs: BTreeMap<(RiverClass, u16), Vec<SquareSide>> = BTreeMap::new();
    for (number, river) in campaign.ground.rivers().iter().enumerate() {
        let side = campaign.ground.side_at(number);
        if let Some(there) = river.filter(|_| is_on_map(campaign, side)) {
            runs.entry((there.class, there.river)).or_default().push(side);
        }
    }
    let name = |number: u16| campaign.rivers.get(usize::from(number)).map_or_else(String::new, |r| r.name.clone());
    runs.into_iter().map(|((class, river), sides)| RiverRun { name: name(river), class, sides }).collect()
}

fn is_on_map(campaign: &Campaign, side: SquareSide) -> bool {
    let (one, other) = side.squares();
    campaign.frame.contains(one) && campaign.frame.contains(other)
}

/// The roads, poor ones first.
pub(super) fn roads(campaign: &Campaign) -> Vec<RoadRun> {
    let mut runs: BTreeMap<RoadQuality, Vec<SquareSide>> = BTreeMap::new();
    for (number, road) in campaign.ground.roads().iter().enumerate() {
        let side = campaign.ground.side_at(number);
        if let Some(quality) = road.filter(|_| is_on_map(campaign, side)) {
            runs.entry(quality).or_default().push(side);
        }
    }
    runs.into_iter().rev().map(|(quality, sides)| RoadRun { quality, sides }).collect()
}

/// Railways that are cut, then those on which trains can run.
pub(super) fn railways(campaign: &Campaign) -> Vec<RailRun> {
    let (mut open, mut cut) = (BTreeSet::new(), BTreeSet::new());
    for railway in &campaign.railways {
        for over in railway.path.windows(2).filter_map(|step| step[0].side_to(step[1])) {
            if railway.cuts.contains(&over) {
                cut.insert(over)
            } else {
                open.insert(over)
            };
        }
    }
    cut.retain(|over| !open.contains(over));
    let run = |state, sides: BTreeSet<SquareSide>| RailRun { state, sides: sides.into_iter().collect() };
    [run(RailState::Cut, cut), run(RailState::Open, open)].into_iter().filter(|run| !run.sides.is_empty()).collect()
}

/// The places, those that matter most first.
pub(super) fn places(campaign: &Campaign) -> Vec<MapPlaceAt> {
    let place =
        |place: &campaign::Place| MapPlaceAt { name: place.name.clone(), kind: place.kind, square: place.square };
    let mut places: Vec<MapPlaceAt> = campaign.places.iter().map(place).collect();
    places.sort_by(|a, b| (weight(a.kind), a.square, &a.name).cmp(&(weight(b.kind), b.square, &b.name)));
    places
}

/// The crossings that lie between two squares.
pub(super) fn crossings(campaign: &Campaign) -> Vec<MapCrossingAt> {
    let crossing = |crossing: &campaign::Crossing| {
        Some(MapCrossingAt {
            id: crossing.id.to_string(),
            name: crossing.name.clone(),
            kind: crossing.kind,
            side: crossing.side?,
            open: crossing.is_open(campaign.bound),
        })
    };
    campaign.crossings.values().filter_map(crossing).collect()
}

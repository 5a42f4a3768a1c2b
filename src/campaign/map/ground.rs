//! The ground as squares: terrain, control, rivers and roads.
//!
//! What it decides: nothing; it is what [`super::survey`] made of the drawings and what events have changed since.
//! What it never does: hold formations, stocks or the state of crossings and railways.

use std::sync::Arc;

use network::Network;
use serde::{Deserialize, Serialize};

use domain::{Edge, RiverClass, RoadQuality, SideId, Square, SquareSide, Terrain, record};

use super::kept_network::{KeptNetwork, NetworkKey};
use crate::MapFrame;

/// The river on a side of a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct RiverSide {
    /// How great it is.
    pub class: RiverClass,
    /// Which river: its place in [`crate::Campaign::rivers`].
    pub river: u16,
}

record!(RiverSide { class as "river_class", river });

/// The ground of the whole map, by number of the square.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ground {
    columns: u16,
    terrain: Vec<Terrain>,
    control: Vec<Option<SideId>>,
    rivers: Vec<Option<RiverSide>>,
    roads: Vec<Option<RoadQuality>>,
    #[serde(skip)]
    network: KeptNetwork,
}

impl Ground {
    /// Open ground without rivers, roads or masters.
    pub fn blank(frame: &MapFrame) -> Self {
        let squares = frame.len();
        Self {
            columns: frame.columns,
            terrain: vec![Terrain::Open; squares],
            control: vec![None; squares],
            rivers: vec![None; squares * 2],
            roads: vec![None; squares * 2],
            network: KeptNetwork::default(),
        }
    }

    /// Ground from what lies on each square and what each side is, by number; none where a list is too short or long.
    pub fn from_layers(
        frame: &MapFrame,
        squares: Vec<(Terrain, Option<SideId>)>,
        sides: impl IntoIterator<Item = (usize, Option<RiverSide>, Option<RoadQuality>)>,
    ) -> Option<Self> {
        let mut ground = Self::blank(frame);
        if squares.len() != frame.len() {
            return None;
        }
        (ground.terrain, ground.control) = squares.into_iter().unzip();
        for (number, river, road) in sides {
            *ground.rivers.get_mut(number)? = river;
            *ground.roads.get_mut(number)? = road;
        }
        Some(ground)
    }

    fn index(&self, square: Square) -> usize {
        usize::from(square.row) * usize::from(self.columns) + usize::from(square.col)
    }

    /// The number of a side: twice the number of its square, and one more for a southern side.
    pub(crate) fn side_index(&self, side: SquareSide) -> usize {
        self.index(side.square) * 2 + usize::from(side.edge == Edge::South)
    }

    /// The terrain of a square.
    pub fn terrain(&self, square: Square) -> Terrain {
        self.terrain[self.index(square)]
    }

    /// Who controls a square.
    pub fn control(&self, square: Square) -> Option<SideId> {
        self.control[self.index(square)]
    }

    /// The river on a side: of several the greatest.
    pub fn river(&self, side: SquareSide) -> Option<RiverSide> {
        self.rivers[self.side_index(side)]
    }

    /// The road over a side: of several the best.
    pub fn road(&self, side: SquareSide) -> Option<RoadQuality> {
        self.roads[self.side_index(side)]
    }

    /// Sets the terrain of a square.
    pub fn set_terrain(&mut self, square: Square, terrain: Terrain) {
        let index = self.index(square);
        self.terrain[index] = terrain;
        self.network = KeptNetwork::default();
    }

    /// Sets who controls a square.
    pub fn set_control(&mut self, square: Square, side: Option<SideId>) {
        let index = self.index(square);
        self.control[index] = side;
    }

    /// Sets the river on a side.
    pub fn set_river(&mut self, side: SquareSide, river: Option<RiverSide>) {
        let index = self.side_index(side);
        self.rivers[index] = river;
        self.network = KeptNetwork::default();
    }

    /// Sets the road over a side.
    pub fn set_road(&mut self, side: SquareSide, road: Option<RoadQuality>) {
        let index = self.side_index(side);
        self.roads[index] = road;
        self.network = KeptNetwork::default();
    }

    /// The network of this ground: the one that was made for the same before, where nothing has changed what ways take.
    pub fn network(&self, key: NetworkKey, make: impl FnOnce(&NetworkKey) -> Network) -> Arc<Network> {
        self.network.get_or_make(key, make)
    }

    /// The terrain of every square, row by row.
    pub fn terrains(&self) -> &[Terrain] {
        &self.terrain
    }

    /// Who controls each square, row by row.
    pub fn controls(&self) -> &[Option<SideId>] {
        &self.control
    }

    /// The river on each side, by number of the side.
    pub fn rivers(&self) -> &[Option<RiverSide>] {
        &self.rivers
    }

    /// The road over each side, by number of the side.
    pub fn roads(&self) -> &[Option<RoadQuality>] {
        &self.roads
    }

    /// The square with this number.
    pub fn square_at(&self, index: usize) -> Square {
        let columns = usize::from(self.columns.max(1));
        Square::new((index % columns) as u16, (index / columns) as u16)
    }

    /// The side of this number.
    pub fn side_at(&self, index: usize) -> SquareSide {
        let edge = if index % 2 == 1 { Edge::South } else { Edge::East };
        SquareSide { square: self.square_at(index / 2), edge }
    }
}

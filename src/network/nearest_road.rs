//! What [`crate::groups::Groups`] marks on squares while it links roads: whose realm a square is, and which are near.
//!
//! Both are kept for a strip of the map only: what is put right lies mostly close together.

use std::ops::Range;

use crate::network::Network;

/// By square: its nearest road and how far that is; no road where none is near.
pub(crate) struct NearestRoad {
    /// The number of the first square of which something is kept.
    first: usize,
    nearest_road: Vec<(u32, u8)>,
}

impl NearestRoad {
    const NOBODY: u32 = u32::MAX;

    /// Nobody's squares, of a part of the map.
    pub(crate) fn new(squares: Range<usize>) -> Self {
        Self { first: squares.start, nearest_road: vec![(Self::NOBODY, 0); squares.len()] }
    }

    /// The nearest road of a square and how far it is; none where none is near, and beyond the part.
    pub(crate) fn of(&self, square: usize) -> Option<(u32, u8)> {
        let realm = self.nearest_road.get(square.wrapping_sub(self.first))?;
        Some(*realm).filter(|(road, _)| *road != Self::NOBODY)
    }

    /// Gives a square to a road.
    pub(crate) fn set(&mut self, square: usize, realm: (u32, u8)) {
        if let Some(place) = self.nearest_road.get_mut(square.wrapping_sub(self.first)) {
            *place = realm;
        }
    }
}

/// The squares near some, in a strip of the map from the first of them to the last.
pub(crate) struct Near {
    first: usize,
    marked: Vec<bool>,
}

impl Near {
    /// The squares within a stretch of these.
    pub(crate) fn new(network: &Network, squares: &[usize]) -> Self {
        let reach = usize::from(network.stretch.max(1));
        let margin = reach * network.columns();
        let first = squares.iter().min().map_or(0, |first| first.saturating_sub(margin));
        let end = squares.iter().max().map_or(0, |last| (last + margin + 1).min(network.len()));
        let mut near = Self { first, marked: vec![false; end - first] };
        for square in squares {
            for (beside, _) in network.around(*square, network.stretch.max(1)) {
                near.marked[beside - first] = true;
            }
        }
        near
    }

    /// Whether a square is one of them.
    pub(crate) fn contains(&self, square: usize) -> bool {
        self.marked.get(square.wrapping_sub(self.first)).is_some_and(|marked| *marked)
    }

    /// The strip.
    pub(crate) fn strip(&self) -> Range<usize> {
        self.first..self.first + self.marked.len()
    }

    /// They, in order.
    pub(crate) fn squares(&self) -> impl Iterator<Item = usize> {
        self.strip().zip(&self.marked).filter(|(_, marked)| **marked).map(|(square, _)| square)
    }
}

//! The whole map in blocks of squares, one to a character.

use serde::Serialize;

use campaign::Place;
use domain::{PlaceKind, SideId, Square, Terrain};

use super::{Layers, MapLines, MapPlace, map_place, weight};

/// Characters before each row.
pub(super) const MARGIN: usize = 4;
/// What stands for towns, in order.
const KEYS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ123456789";

/// The whole map.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Whole {
    /// Squares to a character from west to east.
    pub across: u16,
    /// Squares to a character from north to south: characters are twice as high as wide.
    pub down: u16,
    /// With how many digits columns and rows are numbered.
    #[serde(skip)]
    pub digits: usize,
    /// The rows of blocks, from the north; each from the west.
    pub rows: Vec<Vec<Block>>,
}

/// The squares of one character.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Block {
    /// The town in it that matters most.
    pub key: Option<char>,
    /// Whose fighting leaves stand in it.
    pub held_by: Vec<SideId>,
    /// Who holds most of it.
    pub control: Option<SideId>,
    /// Whether most of it is water.
    pub water: bool,
    /// Whether the side for which it is drawn sees nothing of it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub unseen: bool,
    /// What lies on the sides in it, and on those to its east and south.
    pub lines: MapLines,
}

/// The whole map for a page of this width, and the towns that have a letter on it.
pub(super) fn make(layers: &Layers<'_>, width: usize) -> (Whole, Vec<MapPlace>) {
    let frame = layers.frame();
    let room = width.saturating_sub(MARGIN).max(1) as u16;
    let across = frame.columns.div_ceil(room).max(1);
    // Characters are about twice as high as wide; a little less than that keeps more of a large map.
    let down = (across * 3).div_ceil(2);
    let towns = towns(layers, across, down);
    let row = |south: u16| -> Vec<Block> {
        let west = (0..frame.columns).step_by(usize::from(across));
        west.map(|col| block(layers, Square::new(col, south), (across, down), &towns)).collect()
    };
    let rows: Vec<Vec<Block>> = (0..frame.rows).step_by(usize::from(down)).map(row).collect();
    let held_by = |place: &Place| {
        let row = rows.get(usize::from(place.square.row / down));
        row.and_then(|row| row.get(usize::from(place.square.col / across))).map(|block| block.held_by.clone())
    };
    let named = |(key, place): &(char, &Place)| {
        let held_by = held_by(place).unwrap_or_default();
        MapPlace { held_by, ..map_place(frame, place, Some(*key)) }
    };
    let places = towns.iter().map(named).collect();
    let digits = domain::digits_of(frame.columns, frame.rows);
    (Whole { across, down, digits, rows }, places)
}

/// The towns that get a letter: one a block, those that matter most first, lettered from the north.
fn towns<'a>(layers: &Layers<'a>, across: u16, down: u16) -> Vec<(char, &'a Place)> {
    let mut found: Vec<&Place> = layers.campaign.places.iter().collect();
    found.retain(|place| matches!(place.kind, PlaceKind::City | PlaceKind::Town | PlaceKind::Railhead));
    found.sort_by_key(|place| weight(place.kind));
    let mut taken = std::collections::BTreeSet::new();
    found.retain(|place| taken.insert((place.square.col / across, place.square.row / down)));
    found.truncate(KEYS.len());
    found.sort_by_key(|place| (place.square.row / down, place.square.col));
    KEYS.chars().zip(found).collect()
}

fn block(layers: &Layers<'_>, corner: Square, size: (u16, u16), towns: &[(char, &Place)]) -> Block {
    let frame = layers.frame();
    let cols = corner.col..(corner.col + size.0).min(frame.columns);
    let rows = corner.row..(corner.row + size.1).min(frame.rows);
    let squares: Vec<Square> = cols.flat_map(|col| rows.clone().map(move |row| Square::new(col, row))).collect();
    let key = towns.iter().find(|(_, place)| squares.contains(&place.square)).map(|(key, _)| *key);
    let mut held_by: Vec<SideId> = squares.iter().flat_map(|square| layers.held_by(*square)).collect();
    held_by.sort_unstable();
    held_by.dedup();
    let sides = squares.iter().flat_map(|square| [layers.side_to(*square, 1, 0), layers.side_to(*square, 0, 1)]);
    let lines = sides.flatten().map(|side| layers.lines(side)).fold(MapLines::default(), MapLines::join);
    let lakes = squares.iter().filter(|square| layers.terrain(**square) == Terrain::Lake).count();
    let water = 2 * lakes > squares.len();
    let control = most(squares.iter().map(|square| layers.control(*square)));
    let unseen = squares.iter().all(|square| layers.is_unseen(*square));
    Block { key, held_by, control, water, unseen, lines }
}

/// Who holds most squares; of equals the lowest id, none last.
fn most(controls: impl Iterator<Item = Option<SideId>>) -> Option<SideId> {
    let mut counts = std::collections::BTreeMap::new();
    for side in controls.flatten() {
        *counts.entry(side).or_insert(0u32) += 1;
    }
    counts.into_iter().min_by_key(|(side, count)| (std::cmp::Reverse(*count), *side)).map(|(side, _)| side)
}

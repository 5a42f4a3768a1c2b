//! The places of a campaign by name, for asking about many; and the place by which a square is found on the map.

use std::collections::BTreeMap;

use domain::Square;

use crate::{Campaign, Place};

/// How many squares off, as the crow flies, a place still says where a square is.
const NEAR: u32 = 5;

/// The places of a campaign by name, letter case ignored.
///
/// Made from a campaign; it does not follow later changes of it.
pub struct PlaceNames<'a>(BTreeMap<String, &'a Place>);

impl<'a> PlaceNames<'a> {
    /// Those of a campaign.
    pub fn new(campaign: &'a Campaign) -> Self {
        // Of two of one name the first is meant.
        Self(campaign.places.iter().rev().map(|place| (place.name.to_lowercase(), place)).collect())
    }

    /// The place of this name.
    pub fn get(&self, name: &str) -> Option<&'a Place> {
        self.0.get(&name.to_lowercase()).copied()
    }
}

impl Campaign {
    /// The nearest named place, where one is near; of equally near ones the first by name.
    pub fn place_near(&self, square: Square) -> Option<&Place> {
        let far = |place: &Place| {
            let apart = |a: u16, b: u16| u32::from(a.abs_diff(b)).pow(2);
            apart(place.square.col, square.col) + apart(place.square.row, square.row)
        };
        let near = self.places.iter().filter(|place| far(place) <= NEAR * NEAR);
        near.min_by_key(|place| (far(place), &place.name))
    }

    /// A square as sentences name it: `061055 Ilyevka`, `044037 near Pronin`, and where no place is near `044037`.
    pub fn square_named(&self, square: Square) -> String {
        let at = self.frame.reference(square);
        match self.place_near(square) {
            Some(place) if place.square == square => format!("{at} {}", place.name),
            Some(place) => format!("{at} near {}", place.name),
            None => at,
        }
    }
}

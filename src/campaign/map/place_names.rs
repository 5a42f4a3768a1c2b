//! The places of a campaign by name, for asking about many.

use std::collections::BTreeMap;

use crate::{Campaign, Place};

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

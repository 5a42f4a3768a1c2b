//! What a survey finds: faults, and the squares of what was drawn.

use domain::{CrossingId, Square, SquareSide};

use crate::survey::course::Banks;
use crate::{Campaign, Location, PlaceNames};

/// Which drawing a fault is about: its place in the campaign's list, or its id.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SurveyItem {
    /// A place, by its number in [`Campaign::places`].
    Place(usize),
    /// A road, by its number in [`Campaign::roads`].
    Road(usize),
    /// A railway, by its number in [`Campaign::railways`].
    Railway(usize),
    /// A crossing, by its id.
    Crossing(CrossingId),
}

/// A drawing that cannot be laid on squares, or was laid otherwise than drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SurveyFault {
    /// The drawing.
    pub item: SurveyItem,
    /// What is wrong, or was done.
    pub message: String,
    /// What would be right; empty where there is nothing to do.
    pub hint: String,
    /// Whether it is only worth knowing.
    pub is_warning: bool,
    /// Whether a line finds no way from one of its points to the next, as where crossings are missing.
    pub is_without_way: bool,
}

impl SurveyFault {
    pub(crate) fn fault(item: SurveyItem, message: String, hint: String) -> Self {
        Self { item, message, hint, is_warning: false, is_without_way: false }
    }

    pub(crate) fn without_way(item: SurveyItem, message: String, hint: String) -> Self {
        Self { is_without_way: true, ..Self::fault(item, message, hint) }
    }

    pub(crate) fn warning(item: SurveyItem, message: String) -> Self {
        Self { item, message, hint: String::new(), is_warning: true, is_without_way: false }
    }
}

/// Finds the squares of points by name and by coordinates, once places have been settled.
pub(crate) struct Finder<'a> {
    pub(crate) campaign: &'a Campaign,
    banks: Banks<'a>,
    places: PlaceNames<'a>,
}

impl<'a> Finder<'a> {
    pub(crate) fn new(campaign: &'a Campaign) -> Self {
        Self { campaign, banks: Banks::new(campaign), places: PlaceNames::new(campaign) }
    }

    /// The square of a point of a road.
    pub(crate) fn square(&self, location: &Location) -> Option<Square> {
        match location {
            Location::Place(name) => self.places.get(name).map(|place| place.square),
            Location::At(at) => self.banks.square(*at).map(|(square, _)| square),
            Location::Square(square) => Some(*square),
        }
        .filter(|square| self.campaign.frame.contains(*square))
    }
}

/// The sides that a way passes over, in order.
pub(crate) fn sides_of(path: &[Square]) -> impl Iterator<Item = SquareSide> {
    path.windows(2).filter_map(|step| step[0].side_to(step[1]))
}

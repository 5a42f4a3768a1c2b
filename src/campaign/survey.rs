//! From drawings to squares (model page, "From drawings to squares").

use super::Campaign;

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
    Crossing(crate::domain::CrossingId),
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
}

/// Lays every drawing of the campaign on squares.
pub fn survey(_campaign: &mut Campaign) -> Vec<SurveyFault> {
    Vec::new()
}

//! Bounds as reports give them.

use chrono::NaiveDate;
use serde::Serialize;

use campaign::Campaign;
use domain::{Bound, Phase};

/// A bound with its date: `{"day":1,"phase":"am","date":"1942-11-19","label":"D1 am"}`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct BoundView {
    /// The campaign day, from 1.
    pub day: u16,
    /// The part of the day.
    pub phase: Phase,
    /// The date.
    pub date: NaiveDate,
    /// The bound as it is written.
    pub label: String,
}

impl BoundView {
    /// A bound of a campaign.
    pub fn new(campaign: &Campaign, bound: Bound) -> Self {
        Self { day: bound.day, phase: bound.phase, date: bound.date(campaign.start), label: bound.to_string() }
    }

    /// Whether it is a later bound than another.
    pub(crate) fn is_after(&self, other: &Self) -> bool {
        (self.day, self.phase) > (other.day, other.phase)
    }
}

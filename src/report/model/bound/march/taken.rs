//! The ground that a side takes by marching.

use serde::Serialize;

use campaign::Campaign;
use domain::{SideId, counted, does};

/// Squares that passed to a side.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TakenRow {
    /// The side.
    pub side: String,
    /// What it is called.
    #[serde(skip)]
    name: String,
    /// How many.
    pub squares: usize,
}

impl TakenRow {
    pub(super) fn new(campaign: &Campaign, side: SideId, squares: usize) -> Self {
        Self { side: side.to_string(), name: campaign.side_name(side), squares }
    }

    pub(super) fn told(&self) -> String {
        format!("{} {}", does(&self.name, "takes"), counted(self.squares, "square"))
    }
}

//! How a formation stands with a commodity.

use crate::words;

words! {
    /// How a formation stands with a commodity (model page, "States").
    enum SupplyState: "state of supply" {
        /// In supply.
        InSupply = "in_supply",
        /// Its line or chain fails.
        Cut = "cut",
        /// It has no vehicle left.
        NoVehicle = "no_vehicle",
        /// Its own dump holds none.
        DumpEmpty = "dump_empty",
        /// It needs none.
        NotRequired = "not_required",
    }
}

impl SupplyState {
    /// Whether a formation has what it needs, or needs none.
    pub fn is_good(self) -> bool {
        matches!(self, Self::InSupply | Self::NotRequired)
    }
}

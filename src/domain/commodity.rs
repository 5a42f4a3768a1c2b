//! What stocks consist of.

use crate::words;

words! {
    /// A commodity, counted in whole units.
    enum Commodity: "commodity" {
        /// One DIV LOG refills a division, or an independent brigade or regiment, with food, spares and ammunition.
        Log = "log",
        /// One DIV POL runs one formation that needs it for a day.
        Pol = "pol",
        /// Fire units for medium guns.
        FuM = "fu_m",
        /// Fire units for heavy guns.
        FuH = "fu_h",
        /// Fire units for very heavy guns.
        FuVh = "fu_vh",
    }
}

impl Commodity {
    /// The name in running text and on sheets.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Log => "LOG",
            Self::Pol => "POL",
            Self::FuM => "FU_M",
            Self::FuH => "FU_H",
            Self::FuVh => "FU_VH",
        }
    }

    /// What brings it to a formation, in the singular.
    pub const fn vehicle(self) -> &'static str {
        match self {
            Self::Pol => "bowser",
            _ => "LOG vehicle",
        }
    }

    /// Whether it is fire units, of any class.
    pub const fn is_fire(self) -> bool {
        matches!(self, Self::FuM | Self::FuH | Self::FuVh)
    }
}

words! {
    /// How far the stocks are counted.
    enum Detail: "level of detail" {
        /// Stocks are not counted: lines and chains decide.
        Simple = "simple",
        /// The same lines and chains, and the counted stocks.
        Full = "full",
    }
}

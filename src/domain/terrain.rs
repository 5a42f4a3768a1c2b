//! What lies on a square and on the side between two squares.

use serde::{Deserialize, Serialize};

use crate::words;

words! {
    /// What the ground of a square is.
    enum Terrain: "terrain" {
        /// Open country.
        Open = "open",
        /// Woods, balkas and other close country.
        Close = "close",
        /// Marsh.
        Marsh = "marsh",
        /// A town.
        Town = "town",
        /// A city.
        City = "city",
        /// Open water.
        Lake = "lake",
    }
}

impl Terrain {
    /// Whether it is built up, so that marching through it is marching on a street.
    pub fn is_built_up(self) -> bool {
        matches!(self, Self::Town | Self::City)
    }
}

words! {
    /// How good a road is.
    enum RoadQuality: "road quality" {
        /// A metalled or well-kept road: full road rate.
        Good = "good",
        /// A track: three halves of the time of a good road.
        Poor = "poor",
    }
}

words! {
    /// How great a river is.
    enum RiverClass: "river class" {
        /// A balka or brook.
        Minor = "minor",
        /// A river that has to be bridged for supply.
        Medium = "medium",
        /// A great river.
        Major = "major",
        /// A lake or a chain of lakes.
        Lake = "lake",
    }
}

words! {
    /// What kind of place a name stands for.
    enum PlaceKind: "kind of place" {
        /// A city.
        City = "city",
        /// A town.
        Town = "town",
        /// A village or farm.
        Village = "village",
        /// A railway station or siding.
        Station = "station",
        /// A station that is or may be a railhead.
        Railhead = "railhead",
        /// An airfield.
        Airfield = "airfield",
    }
}

words! {
    /// What a crossing is.
    enum CrossingKind: "kind of crossing" {
        /// A bridge.
        Bridge = "bridge",
        /// A ferry.
        Ferry = "ferry",
        /// A ford.
        Ford = "ford",
        /// Ice that bears.
        Ice = "ice",
    }
}

words! {
    /// In what state a crossing is.
    enum CrossingState: "state of a crossing" {
        /// In use.
        Open = "open",
        /// Out of use by date or by the umpire.
        Closed = "closed",
        /// Destroyed.
        Destroyed = "destroyed",
    }
}

words! {
    /// In what state a length of railway is.
    enum RailState: "state of a railway" {
        /// Trains can run.
        Open = "open",
        /// Trains cannot run.
        Cut = "cut",
    }
}

words! {
    /// What may pass over a crossing.
    enum Traffic: "kind of traffic" {
        /// Men and horses.
        Foot = "foot",
        /// Vehicles of every kind.
        Vehicles = "vehicles",
        /// Trains.
        Rail = "rail",
    }
}

/// What a crossing carries: any of foot, vehicles and rail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Carries {
    /// Men and horses.
    pub foot: bool,
    /// Vehicles.
    pub vehicles: bool,
    /// Trains.
    pub rail: bool,
}

impl Carries {
    /// Whether it carries this kind of traffic.
    pub fn carries(self, traffic: Traffic) -> bool {
        match traffic {
            Traffic::Foot => self.foot,
            Traffic::Vehicles => self.vehicles,
            Traffic::Rail => self.rail,
        }
    }

    /// The same, carrying this kind of traffic too.
    #[must_use]
    pub fn with(mut self, traffic: Traffic) -> Self {
        match traffic {
            Traffic::Foot => self.foot = true,
            Traffic::Vehicles => self.vehicles = true,
            Traffic::Rail => self.rail = true,
        }
        self
    }

    /// What it carries, in words with blanks between.
    pub fn to_words(self) -> String {
        let words: Vec<_> = Traffic::ALL.iter().filter(|t| self.carries(**t)).map(|t| t.as_str()).collect();
        words.join(" ")
    }
}

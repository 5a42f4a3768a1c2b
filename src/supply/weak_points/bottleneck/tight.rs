//! What is tight on a way, as values: `report` puts them into words.

use domain::{FormationId, Square};

use crate::rail::trains::RailIntake;
use crate::standing::cut_kind::CutKind;

/// What a bottleneck is. Of the figures stand here those that it has beside what it has and wants.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Tight {
    /// A line or chain that fails.
    Fails {
        /// Why.
        why: Failing,
        /// Whether it holds again once the line does.
        with_the_line: bool,
    },
    /// A hop from this stop, which is not too long.
    Hop(String),
    /// The stock of an account on the way: so many units.
    Stock {
        /// How many it holds.
        holds: i64,
        /// What trains bring it, where it is a railhead.
        rail: Option<RailIntake>,
    },
    /// Its own stock: so many units.
    OwnStock(i64),
    /// No vehicle that could fetch anything from this stop.
    NoVehicles(String),
    /// Vehicles that fetch from a stop.
    Vehicles {
        /// From where.
        from: String,
        /// Tenths of hours there and back.
        hours: i64,
    },
}

/// Why a line or chain fails.
#[expect(missing_docs, reason = "most fields say what they are")]
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Failing {
    /// It has no vehicle of the commodity left.
    NoVehicle,
    /// Its line is cut.
    Cut {
        at: Square,
        kind: CutKind,
        /// Whether by an enemy who stands beside it.
        from_beside: bool,
    },
    /// No clear way leads to the vehicles that feed it.
    NoWayToVehicles,
    /// A level above has lost this.
    Lost(FormationId, &'static str),
    /// A hop is too long.
    HopTooLong {
        from: String,
        to: String,
        /// By how many tenths of kilometres.
        over: i64,
    },
    /// No clear way leads from one stop to the next.
    NoWay { from: String, to: String },
    /// No bowser and no fuel is in reach.
    NoFuel,
}

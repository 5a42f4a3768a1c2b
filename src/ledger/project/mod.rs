//! The readable tables: what they show of a campaign, and the one function that writes them.
//!
//! What it decides: the rows of every table, and what has to be written when a campaign changes into another.
//! What it never does: decide an event, or read a table.
//! Where to look next: `migrations/` for the tables themselves; [`super::load`] for the way back.

mod air;
mod battles;
mod bounds;
mod calendar;
mod cell;
mod convoys;
mod difference;
mod drawings;
mod forces;
mod ground;
mod groups;
mod march;
mod part;
mod replacements;
mod stock;
mod write;

pub(super) use cell::{Cell, Row};
pub(super) use part::Table;
pub(super) use write::project;

use part::table;

/// Every table, each after those that it refers to.
pub(super) const TABLES: &[Table] = &[
    table::<calendar::Figures>(),
    table::<calendar::Settings>(),
    table::<calendar::House>(),
    table::<calendar::Sides>(),
    table::<calendar::Papers>(),
    table::<calendar::Weathers>(),
    table::<calendar::Factors>(),
    table::<drawings::Rivers>(),
    table::<drawings::RiverPoints>(),
    table::<ground::Squares>(),
    table::<ground::SquareSides>(),
    table::<drawings::Places>(),
    table::<drawings::Roads>(),
    table::<drawings::Railways>(),
    table::<drawings::RailwayCuts>(),
    table::<drawings::RailwayTracks>(),
    table::<drawings::Crossings>(),
    table::<forces::Formations>(),
    table::<forces::Supports>(),
    table::<forces::Leaves>(),
    table::<forces::Bases>(),
    table::<march::Marches>(),
    table::<march::Orders>(),
    table::<march::Claims>(),
    table::<convoys::Convoys>(),
    table::<convoys::Vehicles>(),
    table::<convoys::Spoils>(),
    table::<convoys::Driven>(),
    table::<convoys::Raiders>(),
    table::<convoys::Strikes>(),
    table::<ground::Mines>(),
    table::<stock::News>(),
    table::<drawings::RailJobs>(),
    table::<battles::Marks>(),
    table::<battles::BaseMarks>(),
    table::<battles::Battles>(),
    table::<battles::Facts>(),
    table::<battles::Units>(),
    table::<groups::Groups>(),
    table::<groups::Parts>(),
    table::<replacements::Replacements>(),
    table::<forces::GradeHistory>(),
    table::<bounds::SupplyRecords>(),
    table::<bounds::SupplyHistory>(),
    table::<bounds::Notes>(),
    table::<stock::Dumps>(),
    table::<stock::Railheads>(),
    table::<stock::Transfers>(),
    table::<stock::Balances>(),
    table::<air::Airfields>(),
    table::<air::Wings>(),
    table::<air::Flights>(),
    table::<air::Remainders>(),
];

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

use part::table;

pub(super) use cell::{SqlCell, SqlRow};
pub(super) use part::TableSpec;
pub(super) use write::project;

/// Every table, each after those that it refers to.
pub(super) const TABLES: &[TableSpec] = &[
    table::<calendar::FiguresTable>(),
    table::<calendar::SettingsTable>(),
    table::<calendar::HouseTable>(),
    table::<calendar::Sides>(),
    table::<calendar::Papers>(),
    table::<calendar::Weathers>(),
    table::<calendar::Factors>(),
    table::<drawings::Rivers>(),
    table::<drawings::RiverPoints>(),
    table::<ground::Squares>(),
    table::<ground::SquareSides>(),
    table::<drawings::Places>(),
    table::<drawings::RoadsTable>(),
    table::<drawings::Railways>(),
    table::<drawings::RailwayCuts>(),
    table::<drawings::RailwayTracks>(),
    table::<drawings::CrossingsTable>(),
    table::<forces::Formations>(),
    table::<forces::Supports>(),
    table::<forces::Leaves>(),
    table::<forces::BasesTable>(),
    table::<march::Marches>(),
    table::<march::OrdersTable>(),
    table::<march::Claims>(),
    table::<convoys::Convoys>(),
    table::<convoys::Vehicles>(),
    table::<convoys::Spoils>(),
    table::<convoys::Driven>(),
    table::<convoys::Raiders>(),
    table::<convoys::StrikesTable>(),
    table::<ground::MinesTable>(),
    table::<stock::News>(),
    table::<drawings::RailJobs>(),
    table::<battles::Marks>(),
    table::<battles::BaseMarksTable>(),
    table::<battles::Battles>(),
    table::<battles::Facts>(),
    table::<battles::Units>(),
    table::<groups::GroupsTable>(),
    table::<groups::Parts>(),
    table::<replacements::ReplacementsTable>(),
    table::<forces::GradeHistoryTable>(),
    table::<bounds::SupplyRecords>(),
    table::<bounds::SupplyHistory>(),
    table::<bounds::NotesTable>(),
    table::<stock::Dumps>(),
    table::<stock::Railheads>(),
    table::<stock::Transfers>(),
    table::<stock::Balances>(),
    table::<air::Airfields>(),
    table::<air::Wings>(),
    table::<air::Flights>(),
    table::<air::RemaindersTable>(),
];

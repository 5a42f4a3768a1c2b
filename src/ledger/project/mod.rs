//! The readable tables: what they show of a campaign, and the one function that writes them.
//!
//! What it decides: the rows of every table, and what has to be written when a campaign changes into another.
//! What it never does: decide an event, or read a table.
//! Where to look next: `migrations/` for the tables themselves; [`super::load`] for the way back.

mod cell;
mod difference;
mod row_check;
mod table;
pub(super) mod tables;
mod write;

pub(super) use cell::{SqlCell, SqlRow};
pub(super) use row_check::RowVisitor;
pub(super) use table::{Table, TableSpec};
pub(super) use tables::TABLES;
pub(super) use write::project;

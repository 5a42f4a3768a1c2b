//! The operation log and the tables, in one SQLite file.
//!
//! What it is: an append-only log of operations and events, and readable tables of the present.
//! What it decides: what is stored, in which transaction, and whether a file is sound.
//! What it never does: decide an event, or know what a command means.
//! Where to look next: `migrations/` for the tables; [`campaign`] for what they hold; `project` for how they are
//! written, `load` for how they are read, `chain` for undo, redo and restore.
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod another;
mod error;
mod file;
mod handle;
mod load;
mod log;
mod parallel;
mod players;
mod project;
mod read;
mod verify;
mod write;

pub use crate::handle::Ledger;
pub use another::AnotherReader;
pub use error::{LedgerError, WriteError};
pub use file::whole_file;
pub use log::record::{
    Changes, Closed, Happened, Input, Moment, Operation, OperationDraft, OperationKind, Rescued, Restored, Since,
    Stepped, Tip, Upgraded, Verification, Written,
};
pub use players::{Message, NewPlayer, Player, Proposal, ProposalState};
pub use verify::{NoHash, NotedHash, OperationMark};

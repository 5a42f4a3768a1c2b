//! The ledger on real files.

mod create;
mod damage;
pub(crate) mod fixture;
mod guards;
mod kept;
mod messages;
mod opening;
mod processes;
mod property;
mod released;
mod steps;
mod timing;
mod write;

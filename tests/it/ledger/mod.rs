//! The ledger on real files.

mod beside;
mod create;
mod damage;
mod fit;
pub(crate) mod fixture;
mod guards;
mod kept;
mod noted;
mod opening;
mod processes;
mod property;
mod released;
mod steps;
mod tampered;
mod timing;
mod upgrading;
mod write;

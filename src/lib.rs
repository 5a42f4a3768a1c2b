//! railhead.
pub mod campaign;
pub mod domain;
pub mod ledger;
pub mod report;
pub mod scenario;

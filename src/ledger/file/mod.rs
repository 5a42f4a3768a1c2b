//! The file: made, opened, copied, put back, and kept from harm.

pub(crate) mod backup;
pub(crate) mod connection;
pub(crate) mod create;
pub(crate) mod identity;
pub(crate) mod import;
pub(crate) mod interrupted;
pub(crate) mod open;
pub(crate) mod rescue;
pub(crate) mod restore;
pub(crate) mod schema;
pub(crate) mod soundness;
pub(crate) mod storage_error;
pub(crate) mod transaction;
pub(crate) mod waiting;
pub mod whole_file;

//! Files as text: tables whose fields know their line and column, what was found wrong, and how much is read.

pub(crate) mod csv_file;
pub(crate) mod csv_odd;
pub(crate) mod csv_writer;
pub(crate) mod dialect;
pub(crate) mod files;
pub(crate) mod headers;
pub(crate) mod layout;
pub(crate) mod limits;
pub(crate) mod log;
pub(crate) mod place;
pub(crate) mod records;
pub(crate) mod toml_file;

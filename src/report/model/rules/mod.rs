//! The rules as reports: odds, throws, settings.

pub(crate) mod odds;
pub(crate) mod roll;
pub(crate) mod setting;

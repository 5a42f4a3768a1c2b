//! Stock and what carries it: accounts, convoys, flights, and what supply books remember.

pub(crate) mod air;
pub(crate) mod claim;
pub(crate) mod convoy;
pub(crate) mod errand;
pub(crate) mod fire_units;
pub(crate) mod forecast;
pub(crate) mod limit;
pub(crate) mod news;
pub(crate) mod stock;
pub(crate) mod strike;
pub(crate) mod supply_book;

//! What belongs to a bound: weather, orders, and what is remembered of bounds that are over.

pub(crate) mod history;
pub(crate) mod order;
mod order_row;
pub(crate) mod weather;

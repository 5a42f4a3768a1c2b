//! Fuel-bowser chains: how they are traced, and what mends them.

pub(crate) mod bowser_move;
pub(crate) mod dry;
pub(crate) mod fuel_chain;
pub(crate) mod hops;
pub(crate) mod hq_back;
pub(crate) mod mend;
pub(crate) mod mended;
pub(crate) mod sent_away;
pub(crate) mod step;

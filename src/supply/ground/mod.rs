//! The map as one side's lorries find it: the network laid from a campaign, its crossings, and who bars what.

pub(crate) mod crossings;
pub(crate) mod lay;
pub(crate) mod near;
pub(crate) mod roads;
pub(crate) mod view;

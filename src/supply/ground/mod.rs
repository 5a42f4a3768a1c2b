//! The map as lorries find it: network, view, and the search over them.

pub(crate) mod articulation;
pub(crate) mod bars;
pub(crate) mod cost;
pub(crate) mod crossings;
pub(crate) mod gate;
pub(crate) mod groups;
pub(crate) mod heap;
pub(crate) mod links;
pub(crate) mod lower_bound;
pub(crate) mod near;
pub(crate) mod nearest_road;
pub(crate) mod network;
pub(crate) mod roads;
pub(crate) mod search;
pub(crate) mod sense;
pub(crate) mod view;

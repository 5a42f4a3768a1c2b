//! The map as a graph: squares, roads, crossings and stretches across country, and the one search over them.
//!
//! What it is: flat arrays of what lies between neighbouring squares ([`Network`]), what one side finds on it now
//! ([`Ground`]), and what is asked of them: shortest ways ([`Search`], [`LorrySearch`]), which roads hang together
//! ([`Groups`]) and what holds them together ([`Links`], [`ArticulationPoints`]), ways that share no node
//! ([`DisjointWays`]). Every graph is [`Steps`]; [`Graph`] shows it to petgraph.
//! What it decides: nothing of the rules; what a step takes and what bars it is told by who lays the network.
//! What it never does: know of campaigns, formations or dumps.
//! Where to look next: `steps`, then `search`.
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod articulation;
mod bars;
mod cost;
mod disjoint;
mod gate;
mod ground;
mod groups;
mod heap;
mod lattice;
mod links;
mod lorry;
mod lower_bound;
mod nearest_road;
mod network;
mod reach;
mod search;
mod sense;
mod steps;
mod way;

pub use articulation::{ArticulationPoints, Pieces};
pub use bars::{CLEAR, CONTROLLED, HELD};
pub use cost::Cost;
pub use disjoint::{DisjointWays, Passing, Starts};
pub use gate::{BARRED, FORD, FREE, RESTORABLE, gate_of, with_gate};
pub use ground::Ground;
pub use groups::Groups;
pub use lattice::{DIRECTIONS, Extent, Lattice, NetworkPlace, opposite};
pub use links::{Links, Lost, NONE, Onto, Walk};
pub use lorry::{Enough, Limit, LorrySearch, LorrySteps, Rules, SearchResult};
pub use lower_bound::LowerBound;
pub use network::{LaidStep, Network};
pub use reach::Reach;
pub use search::{Reached, Search};
pub use sense::Sense;
pub use steps::{Graph, Step, Steps};

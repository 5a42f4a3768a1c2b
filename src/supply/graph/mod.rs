//! The chain of supply of a bound as one directed graph of petgraph: supply goes along its edges, from sources to formations.
//!
//! What it is: `SupplyGraph`, made of a sheet that was traced before; its nodes and edges are plain values.
//! What it decides: what hangs on what and who draws on what. Bottlenecks, the review and `supply graph` read it there.
//! What it never does: find a line or chain, or say anything in words.
//! Where to look next: `supply_graph`, what is asked; `build`, what of an assessment becomes an edge; `whole`, the rest.

mod build;
pub(crate) mod edge;
pub(crate) mod node;
pub(crate) mod supply_graph;
mod whole;

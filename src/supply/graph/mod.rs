//! The chain of supply of a bound as one directed graph: supply goes along its edges, from sources to formations.

mod build;
pub(crate) mod edge;
pub(crate) mod node;
pub(crate) mod supply_graph;
mod whole;

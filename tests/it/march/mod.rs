//! Marches: hand-worked cases, and what must hold whatever is ordered.

mod cases;
pub(crate) mod ground;
mod property;
mod timing;

//! Marches: hand-worked cases, and what must hold whatever is ordered.

mod cases;
mod ground;
mod property;
mod timing;

//! What is said of a campaign: reports as plain values, and the ways to write them down.

pub mod model;
pub mod render;

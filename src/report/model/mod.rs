//! Reports as plain values: sorted, serialisable, with final figures.

pub mod ground;
pub mod map;

pub use ground::GroundView;
pub use map::MapView;

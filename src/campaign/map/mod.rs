//! The map: drawings, ground, who holds what, mines, partisans and railways.

pub(crate) mod drawing;
pub(crate) mod frame;
pub(crate) mod ground;
pub(crate) mod hold;
pub(crate) mod kept_network;
pub(crate) mod minefield;
pub(crate) mod partisan;
pub(crate) mod place_names;
pub(crate) mod rail;

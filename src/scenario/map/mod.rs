//! The files of the map.

pub(crate) mod crossings;
pub(crate) mod drawings;
pub(crate) mod front;
pub(crate) mod lines;
pub(crate) mod mines;
pub(crate) mod partisans;
pub(crate) mod rail;

//! Values into sentences, and into the commands that are offered: each once.
//!
//! What it never does: find anything out; that is for the rooms whose values these are.

pub(crate) mod cause;
pub(crate) mod evidence;
pub(crate) mod finding;
pub(crate) mod means;
pub(crate) mod offer;
pub(crate) mod order;
pub(crate) mod square;
pub(crate) mod tight;

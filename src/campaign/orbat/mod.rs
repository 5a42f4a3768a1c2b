//! The order of battle: formations, leaves, bases, groups and replacements.

mod branches;
pub(crate) mod formation;
pub(crate) mod formations;
pub(crate) mod group;
pub(crate) mod naming;
pub(crate) mod replacement;
pub mod size_limits;
pub(crate) mod tree;
pub(crate) mod unit;

//! How large an order of battle may be: far beyond any that was played, and near enough that every command answers.

/// How many leaves.
pub const LEAVES: usize = 20_000;
/// How many formations, leaves among them.
pub const FORMATIONS: usize = 30_000;
/// How many levels, from the highest formation to a leaf.
pub const DEPTH: usize = 32;
/// How many letters an id has.
pub const ID: usize = 200;

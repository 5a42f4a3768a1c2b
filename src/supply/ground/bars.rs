//! What bars a square to lorries.

/// A square that a lorry may pass.
pub(crate) const CLEAR: u8 = 0;

/// A square that it may not, because the enemy controls it.
pub(crate) const CONTROLLED: u8 = 1;

/// A square that it may not, because an enemy fighting leaf stands there, alone or beside a friend.
pub(crate) const HELD: u8 = 2;

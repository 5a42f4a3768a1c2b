//! What bars a square to lorries.

/// A square that a lorry may pass.
pub const CLEAR: u8 = 0;

/// A square that it may not, because the enemy controls it.
pub const CONTROLLED: u8 = 1;

/// A square that it may not, because an enemy fighting leaf stands there, alone or beside a friend.
pub const HELD: u8 = 2;

//! What a step from one square to the next crosses.

/// A step without a river, or over one that costs nothing.
pub const FREE: u8 = 0;
/// A step through a minor river: it takes the minutes of fording.
pub const FORD: u8 = 1;
/// A step over a crossing that is there but cannot be used.
pub const RESTORABLE: u8 = 2;
/// A step that no lorry can take.
pub const BARRED: u8 = 3;

/// The gate in a direction, of those of a square.
pub fn gate_of(gates: u8, direction: usize) -> u8 {
    gates >> (direction * 2) & 3
}

/// The gates of a square with another one in a direction.
pub fn with_gate(gates: u8, direction: usize, gate: u8) -> u8 {
    gates & !(3 << (direction * 2)) | gate << (direction * 2)
}

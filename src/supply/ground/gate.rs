//! What a step from one square to the next crosses.

use campaign::GroundFactors;
use campaign::march::{FORDING_MINUTES, bars};
use domain::{RiverClass, RoadQuality};

/// A step without a river, or over one that costs nothing.
pub(crate) const FREE: u8 = 0;
/// A step through a minor river: it costs [`FORDING_MINUTES`].
pub(crate) const FORD: u8 = 1;
/// A step over a crossing that is there but cannot be used.
pub(crate) const RESTORABLE: u8 = 2;
/// A step that no lorry can take.
pub(crate) const BARRED: u8 = 3;

/// The gate in a direction, of those of a square.
pub(crate) fn gate_of(gates: u8, direction: usize) -> u8 {
    gates >> (direction * 2) & 3
}

/// The gates of a square with another one in a direction.
pub(crate) fn with_gate(gates: u8, direction: usize, gate: u8) -> u8 {
    gates & !(3 << (direction * 2)) | gate << (direction * 2)
}

/// A step over a river while nothing crosses it (model page, "Marching" and "Line of supply").
pub(crate) fn closed_gate(class: RiverClass, way: Option<RoadQuality>, factors: &GroundFactors) -> u8 {
    match class {
        RiverClass::Minor if way.is_some() => FREE,
        RiverClass::Minor if !bars(class, factors) => FORD,
        _ => BARRED,
    }
}

/// A step over a river whose crossings cannot be used; `None` where the step is as without them.
pub(crate) fn blocked_gate(class: RiverClass, factors: &GroundFactors) -> u8 {
    if class == RiverClass::Minor && !bars(class, factors) { FORD } else { RESTORABLE }
}

/// The minutes that a gate adds to a step.
pub(crate) fn gate_minutes(gate: u8) -> u64 {
    if gate == FORD { u64::from(FORDING_MINUTES) } else { 0 }
}

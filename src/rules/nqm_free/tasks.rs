//! Hours of tasks on the map (NQM Free, "Supply and tasks"), which replace NQM Squared's of one move.
//!
//! What it decides: how long engineers take for a demolition and for a bridge, and infantry to dig in.
//! What it never does: say who may; see `ops::command::engineers` and `dig_in`.

/// Minutes in which infantry digs in: six hours.
pub const DIG_IN: u16 = 360;

/// Platoons of an engineer battalion: three companies of three.
///
/// # Interpretation
/// The text counts hours of platoons, and a leaf is a battalion.
const PLATOONS: u16 = 9;

/// Minutes in which a battalion of engineers demolishes a bridge: eight hours of a platoon a major one, one a minor one.
pub fn demolition(is_major: bool) -> u16 {
    let hours: u16 = if is_major { 8 } else { 1 };
    (hours * 60).div_ceil(PLATOONS)
}

/// Hours until a bridge for vehicles stands.
///
/// # Interpretation
/// Two to twelve hours: twice a die.
pub fn bridge(face: u8) -> u8 {
    face * 2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_battalion_shares_the_hours_of_a_platoon() {
        // 480 minutes by nine are 53.3, 60 by nine 6.7; begun minutes count.
        assert_eq!([true, false].map(demolition), [54, 7]);
        assert_eq!([1, 6].map(bridge), [2, 12]);
    }
}

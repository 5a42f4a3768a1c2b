//! Hours of tasks on the map (NQM Free, "Supply and tasks"), which replace NQM Squared's of one move.
//!
//! What it decides: how long engineers take for a demolition, a bridgehead, a bridge and a minefield, and infantry to dig in.
//! What it never does: say who may; see `ops::command::engineers`, `mines` and `dig_in`.

/// Minutes in which infantry digs in: six hours.
pub const DIG_IN: u16 = 360;

/// Companies of an engineer battalion.
///
/// # Interpretation
/// The text counts hours of companies, and a leaf is a battalion.
const COMPANIES: u32 = 3;

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

/// Minutes in which a battalion of engineers lays mines over so many metres: eight hours of a company a km.
pub fn minefield(metres: u32) -> u16 {
    let minutes = (8 * 60 * u64::from(metres)).div_ceil(1_000 * u64::from(COMPANIES));
    u16::try_from(minutes).unwrap_or(u16::MAX)
}

/// Hours of planning before infantry crosses a river: eight for a major one.
pub fn planning(is_major: bool) -> u8 {
    if is_major { 8 } else { 0 }
}

/// Hours until an infantry bridgehead stands.
///
/// # Interpretation
/// One to three hours: half a die, rounded up.
pub fn bridgehead(face: u8) -> u8 {
    face.div_ceil(2)
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
        // 3 km are 24 hours of a company, 8 of three; 1 km 480 minutes of a company, 160 of three; 100 m 16.
        assert_eq!([3_000, 1_000, 100].map(minefield), [480, 160, 16]);
    }
}

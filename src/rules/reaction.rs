//! Command reaction: in which move what was called arrives (NQM Squared, section 4).

use domain::Echelon;

use super::tables::HOURS_UP;

/// What is called for, and whose it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Called {
    /// Fire that is under the command, or in direct support, of the formation attacked.
    OwnFire,
    /// Fire in support, or commanded by a higher HQ.
    OtherFire,
    /// Troops of the same square.
    TroopsHere,
    /// Troops of the same division in an adjacent square.
    TroopsBeside,
    /// Any other troops.
    OtherTroops,
}

/// How far up a call goes and back down, in hours: to the lowest HQ over caller and called.
///
/// # Interpretation
/// The hours down again are the hours up. A general on the spot makes both nought.
pub fn hours(over_both: Echelon, general_on_the_spot: bool) -> u8 {
    if general_on_the_spot {
        return 0;
    }
    match over_both {
        Echelon::Corps => HOURS_UP[0],
        Echelon::Army => HOURS_UP[1],
        Echelon::ArmyGroup => HOURS_UP[2],
        Echelon::Battalion | Echelon::Regiment | Echelon::Brigade | Echelon::Division => 0,
    }
}

/// The move, from 1, in which what was called in move 1 arrives.
///
/// `contingency`: troops that have a contingency order need no new one. `halved`: veteran armoured and motorised units.
///
/// # Interpretation
/// One hour of the text is one move. Veterans halve their whole delay, rounded up.
pub fn arrival(called: Called, hours_up: u8, contingency: bool, halved: bool) -> u8 {
    let order = u8::from(!contingency);
    let arrival = match called {
        Called::OwnFire | Called::TroopsHere => 1,
        Called::OtherFire => 1 + hours_up.max(1),
        Called::TroopsBeside => 2,
        Called::OtherTroops => 1 + 2 * hours_up + order,
    };
    if halved { 1 + (arrival - 1).div_ceil(2) } else { arrival }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_passages_of_the_text() {
        let corps = hours(Echelon::Corps, false);
        assert_eq!(arrival(Called::OwnFire, corps, true, false), 1);
        assert_eq!(arrival(Called::OtherFire, corps, true, false), 2, "artillery of the corps: the second move");
        assert_eq!(arrival(Called::TroopsBeside, 0, true, false), 2);
        assert_eq!(arrival(Called::OtherTroops, corps, true, false), 3, "another division of the corps");
        assert_eq!(arrival(Called::OtherTroops, corps, false, false), 4, "and without orders");
    }

    #[test]
    fn higher_up_and_faster() {
        assert_eq!(arrival(Called::OtherTroops, hours(Echelon::Army, false), true, false), 7);
        assert_eq!(arrival(Called::OtherTroops, hours(Echelon::Army, false), true, true), 4);
        assert_eq!(arrival(Called::OtherTroops, hours(Echelon::ArmyGroup, true), true, false), 1);
    }
}

//! Symbol codes of MIL-STD-2525D and APP-6D: twenty digits for a unit.

use domain::{Arm, Echelon, Mobility};

/// The code of a unit of side number `side` (0 is friendly, 1 hostile, any other neutral).
///
/// Version 10, reality, standard identity, land unit (air units too, by their arm), present; headquarters or none; the
/// echelon; the entity of the arm; no modifiers.
pub(super) fn sidc(side: usize, echelon: Echelon, arm: Arm, mobility: Option<Mobility>, is_upper: bool) -> String {
    let identity = identity(side);
    let hq = if arm == Arm::Hq && !is_upper { 2 } else { 0 };
    format!("100{identity}100{hq}{}{}0000", amplifier(echelon), entity(arm, mobility))
}

/// The standard identity of a side by its number: friend, hostile, neutral.
pub(super) fn identity(side: usize) -> u8 {
    match side {
        0 => 3,
        1 => 6,
        _ => 4,
    }
}

fn amplifier(echelon: Echelon) -> u8 {
    match echelon {
        Echelon::Battalion => 16,
        Echelon::Regiment => 17,
        Echelon::Brigade => 18,
        Echelon::Division => 21,
        Echelon::Corps => 22,
        Echelon::Army => 23,
        Echelon::ArmyGroup => 24,
    }
}

/// Entity, type and subtype of a land unit.
fn entity(arm: Arm, mobility: Option<Mobility>) -> &'static str {
    match arm {
        Arm::Hq => "000000",
        Arm::Infantry if mobility == Some(Mobility::Motorised) => "121104",
        Arm::Infantry => "121100",
        Arm::Motorised => "121104",
        Arm::Armour => "120500",
        Arm::Cavalry | Arm::Recce => "121300",
        Arm::Engineer => "140700",
        Arm::Antitank => "120400",
        Arm::Artillery => "130300",
        Arm::Antiair => "130100",
        Arm::Logistic | Arm::Transport => "163600",
        Arm::Medical => "161300",
        Arm::Recovery => "161100",
        Arm::Observer => "121200",
        Arm::Air => "120800",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_has_twenty_digits_and_says_side_echelon_and_arm() {
        let code = sidc(0, Echelon::Division, Arm::Infantry, Some(Mobility::Foot), true);
        assert_eq!(code, "10031000211211000000");
        assert_eq!(sidc(1, Echelon::Battalion, Arm::Hq, Some(Mobility::Motorised), false), "10061002160000000000");
        for arm in Arm::ALL {
            for echelon in Echelon::ALL {
                let code = sidc(2, *echelon, *arm, None, false);
                assert!(code.len() == 20 && code.bytes().all(|byte| byte.is_ascii_digit()), "{code}");
            }
        }
    }
}

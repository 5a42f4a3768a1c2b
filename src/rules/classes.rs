//! Weapon classes, target classes, and what a die of fire does (NQM Squared, section 5).
//!
//! What it decides: Table 12, classes by calibre, the class of a target by posture and ground, reach on squares.
//! Where to look next: `tables`, which holds the figures.

use domain::{Arm, Class, Posture, Terrain};

use super::setup::BaseSetup;
use super::tables::{
    ANTI_TANK_CLASS, ARTILLERY_CLASS, GREATEST_DIFFERENCE, LEAST_DIFFERENCE, RANGES, REACH, TABLE_12, Weapon,
};

/// The markers that a die of this weapon class makes on a target of this class, for a face of 1 to 6 (Table 12).
pub fn markers(weapon: Class, target: Class, face: u8) -> u8 {
    row(weapon, target, 0).map_or(0, |row| row[usize::from(face.clamp(1, 6)) - 1])
}

/// Whether a weapon of this class can harm a target of that class at all.
pub(crate) fn can_harm(weapon: Class, target: Class) -> bool {
    row(weapon, target, 0).is_some()
}

/// How much higher the weapon's class is than the target's.
pub(crate) fn difference(weapon: Class, target: Class) -> i8 {
    weapon as i8 - target as i8
}

/// The row of Table 12 for these classes with the weapon shifted up, none where no harm is possible.
///
/// # Interpretation
/// The table ends at +2: what is better still counts as +2.
pub(crate) fn row(weapon: Class, target: Class, shift: i8) -> Option<&'static [u8; 6]> {
    let difference = (difference(weapon, target) + shift).min(GREATEST_DIFFERENCE);
    let place = usize::try_from(difference - LEAST_DIFFERENCE).ok()?;
    TABLE_12.get(place)
}

/// The weapon class of artillery and mortars of a calibre, against men and positions (section 5).
pub fn artillery_class(calibre_mm: u16) -> Class {
    ARTILLERY_CLASS.iter().find(|(most, _)| calibre_mm <= *most).map_or(Class::VeryHeavy, |(_, class)| *class)
}

/// The weapon class of a gun of a calibre that fires direct at armour (section 5).
pub fn anti_tank_class(calibre_mm: u16) -> Class {
    ANTI_TANK_CLASS.iter().find(|(most, _)| calibre_mm <= *most).map_or(Class::Heavy, |(_, class)| *class)
}

/// The target class of men and guns, by posture and ground (section 5, "Target class").
///
/// `moving` is the class of troops that move to contact: the one figure in which the systems differ.
///
/// # Interpretation
/// Ground raises the class by kind of square: `town` to M for troops that do not move; `city` to M, to H if fortified
/// there, which they are already.
pub(crate) fn target_class(posture: Posture, casemated: bool, terrain: Terrain, moving: Class) -> Class {
    let by_posture = match posture {
        Posture::RoadMarch => Class::VeryLight,
        Posture::Moving => moving,
        Posture::Open => Class::Light,
        Posture::DugIn => Class::Medium,
        Posture::Fortified if casemated => Class::VeryHeavy,
        Posture::Fortified => Class::Heavy,
    };
    let still = !matches!(posture, Posture::RoadMarch | Posture::Moving);
    let built_up = matches!(terrain, Terrain::Town | Terrain::City);
    if still && built_up { by_posture.max(Class::Medium) } else { by_posture }
}

/// Effective range in metres of what a base fires direct: by what it is, its class against armour and its calibre; artillery
/// of 81, 82 and 120 mm is mortars.
pub(crate) fn effective_range(setup: &BaseSetup) -> u32 {
    let heavy = setup.calibre_mm > 47;
    let weapon = match setup.arm {
        _ if setup.is_armour() => {
            if heavy {
                Weapon::TankGun
            } else {
                Weapon::LightTankGun
            }
        }
        Arm::Antitank => match setup.at {
            Some(Class::Medium) => Weapon::MediumAntiTank,
            Some(Class::Heavy | Class::VeryHeavy) => Weapon::HeavyAntiTank,
            _ => Weapon::LightAntiTank,
        },
        Arm::Artillery => match setup.calibre_mm {
            81 | 82 => Weapon::Mortar81,
            120 => Weapon::Mortar120,
            200.. => Weapon::HeaviestGun,
            150.. => Weapon::HeavyGun,
            _ => Weapon::FieldGun,
        },
        _ => Weapon::SmallArms,
    };
    range(weapon).0
}

/// Effective and harassing range in metres (section 5, "Range").
pub(crate) fn range(weapon: Weapon) -> (u32, u32) {
    RANGES
        .iter()
        .find(|(kind, ..)| *kind == weapon)
        .map_or((0, 0), |(_, effective, harassing)| (*effective, *harassing))
}

/// How many squares a base reaches with its fire: 1, or more for artillery that is not a mortar (section 5, "Range").
pub fn reach(is_field_artillery: bool, calibre_mm: u16) -> u32 {
    if !is_field_artillery {
        return 1;
    }
    REACH.iter().find(|(least, _)| calibre_mm >= *least).map_or(1, |(_, squares)| *squares)
}

#[cfg(test)]
mod tests {
    use super::*;
    use Class::{Heavy, Light, Medium, VeryHeavy, VeryLight};

    #[test]
    fn table_12_of_the_page() {
        let row = |weapon, target| [1, 2, 3, 4, 5, 6].map(|face| markers(weapon, target, face));
        assert_eq!(row(Heavy, Light), [0, 1, 1, 2, 3, 4]);
        assert_eq!(row(Medium, Light), [0, 0, 1, 1, 2, 3]);
        assert_eq!(row(Light, Light), [0, 0, 0, 1, 1, 2]);
        assert_eq!(row(Light, Medium), [0, 0, 0, 0, 1, 1]);
        assert_eq!(row(Light, Heavy), [0, 0, 0, 0, 0, 1]);
        assert_eq!(row(Light, VeryHeavy), [0; 6]);
        assert_eq!(row(VeryHeavy, VeryLight), row(Heavy, Light), "capped at +2");
    }

    #[test]
    fn classes_by_calibre() {
        let artillery = [50, 81, 82, 105, 110, 111, 152, 160, 161, 199, 200].map(artillery_class);
        let expected = [Light, Light, Medium, Medium, Medium, Heavy, Heavy, Heavy, Heavy, Heavy, VeryHeavy];
        assert_eq!(artillery, expected);
        let guns = [20, 37, 45, 46, 47, 76, 77, 85, 100, 122].map(anti_tank_class);
        assert_eq!(guns, [Light, Light, Light, Light, Medium, Medium, Medium, Heavy, Heavy, Heavy]);
    }

    #[test]
    fn targets_by_posture_and_ground() {
        let class = |posture, terrain| target_class(posture, false, terrain, Light);
        assert_eq!(class(Posture::RoadMarch, Terrain::City), VeryLight);
        assert_eq!(class(Posture::Moving, Terrain::Town), Light);
        assert_eq!(class(Posture::Open, Terrain::Open), Light);
        assert_eq!(class(Posture::Open, Terrain::Town), Medium);
        assert_eq!(class(Posture::DugIn, Terrain::City), Medium);
        assert_eq!(class(Posture::Fortified, Terrain::City), Heavy);
        assert_eq!(target_class(Posture::Fortified, true, Terrain::Open, Light), VeryHeavy);
    }

    #[test]
    fn reach_in_squares() {
        assert_eq!([76, 105, 122, 150, 210].map(|mm| reach(true, mm)), [4, 5, 6, 6, 6]);
        assert_eq!(reach(false, 120), 1);
    }
}

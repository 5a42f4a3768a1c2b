//! Figures of the system: const tables, each with its section. House figures can be changed by the input (`house`).

use super::kinds::{BgcArmour, BgcWeapon, Flat};

/// The squads of every platoon (7).
pub(crate) const SQUADS: u8 = 4;

/// What divides the sixes into kills: open, soft, hard (3.4, the text).
pub(crate) const AIMED_DIVISOR: [u8; 3] = [1, 2, 3];
/// The same for area fire (3.4, the text).
pub(crate) const AREA_DIVISOR: [u8; 3] = [4, 6, 8];

/// Levels lost for six points, from recruits to elite (1.4, house; regular fits the one case that is published).
pub(crate) const STEP_SIXTHS: [u8; 5] = [6, 5, 4, 3, 2];
/// The highest die on which a platoon gives up, from recruits to elite (1.4, house).
pub(crate) const SURRENDER_MAX: [u8; 5] = [4, 3, 2, 1, 0];
/// The least die that cures a wound: nobody, a medical platoon, an aid station (1.4, house).
pub(crate) const MEDIC_NEED: [u8; 3] = [5, 4, 3];
/// The least die of a battalion in contact (1.4, house; the text knows that 5 and 6 are).
pub(crate) const COMMS_IN_CONTACT: u8 = 4;
/// The die of the Time phase that hands the initiative over (1.4, house).
pub(crate) const INITIATIVE_FLIPS_ON: u8 = 1;
/// The least die of anti-aircraft fire that drives a squad of aircraft off (2.2 gives the step alone: house).
pub(crate) const ANTI_AIR_ON: u8 = 6;
/// Minutes a pip (1.4, house).
pub(crate) const MINUTES_PER_PIP: u16 = 10;
/// Close-assault dice a squad in halves: infantry, cavalry, machine guns, guns, tanks, headquarters (1.4, house).
pub(crate) const CLOSE_ASSAULT_HALVES: [u16; 6] = [2, 2, 1, 1, 2, 1];

/// Of each weapon: halves of a die a squad, its penetration, whether the dice are the text's (1.4).
pub(crate) const WEAPONS: [(BgcWeapon, u16, u8, bool); 19] = [
    (BgcWeapon::RifleBolt, 1, 0, true),
    (BgcWeapon::RifleSemi, 2, 0, true),
    (BgcWeapon::RifleLmg, 2, 0, true),
    (BgcWeapon::Smg, 3, 0, false),
    (BgcWeapon::Mmg, 4, 0, false),
    (BgcWeapon::Hmg, 4, 1, false),
    (BgcWeapon::MortarLight, 2, 1, false),
    (BgcWeapon::MortarMedium, 4, 1, false),
    (BgcWeapon::MortarHeavy, 6, 1, false),
    (BgcWeapon::He75, 4, 1, false),
    (BgcWeapon::He105, 6, 1, false),
    (BgcWeapon::He150, 8, 1, false),
    (BgcWeapon::Rockets, 12, 1, false),
    (BgcWeapon::Air, 8, 1, false),
    (BgcWeapon::TankLight, 2, 2, false),
    (BgcWeapon::TankMedium, 4, 4, false),
    (BgcWeapon::TankHeavy, 4, 4, false),
    (BgcWeapon::ArmouredCar, 2, 2, false),
    (BgcWeapon::AtGun, 4, 3, false),
];

/// Of each weapon beside the platoon's own: dice a platoon, penetration, whether the dice are the text's (1.4).
pub(crate) const FLATS: [(Flat, u16, u8, bool); 4] = [
    (Flat::Bazooka, 5, 4, true),
    (Flat::Panzerfaust, 5, 5, false),
    (Flat::Piat, 4, 4, false),
    (Flat::AtRifle, 2, 1, false),
];

/// Penetration up to a calibre of so many mm (1.4, house).
pub(crate) const PENETRATION_BY_CALIBRE: [(u16, u8); 3] = [(40, 2), (60, 3), (87, 4)];
/// Penetration above them (1.4, house).
pub(crate) const PENETRATION_ABOVE: u8 = 6;

/// Armour in front and on the side (1.4, house).
pub(crate) const ARMOUR: [(BgcArmour, [u8; 2]); 5] = [
    (BgcArmour::Soft, [0, 0]),
    (BgcArmour::ArmouredCar, [1, 1]),
    (BgcArmour::TankLight, [2, 1]),
    (BgcArmour::TankMedium, [3, 2]),
    (BgcArmour::TankHeavy, [5, 3]),
];

/// Inches at which foot is seen, and vehicles and whoever has fired (3.5, the text).
pub(crate) const SEEN: [u32; 2] = [10, 20];
/// Inches more for each level looking down (3.5, the text).
pub(crate) const SEEN_PER_LEVEL: u32 = 5;
/// Inches inside a wood (3.5, the text).
pub(crate) const SEEN_IN_WOODS: u32 = 2;

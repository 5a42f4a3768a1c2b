//! Figures that both NQM systems share: const tables only, each with its section of the rules page.

use domain::Class;

/// Table 12 (section 5): markers on a face of 1 to 6, for weapon class less target class of -2 to +2.
pub(crate) const TABLE_12: [[u8; 6]; 5] =
    [[0, 0, 0, 0, 0, 1], [0, 0, 0, 0, 1, 1], [0, 0, 0, 1, 1, 2], [0, 0, 1, 1, 2, 3], [0, 1, 1, 2, 3, 4]];

/// The difference from which [`TABLE_12`] begins; below it no harm is possible (section 5).
pub(crate) const LEAST_DIFFERENCE: i8 = -2;

/// The greatest difference of [`TABLE_12`].
pub(crate) const GREATEST_DIFFERENCE: i8 = 2;

/// Weapon class of artillery and of mortars by calibre, up to and with so many mm (section 5).
///
/// # Interpretation
/// The text leaves holes: 82-89 mm are M with 90-110, 111-119 mm H with 120-160, 161-199 mm H.
pub(crate) const ARTILLERY_CLASS: [(u16, Class); 3] = [(81, Class::Light), (110, Class::Medium), (199, Class::Heavy)];

/// Weapon class of anti-tank and tank guns by calibre, up to and with so many mm (section 5).
///
/// # Interpretation
/// 38-46 mm guns are L with 20-37; 78-84 mm guns M with 47-77; guns over 100 mm that fire direct at armour H.
pub(crate) const ANTI_TANK_CLASS: [(u16, Class); 2] = [(46, Class::Light), (84, Class::Medium)];

/// The least face on which troops stand against tanks for the first time (section 8, "Tank terror").
pub(crate) const TERROR_NEED: u8 = 4;

/// The least face on which an odd marker comes off free (section 11).
pub(crate) const ODD_MARKER_NEED: u8 = 4;

/// Effective and harassing range in metres, by what is fired (section 5, "Range").
pub(crate) const RANGES: [(Weapon, u32, u32); 13] = [
    (Weapon::SmallArms, 300, 1_000),
    (Weapon::InfantryAntiTank, 200, 0),
    (Weapon::LightAntiTank, 500, 1_000),
    (Weapon::MediumAntiTank, 1_000, 2_000),
    (Weapon::HeavyAntiTank, 2_000, 3_000),
    (Weapon::LightTankGun, 300, 600),
    (Weapon::TankGun, 500, 1_000),
    (Weapon::Mortar76, 1_500, 1_500),
    (Weapon::Mortar81, 3_000, 3_000),
    (Weapon::Mortar120, 5_000, 5_000),
    (Weapon::FieldGun, 15_000, 15_000),
    (Weapon::HeavyGun, 18_000, 18_000),
    (Weapon::HeaviestGun, 20_000, 20_000),
];

/// What is fired, as far as range goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Weapon {
    /// Rifles, light and medium machine-guns.
    SmallArms,
    /// Anti-tank rifles.
    InfantryAntiTank,
    /// Anti-tank guns of class L.
    LightAntiTank,
    /// Anti-tank guns of class M.
    MediumAntiTank,
    /// Anti-tank guns of class H.
    HeavyAntiTank,
    /// Tank guns to 47 mm.
    LightTankGun,
    /// Tank guns of 48 mm and over.
    TankGun,
    /// 3-inch mortars.
    Mortar76,
    /// 81 mm mortars.
    Mortar81,
    /// 120 mm mortars.
    Mortar120,
    /// Field artillery around 105 mm.
    FieldGun,
    /// Artillery of 150 mm and over.
    HeavyGun,
    /// Artillery of 200 mm and over.
    HeaviestGun,
}

/// Reach of artillery in squares, by calibre from so many mm (section 5, "On squares").
///
/// # Interpretation
/// Whatever reaches less than 6 km reaches the adjacent square; field guns under 105 mm four squares, 105 mm five,
/// heavier ones six.
pub(crate) const REACH: [(u16, u32); 3] = [(106, 6), (105, 5), (0, 4)];

/// Hours up from a division to corps, army and army group (section 4).
pub(crate) const HOURS_UP: [u8; 3] = [1, 3, 5];

//! The figures of the page, and nothing else: those of the text, and the defaults of the house parameters (`house`).

use super::names::{
    Area, AreaRow, Calibre, Dangerous, Direct, Effect, KillPersonnel, Letter, Mark, Range, Rate, SmallArms, WtjArmour,
    WtjAssault, WtjMorale,
};

/// Threshold of a command test by grade: maneuver, assault.
pub(super) const COMMAND: [[i32; 2]; 6] = [[1, 2], [2, 2], [2, 3], [3, 4], [3, 4], [4, 5]];
/// §3.1, given: over the top; a hit on the command base; a consecutive assault; pinned or withdrawn; demoralised.
pub(super) const OVER_TOP: i32 = -1;
pub(super) const HQ_HIT: i32 = -1;
pub(super) const CONSECUTIVE: i32 = -1;
pub(super) const PINNED_OR_WITHDRAWN: i32 = -2;
pub(super) const DEMORALISED: i32 = -4;

/// 2D6 up to which ground immobilises.
pub(super) const IMMOBILISE: &[(Dangerous, i32)] = &[
    (Dangerous::Woods, 3),
    (Dangerous::Mud, 3),
    (Dangerous::Stream, 4),
    (Dangerous::Trench, 4),
    (Dangerous::Marsh, 5),
    (Dangerous::Rubble, 5),
];

/// Gun class by calibre, up to so many mm; 5 and 8 are given.
pub(super) const GUN_CLASS: &[(Calibre, u16, u32)] = &[
    (Calibre::Mm40, 40, 3),
    (Calibre::Mm60, 60, 4),
    (Calibre::Mm84, 84, 5),
    (Calibre::Mm99, 99, 6),
    (Calibre::Mm119, 119, 7),
    (Calibre::Mm139, 139, 8),
    (Calibre::Above, u16::MAX, 9),
];

/// Yards in a turn.
pub(super) const MOVE_YARDS: &[(Rate, u32)] = &[
    (Rate::Prone, 50),
    (Rate::Manhandle, 50),
    (Rate::Walk, 150),
    (Rate::Rush, 250),
    (Rate::HeavyWeapon, 100),
    (Rate::Cyclist, 200),
    (Rate::Wagon, 200),
    (Rate::Cavalry, 400),
    (Rate::Wheeled, 500),
    (Rate::Tracked, 400),
];
pub(super) const ASSAULT_BONUS: u32 = 100;
pub(super) const ROUGH_FACTOR: [u32; 2] = [1, 2];
pub(super) const WHEELED_ROUGH_FACTOR: [u32; 2] = [1, 4];
/// §3.2, given.
pub(super) const TOWING_FACTOR: [u32; 2] = [3, 4];
pub(super) const CLEAR_STANDING: [u32; 2] = [1, 2];
pub(super) const CLEAR_PRONE: [u32; 2] = [1, 4];
/// §3.2, given: a vehicle that moves less has not moved.
pub(super) const VEHICLE_MOVED: u32 = 100;
/// §3.5, given: what riding costs the men and the tank.
pub(super) const RIDER_ON_FOOT: u32 = 100;
pub(super) const RIDER_VEHICLE: u32 = 200;

/// §3.4, given: quarters of a turn to limber, to unlimber and to set up, up to this gun class.
pub(super) const LIMBER: [(u32, [u32; 3]); 3] = [(4, [1, 0, 0]), (6, [2, 1, 3]), (u32::MAX, [4, 2, 4])];
pub(super) const QUARTERS: u32 = 4;
/// Quarters of unlimbering and set-up from which a gun fires as moved.
pub(super) const QUARTERS_MOVED: u32 = 2;

pub(super) const RANGE_YARDS: &[(Range, u32)] = &[
    (Range::Close, 100),
    (Range::Effective, 300),
    (Range::Long, 600),
    (Range::AssaultWeapon, 100),
    (Range::Lmg, 600),
    (Range::Mg, 1000),
    (Range::GunShortPerClass, 100),
    (Range::GunEffectivePerClass, 300),
    (Range::GunLongPerClass, 600),
];

pub(super) const SMALL_ARMS: &[(SmallArms, i32)] = &[
    (SmallArms::Close, 1),
    (SmallArms::Long, -1),
    (SmallArms::Mg, 1),
    (SmallArms::Packed, 1),
    (SmallArms::Moved, -1),
    (SmallArms::Pinned, -1),
    (SmallArms::PartialLos, -1),
    (SmallArms::TargetProne, -1),
    (SmallArms::SoftCover, -1),
    (SmallArms::HardCover, -2),
    (SmallArms::Entrenched, -3),
    (SmallArms::D, 4),
    (SmallArms::K, 6),
    (SmallArms::Kk, 8),
];

pub(super) const DIRECT: &[(Direct, i32)] = &[
    (Direct::HitOn, 7),
    (Direct::Moved, -2),
    (Direct::Pinned, -2),
    (Direct::TargetMoving, -1),
    (Direct::Small, -1),
    (Direct::Large, 1),
    (Direct::Short, 1),
    (Direct::Long, -1),
    (Direct::SoftCover, -1),
    (Direct::HardCover, -2),
];

pub(super) const KILL_TANK: &[(Mark, i32)] = &[(Mark::K, 5), (Mark::D, 4), (Mark::I, 3)];

pub(super) const KILL_PERSONNEL: &[(KillPersonnel, i32)] = &[
    (KillPersonnel::K, 5),
    (KillPersonnel::D, 3),
    (KillPersonnel::BigGun, 1),
    (KillPersonnel::HardCover, -1),
    (KillPersonnel::Entrenched, -2),
];
/// Gun classes that are big guns, and those that are heavy batteries.
pub(super) const BIG_GUN: u32 = 7;
pub(super) const HEAVY_BATTERY: u32 = 8;

pub(super) const ARMOUR_CLASS: &[(WtjArmour, i32)] = &[
    (WtjArmour::Soft, 0),
    (WtjArmour::ArmouredCar, 2),
    (WtjArmour::TankLight, 3),
    (WtjArmour::TankMedium, 5),
    (WtjArmour::TankHeavy, 7),
];

/// The area chart: from which total on a die does what.
pub(super) const AREA_ROWS: &[(AreaRow, &[(Mark, i32)])] = &[
    (AreaRow::Personnel, &[(Mark::K, 6), (Mark::D, 5)]),
    (AreaRow::Soft, &[(Mark::K, 6), (Mark::D, 5)]),
    (AreaRow::Tank, &[(Mark::D, 7), (Mark::I, 6)]),
];
pub(super) const AREA: &[(Area, i32)] =
    &[(Area::HeavyBattery, 1), (Area::Prone, -1), (Area::SoftCover, -1), (Area::HardCover, -2), (Area::Entrenched, -3)];

/// §3.10: faces that bring an on-call barrage, try by try; the most chits a turn.
pub(super) const ON_CALL: [u8; 3] = [5, 4, 3];
pub(super) const MOST_CHITS: u32 = 8;
pub(super) const BARRAGE_BOXES: u32 = 1;

pub(super) const ASSAULT_ROUNDS: usize = 3;
/// Units of at most so many original bases fire before they close.
pub(super) const SMALL_UNIT: u32 = 3;
pub(super) const ASSAULT: &[(WtjAssault, i32)] = &[
    (WtjAssault::Ratio2, 1),
    (WtjAssault::Ratio3, 2),
    (WtjAssault::Weapons, 1),
    (WtjAssault::Tanks, 2),
    (WtjAssault::Demoralised, -2),
    (WtjAssault::Pinned, -1),
    (WtjAssault::HardCover, 1),
    (WtjAssault::Entrenched, 2),
    (WtjAssault::Elite, 1),
    (WtjAssault::Green, -1),
];

const NO: Effect = Effect::PASS;
const P: Effect = Effect([Some(Letter::P), None]);
const W: Effect = Effect([Some(Letter::W), None]);
const R: Effect = Effect([Some(Letter::R), None]);
const RS: Effect = Effect([Some(Letter::R), Some(Letter::S)]);
const SD: Effect = Effect([Some(Letter::S), Some(Letter::D)]);

/// Effects by grade at modified 1, 0, -1, -2 or less.
pub(super) const MORALE_EFFECTS: [[Effect; 4]; 6] =
    [[NO, P, P, W], [NO, P, W, W], [P, W, W, R], [P, W, R, RS], [P, W, R, RS], [W, R, RS, SD]];
/// A modified total that always passes.
pub(super) const MORALE_PASS: i32 = 2;
pub(super) const MORALE: &[(WtjMorale, i32)] = &[
    (WtjMorale::HardCover, 1),
    (WtjMorale::ScenarioDefender, 1),
    (WtjMorale::Weak, -1),
    (WtjMorale::DamagedTank, -1),
    (WtjMorale::Unsupported, -1),
    (WtjMorale::HqLost, -1),
    (WtjMorale::Swept, -1),
];

/// The face that clears demoralised, by grade.
pub(super) const RALLY: [i32; 6] = [2, 3, 4, 5, 5, 6];

/// §3.14: what the axis adds, by theatre, 1939 to 1945; none where no page gives it.
pub(super) const AIR: [[Option<i32>; 7]; 5] = [
    [Some(4), None, Some(4), Some(2), Some(0), Some(-2), Some(-4)],
    [None, Some(2), None, None, None, Some(-5), Some(-5)],
    [None, None, Some(0), Some(-1), Some(-3), Some(-4), Some(-5)],
    [Some(3), Some(3), Some(3), Some(2), Some(0), Some(-1), Some(-3)],
    [None, None, Some(1), Some(0), Some(-1), Some(-3), Some(-5)],
];
pub(super) const AIR_FIRST_YEAR: u32 = 1939;
pub(super) const AIR_MISSING: i32 = 0;

pub(super) const BASES_PER_SP: u32 = 2;

//! The figures of Square Bashing (page, sections 3 and 7).

/// What a type of unit counts for; pairs are at strength, damaged.
pub(crate) struct SbFigures {
    /// Halves of a full unit.
    pub(crate) full: u16,
    /// The least face that saves.
    pub(crate) save: u8,
    /// Dice when it assaults.
    pub(crate) assaulting: [u16; 2],
    /// Dice when it is assaulted.
    pub(crate) defending: [u16; 2],
    /// How many squares it shoots; none for those who do not.
    pub(crate) range: u16,
    /// Dice when it shoots.
    pub(crate) shots: [u16; 2],
    /// The least sum that leaves scenery; none for those who need no die.
    pub(crate) exit: Option<i8>,
}

const fn row(
    full: u16,
    save: u8,
    assaulting: [u16; 2],
    defending: [u16; 2],
    range: u16,
    shots: [u16; 2],
    exit: Option<i8>,
) -> SbFigures {
    SbFigures { full, save, assaulting, defending, range, shots, exit }
}

/// By type, in the order of `unit::Kind`.
pub(crate) const FIGURES: [SbFigures; 11] = [
    row(6, 4, [3, 1], [2, 1], 1, [1, 1], Some(3)), // infantry
    row(6, 4, [3, 1], [2, 1], 0, [0, 0], Some(5)), // cavalry_mounted
    row(6, 4, [1, 1], [2, 1], 1, [1, 1], None),    // cavalry_dismounted
    row(2, 3, [1, 1], [5, 3], 1, [2, 1], Some(3)), // mg
    row(2, 5, [1, 1], [2, 1], 4, [3, 1], Some(5)), // artillery
    row(2, 5, [1, 1], [2, 1], 2, [3, 1], Some(5)), // mortar
    row(2, 3, [2, 1], [1, 1], 0, [0, 0], Some(3)), // tank_light
    row(2, 3, [3, 2], [1, 1], 0, [0, 0], Some(3)), // tank_heavy
    row(2, 3, [2, 1], [2, 1], 1, [1, 1], Some(5)), // ac
    row(2, 4, [2, 1], [2, 1], 1, [1, 1], Some(5)), // ac_light
    row(0, 7, [0, 0], [0, 0], 0, [0, 0], Some(5)), // hc
];

/// Every unit of a fort saves on this, gas apart.
pub(crate) const FORT_SAVE: u8 = 3;
/// Mounted cavalry in or into scenery, and units that do not assault with their square.
pub(crate) const ONE_DIE: u16 = 1;
/// The least face that hits when shooting, in a fight, fails a test of morale, routs.
pub(crate) const SHOT_HITS: u8 = 6;
pub(crate) const FIGHT_HITS: u8 = 5;
pub(crate) const MORALE_FAILS: u8 = 4;
pub(crate) const ROUTS: i8 = 5;
/// The fewest dice of a side in a fight.
pub(crate) const FEWEST: i32 = 2;
/// How many hits the owner places: in fights and when driven back, and otherwise.
pub(crate) const OWNER_FIGHT: u16 = 2;
pub(crate) const OWNER_ELSE: u16 = 1;
/// From so many hits on a unit it is spared while another has fewer.
pub(crate) const SPREAD: u16 = 2;

/// Assaulter: on flank or rear; each support square and how many count; markers; the shock asset; a hill.
pub(crate) const FLANK: i32 = 2;
pub(crate) const SUPPORT: i32 = 2;
pub(crate) const SUPPORTS: u16 = 2;
pub(crate) const FIGHT_MARKER: i32 = 2;
pub(crate) const SHOCK: i32 = 3;
pub(crate) const HILL: i32 = -1;
/// Defences, by front, flank, rear.
pub(crate) const HASTY: [i32; 3] = [-2, -2, -1];
pub(crate) const TRENCH: [i32; 3] = [-3, -2, -2];
/// Extra assaulting units that count a face, on both sides.
pub(crate) const EXTRA_A_FACE: u16 = 2;
/// Target: support squares that count, barrage markers that count.
pub(crate) const TARGET_SUPPORTS: u16 = 4;
pub(crate) const BARRAGES: u16 = 3;
/// Hits after a fight, and where there is no way back; hits on who retires before it.
pub(crate) const AFTERMATH: u16 = 3;
pub(crate) const NO_WAY: u16 = 6;
pub(crate) const RETIRING: i32 = 3;

/// Morale: casualty markers that count, enemy faces beyond the first that count, hits of a retiring square.
pub(crate) const CASUALTIES: u16 = 4;
pub(crate) const FACES: u16 = 3;
pub(crate) const ALL_FACES: u16 = 4;
pub(crate) const RETIRE_HITS: u16 = 1;
pub(crate) const MORALE_BONUS: i32 = -2;
pub(crate) const HOLD_THE_LINE: i32 = -3;
pub(crate) const TEST_TRENCH: i32 = -2;
/// Halves of a base, lost off the table.
pub(crate) const BASE: u16 = 2;

/// Deviation by quality: the last face that falls short, the last on target.
pub(crate) const DEVIATION: [[u8; 2]; 3] = [[2, 4], [1, 4], [1, 5]];
/// Hits on a square: suppression, rolling, gas; markers: suppression, point, rolling, gas.
pub(crate) const BARRAGE_HITS: [u16; 3] = [1, 2, 2];
pub(crate) const BARRAGE_MARKERS: [u16; 4] = [1, 3, 2, 1];
/// A rolling barrage goes on from this face, over so many rows.
pub(crate) const ROLLS_ON: u8 = 3;
pub(crate) const DEPTH: u16 = 3;

/// A waiting unit arrives on this; so many dice beside the sure one.
pub(crate) const ARRIVES: u8 = 6;
pub(crate) const SECOND_CHANCES: u16 = 2;
/// A campaign base of full strength.
pub(crate) const FULL_SP: u16 = 3;

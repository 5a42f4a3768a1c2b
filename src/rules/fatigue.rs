//! Who comes out of a battle disorganised for having fought (NQM Squared, section 9), fought by the program or on the table.
//!
//! What it decides: who has fought, where only the table saw it; whom having fought leaves in order.
//! Where to look next: `battle::outcome` and `ops::battle::record::base`, which both ask here.

use domain::Grade;

use super::pairs::BattleSide;
use super::setup::{BaseSetup, Fire};

/// How a base came out of a battle in which it fought.
#[derive(Debug, Clone, Copy)]
pub struct FoughtBase {
    /// Its side.
    pub side: BattleSide,
    /// The grade of its unit.
    pub grade: Grade,
    /// It withdrew, or its side broke the attack off.
    pub went_back: bool,
    /// Its unit has failed a test.
    pub failed: bool,
}

impl FoughtBase {
    /// Elites in defence, and veterans that break off or withdraw without having failed, keep order.
    pub fn keeps_order(self) -> bool {
        let steady = self.grade == Grade::Elite && self.side == BattleSide::Defender;
        steady || self.grade >= Grade::Veteran && self.went_back && !self.failed
    }
}

/// Whether a base fights in a battle of so many moves, as far as it was drawn to: in the firefight from the start, or
/// with shells once it can fire.
///
/// # Interpretation
/// Indirect and harassing fire is fighting: the text excepts it from the HQ die, and not from having fought.
pub fn is_to_fight(base: &BaseSetup, moves: u8) -> bool {
    match base.fire {
        Fire::Direct => base.arrives == 1,
        Fire::Indirect | Fire::Harassing => base.arrives <= moves && !base.out_of_ammo && base.sp > base.markers,
        Fire::Held => false,
    }
}

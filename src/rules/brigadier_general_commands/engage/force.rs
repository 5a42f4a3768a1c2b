//! Who engages whom, and on what terms.

use crate::brigadier_general_commands::kinds::{
    BgcArm, BgcArmour, BgcCare, BgcCover, BgcOrder, BgcWeapon, Experience, Flat, Sortie,
};
use crate::brigadier_general_commands::strength::BgcStrength;
use crate::brigadier_general_commands::tables::SQUADS;

/// The attacker's place in pairs of sides, and the defender's.
pub(crate) const ATTACKER: usize = 0;

pub(crate) const DEFENDER: usize = 1;

/// A platoon in its turn.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own about a platoon")]
pub(crate) struct Platoon {
    pub(crate) id: String,
    pub(crate) arm: BgcArm,
    pub(crate) experience: Experience,
    pub(crate) weapon: BgcWeapon,
    pub(crate) penetration: u8,
    pub(crate) flat: Option<Flat>,
    pub(crate) armour: BgcArmour,
    pub(crate) closed_armour: bool,
    pub(crate) cover: BgcCover,
    pub(crate) indirect: bool,
    /// It fires from another square and nothing here touches it (2.2).
    pub(crate) off_board: bool,
    pub(crate) hold_fire: bool,
    /// It fires in its side's last pool, not at its own step (2.2).
    pub(crate) defers: bool,
    /// Its indirect fire was planned: it needs neither a caller nor contact (2.2).
    pub(crate) planned: bool,
    /// It fires at aircraft before anything else is done (2.2).
    pub(crate) anti_air: bool,
    pub(crate) would_bug_out: bool,
    /// It cannot fall back (5.1).
    pub(crate) barred: bool,
    /// The order at the start of the turn.
    pub(crate) start: BgcOrder,
    pub(crate) order: BgcOrder,
    pub(crate) strength: BgcStrength,
    pub(crate) hidden: bool,
    /// It has bugged out in this turn.
    pub(crate) bugged_out: bool,
    /// Its fire of this turn is spent.
    pub(crate) fired: bool,
    /// It fired, or was fired at.
    pub(crate) under_fire: bool,
    pub(crate) surrendered: bool,
    pub(crate) fought: bool,
    pub(crate) lost_close_assault: bool,
}

impl Platoon {
    /// A platoon in the open, with nothing but its weapon, to which nothing has happened.
    pub(crate) fn new(id: String, arm: BgcArm, weapon: BgcWeapon) -> Self {
        Self {
            id,
            arm,
            experience: Experience::Regular,
            weapon,
            penetration: 0,
            flat: None,
            armour: BgcArmour::Soft,
            closed_armour: arm == BgcArm::Tank,
            cover: BgcCover::Open,
            indirect: false,
            off_board: false,
            hold_fire: false,
            defers: false,
            planned: false,
            anti_air: false,
            would_bug_out: false,
            barred: false,
            start: BgcOrder::Aim,
            order: BgcOrder::Aim,
            strength: BgcStrength { u: SQUADS, w: 0, k: 0 },
            hidden: false,
            bugged_out: false,
            fired: false,
            under_fire: false,
            surrendered: false,
            fought: false,
            lost_close_assault: false,
        }
    }

    /// Its fire of this turn is spent, and it has shown itself.
    pub(crate) fn fires(&mut self) {
        self.fired = true;
        self.under_fire = true;
        self.hidden = false;
    }

    /// Whether it is on the table, for everybody to shoot at and to assault.
    pub(crate) fn is_here(&self) -> bool {
        !self.off_board && !self.strength.is_removed()
    }
}

/// Aircraft of a side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Aircraft {
    pub(crate) id: String,
    pub(crate) kind: Sortie,
    pub(crate) squads: u8,
}

/// A side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Force {
    pub(crate) platoons: Vec<Platoon>,
    pub(crate) air: Vec<Aircraft>,
    /// An observer is with it, who calls for indirect fire beside its platoons (2.2).
    pub(crate) has_observer: bool,
    pub(crate) in_contact: bool,
    /// Whether somebody could call for indirect fire when the turn began.
    pub(crate) has_caller: bool,
}

impl Force {
    /// A side before its turn.
    pub(crate) fn new(platoons: Vec<Platoon>, air: Vec<Aircraft>) -> Self {
        Self { platoons, air, has_observer: false, in_contact: true, has_caller: false }
    }
}

/// What holds for a whole turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[expect(clippy::struct_excessive_bools, reason = "the keys of the page")]
pub(crate) struct Terms {
    /// The soft cover of the defenders is woods.
    pub(crate) woods: bool,
    /// The attacker fires at the side of the defender's armour.
    pub(crate) at_the_side: bool,
    pub(crate) combine: bool,
    pub(crate) roll_comms: bool,
    pub(crate) roll_time: bool,
    pub(crate) care: BgcCare,
}

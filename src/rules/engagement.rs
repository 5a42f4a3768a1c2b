//! A battle that can be fought: a [`Setup`] in which nothing is wrong.
//!
//! What it decides: what is wrong with a setup, all of it at once, in the order of the setup.
//! Where to look next: `battle`, which fights it.

use domain::{Role, Square};

use super::classes::reach;
use super::pairs::BattleSide;
use super::setup::{BaseSetup, Setup, SideSetup, UnitSetup};

pub(crate) mod check;

/// Something in a setup that cannot be.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{at}: {what}")]
pub struct Violation {
    /// Where: a side, unit or base.
    pub at: String,
    /// What is wrong.
    pub what: String,
}

/// The most bases of a side: what the indices of a battle hold with room to spare.
pub(crate) const MOST_BASES: usize = 2_000;

/// A battle that can be fought.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Engagement {
    setup: Setup,
    places: Vec<BasePlace>,
    units: Vec<UnitPlace>,
}

/// Where a base stands in the setup.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct BasePlace {
    pub(crate) side: BattleSide,
    pub(crate) unit: usize,
    pub(crate) within: usize,
}

/// Where a unit stands in the setup, and which bases are its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct UnitPlace {
    pub(crate) side: BattleSide,
    pub(crate) within: usize,
    pub(crate) bases: std::ops::Range<usize>,
}

impl Engagement {
    /// What it was made of.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    pub(crate) fn side(&self, side: BattleSide) -> &SideSetup {
        if side == BattleSide::Attacker { &self.setup.attacker } else { &self.setup.defender }
    }

    pub(crate) fn units(&self) -> &[UnitPlace] {
        &self.units
    }

    pub(crate) fn places(&self) -> &[BasePlace] {
        &self.places
    }

    pub(crate) fn unit(&self, unit: usize) -> &UnitSetup {
        let place = &self.units[unit];
        &self.side(place.side).units[place.within]
    }

    pub(crate) fn base(&self, base: usize) -> &BaseSetup {
        let place = self.places[base];
        &self.unit(place.unit).bases[place.within]
    }
}

/// Takes from a setup the bases that are too far away to take part, and units of which none is left: who they were.
pub fn leave_out_of_reach(setup: &mut Setup) -> Vec<String> {
    let mut left = Vec::new();
    let attacked = setup.square;
    for (side, of) in [(BattleSide::Attacker, &mut setup.attacker), (BattleSide::Defender, &mut setup.defender)] {
        for unit in &mut of.units {
            let (near, far): (Vec<_>, Vec<_>) = unit.bases.drain(..).partition(|base| in_reach(attacked, side, base));
            left.extend(far.iter().map(|base| base.id.to_string()));
            unit.bases = near;
        }
        of.units.retain(|unit| !unit.bases.is_empty());
    }
    left
}

/// Whether a base is where it can take part (section 5, "Range"; section 8: assault is orthogonal).
pub(crate) fn in_reach(attacked: Square, side: BattleSide, base: &BaseSetup) -> bool {
    let distance = square_distance(attacked, base.square);
    let guns = base.role == Role::Support && base.arm == domain::Arm::Artillery;
    let reach = reach(guns, base.calibre_mm);
    // A defender's base beside the square is there to counter-attack or to fire; farther ones come later.
    let beside = if side == BattleSide::Defender && base.arrives > 1 { 6 } else { 1 };
    distance <= reach.max(beside)
}

fn square_distance(a: Square, b: Square) -> u32 {
    a.reach_to(b)
}

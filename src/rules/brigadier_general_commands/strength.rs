//! The squads of a platoon, and what kills and wounds do to them (3.1, 4.3, 4.8).

use super::tables::SQUADS;
use crate::brigadier_general_commands::parameters::Surplus;

/// Squads: unwounded, wounded, killed; four in all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct BgcStrength {
    pub(crate) u: u8,
    pub(crate) w: u8,
    pub(crate) k: u8,
}

impl BgcStrength {
    /// The squads as the input gives them; none unless they make four.
    pub(crate) fn new(u: u8, w: u8, k: u8) -> Option<Self> {
        let all = u16::from(u) + u16::from(w) + u16::from(k);
        (all == u16::from(SQUADS)).then_some(Self { u, w, k })
    }

    /// Squads that live.
    pub(crate) fn alive(self) -> u8 {
        self.u + self.w
    }

    /// Four dead: the platoon is taken off.
    pub(crate) fn is_removed(self) -> bool {
        self.k == SQUADS
    }

    /// What one round of fire leaves.
    ///
    /// # Interpretation
    /// Kills reach the wounded only where no squad was unwounded when the round began (ruling 1): the example of the
    /// text loses the surplus kill. The house parameter `surplus_kills` lets it spill.
    pub(crate) fn after(self, kills: u32, wounds: u32, surplus: Surplus) -> Self {
        let mut side = [self];
        deal(&mut side, kills, wounds, surplus);
        side[0]
    }

    fn kill_unwounded(&mut self) {
        self.u -= 1;
        self.k += 1;
    }

    fn kill_wounded(&mut self) {
        self.w -= 1;
        self.k += 1;
    }

    fn wound(&mut self) {
        self.u -= 1;
        self.w += 1;
    }

    /// A wounded squad is fit again.
    pub(crate) fn cure(&mut self) {
        self.w -= 1;
        self.u += 1;
    }
}

/// Deals kills, then wounds, one at a time round a side in list order.
///
/// # Interpretation
/// Where nobody was unwounded, kills go round those with wounded squads in the same manner.
pub(crate) fn deal(side: &mut [BgcStrength], kills: u32, wounds: u32, surplus: Surplus) {
    let any_fit = side.iter().any(|platoon| platoon.u > 0);
    let mut next = 0;
    for _ in 0..kills {
        let mut hit = any_fit && strike(side, &mut next, |platoon| platoon.u, BgcStrength::kill_unwounded);
        if !hit && (!any_fit || surplus == Surplus::Spill) {
            hit = strike(side, &mut next, |platoon| platoon.w, BgcStrength::kill_wounded);
        }
        if !hit {
            break;
        }
    }
    for _ in 0..wounds {
        if !any_fit || !strike(side, &mut next, |platoon| platoon.u, BgcStrength::wound) {
            break;
        }
    }
}

/// Strikes the next platoon that has such squads; whether there was one.
fn strike(side: &mut [BgcStrength], next: &mut usize, has: fn(&BgcStrength) -> u8, blow: fn(&mut BgcStrength)) -> bool {
    let at = (0..side.len()).map(|step| (*next + step) % side.len()).find(|at| has(&side[*at]) > 0);
    let Some(at) = at else { return false };
    blow(&mut side[at]);
    *next = (at + 1) % side.len();
    true
}

//! Arrivals, and the reserve that restores an attack (sections 6 and 8).

use domain::Arm;

use super::RunningBattle;
use crate::pairs::BattleSide;

impl RunningBattle<'_, '_, '_> {
    /// Step 1: what arrives in this move.
    pub(crate) fn arrivals(&mut self) {
        for base in 0..self.bases.len() {
            if self.setup(base).arrives == self.now {
                self.bases[base].arrived = true;
                if self.now == 1 {
                    continue;
                }
                self.bases[base].moved_in = self.now;
                if self.is_fresh_reserve(base) {
                    self.wants_reserve = false;
                }
            }
        }
    }

    /// Whether a base that joins restores the attack: of a unit that attacks, of its division, or artillery.
    fn is_fresh_reserve(&self, base: usize) -> bool {
        let now = &self.bases[base];
        if now.side == BattleSide::Defender || now.disorganised || now.unmarked() == 0 {
            return false;
        }
        let division = self.engagement.unit(now.unit).division.as_ref();
        let kin = |other: usize| {
            let unit = self.bases[other].unit;
            unit == now.unit || division.is_some() && self.engagement.unit(unit).division.as_ref() == division
        };
        let attackers = 0..self.bases.len();
        let engaged =
            attackers.into_iter().filter(|i| self.bases[*i].side == BattleSide::Attacker && self.bases[*i].engaged);
        self.setup(base).arm == Arm::Artillery || engaged.into_iter().any(kin)
    }

    /// Whether a fresh reserve is still to come.
    pub(crate) fn reserve_may_come(&self) -> bool {
        let moves = self.engagement.setup().moves;
        (0..self.bases.len()).any(|i| {
            let arrives = self.setup(i).arrives;
            arrives > self.now && arrives <= moves && self.is_fresh_reserve(i)
        })
    }

    /// Who comes up at the road rate without a start line, and is beaten for it, is caught on the road.
    pub(crate) fn caught_on_the_road(&mut self) {
        for base in 0..self.bases.len() {
            let now = &mut self.bases[base];
            now.on_the_road |= now.side == BattleSide::Attacker && now.arrived;
        }
    }
}

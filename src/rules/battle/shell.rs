//! Indirect and harassing fire (section 7).

use domain::Class;

use super::RunningBattle;
use super::fire::{FireHit, FireShot, FireTargets};
use crate::battle::system::Result;
use crate::decision::Placing;
use crate::outcome::Volley;
use crate::pairs::BattleSide;
use crate::setup::Fire;

impl RunningBattle<'_, '_, '_> {
    /// Indirect and harassing fire of both sides (section 7).
    pub(crate) fn indirect_fire(&mut self) -> Result<()> {
        let targets = [self.targets_of(BattleSide::Attacker), self.targets_of(BattleSide::Defender)];
        let mut fallen = Vec::new();
        for side in [BattleSide::Attacker, BattleSide::Defender] {
            for (fire, purpose) in [(Fire::Indirect, "indirect fire"), (Fire::Harassing, "harassing fire")] {
                let fires = |i: &usize| self.setup(*i).fire == fire && self.can_fire(*i) && self.shells_now(*i);
                let shots: Vec<FireShot> =
                    self.side(side).filter(fires).filter_map(|i| self.shot(i, &targets[side.index()], 0)).collect();
                let hits = self.volley(&shots, &targets[side.index()], 0, purpose)?;
                fallen.push((side, fire, hits));
            }
        }
        for (side, fire, hits) in fallen {
            self.shells_land(side, fire, hits, &targets[side.index()])?;
        }
        targets.iter().flat_map(|t| &t.kinds).for_each(|kind| self.remove_overloaded(kind));
        Ok(())
    }

    /// Whether a base's indirect fire falls in this move.
    ///
    /// # Interpretation
    /// The attacker's planned fire falls in the move before the firefight; what is called later, and all of the
    /// defender's, in the move of its arrival and every one after.
    pub(super) fn shells_now(&self, base: usize) -> bool {
        let setup = self.setup(base);
        let attacks = self.bases[base].side == BattleSide::Attacker;
        if self.bases[base].disorganised || attacks && !self.fires_in_attack(base) {
            return false;
        }
        let planned = attacks && setup.arrives == 1;
        !planned || self.now + 1 == self.firefight_from || self.firefight_from == 1 && self.now == 1
    }

    fn shells_land(
        &mut self,
        side: BattleSide,
        fire: Fire,
        mut hits: Vec<FireHit>,
        targets: &FireTargets,
    ) -> Result<()> {
        // Dice of the heaviest guns are allotted first, so that what they mark is what they disorganise.
        hits.sort_by_key(|hit| (hit.kind, std::cmp::Reverse(self.setup(hit.base).calibre_mm), hit.base));
        for kind in 0..2 {
            if hits.iter().any(|h| h.kind == kind) {
                targets.kinds[kind].iter().for_each(|i| self.engage(*i));
            }
        }
        let sum: u32 = hits.iter().map(|h| u32::from(h.markers)).sum();
        if fire == Fire::Harassing {
            self.harass(&hits, targets)?;
        } else {
            for hit in &hits {
                self.shell(*hit, &targets.kinds[hit.kind])?;
            }
            if self.now >= self.firefight_from {
                self.caused[side.index()] += sum;
            }
        }
        for h in &hits {
            self.engage(h.base);
        }
        let how = if fire == Fire::Harassing { Volley::Harassing } else { Volley::Indirect };
        self.tell_fire(side, how, hits.len(), sum);
        Ok(())
    }

    /// Places the markers of one gun base; what it marks and is heavy enough for it disorganises.
    fn shell(&mut self, hit: FireHit, targets: &[usize]) -> Result<()> {
        for placing in Placing::each(hit.markers.into()) {
            let Some(base) = self.pick(targets, placing, |_, _| true)? else { return Ok(()) };
            self.bases[base].markers += 1;
            self.bases[base].shelled = true;
            if self.disorganises(self.setup(hit.base).calibre_mm, base) {
                self.disorganise(base);
            }
        }
        Ok(())
    }

    /// Disorganises as many bases as the fire would have marked, chosen as markers would be.
    fn harass(&mut self, hits: &[FireHit], targets: &FireTargets) -> Result<()> {
        let mut taken: Vec<usize> = Vec::new();
        for hit in hits {
            for _ in 0..hit.markers {
                let free = |_: &Self, i: usize| !taken.contains(&i);
                let Some(base) = self.pick(&targets.kinds[hit.kind], Placing::ONE, free)? else { break };
                taken.push(base);
                self.bases[base].shelled = true;
                if self.disorganises(self.setup(hit.base).calibre_mm, base) {
                    self.disorganise(base);
                }
            }
        }
        Ok(())
    }

    /// Whether a gun of this calibre disorganises this base when it marks it (section 7).
    ///
    /// # Interpretation
    /// VL targets by any calibre, VH by none.
    fn disorganises(&self, calibre_mm: u16, base: usize) -> bool {
        let [light, medium, heavy] = self.system.disorganising;
        match self.target_class(base) {
            Class::VeryLight => true,
            Class::Light => calibre_mm >= light,
            Class::Medium => calibre_mm >= medium,
            Class::Heavy => calibre_mm >= heavy,
            Class::VeryHeavy => false,
        }
    }
}

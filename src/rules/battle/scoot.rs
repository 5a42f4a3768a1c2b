//! Guns that outrange their attackers fire and withdraw before the reply, or fire twice and take it (NQM Free, "Close
//! assault").

use domain::Arm;

use super::RunningBattle;
use super::fire::{FireHit, FireTargets};
use crate::battle::system::Result;
use crate::classes::effective_range;
use crate::decision::Choice;
use crate::outcome::{BaseFate, Volley};
use crate::pairs::BattleSide;
use crate::setup::Fire;

impl RunningBattle<'_, '_, '_> {
    /// Anti-tank guns, recce and artillery in the square with an effective range greater than the attacker's.
    ///
    /// # Interpretation
    /// The reply to a second shot is that of the attackers in the firefight: they stand in the square or beside it.
    pub(crate) fn shoot_and_scoot(&mut self) -> Result<()> {
        if !self.system.scoots {
            return Ok(());
        }
        let theirs = self.side(BattleSide::Attacker).map(|i| effective_range(self.setup(i))).max().unwrap_or(0);
        let guns: Vec<usize> = self.garrison().filter(|i| self.can_scoot(*i, theirs)).collect();
        let targets = self.targets_of(BattleSide::Defender);
        let (mut hits, mut away, mut again) = (Vec::new(), Vec::new(), Vec::new());
        for gun in guns {
            let id = self.engagement.base(gun).id.as_str();
            if let Some(square) = self.way_out(gun)
                && self.ask(Choice::ShootAndScoot, id, false)?
            {
                hits.extend(self.first_shot(gun, &targets, "shoot and scoot")?);
                away.push((gun, square));
            } else if self.has_two_shots(gun) && self.ask(Choice::FireTwice, id, false)? {
                hits.extend(self.first_shot(gun, &targets, "first of two shots")?);
                again.push(gun);
            }
        }
        let fired: Vec<usize> = hits.iter().map(|hit| hit.base).collect();
        self.spend_together(&fired);
        self.first_shots_land(&hits, &targets)?;
        for (gun, square) in away {
            self.go(gun, square, BaseFate::Withdrew);
        }
        for gun in again {
            // The second is thrown with the firefight, where the reply is.
            self.bases[gun].fired = false;
        }
        Ok(())
    }

    /// One combat unit.
    fn first_shot(&mut self, gun: usize, targets: &FireTargets, purpose: &str) -> Result<Vec<FireHit>> {
        let shots: Vec<_> = self.shot(gun, targets, 0).into_iter().collect();
        self.throw_shots(&shots, targets, 0, purpose)
    }

    /// Their markers land before the reply, when all have thrown.
    fn first_shots_land(&mut self, hits: &[FireHit], targets: &FireTargets) -> Result<()> {
        let markers = self.land(hits, targets)?;
        self.caused[BattleSide::Defender.index()] += markers;
        self.tell_fire(BattleSide::Defender, Volley::Firefight, hits.len(), markers);
        targets.kinds.iter().for_each(|kind| self.remove_overloaded(kind));
        Ok(())
    }

    fn has_two_shots(&self, base: usize) -> bool {
        let shots = |i: usize| self.bases[i].cu / 3;
        let of_unit = || self.with_combat_units(self.bases[base].unit).map(shots).sum::<u16>();
        let left = if self.shares_combat_units() { of_unit() } else { shots(base) };
        self.setup(base).fire == Fire::Direct && (self.ones_count() || left >= 2)
    }

    fn can_scoot(&self, base: usize, theirs: u32) -> bool {
        let setup = self.setup(base);
        matches!(setup.arm, Arm::Antitank | Arm::Recce | Arm::Artillery)
            && self.can_fire(base)
            && effective_range(setup) > theirs
    }
}

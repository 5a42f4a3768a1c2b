//! Guns that outrange their attackers fire and withdraw before the reply (NQM Free, "Close assault").

use crate::domain::Arm;
use crate::rules::classes::effective_range;
use crate::rules::decision::Choice;
use crate::rules::outcome::{Fate, Volley};
use crate::rules::pairs::Side;

use super::{Battle, BattleError};

impl Battle<'_, '_, '_> {
    /// Anti-tank guns, recce and artillery in the square with an effective range greater than the attacker's.
    pub(crate) fn shoot_and_scoot(&mut self) -> Result<(), BattleError> {
        if !self.system.scoots {
            return Ok(());
        }
        let theirs = self.side(Side::Attacker).map(|i| effective_range(self.setup(i))).max().unwrap_or(0);
        let guns: Vec<usize> = self.garrison().filter(|i| self.can_scoot(*i, theirs)).collect();
        for gun in guns {
            let Some(square) = self.way_out(gun) else { continue };
            let engagement = self.engagement;
            if !self.ask(Choice::ShootAndScoot, engagement.base(gun).id.as_str(), false)? {
                continue;
            }
            let targets = self.targets_of(Side::Defender);
            let shots: Vec<_> = self.shot(gun, &targets, 0).into_iter().collect();
            let hits = self.volley(&shots, &targets, 0, "shoot and scoot")?;
            let markers = self.land(&hits, &targets)?;
            self.caused[Side::Defender.index()] += markers;
            self.tell_fire(Side::Defender, Volley::Firefight, hits.len(), markers);
            targets.kinds.iter().for_each(|kind| self.remove_overloaded(kind));
            self.go(gun, square, Fate::Withdrew);
        }
        Ok(())
    }

    fn can_scoot(&self, base: usize, theirs: u32) -> bool {
        let setup = self.setup(base);
        matches!(setup.arm, Arm::Antitank | Arm::Recce | Arm::Artillery)
            && self.can_fire(base)
            && effective_range(setup) > theirs
    }
}

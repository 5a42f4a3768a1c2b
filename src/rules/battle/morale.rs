//! Break tests, and the commissar (section 9).

use domain::Class;

use super::RunningBattle;
use super::asked::{by_face, passes};
use crate::battle::system::Result;
use crate::classes::markers;
use crate::decision::{Choice, Placing};
use crate::outcome::{BaseFate, Happening, TestKind, TestTaken};
use crate::pairs::BattleSide;

impl RunningBattle<'_, '_, '_> {
    /// Tests that are due, the attacker's units first, in engagement order.
    pub(crate) fn break_tests(&mut self) -> Result<()> {
        for unit in 0..self.units.len() {
            self.break_test_if_due(unit)?;
        }
        Ok(())
    }

    /// Throws a unit's test if one is due, and it has had none in this move.
    ///
    /// # Interpretation
    /// Several causes in one move give one test. A unit that passed tests again for a base lost later; one that failed
    /// only once bases of it are engaged that were not committed then.
    pub(crate) fn break_test_if_due(&mut self, unit: usize) -> Result<()> {
        let share = self.share_is_due(unit);
        let now = &self.units[unit];
        let loss = self.system.tests_for_losses && now.loss_due;
        let all_failed = now.failed && !self.of_unit(unit).any(|i| self.bases[i].engaged && !self.bases[i].broken);
        if all_failed || now.tested_in == self.now || !(loss || share) || self.system.passes_once && now.passed {
            return Ok(());
        }
        if self.of_unit(unit).next().is_none() {
            self.units[unit].loss_due = false;
            return Ok(());
        }
        let need = (self.system.need)(self.grade(unit), self.under(unit));
        let passed = self.test(unit, TestKind::Break, need)?;
        let now = &mut self.units[unit];
        now.loss_due = false;
        now.half_tested |= share;
        now.tested_in = self.now;
        now.passed |= passed;
        if !passed && !self.commissar(unit)? {
            self.fail(unit);
        }
        Ok(())
    }

    /// Throws a test and writes it down.
    pub(crate) fn test(&mut self, unit: usize, kind: TestKind, need: Option<u8>) -> Result<bool> {
        let purpose = match kind {
            TestKind::Break => "break test",
            TestKind::TankTerror => "tank terror",
            TestKind::TankEntry => "tanks in the position",
        };
        let parts = self.part(unit, || passes(need));
        let face = self.unit_die(unit, purpose, &parts)?;
        let passed = need.is_none_or(|need| face >= need);
        self.effect(|| if passed { "passed" } else { "failed" }.to_owned());
        self.units[unit].tests.push(TestTaken { now: self.now, kind, face, passed });
        self.tell(Happening::Test { unit, kind, passed });
        Ok(passed)
    }

    /// Whether markers, or in Free markers and SP lost, have reached the share at which a unit tests once.
    ///
    /// # Interpretation
    /// Half is of the SP that the unit has left, all its bases counted, engaged or not. Squared's test is taken once until
    /// the unit reorganises, Free's once in a battle, whatever it took in an earlier one.
    fn share_is_due(&self, unit: usize) -> bool {
        let now = &self.units[unit];
        let in_this_battle = || now.tests.iter().any(|test| test.kind == TestKind::Break);
        let tested = if self.system.passes_once { in_this_battle() } else { now.half_tested };
        if tested {
            return false;
        }
        let [sp, markers] = self.strength(unit);
        let taken_here = markers > now.counted[1] || sp < now.counted[0];
        let attacks = now.side == BattleSide::Attacker;
        taken_here && (self.system.share_reached)(self.grade(unit), attacks, [now.sp_at_start, sp, markers])
    }

    /// SP left and markers of a unit, all its bases counted.
    fn strength(&self, unit: usize) -> [u32; 2] {
        let elsewhere = self.engagement.unit(unit).elsewhere;
        let bases = self.engagement.units()[unit].bases.clone();
        let here = bases.map(|i| &self.bases[i]).filter(|b| !b.fate.is_loss());
        here.fold([u32::from(elsewhere.sp), u32::from(elsewhere.markers)], |[sp, markers], base| {
            [sp + u32::from(base.sp), markers + u32::from(base.markers)]
        })
    }

    /// Tanks that tanks push back do not test for it (section 8).
    ///
    /// # Interpretation
    /// Neither for bases lost in that move nor for markers taken up to then, theirs of later moves apart.
    pub(crate) fn spare_tanks(&mut self) {
        let is_tank = |i: usize| self.setup(i).is_tank();
        let follow = self.side(BattleSide::Attacker).any(|i| is_tank(i) && self.may_assault(i));
        if self.holder == BattleSide::Attacker || !follow || !self.pushes_back() {
            return;
        }
        let tanks_alone = |unit: &usize| {
            let there: Vec<usize> = self.of_unit(*unit).filter(|i| self.in_square(*i)).collect();
            self.units[*unit].side == BattleSide::Defender && !there.is_empty() && there.into_iter().all(is_tank)
        };
        let beaten: Vec<usize> = (0..self.units.len()).filter(tanks_alone).collect();
        for unit in beaten {
            self.units[unit].counted = self.strength(unit);
            self.units[unit].loss_due = false;
        }
    }

    /// A unit fails: its engaged bases are disorganised and broken; those not yet committed are not.
    pub(crate) fn fail(&mut self, unit: usize) {
        self.units[unit].failed = true;
        if self.refuses(unit) {
            return;
        }
        let engaged: Vec<usize> = self.of_unit(unit).filter(|i| self.bases[*i].engaged).collect();
        for base in engaged {
            self.bases[base].disorganised = true;
            self.bases[base].broken = true;
        }
    }

    /// The house rule: a fanatical HQ fires at its own unit and turns the failure into a pass; whether it did.
    fn commissar(&mut self, unit: usize) -> Result<bool> {
        let allowed = self.system.commissars && self.engagement.setup().options.commissar;
        if !allowed || !self.engagement.unit(unit).fanatical || !self.ask_unit(Choice::Commissar, unit, false)? {
            return Ok(false);
        }
        let bases: Vec<usize> = self.of_unit(unit).filter(|i| !self.setup(*i).is_armour()).collect();
        let class = bases.first().map_or(Class::Light, |i| self.target_class(*i));
        let parts = self.part(unit, || by_face(["SP lost"; 2], |face| markers(Class::Light, class, face).into()));
        let face = self.unit_die(unit, "commissar", &parts)?;
        let lost = markers(Class::Light, class, face);
        self.effect(|| format!("{lost} SP, and it holds"));
        for _ in 0..lost {
            let Some(base) = self.pick(&bases, Placing::ONE, |b, i| b.bases[i].fate.is_here())? else { break };
            self.bases[base].sp -= 1;
            self.bases[base].markers = self.bases[base].markers.min(self.bases[base].sp);
            if self.bases[base].sp == 0 {
                let due = self.units[unit].loss_due;
                self.lose(base, BaseFate::Destroyed);
                // What a commissar shoots causes no test.
                self.units[unit].loss_due = due;
            }
        }
        self.tell(Happening::Commissar { unit, lost: lost.into() });
        Ok(true)
    }
}

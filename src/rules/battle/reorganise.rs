//! Step 12: units out of contact all move reorganise (section 11).

use domain::{Grade, Role, Square};

use super::RunningBattle;
use super::asked::by_face;
use crate::battle::system::Result;
use crate::outcome::{BaseFate, Happening};
use crate::reorganisation::{has_odd, returned, sp_lost};
use crate::setup::BaseSetup;

impl RunningBattle<'_, '_, '_> {
    /// Reorganises what has been out of contact for long enough.
    pub(crate) fn reorganise(&mut self) -> Result<()> {
        for unit in 0..self.units.len() {
            let members: Vec<usize> = self.members(unit).collect();
            let quiet = !members.is_empty() && members.iter().all(|i| self.is_out_of_contact(*i));
            let now = &mut self.units[unit];
            now.quiet = if quiet { now.quiet + 1 } else { 0 };
            let has_its_move = quiet && self.is_ordered(unit) && self.has_command_for(unit, &members);
            let now = &mut self.units[unit];
            now.rested = has_its_move || quiet && now.rested;
            if has_its_move && self.has_reason(unit, &members) {
                self.reorganise_unit(unit, &members)?;
            }
        }
        Ok(())
    }

    /// The bases of a unit on the map, in the fight or out of it.
    fn members(&self, unit: usize) -> impl Iterator<Item = usize> + '_ {
        let on_map = |b: &super::FightingBase| {
            b.arrived
                && matches!(b.fate, BaseFate::Stands | BaseFate::Withdrew | BaseFate::Retreated)
                && b.terrified_in == 0
        };
        self.engagement.units()[unit].bases.clone().filter(move |i| on_map(&self.bases[*i]))
    }

    /// Contact: it fired, assaulted, was fired at or assaulted in this move, or shares its square with an enemy.
    ///
    /// # Interpretation
    /// An enemy merely in the next square is not contact.
    fn is_out_of_contact(&self, base: usize) -> bool {
        let now = &self.bases[base];
        let shares = |b: &super::FightingBase| b.side != now.side && b.here() && b.square == now.square;
        !now.contact && !self.bases.iter().any(shares)
    }

    fn has_reason(&self, unit: usize, members: &[usize]) -> bool {
        let disordered = |i: &usize| self.bases[*i].markers > 0 || self.bases[*i].disorganised;
        self.units[unit].failed || members.iter().any(disordered)
    }

    /// Veteran and regular troops need no orders; lower ones start one move later, when their order has come.
    ///
    /// # Interpretation
    /// One move is the delay of a division's order.
    fn is_ordered(&self, unit: usize) -> bool {
        let needs_order = self.grade(unit) < Grade::Regular;
        !needs_order || self.engagement.unit(unit).orders && self.units[unit].quiet >= 2
    }

    /// Its own command base with an unmarked SP, or, where it has none, its first base with one.
    fn has_command_for(&self, unit: usize, members: &[usize]) -> bool {
        let is_command = |i: &usize| self.setup(*i).role == Role::Command;
        let able = |i: &usize| self.bases[*i].unmarked() > 0;
        let has_own = self.engagement.units()[unit].bases.clone().any(|i| is_command(&i));
        members.iter().any(|i| able(i) && (!has_own || is_command(i) || self.setup(*i).is_tank()))
    }

    fn reorganise_unit(&mut self, unit: usize, members: &[usize]) -> Result<()> {
        let mut squares: Vec<Square> = members.iter().map(|i| self.bases[*i].square).collect();
        squares.sort_unstable();
        squares.dedup();
        let in_squares: Vec<Vec<usize>> = squares
            .into_iter()
            .map(|square| members.iter().copied().filter(|i| self.bases[*i].square == square).collect())
            .collect();
        let mut lost = 0;
        for here in &in_squares {
            lost += self.take_markers_off(unit, here)?;
        }
        let setup = self.engagement.unit(unit);
        for base in members {
            let now = &mut self.bases[*base];
            // Who still bears markers, for want of a medical base, stays disorganised.
            now.disorganised &= now.markers > 0;
            now.broken = false;
            now.out &= !setup.logistic;
        }
        self.pay(unit);
        let now = &mut self.units[unit];
        now.failed = false;
        now.half_tested = false;
        now.loss_due = false;
        now.passed = false;
        if setup.logistic && self.costs_die() {
            self.units[unit].hq_die = setup.grade.full_hq_die();
        }
        self.tell(Happening::Reorganised { unit, lost: lost as u16 });
        in_squares.iter().try_for_each(|here| self.merge(here))
    }

    /// Pays the steps of the HQ die that are owed.
    pub(crate) fn pay(&mut self, unit: usize) {
        self.owe(unit);
        let now = &mut self.units[unit];
        now.hq_die = now.hq_die.saturating_sub(now.owed);
        now.owed = 0;
    }

    /// Owes a step for the attack, and one for the counter-attack, that is over.
    pub(crate) fn owe(&mut self, unit: usize) {
        let costs = self.costs_die();
        let now = &mut self.units[unit];
        if costs {
            now.owed += u8::from(now.attacked) + u8::from(now.counter_attacked);
        }
        now.attacked = false;
        now.counter_attacked = false;
    }

    /// Takes the markers of these bases off and their price in SP; gives the SP lost.
    fn take_markers_off(&mut self, unit: usize, bases: &[usize]) -> Result<u32> {
        let setup = self.engagement.unit(unit);
        let needed = self.engagement.setup().options.medical_needed;
        let cared_for = |base: &BaseSetup| if base.is_armour() { setup.recovery } else { setup.medical };
        let bore: Vec<usize> = bases
            .iter()
            .copied()
            .filter(|i| self.bases[*i].markers > 0 && (!needed || cared_for(self.setup(*i))))
            .collect();
        let markers: u32 = bore.iter().map(|i| u32::from(self.bases[*i].markers)).sum();
        let parts = self.part(unit, || by_face(["SP lost"; 2], |face| sp_lost(markers, Some(face))));
        let face = if has_odd(markers) { Some(self.unit_die(unit, "odd marker", &parts)?) } else { None };
        let lost = sp_lost(markers, face);
        if face.is_some() {
            self.effect(|| if lost > markers / 2 { "costs 1 SP" } else { "comes off" }.to_owned());
        }
        for _ in 0..lost {
            self.take_sp(&bore);
        }
        for base in &bore {
            self.bases[*base].markers = 0;
            if self.bases[*base].sp == 0 {
                self.lose(*base, BaseFate::AtMedicalPost);
            }
        }
        Ok(lost)
    }

    /// One SP, from the base among those that bore markers with most SP left; equal: most markers; equal: engagement
    /// order.
    fn take_sp(&mut self, bore: &[usize]) {
        let most = bore.iter().copied().max_by_key(|i| {
            let base = &self.bases[*i];
            (base.sp, base.markers, std::cmp::Reverse(*i))
        });
        if let Some(base) = most {
            let now = &mut self.bases[base];
            now.at_post += u16::from(now.sp > 0);
            now.sp = now.sp.saturating_sub(1);
        }
    }

    /// NQM Free, when the battle ends: half of the SP lost in reorganisation return, an odd one on 4+.
    ///
    /// # Interpretation
    /// They return to the base that lost most in this way; equal: engagement order. Nobody returns to a base that is lost.
    pub(crate) fn recover(&mut self) -> Result<()> {
        if self.system.costs_die || !self.engagement.setup().options.recovery {
            return Ok(());
        }
        for unit in 0..self.units.len() {
            let bases = self.engagement.units()[unit].bases.clone();
            let lost: u32 = bases.clone().map(|i| u32::from(self.bases[i].at_post)).sum();
            let parts = self.part(unit, || by_face(["SP back"; 2], |face| returned(lost, Some(face))));
            let face = if has_odd(lost) { Some(self.unit_die(unit, "odd loss returns", &parts)?) } else { None };
            let back = returned(lost, face);
            if face.is_some() {
                self.effect(|| if back > lost / 2 { "returns" } else { "is lost" }.to_owned());
            }
            for _ in 0..back {
                let waits = |i: &usize| self.bases[*i].at_post > 0 && !self.bases[*i].fate.is_loss();
                let most = bases.clone().filter(waits).max_by_key(|i| (self.bases[*i].at_post, std::cmp::Reverse(*i)));
                if let Some(base) = most {
                    self.give_back(base);
                }
            }
        }
        Ok(())
    }

    fn give_back(&mut self, base: usize) {
        let now = &mut self.bases[base];
        now.at_post -= 1;
        now.sp += 1;
        if now.fate == BaseFate::AtMedicalPost {
            now.fate = BaseFate::Withdrew;
        }
    }
}

//! Bases that merge as their unit reorganises (section 11).
//!
//! What it decides: which base has room for which; whether they merge is asked, and by doctrine none do.

use super::RunningBattle;
use crate::battle::system::BattleError;
use crate::decision::Choice;
use crate::outcome::BaseFate;

impl RunningBattle<'_, '_, '_> {
    /// Asks of each of these bases of a unit, all in one square, whether it is merged into one before it.
    ///
    /// # Interpretation
    /// The later of two in engagement order goes into the first that has room for all of it.
    pub(super) fn merge(&mut self, bases: &[usize]) -> Result<(), BattleError> {
        for (place, from) in bases.iter().enumerate().skip(1) {
            let into = bases[..place].iter().copied().find(|into| self.has_room_for(*into, *from));
            let id = self.engagement.base(*from).id.as_str();
            if let Some(into) = into
                && self.ask(Choice::Merge, id, false)?
            {
                self.carry_over(*from, into);
            }
        }
        Ok(())
    }

    /// Whether two bases are of one kind and what they have left is no more than one has at its best.
    ///
    /// # Interpretation
    /// Both are in order: whom markers keep disorganised (setting `medical_needed`) merges with nobody.
    fn has_room_for(&self, into: usize, from: usize) -> bool {
        let kind = |base: usize| {
            let of = self.setup(base);
            (of.role, of.arm, of.mobility, of.men, of.at, of.armour, of.calibre_mm)
        };
        let is_able = |base: usize| {
            let now = &self.bases[base];
            now.sp > 0 && !now.disorganised && !now.fate.is_loss() && now.fate != BaseFate::Merged
        };
        let sum = self.bases[into].sp + self.bases[from].sp;
        is_able(into) && is_able(from) && kind(into) == kind(from) && sum <= self.setup(into).sp_full
    }

    /// SP come over with markers, with no more ammunition than the one that had less, and with what lies at the medical
    /// post; no loss, and no test.
    fn carry_over(&mut self, from: usize, into: usize) {
        let given = self.bases[from].clone();
        let now = &mut self.bases[into];
        now.sp += given.sp;
        now.markers += given.markers;
        now.out |= given.out;
        now.cu = now.cu.min(given.cu);
        now.at_post += given.at_post;
        now.engaged |= given.engaged;
        let merged = &mut self.bases[from];
        merged.sp = 0;
        merged.markers = 0;
        merged.at_post = 0;
        self.lose(from, BaseFate::Merged);
    }
}

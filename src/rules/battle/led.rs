//! Who may assault without a command base (section 1).

use domain::Role;

use super::RunningBattle;

impl RunningBattle<'_, '_, '_> {
    /// Who goes of those whose unit has no command base there: one, or its tanks, each of which serves itself (section 1).
    pub(super) fn keep_the_led(&self, unit: usize, bases: &mut Vec<usize>) {
        let is_tank = |i: &usize| self.setup(*i).is_tank();
        if bases.len() < 2 || self.has_command(unit) {
            return;
        }
        if bases.iter().copied().filter(|i| is_tank(i)).count() > 1 {
            bases.retain(is_tank);
        } else {
            bases.truncate(1);
        }
    }

    /// Whether a unit has the command base that two or more assaulting bases need.
    ///
    /// # Interpretation
    /// Its own serves if it is there; where the order of battle gives it none, its first base stands for it.
    fn has_command(&self, unit: usize) -> bool {
        let is_command = |i: usize| self.setup(i).role == Role::Command;
        let mut all = self.engagement.units()[unit].bases.clone();
        !all.any(is_command) || self.of_unit(unit).any(|i| is_command(i) && self.bases[i].unmarked() > 0)
    }
}

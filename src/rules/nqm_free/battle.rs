//! What NQM Free gives to a battle.

use domain::{Class, Grade, RuleSystemId};

use super::assault::{attacks, fights_as, most_dice, need, share, ties};
use super::tables::{BREAK_OUT_NEED, DISORGANISING};
use crate::battle::system::{RecceWay, System};

/// NQM Free in battle.
pub(crate) const SYSTEM: System = System {
    id: RuleSystemId::NqmFree,
    ones_count: |_| false,
    moving: Class::VeryLight,
    disorganising: DISORGANISING,
    recce: RecceWay::Colours,
    random_markers: true,
    need: |grade, under| need(fights_as(grade, under)),
    tests_for_losses: false,
    passes_once: true,
    share_reached: reached,
    most_dice: |grade, under| most_dice(fights_as(grade, under)),
    tie: ties,
    rounds: |grade, under, _| attacks(fights_as(grade, under)).map(u16::from),
    costs_die: false,
    only_refuses: |grade| matches!(grade, Grade::Conscript | Grade::Green),
    disorganised_fire_on: false,
    commissars: false,
    charge_costs_sp: false,
    scoots: true,
    break_out: Some(BREAK_OUT_NEED),
    militia_surrender: true,
};

/// Whether markers and SP lost reach the share of the SP at the start; green troops that attack test at the first.
fn reached(grade: Grade, attacks: bool, [start, left, markers]: [u32; 3]) -> bool {
    let taken = start.saturating_sub(left) + markers;
    if grade == Grade::Green && attacks {
        return taken > 0;
    }
    share(fights_as(grade, None)).is_some_and(|share| taken * share >= start)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_of_the_page() {
        assert!(!reached(Grade::Elite, true, [9, 0, 0]));
        assert!(reached(Grade::Veteran, false, [9, 8, 2]) && !reached(Grade::Veteran, false, [9, 9, 2]));
        assert!(reached(Grade::Regular, false, [9, 7, 3]) && !reached(Grade::Regular, false, [9, 9, 4]));
        assert!(reached(Grade::Green, true, [9, 9, 1]) && !reached(Grade::Green, false, [9, 9, 2]));
    }
}

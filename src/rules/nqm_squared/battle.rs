//! What NQM Squared gives to a battle.

use domain::{Class, RuleSystemId, Scale};

use super::morale::{is_half, need};
use super::tables::{ASSAULT_DICE, DISORGANISING};
use crate::battle::system::{RecceWay, System};

/// NQM Squared in battle.
pub(crate) const SYSTEM: System = System {
    id: RuleSystemId::NqmSquared,
    ones_count: |scale| matches!(scale, Scale::Corps | Scale::Front),
    moving: Class::Light,
    disorganising: DISORGANISING,
    recce: RecceWay::Contest,
    random_markers: false,
    need: |grade, _| need(grade),
    tests_for_losses: true,
    passes_once: false,
    share_reached: |_, _, [_, left, markers]| is_half(markers, left),
    most_dice: |_, _| ASSAULT_DICE,
    tie: |_, _| None,
    rounds: |_, _, hq_die| Some(hq_die.into()),
    costs_die: true,
    only_refuses: |_| false,
    disorganised_fire_on: true,
    commissars: true,
    charge_costs_sp: true,
    scoots: false,
    break_out: None,
    militia_surrender: false,
};

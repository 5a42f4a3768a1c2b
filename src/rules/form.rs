//! The codes by which a battle fought on the table is written down: `A1` a unit, `A1.2` a base of it, `A` the side.
//!
//! What it decides: who has which code, and the words for what became of a base.
//! What it never does: judge what is written down; that needs the campaign.
//! Where to look next: `ops::battle::record`, which makes an outcome of it.

use domain::{RuleSystemId, words};

use super::pairs::BattleSide;
use super::setup::{BaseSetup, Fire, Setup, UnitSetup};
use crate::battle::system::System;

words! {
    /// What became of a base, as it is written down at the table.
    enum FateWord: "fate" {
        /// It stands, in order.
        InOrder = "in_order",
        /// It stands, disorganised.
        Disorganised = "disorganised",
        /// It stands, broken by a failed test.
        Broken = "broken",
        /// It went back of its own will.
        Withdrew = "withdrew",
        /// It went back of its own will, in order.
        WithdrewInOrder = "withdrew_in_order",
        /// It was driven back, disorganised.
        DrivenBack = "driven_back",
        /// It is scattered, and gathers at night.
        Dispersed = "dispersed",
        /// It was taken prisoner or overrun.
        Surrendered = "surrendered",
        /// It was destroyed.
        Destroyed = "destroyed",
    }
}

impl FateWord {
    /// Whether nothing of the base is left.
    pub fn is_loss(self) -> bool {
        matches!(self, Self::Surrendered | Self::Destroyed)
    }
}

/// A unit with its code, and its bases with theirs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CodedUnit<'s> {
    /// The code: `A1`, `D2`.
    pub code: String,
    /// Its side.
    pub side: BattleSide,
    /// The unit.
    pub unit: &'s UnitSetup,
    /// Its bases, each with its code: `A1.1`.
    pub bases: Vec<(String, &'s BaseSetup)>,
}

/// The code of a side.
pub fn side_code(side: BattleSide) -> &'static str {
    if side == BattleSide::Attacker { "A" } else { "D" }
}

/// The units and bases of a setup with their codes, attackers first, in engagement order.
pub fn coded(setup: &Setup) -> Vec<CodedUnit<'_>> {
    let mut found = Vec::new();
    for (side, of) in [(BattleSide::Attacker, &setup.attacker), (BattleSide::Defender, &setup.defender)] {
        for (number, unit) in of.units.iter().enumerate() {
            let code = format!("{}{}", side_code(side), number + 1);
            let bases = unit.bases.iter().enumerate().map(|(i, base)| (format!("{code}.{}", i + 1), base)).collect();
            found.push(CodedUnit { code, side, unit, bases });
        }
    }
    found
}

/// Whether combat units are counted in a battle, and not ones thrown.
pub fn counts_combat_units(setup: &Setup) -> bool {
    system(setup.rules).is_some_and(|system| !(system.ones_count)(setup.scale))
}

/// Whether an attack costs a step of the HQ die.
pub fn costs_hq_die(setup: &Setup) -> bool {
    system(setup.rules).is_none_or(|system| system.costs_die || setup.options.free_costs_die)
}

/// Steps of its HQ die that a unit owes for the battle where nothing else is written: one, of attackers that fire direct
/// from the start.
pub fn usual_attacks(setup: &Setup, unit: &CodedUnit<'_>) -> u16 {
    let attacks =
        |base: &BaseSetup| base.arrives == 1 && base.fire == Fire::Direct && base.shoots() && !base.only_returns_fire();
    let attacked = unit.side == BattleSide::Attacker && unit.bases.iter().any(|(_, base)| attacks(base));
    u16::from(costs_hq_die(setup) && attacked)
}

fn system(id: RuleSystemId) -> Option<&'static System> {
    match id {
        RuleSystemId::NqmSquared => Some(&super::nqm_squared::battle::SYSTEM),
        RuleSystemId::NqmFree => Some(&super::nqm_free::battle::SYSTEM),
        _ => None,
    }
}

//! The rules of battle: one folder a system, and what systems share.
//!
//! What it is: [`RuleSystem`], what every system does; [`system`], the systems there are; the mechanics one at a time
//! and their exact odds.
//! What it decides: what dice and decisions come to.
//! What it never does: read a campaign, a file or a clock, or throw dice of its own: they come from `dice`.
//! Where to look next: `nqm_squared`, the default; `docs/rules/`, a page a system.
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod approach;
mod battle;
mod brigadier_general_commands;
pub mod classes;
mod contact;
pub mod decision;
mod engagement;
pub mod fatigue;
pub mod forecast;
pub mod form;
pub mod mechanic;
pub mod nqm_free;
pub mod nqm_squared;
pub mod odds;
pub mod outcome;
pub mod pairs;
pub mod reaction;
pub(crate) mod reorganisation;
pub mod setup;
mod square_bashing;
pub(crate) mod tables;
mod war_times_journal;

use serde_json::Value;

use dice::Dice;
use domain::{Grade, RuleSystemId};

use decision::Decide;
use mechanic::chances::Chances;
use mechanic::rolled::Rolled;
use mechanic::{Mechanic, MechanicError};
use outcome::Outcome;
use setup::Setup;

pub use battle::system::BattleError;
pub use engagement::{Engagement, Violation, leave_out_of_reach};

/// What every rule system does.
pub trait RuleSystem: std::fmt::Debug + Sync {
    /// Which it is.
    fn id(&self) -> RuleSystemId;

    /// Fights a battle to its end.
    ///
    /// # Errors
    /// When the dice do not fit, or nobody decides any more.
    fn fight(
        &self,
        engagement: &Engagement,
        dice: &mut Dice<'_>,
        decide: &mut dyn Decide,
    ) -> Result<Outcome, BattleError>;

    /// What in a setup cannot be by these rules alone; the rest is [`Engagement::new`]'s.
    fn check(&self, setup: &Setup) -> Vec<Violation> {
        let _ = setup;
        Vec::new()
    }

    /// Whether having fought disorganises, and attacks cost HQ dice as NQM has it: what is recorded from the table
    /// without a word on either follows it.
    fn tires(&self) -> bool {
        false
    }

    /// What is wrong with house parameters, one object as the page has its tables.
    ///
    /// # Errors
    /// The first thing that is wrong, in words.
    fn check_house(&self, house: &Value) -> Result<(), String> {
        let _ = house;
        Err(format!("`{}` has no house parameters", self.id()))
    }

    /// What a drawn engagement says of choices that these rules alone have: comments, a choice a line.
    fn template(&self) -> &'static str {
        ""
    }

    /// The mechanics that can be thrown one at a time.
    fn mechanics(&self) -> &'static [Mechanic];

    /// Throws one mechanic.
    ///
    /// # Errors
    /// When there is no such mechanic, the input does not fit it, or the dice run out.
    fn roll(&self, mechanic: &str, input: &Value, dice: &mut Dice<'_>) -> Result<Rolled, MechanicError>;

    /// The exact distribution of one mechanic.
    ///
    /// # Errors
    /// When there is no such mechanic, or the input does not fit it.
    fn odds(&self, mechanic: &str, input: &Value) -> Result<Chances, MechanicError>;
}

/// A system of an id, with its table of mechanics and what it has of its own.
macro_rules! rule_system {
    ($name:ident, $folder:ident, $($own:tt)*) => {
        #[derive(Debug)]
        struct $name;

        impl RuleSystem for $name {
            fn id(&self) -> RuleSystemId {
                RuleSystemId::$name
            }

            fn mechanics(&self) -> &'static [Mechanic] {
                $folder::table::MECHANICS
            }

            fn roll(&self, mechanic: &str, input: &Value, dice: &mut Dice<'_>) -> Result<Rolled, MechanicError> {
                $folder::table::roll(mechanic, input, dice)
            }

            fn odds(&self, mechanic: &str, input: &Value) -> Result<Chances, MechanicError> {
                $folder::table::odds(mechanic, input)
            }

            $($own)*
        }
    };
}

/// A system that fights move by move and asks for decisions on the way.
macro_rules! moves_system {
    ($name:ident, $folder:ident) => {
        rule_system! {
            $name, $folder,
            fn tires(&self) -> bool {
                true
            }

            fn fight(
                &self,
                engagement: &Engagement,
                dice: &mut Dice<'_>,
                decide: &mut dyn Decide,
            ) -> Result<Outcome, BattleError> {
                battle::fight(&$folder::battle::SYSTEM, engagement, dice, decide)
            }
        }
    };
}
moves_system!(NqmSquared, nqm_squared);
moves_system!(NqmFree, nqm_free);

/// A system that fights square against square: its decisions stand in the engagement.
macro_rules! table_system {
    ($name:ident, $folder:ident) => {
        rule_system! {
            $name, $folder,
            fn fight(
                &self,
                engagement: &Engagement,
                dice: &mut Dice<'_>,
                decide: &mut dyn Decide,
            ) -> Result<Outcome, BattleError> {
                $folder::battle::fight(engagement, dice, decide)
            }

            fn check(&self, setup: &Setup) -> Vec<Violation> {
                $folder::battle::check(setup)
            }

            fn check_house(&self, house: &Value) -> Result<(), String> {
                $folder::battle::check_house(house)
            }

            fn template(&self) -> &'static str {
                $folder::battle::TEMPLATE
            }
        }
    };
}
table_system!(BrigadierGeneralCommands, brigadier_general_commands);
table_system!(SquareBashing, square_bashing);
table_system!(WarTimesJournal1943, war_times_journal);

/// The rule system of an id.
pub fn system(id: RuleSystemId) -> &'static dyn RuleSystem {
    match id {
        RuleSystemId::NqmSquared => &NqmSquared,
        RuleSystemId::NqmFree => &NqmFree,
        RuleSystemId::BrigadierGeneralCommands => &BrigadierGeneralCommands,
        RuleSystemId::SquareBashing => &SquareBashing,
        RuleSystemId::WarTimesJournal1943 => &WarTimesJournal1943,
    }
}

/// Whether an attacking unit of this grade that fails its test only refuses to attack further.
pub(crate) fn only_refuses(id: RuleSystemId, grade: Grade) -> bool {
    match id {
        RuleSystemId::NqmSquared => (nqm_squared::battle::SYSTEM.only_refuses)(grade),
        RuleSystemId::NqmFree => (nqm_free::battle::SYSTEM.only_refuses)(grade),
        RuleSystemId::WarTimesJournal1943 | RuleSystemId::BrigadierGeneralCommands | RuleSystemId::SquareBashing => {
            false
        }
    }
}

/// Fights a battle by the rules that it names.
///
/// # Errors
/// When the dice do not fit, or nobody decides any more.
pub fn fight(engagement: &Engagement, dice: &mut Dice<'_>, decide: &mut dyn Decide) -> Result<Outcome, BattleError> {
    let rules = engagement.setup().rules;
    system(rules).fight(engagement, dice, decide)
}

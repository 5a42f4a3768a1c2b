//! What a rule system on the battle of bases decides for itself.

use dice::DiceError;
use domain::{Class, Grade, RuleSystemId, Scale};

use crate::mechanic::MechanicError;
use crate::pairs::BattleSide;

/// Why a battle cannot be fought to its end.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BattleError {
    /// The dice do not fit.
    #[error(transparent)]
    Dice(#[from] DiceError),
    /// Nobody decides.
    #[error("input ended at the question: {question}")]
    Undecided {
        /// The question.
        question: String,
    },
    /// A mechanic is told what it cannot use.
    #[error(transparent)]
    Mechanic(MechanicError),
}

/// What a step of a battle gives, or why it cannot be fought on.
pub(crate) type Result<T, E = BattleError> = std::result::Result<T, E>;

/// Dice stay dice.
impl From<MechanicError> for BattleError {
    fn from(error: MechanicError) -> Self {
        match error {
            MechanicError::Dice(dice) => Self::Dice(dice),
            other => Self::Mechanic(other),
        }
    }
}

/// How recce is thrown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RecceWay {
    /// A die each, modified by grade (Squared).
    Contest,
    /// Red, white and blue (Free).
    Colours,
}

/// What differs between the NQM systems in a battle.
#[expect(clippy::struct_excessive_bools, reason = "each is a difference between two rules pages")]
#[derive(Debug)]
pub(crate) struct System {
    pub(crate) id: RuleSystemId,
    /// Whether a natural 1 takes a base's ammunition at this scale; else combat units are counted.
    pub(crate) ones_count: fn(Scale) -> bool,
    /// The class of troops that move to contact.
    pub(crate) moving: Class,
    /// The least calibre that disorganises a target of class L, M, H.
    pub(crate) disorganising: [u16; 3],
    pub(crate) recce: RecceWay,
    /// Whether markers fall by dice unless the options say otherwise.
    pub(crate) random_markers: bool,
    /// The least face that passes a break test; the grade under it second.
    pub(crate) need: fn(Grade, Option<Grade>) -> Option<u8>,
    /// Whether a lost base makes a unit test.
    pub(crate) tests_for_losses: bool,
    /// Whether a unit that passed tests no more for casualties.
    pub(crate) passes_once: bool,
    /// Whether a unit tests: the unit's grade, whether it attacks, SP at the start, SP left, markers.
    pub(crate) share_reached: fn(Grade, bool, [u32; 3]) -> bool,
    /// Most dice in attack and defence.
    pub(crate) most_dice: fn(Grade, Option<Grade>) -> [u8; 2],
    /// Who wins drawn dice.
    pub(crate) tie: fn(Grade, Grade) -> Option<BattleSide>,
    /// How many rounds a move, by grade, grade under it and HQ die; none without limit.
    pub(crate) rounds: fn(Grade, Option<Grade>, u8) -> Option<u16>,
    /// Whether attacks cost HQ dice whatever the options say.
    pub(crate) costs_die: bool,
    /// Whether an attacker of a grade that fails only refuses to attack further.
    pub(crate) only_refuses: fn(Grade) -> bool,
    /// Whether attackers that are disorganised otherwise than by a failed test halt and fire on.
    pub(crate) disorganised_fire_on: bool,
    /// Whether there are commissars.
    pub(crate) commissars: bool,
    /// Whether armour, carriers and tank riders that assault unwon lose SP for markers.
    pub(crate) charge_costs_sp: bool,
    /// Whether guns that outrange their attackers may fire and withdraw before the reply.
    pub(crate) scoots: bool,
    /// How surrounded veterans break out: always, or each on a face.
    pub(crate) break_out: Option<u8>,
    /// Whether disorganised militia always surrender, and unsupported green troops.
    pub(crate) militia_surrender: bool,
}

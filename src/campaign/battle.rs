//! Battles: engagements that are drawn and not posted yet, and those that are over, with what is kept of each.
//!
//! What it decides: what of a battle stays in the campaign. The dice and the story are the log's.
//! Where to look next: `ops::battle`, which draws and posts them.

use serde::{Deserialize, Serialize};

use domain::{BattleEnd, BattleId, Bound, FormationId, RuleSystemId, SideId, Square, record};

/// A battle: one square attacked in one bound.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Battle {
    /// Its id.
    pub id: BattleId,
    /// The square that is attacked.
    pub square: Square,
    /// In which bound.
    pub bound: Bound,
    /// The side that attacks.
    pub attacker: SideId,
    /// The rules by which it is fought.
    pub rules: RuleSystemId,
    /// What it relied on when it was drawn; empty once it is over.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub facts: Vec<Fact>,
    /// What came of it; none while it is open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fought: Option<Fought>,
}

record! {
    Battle {
        id, bound, square, attacker, rules,
        fought as "end" "holder" "moves" "recorded" "recce_by" "recce_margin" "attacker_bases_lost" "defender_bases_lost"
        ; facts
    }
}

/// Something that an engagement relied on when it was drawn.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Fact {
    /// A leaf, a unit, or the square by its reference.
    pub subject: String,
    /// How it stood.
    pub text: String,
}

record!(Fact { subject, text });

/// What is kept of a battle that is over.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fought {
    /// How it ended.
    pub end: BattleEnd,
    /// Who holds the square.
    pub holder: SideId,
    /// Moves used, 0 to 6; none, and no units either, where it was declined.
    pub moves: u8,
    /// Whether it was fought on the table and recorded, not resolved by the program.
    pub recorded: bool,
    /// Who won the look before it; none where nobody did, or it was recorded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recce: Option<RecceWon>,
    /// Bases destroyed or surrendered, which both sides see; none of battles of before this was kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bases_lost: Option<BasesLost>,
    /// The units that took part, attackers first, in engagement order.
    pub units: Vec<BattleUnit>,
}

record! {
    Fought {
        end, holder, moves, recorded, recce as "recce_by" "recce_margin", bases_lost as "attacker_bases_lost" "defender_bases_lost"
        ; units
    }
}

/// A look before a battle that one side won.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecceWon {
    /// Who.
    pub by: SideId,
    /// By how much: 1 or more.
    pub margin: u8,
}

record!(RecceWon { by as "recce_by", margin as "recce_margin" });

/// How many bases were destroyed or surrendered in a battle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct BasesLost {
    /// Of the attacker.
    pub attackers: u16,
    /// Of the defender.
    pub defenders: u16,
}

record!(BasesLost { attackers as "attacker_bases_lost", defenders as "defender_bases_lost" });

/// What a battle was for one unit: the evidence for its grade.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BattleUnit {
    /// The unit.
    pub unit: FormationId,
    /// Whether it attacked.
    pub attacked: bool,
    /// Whether it fired, assaulted, or was fired at or assaulted.
    pub engaged: bool,
    /// Whether it was its first battle.
    pub first: bool,
    /// SP with which it went in.
    pub sp_before: u16,
    /// SP that it lost.
    pub sp_lost: u16,
    /// Tests that it passed.
    pub passed: u8,
    /// Tests that it failed.
    pub failed: u8,
    /// SP of all its fighting bases on the map when it went in, in the battle or not; 0 where that is not known: of battles
    /// of before this was kept, and of aircraft.
    #[serde(default, skip_serializing_if = "domain::is_zero")]
    pub sp_whole: u32,
}

record!(BattleUnit { unit, attacked, engaged, first, sp_before, sp_lost, passed, failed, sp_whole });

impl Fought {
    /// Whether the holder has anybody left of those who fought for him; nobody need have come in his place.
    pub fn is_anybody_left(&self, attacker: SideId) -> bool {
        let mut own = self.units.iter().filter(|unit| unit.attacked == (self.holder == attacker)).peekable();
        own.peek().is_none() || own.any(|unit| unit.sp_lost < unit.sp_before)
    }

    /// Whether it was declined, and not fought: no moves, and nobody who took part.
    pub fn is_declined(&self) -> bool {
        self.moves == 0 && self.units.is_empty()
    }
}

impl Battle {
    /// Whether it is drawn and not posted yet.
    pub fn is_open(&self) -> bool {
        self.fought.is_none()
    }

    /// Whether nobody fought: the contact was declined.
    pub fn is_declined(&self) -> bool {
        self.fought.as_ref().is_some_and(Fought::is_declined)
    }
}

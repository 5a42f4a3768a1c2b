//! What became of a battle: every base and unit, who holds the ground, the story, every die.

use serde::{Deserialize, Serialize};

use dice::{Throw, Told};
use domain::{FormationId, Notes, RuleSystemId, Square};

use super::pairs::BattleSide;

pub use domain::BattleEnd as End;

/// What became of a base.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BaseFate {
    /// It stands where it stood, or in the position that it took.
    Stands,
    /// It went back, in order.
    Withdrew,
    /// It was driven back, disorganised.
    Retreated,
    /// It is scattered, and gathers at night.
    Dispersed,
    /// It was taken prisoner or overrun.
    Surrendered,
    /// It was destroyed.
    Destroyed,
    /// It has no SP left after reorganisation: at the medical post.
    AtMedicalPost,
    /// What was left of it has gone to another base of its unit, as it reorganised.
    Merged,
    /// It fell back over the edge of the map, and is due again next bound.
    OffMap,
}

impl BaseFate {
    /// Whether it can still fight in this battle.
    pub(crate) fn is_here(self) -> bool {
        self == Self::Stands
    }

    /// Whether a base so lost makes its unit test (section 9: destroyed or surrendered).
    pub fn is_loss(self) -> bool {
        matches!(self, Self::Surrendered | Self::Destroyed)
    }
}

/// What became of a base.
#[expect(clippy::struct_excessive_bools, reason = "each is a thing that a player marks on the table")]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BaseOutcome {
    /// Its id.
    pub id: FormationId,
    /// Its unit.
    pub unit: FormationId,
    /// Its side.
    pub side: BattleSide,
    /// SP before.
    pub sp_before: u16,
    /// What else it went in with; none in outcomes of before this was kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<BaseBefore>,
    /// SP left; 0 of a base that is lost.
    pub sp: u16,
    /// Markers; 0 of a base that is lost.
    pub markers: u16,
    /// Out of ammunition.
    pub out_of_ammo: bool,
    /// Combat units left in thirds, where they are counted.
    pub cu_thirds: Option<u16>,
    /// What became of it.
    pub fate: BaseFate,
    /// Disorganised.
    pub disorganised: bool,
    /// Broken: by a failed test, and not yet withdrawn.
    pub broken: bool,
    /// Where it ends; none of a base that is off the map.
    pub square: Option<Square>,
    /// Whether it fired, assaulted, or was fired at or assaulted.
    pub engaged: bool,
    /// SP at the medical post (NQM Free).
    pub at_post: u16,
    /// How it bears itself, by systems that say so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub morale: Option<Spirit>,
    /// What is noted of it for its next battle.
    #[serde(default, skip_serializing_if = "Notes::is_empty")]
    pub notes: Notes,
}

/// The SP that these bases lost together: what one of them gave to another is none.
pub fn sp_lost<'a>(bases: impl IntoIterator<Item = &'a BaseOutcome>) -> u32 {
    let both = bases
        .into_iter()
        .fold([0; 2], |[before, after], base| [before + u32::from(base.sp_before), after + u32::from(base.sp)]);
    both[0].saturating_sub(both[1])
}

/// How a base went into a battle, beside its SP.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct BaseBefore {
    /// Markers.
    pub markers: u16,
    /// Out of ammunition.
    pub out_of_ammo: bool,
    /// Where it stood.
    pub square: Square,
}

impl BaseBefore {
    /// How a base was drawn.
    pub fn of(base: &super::setup::BaseSetup) -> Self {
        Self { markers: base.markers, out_of_ammo: base.out_of_ammo, square: base.square }
    }
}

/// How a base bears itself after a battle fought square against square, from the best to the worst.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Spirit {
    /// Nothing has touched it.
    #[default]
    Ok,
    /// It holds.
    Steady,
    /// It goes back.
    Retire,
    /// It runs.
    Run,
    /// It is routed.
    Rout,
    /// Nothing is left of it.
    Lost,
    /// It is taken.
    Captured,
}

impl Spirit {
    /// The word for it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Steady => "steady",
            Self::Retire => "retire",
            Self::Run => "run",
            Self::Rout => "rout",
            Self::Lost => "lost",
            Self::Captured => "captured",
        }
    }

    /// The state of a leaf whose only base is so, where it stands on the map.
    pub(crate) fn state(self) -> &'static str {
        match self {
            Self::Ok | Self::Steady => "unchanged",
            Self::Retire => "disorganised",
            Self::Run | Self::Rout => "broken",
            Self::Lost => "destroyed",
            Self::Captured => "surrendered",
        }
    }
}

/// A test that a unit took.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct TestTaken {
    /// In which move.
    pub now: u8,
    /// What for.
    pub kind: TestKind,
    /// What the die showed.
    pub face: u8,
    /// Whether it was passed.
    pub passed: bool,
}

/// What a test was for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TestKind {
    /// A base lost, or markers on half of the SP.
    Break,
    /// Tanks for the first time.
    TankTerror,
    /// Tanks in the position.
    TankEntry,
}

/// What became of a unit.
#[expect(clippy::struct_excessive_bools, reason = "each is a thing that a player marks on the table")]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnitOutcome {
    /// Its id.
    pub id: FormationId,
    /// Its side.
    pub side: BattleSide,
    /// Its HQ die.
    pub hq_die: u8,
    /// Steps that it owes.
    pub owed: u8,
    /// The tests it took.
    pub tests: Vec<TestTaken>,
    /// It has met tanks.
    pub met_tanks: bool,
    /// It has taken its test for markers and not reorganised since.
    pub half_tested: bool,
    /// Its HQ die is used up, or its command base fought and was marked: the whole unit is disorganised.
    pub disorganised: bool,
    /// It fought.
    pub engaged: bool,
    /// How it went in; none in outcomes of before this was kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<UnitBefore>,
}

/// How a unit went into a battle, where what it came out with is a sum.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnitBefore {
    /// Steps that it owed.
    pub owed: u8,
    /// It had taken its test for markers and not reorganised since.
    pub half_tested: bool,
}

impl UnitBefore {
    /// How a unit was drawn.
    pub fn of(unit: &super::setup::UnitSetup) -> Self {
        Self { owed: unit.owed, half_tested: unit.half_tested }
    }
}

/// Something that happened.
#[expect(missing_docs, reason = "most fields say what they are")]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "what")]
pub enum Happening {
    /// A move begins.
    Move { now: u8 },
    /// Fire of a side came to so many markers.
    Fired {
        /// Who fired.
        by: BattleSide,
        how: Volley,
        dice: u16,
        /// How many markers, or bases disorganised by harassing fire.
        markers: u16,
    },
    /// A base that fired has no ammunition left.
    OutOfAmmo { base: usize },
    /// The attacker has won the firefight.
    Won {
        /// Markers he caused.
        caused: u32,
        /// Markers he took.
        taken: u32,
    },
    /// A look.
    Recce {
        /// The base that looked.
        base: usize,
        /// By how much it won or lost.
        margin: i8,
    },
    /// A base has a new fate.
    Base {
        base: usize,
        /// What became of it.
        fate: BaseFate,
    },
    /// A unit took a test.
    Test { unit: usize, kind: TestKind, passed: bool },
    /// A round of close assault.
    Assault {
        /// The unit that assaults.
        by: usize,
        /// The unit assaulted.
        on: usize,
        won: u16,
        lost: u16,
    },
    /// A position has fallen.
    Fell {
        /// The unit that held it.
        unit: usize,
        /// The unit that took it.
        to: usize,
    },
    /// Troops counter-attack.
    CounterAttack { unit: usize },
    /// A commissar fired.
    Commissar { unit: usize, lost: u16 },
    /// A unit reorganised.
    Reorganised { unit: usize, lost: u16 },
    /// The attacker breaks off.
    BreaksOff,
    /// What a system tells in its own words.
    Said(Told),
}

/// How fire was thrown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Volley {
    /// Indirect fire.
    Indirect,
    /// Harassing fire.
    Harassing,
    /// Firefight.
    Firefight,
    /// From the air.
    Air,
    /// At aircraft.
    AntiAir,
    /// From ambush.
    Ambush,
    /// In return.
    Return,
}

/// What became of aircraft that flew.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AirOutcome {
    /// Their id.
    pub id: String,
    /// Markers that they took: one or more drove them off.
    pub markers: u16,
}

/// What became of a battle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// The rules.
    pub rules: RuleSystemId,
    /// How it ended.
    pub end: End,
    /// Who holds the square.
    pub holder: BattleSide,
    /// Moves used.
    pub moves: u8,
    /// Every base, attackers first, in engagement order.
    pub bases: Vec<BaseOutcome>,
    /// Every unit, so too.
    pub units: Vec<UnitOutcome>,
    /// Every aircraft base that came, by rules that say what becomes of it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub air: Vec<AirOutcome>,
    /// What happened; bases and units by their place in the lists above.
    pub story: Vec<Happening>,
    /// Every die.
    pub throws: Vec<Throw>,
    /// The house parameters on which it leaned, by name in the order of the alphabet.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub house: Vec<String>,
}

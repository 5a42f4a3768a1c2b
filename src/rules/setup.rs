//! What a battle is drawn as: public and unvalidated. [`super::Engagement`] is made of it.
//!
//! What it is: two sides, their units and bases as they stand, ground, support and when it arrives, settings.
//! What it decides: nothing; whoever draws it fills in what the campaign says.
//! Where to look next: `engagement`, which names everything that cannot be.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use domain::{Arm, Class, FormationId, Grade, Mobility, Notes, Posture, Role, RuleSystemId, Scale, Square, Terrain};

use super::approach::Approach;

/// A battle as it is drawn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// The id of the battle, where the campaign keeps it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub battle: Option<String>,
    /// The mark of its drawing, by which the campaign knows the outcome again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drawing: Option<String>,
    /// The rules by which it is fought.
    pub rules: RuleSystemId,
    /// What a base is.
    pub scale: Scale,
    /// The square that is attacked.
    pub square: Square,
    /// Its ground.
    pub terrain: Terrain,
    /// How many moves there are, 1 to 6.
    pub moves: u8,
    /// How far the attacker knows of the defender.
    #[serde(default)]
    pub concealment: Concealment,
    /// The attacker's main body came up at the road rate, and no recce left a start line.
    #[serde(default)]
    pub no_start_line: bool,
    /// Who attacks.
    pub attacker: SideSetup,
    /// Who is attacked.
    pub defender: SideSetup,
    /// What a group may settle otherwise.
    #[serde(default)]
    pub options: Options,
    /// What systems that fight square against square ask of the ground around.
    #[serde(default)]
    pub approach: Approach,
    /// What one system alone asks, by its id: `house`, its house parameters set otherwise; `bases`, choices by base;
    /// choices of the whole engagement. Tables of systems by which the battle is not fought lie there unread.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub system: BTreeMap<RuleSystemId, serde_json::Value>,
}

/// How far the attacker knows of the defender.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Concealment {
    /// The defender is known.
    #[default]
    None,
    /// He is hidden, and the bases that `look` test.
    Looked,
    /// He is hidden, and the attacker enters without having looked.
    Unlooked,
}

/// What a group may settle otherwise, in a battle.
#[expect(clippy::struct_excessive_bools, reason = "each is a thing that a player marks on the table")]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// A fanatical unit may turn a failed test into a pass by firing at itself (house rule).
    pub commissar: bool,
    /// Markers stay on in reorganisation without a medical base (vehicles: recovery).
    pub medical_needed: bool,
    /// One combat unit is spent for all bases of a unit together (counted ammunition).
    pub cu_by_unit: bool,
    /// NQM Free: markers fall as their owner wants, by Squared's way, and not by dice.
    pub owner_allocates: bool,
    /// NQM Free: a battle costs HQ dice.
    pub free_costs_die: bool,
    /// Aircraft have the weapon classes of the text's table, not those of its author's house rule.
    pub air_by_table: bool,
    /// NQM Free: half of the SP lost in reorganisation return when the battle ends.
    pub recovery: bool,
    /// The defender may call the recce test himself on who comes within his reach (NQM Squared).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub defender_stops: bool,
}

/// A side of a battle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SideSetup {
    /// What it is called.
    pub name: String,
    /// Its units, in engagement order.
    pub units: Vec<UnitSetup>,
    /// Its aircraft, in engagement order.
    #[serde(default)]
    pub air: Vec<AirSetup>,
    /// Where its troops can go: the ways out, the better ones first.
    #[serde(default)]
    pub exits: Vec<Exit>,
}

/// A way out: from a square to an orthogonal neighbour with no enemy fighting leaf and not enemy-controlled.
///
/// Whoever draws the battle puts the shortest way to the side's own supply first, then the lowest reference.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Exit {
    /// From this square.
    pub from: Square,
    /// To this one.
    pub to: Square,
    /// Whether vehicles pass.
    #[serde(default = "yes")]
    pub vehicles: bool,
}

/// A unit of a battle: what tests and carries the HQ die.
#[expect(clippy::struct_excessive_bools, reason = "each is a thing that a player marks on the table")]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnitSetup {
    /// Its id.
    pub id: FormationId,
    /// Its division; units of one division are one another's reserve.
    #[serde(default)]
    pub division: Option<FormationId>,
    /// Its grade.
    pub grade: Grade,
    /// The grade under it, of green units.
    #[serde(default)]
    pub grade_under: Option<Grade>,
    /// Its HQ die as it shows.
    pub hq_die: u8,
    /// Steps of the HQ die that it owes already.
    #[serde(default)]
    pub owed: u8,
    /// SP of its bases that are not in this battle, unmarked and marked.
    #[serde(default)]
    pub elsewhere: Elsewhere,
    /// It has met tanks before.
    #[serde(default)]
    pub met_tanks: bool,
    /// It has taken its test for markers and not reorganised since.
    #[serde(default)]
    pub half_tested: bool,
    /// It has orders for what follows.
    #[serde(default = "yes")]
    pub orders: bool,
    /// It is in LOG supply.
    #[serde(default = "yes")]
    pub in_supply: bool,
    /// It has a commissar or fanatical HQ.
    #[serde(default)]
    pub fanatical: bool,
    /// A medical base is with it.
    #[serde(default)]
    pub medical: bool,
    /// A recovery base is with it.
    #[serde(default)]
    pub recovery: bool,
    /// A logistic base is with its HQ.
    #[serde(default)]
    pub logistic: bool,
    /// Its bases, in engagement order.
    pub bases: Vec<BaseSetup>,
}

/// Strength of a unit that is not in the battle, and counts for its tests.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Elsewhere {
    /// SP left.
    pub sp: u16,
    /// Markers.
    pub markers: u16,
}

/// How a base fires.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fire {
    /// In the firefight.
    #[default]
    Direct,
    /// As indirect fire: the attacker's in the move before the firefight, what is called later when it arrives.
    Indirect,
    /// To harass.
    Harassing,
    /// Not at all.
    Held,
}

/// A base of a battle.
#[expect(clippy::struct_excessive_bools, reason = "each is a thing that a player marks on the table")]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BaseSetup {
    /// Its id: of a leaf, or `leaf#n`.
    pub id: FormationId,
    /// Its role.
    pub role: Role,
    /// Its arm.
    pub arm: Arm,
    /// How it moves.
    pub mobility: Mobility,
    /// Weapon class against men and positions; none for those who cannot fire.
    pub men: Option<Class>,
    /// Weapon class against armour; none counts as VL.
    #[serde(default)]
    pub at: Option<Class>,
    /// Armour class; none for men and guns.
    #[serde(default)]
    pub armour: Option<Class>,
    /// Calibre of its guns in mm; 0 for none.
    #[serde(default)]
    pub calibre_mm: u16,
    /// In carriers, or riding on tanks.
    #[serde(default)]
    pub mounted: bool,
    /// Its SP at its best.
    pub sp_full: u16,
    /// Its SP left.
    pub sp: u16,
    /// Its markers.
    #[serde(default)]
    pub markers: u16,
    /// It is out of ammunition.
    #[serde(default)]
    pub out_of_ammo: bool,
    /// Combat units left in thirds, where they are counted; none for as many as its SP.
    #[serde(default)]
    pub cu_thirds: Option<u16>,
    /// How it stands.
    #[serde(default = "open")]
    pub posture: Posture,
    /// In concrete.
    #[serde(default)]
    pub casemated: bool,
    /// It is disorganised.
    #[serde(default)]
    pub disorganised: bool,
    /// It is broken.
    #[serde(default)]
    pub broken: bool,
    /// What an earlier battle of this bound or the last left on it, for systems that ask.
    #[serde(default, skip_serializing_if = "Notes::is_empty")]
    pub notes: Notes,
    /// Where it stands.
    pub square: Square,
    /// The move in which it arrives; 1 is here from the start.
    #[serde(default = "first")]
    pub arrives: u8,
    /// How it fires.
    #[serde(default)]
    pub fire: Fire,
    /// It looks at the hidden enemy before the attack.
    #[serde(default)]
    pub looks: bool,
    /// It may assault: by default all that can but command bases.
    #[serde(default)]
    pub assaults: Option<bool>,
}

/// What an aircraft base is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AirKind {
    /// A fighter that strafes.
    Fighter,
    /// An aircraft built to attack the ground with guns.
    GroundAttack,
    /// A dive bomber.
    DiveBomber,
    /// A fighter with bombs or rockets.
    FighterBomber,
    /// A bomber of two engines and more.
    Bomber,
    /// An aircraft with anti-tank guns.
    TankHunter,
}

/// An aircraft base.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AirSetup {
    /// Its id.
    pub id: String,
    /// Engines: one combat unit each.
    pub engines: u8,
    /// What it is: its weapon class follows, as the options say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<AirKind>,
    /// Its weapon class, where it is not that of its kind.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub class: Option<Class>,
    /// It attacks from low level, not from height.
    #[serde(default = "yes")]
    pub low: bool,
    /// It is sent against anti-aircraft bases.
    #[serde(default)]
    pub at_anti_air: bool,
    /// The move in which it arrives.
    #[serde(default = "first")]
    pub arrives: u8,
}

fn yes() -> bool {
    true
}

fn first() -> u8 {
    1
}

fn open() -> Posture {
    Posture::Open
}

impl AirSetup {
    /// Its weapon class: its own, else that of its kind (section 7, "Air").
    pub(crate) fn weapon(&self, options: Options) -> Class {
        let of_kind = |kind: AirKind| {
            let row = AIR_CLASSES.iter().find(|(known, ..)| *known == kind);
            row.map(|(_, house, table)| if options.air_by_table { *table } else { *house })
        };
        self.class.or_else(|| self.kind.and_then(of_kind)).unwrap_or(Class::Light)
    }
}

impl BaseSetup {
    /// Whether it is a tank or another fighting vehicle: a target of the kind armour.
    pub fn is_armour(&self) -> bool {
        self.armour.is_some() && !self.is_rear() && self.mobility != Mobility::Foot
    }

    /// Whether it is a tank base, as tank terror and tanks against positions mean it.
    pub fn is_tank(&self) -> bool {
        self.is_armour() && self.arm == Arm::Armour
    }

    /// Whether it can fire of its own accord.
    pub(crate) fn shoots(&self) -> bool {
        let armed = self.men.is_some() || self.is_rear();
        armed && !matches!(self.role, Role::Observer | Role::Air | Role::Naval)
    }

    /// Whether it is a logistic, medical or recovery base.
    pub(crate) fn is_rear(&self) -> bool {
        matches!(self.role, Role::Logistic | Role::Medical | Role::Recovery)
    }

    /// Whether it fires only in return.
    pub(crate) fn only_returns_fire(&self) -> bool {
        self.is_rear() || self.role == Role::Command
    }

    /// Whether it may assault.
    ///
    /// # Interpretation
    /// Support bases do not assault at any scale, though at corps scale the text merges fighting and support bases.
    pub fn may_assault(&self) -> bool {
        match self.role {
            Role::Fighting | Role::Recce | Role::Engineer => self.assaults.unwrap_or(true),
            Role::Command => self.assaults.unwrap_or(false),
            _ => false,
        }
    }
}

/// Weapon class of aircraft (section 7, "Air"): by the author's house rule, and by the text's table.
///
/// # Interpretation
/// The table names neither tank hunters, which the text has at H, nor bombers with four engines, which go with those of two.
pub(crate) const AIR_CLASSES: [(AirKind, Class, Class); 6] = [
    (AirKind::Fighter, Class::Light, Class::Medium),
    (AirKind::GroundAttack, Class::Medium, Class::Medium),
    (AirKind::DiveBomber, Class::Medium, Class::Heavy),
    (AirKind::FighterBomber, Class::Medium, Class::Heavy),
    (AirKind::Bomber, Class::Medium, Class::Heavy),
    (AirKind::TankHunter, Class::Heavy, Class::Heavy),
];

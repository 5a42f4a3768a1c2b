//! Formations, leaves and bases.

use std::ops::Not;

use serde::{Deserialize, Serialize};

use domain::{
    Arm, Bound, Class, Commodity, Echelon, FormationId, Grade, LeafState, Mobility, Notes, Posture, Role, SideId,
    Square, SupportKind, record, words,
};

use crate::Location;
use crate::march::Marched;

/// A row of the order of battle: an army, a division, a battalion.
///
/// Stored without what it has not: the import of a log has thousands of them, and every word of it is read at each fold.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Formation {
    /// Its id.
    pub id: FormationId,
    /// Its place in the order in which the organiser wrote the order of battle.
    pub order: u32,
    /// Its superior; none where it is directly under the side.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent: Option<FormationId>,
    /// Its side.
    pub side: SideId,
    /// Its name.
    pub name: String,
    /// Its nationality, in the organiser's own letters.
    pub nationality: String,
    /// Its level.
    pub echelon: Echelon,
    /// Its arm.
    pub arm: Arm,
    /// How it moves; none for upper formations that the organiser gave none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mobility: Option<Mobility>,
    /// Its own grade; none where it has its superior's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grade: Option<Grade>,
    /// What it turns into when it is green no longer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grade_under: Option<Grade>,
    /// The HQ die as it shows now; none while it is full.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hq_die: Option<u8>,
    /// Attacks since it last reorganised: each takes one from the HQ die when it does.
    #[serde(default, skip_serializing_if = "domain::is_zero")]
    pub attacks_owed: u8,
    /// What its battles have left on it.
    #[serde(default, skip_serializing_if = "UnitMarks::is_nothing")]
    pub marks: UnitMarks,
    /// Whether it once had supply vehicles directly under it that it has no longer.
    #[serde(default, skip_serializing_if = "OnceHad::is_nothing")]
    pub once_had: OnceHad,
    /// Whom it supports, and how.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub support: Option<Support>,
    /// What only a leaf has; none for a formation with subordinates.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leaf: Option<Leaf>,
    /// A note of the organiser's.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// What stands at its symbol on maps and counters; empty: what its name comes to.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub label: String,
}

record! {
    Formation {
        id, order as "position", parent, side, name, nationality, echelon, arm, mobility, grade, grade_under, hq_die,
        once_had as "once_had_log" "once_had_pol", note, attacks_owed, label
        ; marks, support, leaf
    }
}

words! {
    /// What of a formation the umpire may set as he likes: nothing else hangs on it.
    enum UnitKey: "key of `unit set`" {
        /// Its name.
        Name = "name",
        /// What stands at its symbol.
        Label = "label",
        /// A note of the organiser's.
        Note = "note",
        /// Whether a reinforcement comes by rail.
        ByRail = "by_rail",
    }
}

/// How one of them is read and set.
#[derive(Debug, Clone, Copy)]
pub struct UnitKeySpec {
    /// What values it takes, as the help says.
    pub values: &'static str,
    /// What it means, as the help says.
    pub meaning: &'static str,
    /// Its value as it would be typed.
    pub get: fn(&Formation) -> String,
    /// Gives it a value as typed, which is empty where it is to be none; otherwise says what would be right.
    pub set: fn(&mut Formation, &str) -> Result<(), &'static str>,
}

impl UnitKey {
    /// How it is read and set.
    pub const fn spec(self) -> UnitKeySpec {
        match self {
            Self::Name => UnitKeySpec {
                values: "TEXT",
                meaning: "its name",
                get: |formation| formation.name.clone(),
                set: |formation, word| text(&mut formation.name, word, Some("a name that is not empty")),
            },
            Self::Label => UnitKeySpec {
                values: "TEXT",
                meaning: "what stands at its symbol on maps and counters; `none` for what its name comes to",
                get: |formation| formation.label.clone(),
                set: |formation, word| text(&mut formation.label, word, None),
            },
            Self::Note => UnitKeySpec {
                values: "TEXT",
                meaning: "a note for you; `none` for no note",
                get: |formation| formation.note.clone(),
                set: |formation, word| text(&mut formation.note, word, None),
            },
            Self::ByRail => UnitKeySpec {
                values: "yes|no",
                meaning: "whether a reinforcement comes by rail; on a formation all under it that are still to come",
                get: |unit| String::from(if unit.leaf.iter().any(|leaf| leaf.by_rail) { "yes" } else { "no" }),
                set: |unit, word| {
                    if !matches!(word, "yes" | "no" | "") {
                        return Err("`yes` or `no`");
                    }
                    unit.leaf.iter_mut().for_each(|leaf| leaf.by_rail = word == "yes");
                    Ok(())
                },
            },
        }
    }
}

/// Sets a text; with what would be right where it must not be empty.
fn text(field: &mut String, word: &str, filled: Option<&'static str>) -> Result<(), &'static str> {
    match filled {
        Some(wanted) if word.is_empty() => Err(wanted),
        _ => {
            word.clone_into(field);
            Ok(())
        }
    }
}

/// Which supply vehicles a formation once had directly under it, though none of that kind is there now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct OnceHad {
    /// LOG vehicles.
    pub log: bool,
    /// Bowsers.
    pub pol: bool,
}

record!(OnceHad { log, pol });

impl OnceHad {
    /// Whether there is nothing to be kept.
    pub fn is_nothing(&self) -> bool {
        *self == Self::default()
    }
}

/// Whom a formation supports, and how.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Support {
    /// The formation supported.
    pub to: FormationId,
    /// How.
    pub kind: SupportKind,
}

record!(Support { to as "supported", kind });

/// What stands on the map: a formation with no subordinates.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Leaf {
    /// The square on which it stands, or last stood; none before it has arrived.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub square: Option<Square>,
    /// How it stands.
    pub posture: Posture,
    /// Whether its fortifications are casemates.
    #[serde(default, skip_serializing_if = "Not::not")]
    pub casemated: bool,
    /// In what state it is.
    pub state: LeafState,
    /// What it keeps of its marches.
    #[serde(default, skip_serializing_if = "Marched::is_nothing")]
    pub march: Marched,
    /// The bound in which it arrives, for a reinforcement.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arrives: Option<Bound>,
    /// Where it enters the map, for a reinforcement.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entry: Option<Location>,
    /// Whether it comes by rail.
    #[serde(default, skip_serializing_if = "Not::not")]
    pub by_rail: bool,
    /// What it carries, for a supply vehicle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub carries: Option<Commodity>,
    /// How many units it can carry, for a supply vehicle.
    pub capacity: u32,
    /// Its bases: one at corps scale, several at division and regiment scale.
    pub bases: Vec<Base>,
}

record! {
    Leaf {
        square, posture, casemated, state, arrives, entry, by_rail, carries, capacity
        ; march, bases
    }
}

/// A base: what is lost and marked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Base {
    /// What it does in battle.
    pub role: Role,
    /// Its weapons against men and positions; none where it has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weapon_men: Option<Class>,
    /// Its weapons against armour; none where it has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weapon_armour: Option<Class>,
    /// Its armour; none for men and guns, whose class is their posture's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub armour: Option<Class>,
    /// The calibre of its guns in millimetres.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub calibre_mm: Option<u16>,
    /// Its full strength in SP.
    pub sp_full: u16,
    /// Its strength in SP.
    pub sp: u16,
    /// Casualty markers on it.
    pub markers: u16,
    /// Whether it is out of ammunition.
    #[serde(default, skip_serializing_if = "Not::not")]
    pub out_of_ammo: bool,
    /// What only some rules and scales ask for.
    #[serde(default, skip_serializing_if = "BaseMarks::is_nothing")]
    pub marks: BaseMarks,
}

record! {
    Base {
        role, weapon_men, weapon_armour, armour, calibre_mm, sp_full, sp, markers, out_of_ammo
        ; marks
    }
}

impl Base {
    /// Whether it wants ammunition: it has none, or has fired combat units where they are counted.
    pub fn wants_ammunition(&self) -> bool {
        self.out_of_ammo || self.marks.cu_thirds.is_some()
    }
}

/// What battles have left on a unit.
#[expect(clippy::struct_excessive_bools, reason = "each is a thing that a player marks on the table")]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct UnitMarks {
    /// It has fought a battle.
    pub fought: bool,
    /// It has met tanks: no tank terror any more (NQM Squared, section 8).
    pub met_tanks: bool,
    /// It has taken its test for markers on half of its SP and not reorganised since (section 9).
    pub half_tested: bool,
    /// It has no orders for what follows; those that want some stay disorganised (section 1).
    pub without_orders: bool,
    /// It has a commissar or a fanatical HQ (section 9, house rule).
    pub fanatical: bool,
}

record!(UnitMarks { fought, met_tanks, half_tested, without_orders, fanatical });

impl UnitMarks {
    /// Whether there is nothing to be kept.
    pub fn is_nothing(&self) -> bool {
        *self == Self::default()
    }
}

/// What only some rules and scales ask of a base.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct BaseMarks {
    /// Combat units left, in thirds, where they are counted (division and regiment scale); none for all of them.
    pub cu_thirds: Option<u16>,
    /// In carriers, or riding on tanks.
    pub mounted: bool,
    /// SP at the medical post (NQM Free).
    pub at_post: u16,
    /// What its last battle left on it, until the end of the bound after.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub noted: Option<Noted>,
}

record!(BaseMarks { cu_thirds, mounted, at_post, noted as "noted" "notes" });

/// What a battle left on a base.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Noted {
    /// The bound of the battle.
    pub bound: Bound,
    /// What.
    pub notes: Notes,
}

record!(Noted { bound, notes });

impl BaseMarks {
    /// Whether there is nothing to be kept.
    pub fn is_nothing(&self) -> bool {
        *self == Self::default()
    }
}

impl Formation {
    /// A formation of which nothing more is known: first in order, directly under its side.
    pub fn new(id: FormationId, side: SideId, name: String, echelon: Echelon, arm: Arm) -> Self {
        Self {
            id,
            order: 0,
            parent: None,
            side,
            name,
            nationality: String::new(),
            echelon,
            arm,
            mobility: None,
            grade: None,
            grade_under: None,
            hq_die: None,
            attacks_owed: 0,
            marks: UnitMarks::default(),
            once_had: OnceHad::default(),
            support: None,
            leaf: None,
            note: String::new(),
            label: String::new(),
        }
    }

    /// Whether it is a leaf that stands on the map.
    pub fn is_on_map(&self) -> bool {
        self.leaf.as_ref().is_some_and(|leaf| leaf.square.is_some() && leaf.state.is_on_map())
    }

    /// The square on which it stands, for a leaf on the map.
    pub fn stands_on(&self) -> Option<Square> {
        self.leaf.as_ref().filter(|leaf| leaf.state.is_on_map()).and_then(|leaf| leaf.square)
    }

    /// Whether it is a fighting leaf: on the map, of a fighting arm, on the ground, with SP left.
    pub fn is_fighting_leaf(&self) -> bool {
        self.is_on_map() && self.can_fight() && self.leaf.as_ref().is_some_and(|leaf| leaf.sp() > 0)
    }

    /// Whether it is of an arm and mobility that fight, whatever its state.
    pub fn can_fight(&self) -> bool {
        self.arm.fights() && self.mobility.is_some_and(Mobility::is_on_the_ground)
    }

    /// Whether it is a LOG vehicle (`Log`) or a bowser (`Pol`), whatever its state.
    pub fn vehicle_of(&self) -> Option<Commodity> {
        if self.arm == Arm::Logistic { self.leaf.as_ref().and_then(|leaf| leaf.carries) } else { None }
    }
}

impl Leaf {
    /// SP left, over all its bases.
    pub fn sp(&self) -> u32 {
        self.bases.iter().map(|base| u32::from(base.sp)).sum()
    }

    /// Full SP, over all its bases.
    pub fn sp_full(&self) -> u32 {
        self.bases.iter().map(|base| u32::from(base.sp_full)).sum()
    }

    /// Markers, over all its bases.
    pub fn markers(&self) -> u32 {
        self.bases.iter().map(|base| u32::from(base.markers)).sum()
    }
}

//! A sighting: what a side believes of an enemy formation, and since when.

use serde::{Deserialize, Serialize};

use domain::{Arm, Bound, Echelon, FormationId, Grade, SideId, SightedBy, SightingId, Square, counted, record};

/// After how many bounds a sighting fades: it may well have gone, and bars nobody's way any more.
pub const FADES: u32 = 3;

/// What a side believes of enemy troops in a square: the leaves of one formation there.
///
/// What is known comes in steps: something is there; its arm and size; its designation; its strength and grade.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sighting {
    /// Its id.
    pub id: SightingId,
    /// The side that knows of it.
    pub by: SideId,
    /// The side whose troops they are.
    pub side: SideId,
    /// Whose leaves they are in truth; none where the umpire let it be false.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub formation: Option<FormationId>,
    /// Where they were seen.
    pub square: Square,
    /// When they were seen last.
    pub bound: Bound,
    /// How.
    pub how: SightedBy,
    /// Of which arm they are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arm: Option<Arm>,
    /// Of which level each of them is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub echelon: Option<Echelon>,
    /// How many there are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub units: Option<u16>,
    /// Who they are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Their strength in SP.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sp: Option<u32>,
    /// Their grade.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grade: Option<Grade>,
    /// A note of the umpire's for the side.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
}

record! {
    Sighting {
        id, by as "seen_by", side, formation, square, bound, how, arm, echelon, units, name, sp, grade, note
    }
}

impl Sighting {
    /// A sighting of which nothing but square and bound is known.
    pub fn new(id: SightingId, (by, side): (SideId, SideId), square: Square, bound: Bound, how: SightedBy) -> Self {
        Self {
            id,
            by,
            side,
            formation: None,
            square,
            bound,
            how,
            arm: None,
            echelon: None,
            units: None,
            name: None,
            sp: None,
            grade: None,
            note: String::new(),
        }
    }

    /// Its number among the sightings of its side.
    pub fn number(&self) -> u32 {
        self.id.number_of(self.side).unwrap_or_default()
    }

    /// How many bounds ago they were seen.
    pub fn age(&self, now: Bound) -> u32 {
        now.ordinal().saturating_sub(self.bound.ordinal())
    }

    /// What is believed of them, in words: `22nd Panzer Regiment, 3 armour battalions`.
    pub fn words(&self) -> String {
        let parts = [
            self.name.clone(),
            troops_in_words(self.arm, self.echelon, self.units.map(usize::from)),
            self.sp.map(|sp| format!("{sp} SP")),
            self.grade.map(|grade| grade.as_str().to_owned()),
        ];
        let known: Vec<String> = parts.into_iter().flatten().collect();
        if known.is_empty() { "unidentified troops".to_owned() } else { known.join(", ") }
    }
}

/// Troops of an arm, so many of an echelon, as far as it is known: `3 armour battalions`, `armour`, `3 battalions`.
pub fn troops_in_words(arm: Option<Arm>, echelon: Option<Echelon>, units: Option<usize>) -> Option<String> {
    let arm = arm.map(Arm::in_words);
    let Some(units) = units else { return arm.map(str::to_owned) };
    let each = echelon.map_or("unit", Echelon::as_str);
    Some(counted(units, &arm.map_or_else(|| each.to_owned(), |arm| format!("{arm} {each}"))))
}

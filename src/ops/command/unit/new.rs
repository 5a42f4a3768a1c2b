//! `unit new`: a formation that the folder forgot.
//!
//! One with any column of a leaf, or of battalion size, is a leaf; another is an upper formation with nothing under
//! it yet.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use campaign::march::Marched;
use campaign::{Base, BaseMarks, Campaign, Event, Formation, Leaf, size_limits};
use domain::{Arm, Class, Commodity, Echelon, Grade, ID_LETTERS, LeafState, Mobility, Posture, Role, is_id};
use scenario::LEAF_COLUMNS;
use scenario::edit::{ColumnInfo, table_columns};

use crate::command::keys::{Keys, optional};
use crate::command::unit::set::location;
use crate::{Changeset, OpError, pick};

/// The keys, all columns of `orbat.csv`: those of every formation, and those of a leaf.
static KEYS: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
    let of_all = ["name", "nationality", "echelon", "arm", "mobility", "grade", "grade_under"];
    of_all.into_iter().chain(LEAF_COLUMNS).collect()
});

/// The keys of `unit new` as forms have them: the columns of `orbat.csv` that they are.
pub fn unit_new_keys() -> impl Iterator<Item = ColumnInfo> {
    let of_keys = |column: &ColumnInfo| KEYS.contains(&column.name);
    // What stands in a row that may leave its place open is needed of one that is added alone.
    let needed = |column: ColumnInfo| ColumnInfo { is_needed: column.name == ARM, ..column };
    table_columns("orbat.csv").into_iter().filter(of_keys).map(needed)
}

/// The key without which nothing is added.
const ARM: &str = "arm";

/// A formation is added.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct UnitNew {
    /// Its id.
    pub id: String,
    /// Its superior, as given.
    pub parent: String,
    /// Its columns: keys and values.
    pub set: Vec<(String, String)>,
}

impl UnitNew {
    pub(crate) fn decide(&self, changes: &mut Changeset) -> Result<(), OpError> {
        let keys = Keys::new("unit new", &self.set, &KEYS)?;
        legal_id(&self.id)?;
        let formation = self.formation(changes, &keys)?;
        let id = formation.id.clone();
        changes.happen(Event::FormationCreated { formation: Box::new(formation) })?;
        changes.take_ground(&id)
    }

    fn formation(&self, changes: &Changeset, keys: &Keys<'_>) -> Result<Formation, OpError> {
        let campaign = changes.now();
        let parent = pick::unit(campaign, &self.parent)?;
        let arm: Arm = keys.parsed(ARM)?.ok_or_else(|| missing(ARM))?;
        let echelon: Echelon = keys.parsed("echelon")?.unwrap_or(Echelon::Battalion);
        let is_leaf = echelon == Echelon::Battalion || LEAF_COLUMNS.iter().any(|key| keys.get(key).is_some());
        let mobility: Option<Mobility> = keys.parsed("mobility")?;
        if is_leaf && mobility.is_none() {
            return Err(missing("mobility"));
        }
        let name = keys.get("name").and_then(optional).unwrap_or(&self.id).to_owned();
        Ok(Formation {
            order: next_order(campaign),
            parent: Some(parent.id.clone()),
            nationality: keys.get("nationality").unwrap_or(&parent.nationality).to_owned(),
            mobility,
            grade: keys.parsed::<Grade>("grade")?,
            grade_under: keys.parsed::<Grade>("grade_under")?,
            leaf: is_leaf.then(|| leaf(changes, keys, (echelon, arm))).transpose()?,
            ..Formation::new(self.id.as_str().into(), parent.side, name, echelon, arm)
        })
    }
}

/// Refuses what cannot be an id.
pub(crate) fn legal_id(id: &str) -> Result<(), OpError> {
    if id.len() > size_limits::ID {
        let shown = format!("{}...", id.chars().take(20).collect::<String>());
        return Err(OpError::bad_value("ID", &shown, format!("at most {} letters", size_limits::ID)));
    }
    if is_id(id) { Ok(()) } else { Err(OpError::bad_value("ID", id, ID_LETTERS)) }
}

/// The place after all others in the order of battle.
pub(crate) fn next_order(campaign: &Campaign) -> u32 {
    campaign.formations.values().map(|f| f.order + 1).max().unwrap_or(0)
}

fn missing(key: &str) -> OpError {
    OpError::Words { message: format!("`unit new` needs `{key}`"), hint: format!("add `{key}=...`").into() }
}

fn leaf(changes: &Changeset, keys: &Keys<'_>, (echelon, arm): (Echelon, Arm)) -> Result<Leaf, OpError> {
    let place = keys.get("where").and_then(optional);
    let square = place.map(|place| pick::square(changes.now(), place)).transpose()?;
    let arrives = keys.get("arrives").and_then(optional).map(|word| pick::bound(changes.now(), word)).transpose()?;
    if square.is_none() && arrives.is_none() {
        return Err(OpError::Words {
            message: "a leaf needs a square or an arrival".to_owned(),
            hint: "add `where=SQUARE`, or `arrives=BOUND entry=PLACE`".into(),
        });
    }
    let carries: Option<Commodity> = keys.parsed("carries")?;
    Ok(Leaf {
        square: square.filter(|_| arrives.is_none()),
        posture: keys.parsed::<Posture>("posture")?.unwrap_or(Posture::Open),
        casemated: false,
        state: if arrives.is_some() { LeafState::OffMap } else { LeafState::Organised },
        march: Marched::default(),
        arrives,
        entry: keys.get("entry").and_then(optional).map(|word| location(changes, word)).transpose()?,
        by_rail: yes_or_no(keys, "by_rail")?,
        carries,
        capacity: keys.number("capacity")?.unwrap_or(u32::from(carries.is_some())),
        bases: vec![base(keys, arm, changes.now().scale.usual_sp(echelon))?],
    })
}

fn yes_or_no(keys: &Keys<'_>, key: &str) -> Result<bool, OpError> {
    match keys.get(key).map(str::to_lowercase).as_deref() {
        None | Some("" | "no") => Ok(false),
        Some("yes") => Ok(true),
        Some(other) => Err(OpError::bad_value(key, other, "`yes` or `no`")),
    }
}

fn base(keys: &Keys<'_>, arm: Arm, usual: u16) -> Result<Base, OpError> {
    let sp_full: u16 = keys.number("sp_full")?.unwrap_or(usual);
    let sp = keys.number("sp")?.unwrap_or(sp_full);
    if sp > sp_full {
        return Err(OpError::bad_value("sp", &sp.to_string(), format!("at most its full SP, {sp_full}")));
    }
    Ok(Base {
        role: keys.parsed::<Role>("role")?.unwrap_or_else(|| arm.usual_role()),
        weapon_men: keys.parsed::<Class>("weapon_men")?,
        weapon_armour: keys.parsed::<Class>("weapon_armour")?,
        armour: keys.parsed::<Class>("armour")?,
        calibre_mm: keys.number("calibre_mm")?,
        sp_full,
        sp,
        markers: 0,
        out_of_ammo: false,
        marks: BaseMarks::default(),
    })
}

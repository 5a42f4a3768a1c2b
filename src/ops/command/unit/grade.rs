//! `grade set`: the organiser's decision on a unit's grade, with its reason.

use serde::{Deserialize, Serialize};

use campaign::{Campaign, Event, Formation, Tree};
use domain::{Grade, command};

use crate::{Changeset, DecisionContext, OpError, pick};

/// A unit's grade is changed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct GradeSet {
    /// The unit, as given.
    pub unit: String,
    /// The grade, as given.
    pub grade: String,
    /// The battle after which it is decided, as given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub battle: Option<String>,
}

impl GradeSet {
    pub(crate) fn decide(&self, context: &DecisionContext<'_>, changes: &mut Changeset) -> Result<(), OpError> {
        let unit = pick::unit(changes.now(), &self.unit)?;
        let after: Grade = self.grade.parse()?;
        let reason = context.any_reason().ok_or(OpError::ReasonWanted { command: "grade set" })?;
        let now = Tree::new(changes.now()).grade(unit);
        let battle = self.battle.as_deref().map(|word| took_part(changes, word, unit)).transpose()?;
        let stays = now == Some(after);
        if stays && battle.is_none() {
            let hint = "to record that a battle leaves it unchanged, name the battle: `--battle BATTLE`";
            return Err(OpError::not_now(format!("{} is already {after}", unit.named()), hint));
        }
        for against in against(unit, now, after) {
            context.rule(against, unit.id.as_str())?;
        }
        let event = Event::GradeChanged {
            formation: unit.id.clone(),
            before: unit.grade,
            after: if stays { unit.grade } else { Some(after) },
            bound: changes.now().bound,
            battle,
            reason: reason.to_owned(),
        };
        changes.happen(event)
    }
}

/// The rules that a change of grade would be against.
fn against(unit: &Formation, now: Option<Grade>, after: Grade) -> Vec<String> {
    let elite = (after == Grade::Elite && now != Some(after)).then(|| "no unit becomes elite in battle".to_owned());
    let far = now.filter(|now| steps(unit, *now, after) > 1);
    let far = far.map(|now| format!("from {now} to {after} is more than one step"));
    elite.into_iter().chain(far).collect()
}

/// The grades that may be decided for a unit, the one that it has among them, from the lowest: against no rule, and in which it
/// could stand after a battle.
pub fn grades_open(campaign: &Campaign, unit: &Formation) -> Vec<Grade> {
    let now = Tree::new(campaign).grade(unit);
    let fits =
        |grade: &&Grade| Some(**grade) == now || **grade != Grade::Green && against(unit, now, **grade).is_empty();
    Grade::ALL.iter().filter(fits).copied().collect()
}

/// The id of a battle that is over and in which a unit took part.
fn took_part(changes: &Changeset, given: &str, unit: &Formation) -> Result<String, OpError> {
    let battle = pick::battle(changes.now(), given)?;
    if battle.is_open() {
        let message = format!("`{}` is drawn but not posted", battle.id);
        let hint = crate::battle::draw::admit::how_settled(changes.now(), battle);
        return Err(OpError::NotNow { message, at: battle.id.to_string(), hint });
    }
    let mut units = battle.fought.iter().flat_map(|fought| &fought.units);
    if units.any(|there| there.unit == unit.id) {
        return Ok(battle.id.to_string());
    }
    let message = format!("{} took no part in `{}`", unit.named(), battle.id);
    let hint = command!("`railhead battle show {}` shows who did", battle.id);
    Err(OpError::NotNow { message, at: unit.id.to_string(), hint })
}

/// How many steps lie between two grades; green counts as the grade under it.
fn steps(unit: &Formation, before: Grade, after: Grade) -> u8 {
    let rank = |grade: Grade| match grade {
        Grade::Green => unit.grade_under.unwrap_or(Grade::Militia) as u8,
        grade => grade as u8,
    };
    rank(before).abs_diff(rank(after))
}

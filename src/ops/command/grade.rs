//! `grade set`: the organiser's decision on a unit's grade, with its reason.

use serde::{Deserialize, Serialize};

use crate::campaign::{Event, Formation, Tree};
use crate::domain::Grade;
use crate::ops::{OpError, Stand, Work, pick};

/// A unit's grade is changed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct GradeSet {
    /// The unit, as given.
    pub unit: String,
    /// The grade, as given.
    pub grade: String,
}

impl GradeSet {
    pub(super) fn decide(&self, stand: &Stand<'_>, work: &mut Work) -> Result<(), OpError> {
        let reason = stand.any_reason().ok_or(OpError::ReasonWanted { command: "grade set" })?;
        let after: Grade = self.grade.parse()?;
        let unit = pick::unit(work.now(), &self.unit)?;
        let now = Tree::new(work.now()).grade(unit);
        if unit.grade == Some(after) {
            return Err(OpError::not_now(format!("`{}` is {after} already", unit.id), ""));
        }
        if after == Grade::Elite {
            stand.rule("elite is never won in battle", unit.id.as_str())?;
        }
        if let Some(now) = now.filter(|now| steps(unit, *now, after) > 1) {
            stand.rule(format!("from {now} to {after} is more than one step"), unit.id.as_str())?;
        }
        let event = Event::GradeChanged {
            formation: unit.id.clone(),
            before: unit.grade,
            after: Some(after),
            bound: work.now().bound,
            battle: None,
            reason: reason.to_owned(),
        };
        work.happen(event)
    }
}

/// How many steps lie between two grades; green counts as the grade under it.
fn steps(unit: &Formation, before: Grade, after: Grade) -> u8 {
    let rank = |grade: Grade| match grade {
        Grade::Green => unit.grade_under.unwrap_or(Grade::Militia) as u8,
        grade => grade as u8,
    };
    rank(before).abs_diff(rank(after))
}

//! Histories that a campaign carries with it: changes of grade, notes of bounds.

use serde::{Deserialize, Serialize};

use domain::{Bound, FormationId, Grade, record};

/// A change of grade: the present grade of a formation is that of its last row.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GradeRow {
    /// The formation.
    pub formation: FormationId,
    /// In which bound.
    pub bound: Bound,
    /// The battle after which, where there was one.
    pub battle: Option<String>,
    /// The grade before; none where it had its superior's.
    pub before: Option<Grade>,
    /// The grade after; none where it has its superior's again.
    pub after: Option<Grade>,
    /// Why.
    pub reason: String,
}

record!(GradeRow { formation, bound, battle, before as "grade_before", after as "grade_after", reason });

/// What the organiser noted of a bound.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NoteRow {
    /// The bound.
    pub bound: Bound,
    /// The note.
    pub text: String,
}

record!(NoteRow { bound, text });

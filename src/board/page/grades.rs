//! The grades that are due: each leads to the form that decides it, filled in.

use ops::query;
use report::model::GradeReviewRow;

use super::look_up::lookup;
use super::umpire_frame::campaign;
use crate::desk::{Reading, Refusal};
use crate::office::Office;

/// The review with a button for each unit that is due.
pub(super) fn page(
    office: &mut Office<'_>,
    (title, words): (&str, &[&str]),
    more: &[(&str, &str)],
) -> Result<(u16, String), Refusal> {
    let campaign = campaign(office)?;
    let rows = query::grade_review(&campaign, None).into_iter().map(|due| GradeReviewRow::new(&campaign, due, 0));
    let decided = rows.map(|row| {
        let grade = row.due.unwrap_or(row.grade);
        let given = [
            ("unit", row.unit.to_string()),
            ("grade", grade.to_string()),
            ("battle", row.battle.to_string()),
            ("reason", row.evidence.join(", ")),
        ];
        let query = form_urlencoded::Serializer::new(String::new()).extend_pairs(given).finish();
        (format!("/do/grade-set?{query}"), format!("Decide {}: {grade}", row.name))
    });
    let decided: Vec<(String, String)> = decided.collect();
    let goes: Vec<(&str, &str)> =
        { decided.iter() }.map(|(to, name)| (&**to, &**name)).chain(more.iter().copied()).collect();
    lookup(office, (&Reading::default(), &[]), title, (words, None), &goes)
}

//! The history of grades.

use serde::Serialize;

use campaign::Campaign;
use domain::{FormationId, Grade};

use crate::model::BoundView;
use crate::{Cell, Column, Report, Table};

/// Every change of grade, the oldest first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct GradeHistoryReport(Vec<GradeRowView>);

/// A change of grade.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct GradeRowView {
    /// The formation.
    pub formation: FormationId,
    /// In which bound.
    pub bound: BoundView,
    /// The battle after which, where there was one.
    pub battle: Option<String>,
    /// The grade before; none where it had its superior's.
    pub before: Option<Grade>,
    /// The grade after; none where it has its superior's again.
    pub after: Option<Grade>,
    /// Why.
    pub reason: String,
}

impl GradeHistoryReport {
    /// The changes of grade of a campaign, or of one formation.
    pub fn new(campaign: &Campaign, formation: Option<&FormationId>) -> Self {
        let rows = campaign.grades.iter().filter(|row| formation.is_none_or(|id| *id == row.formation));
        let row = |row: &campaign::GradeRow| GradeRowView {
            formation: row.formation.clone(),
            bound: BoundView::new(campaign, row.bound),
            battle: row.battle.clone(),
            before: row.before,
            after: row.after,
            reason: row.reason.clone(),
        };
        Self(rows.map(row).collect())
    }
}

impl Report for GradeHistoryReport {
    fn tables(&self) -> Vec<Table> {
        let columns = vec![
            Column::text("bound"),
            Column::text("formation").wrapping(),
            Column::text("before").wrapping(),
            Column::text("after").wrapping(),
            Column::text("reason").wrapping(),
            Column::text("battle").wrapping(),
        ];
        let mut table = Table::new("", columns);
        let grade = |grade: Option<Grade>| grade.map_or("its superior's", Grade::as_str);
        for row in &self.0 {
            table.row([
                Cell::new(&row.bound.label),
                Cell::new(&row.formation),
                Cell::new(grade(row.before)),
                Cell::new(if row.before == row.after { "kept" } else { grade(row.after) }),
                Cell::new(&row.reason),
                Cell::maybe(row.battle.as_deref()),
            ]);
        }
        if self.0.is_empty() {
            table.note("no grade has changed");
        }
        vec![table]
    }
}

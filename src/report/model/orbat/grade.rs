//! The history of grades.

use serde::Serialize;

use campaign::Campaign;
use domain::{FormationId, Grade};

use crate::model::BoundView;
use crate::model::battle::name_of;
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
    /// Its name.
    pub name: String,
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

impl GradeRowView {
    pub(crate) fn new(campaign: &Campaign, row: &campaign::GradeRow) -> Self {
        Self {
            formation: row.formation.clone(),
            name: name_of(campaign, row.formation.as_str()),
            bound: BoundView::new(campaign, row.bound),
            battle: row.battle.clone(),
            before: row.before,
            after: row.after,
            reason: row.reason.clone(),
        }
    }

    /// It in a sentence, but for its bound.
    pub(crate) fn told(&self) -> String {
        let grade = |grade: Option<Grade>| grade.map_or("its superior's grade", Grade::as_str);
        let (name, reason) = (&self.name, &self.reason);
        if self.before == self.after {
            return format!("{name} stays {}: {reason}", grade(self.after));
        }
        format!("{name} is {} now, was {}: {reason}", grade(self.after), grade(self.before))
    }

    /// Bound, grade before and after, reason and battle, as a table shows them.
    pub(super) fn cells(&self) -> [Cell; 5] {
        let grade = |grade: Option<Grade>| Cell::new(grade.map_or("its superior's", Grade::as_str));
        let after = if self.before == self.after { Cell::new("kept") } else { grade(self.after) };
        let battle = Cell::maybe(self.battle.as_deref());
        [Cell::new(&self.bound.label), grade(self.before), after, Cell::new(&self.reason), battle]
    }
}

impl GradeHistoryReport {
    /// The changes of grade of a campaign, or of one formation.
    pub fn new(campaign: &Campaign, formation: Option<&FormationId>) -> Self {
        let rows = campaign.grades.iter().filter(|row| formation.is_none_or(|id| *id == row.formation));
        Self(rows.map(|row| GradeRowView::new(campaign, row)).collect())
    }
}

impl Report for GradeHistoryReport {
    fn tables(&self) -> Vec<Table> {
        let columns = vec![
            Column::text("bound"),
            Column::text("formation").wrapping().over("id"),
            Column::text("before").wrapping(),
            Column::text("after").wrapping(),
            Column::text("reason").wrapping(),
            Column::text("battle").wrapping(),
        ];
        let mut table = Table::new("", columns);
        for row in &self.0 {
            let [bound, before, after, reason, battle] = row.cells();
            table.row([bound, Cell::new(format!("{}\n{}", row.name, row.formation)), before, after, reason, battle]);
        }
        if self.0.is_empty() {
            table.note("no grade has changed");
        }
        vec![table]
    }
}

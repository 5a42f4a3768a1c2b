//! Whose grade is due after the battles.

use serde::Serialize;

use crate::{Cell, Column, Report, Table};
use campaign::Campaign;
use domain::{BattleId, FormationId, Grade};
use ops::query::{Evidence, GradeDue};

use super::name_of;
use crate::words::evidence::evidence;

/// Whose grade is due, by battle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct GradeReview(pub Vec<GradeReviewRow>);

/// A unit whose grade the organiser should look at.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct GradeReviewRow {
    /// The unit.
    pub unit: FormationId,
    /// Its name.
    pub name: String,
    /// The battle.
    pub battle: BattleId,
    /// Its grade now.
    pub grade: Grade,
    /// The grade that the evidence speaks for.
    pub due: Option<Grade>,
    /// What it did, in words.
    pub evidence: Vec<String>,
    /// The same as values.
    pub facts: Evidence,
    /// SP given back since the battle.
    pub replaced: u32,
    /// The command that decides so.
    pub command: String,
}

impl GradeReviewRow {
    /// The row of a unit, which was given back so many SP since.
    pub fn new(campaign: &Campaign, due: GradeDue, replaced: u32) -> Self {
        let GradeDue { unit, battle, grade, due, evidence: facts } = due;
        let after = due.unwrap_or(grade);
        let command = format!("railhead grade set {unit} {after} --battle {battle} --reason \"...\"");
        let (name, evidence) = (name_of(campaign, unit.as_str()), evidence(&facts));
        Self { unit, name, battle, grade, due, evidence, facts, replaced, command }
    }
}

impl Report for GradeReview {
    fn tables(&self) -> Vec<Table> {
        let columns = vec![
            Column::text("unit").wrapping(),
            Column::text("is"),
            Column::text("due"),
            Column::text("evidence").wrapping(),
        ];
        let mut table = Table::new("Grades to review", columns);
        let mut battle = None;
        for row in &self.0 {
            if battle != Some(&row.battle) {
                battle = Some(&row.battle);
                table.group(row.battle.to_string());
            }
            let mut evidence = row.evidence.join(", ");
            if row.replaced > 0 {
                evidence = format!("{evidence}, {} SP replaced since", row.replaced);
            }
            table.row([
                Cell::new(format!("{} ({})", row.name, row.unit)),
                Cell::new(row.grade),
                row.due.map_or_else(|| Cell::new("stays"), Cell::emphasised),
                Cell::new(evidence),
            ]);
        }
        match self.0.iter().find(|row| row.due.is_some()).or(self.0.first()) {
            None => table.note("no grade change is due"),
            Some(first) => table.note(format!("decide each: {}", first.command)),
        }
        vec![table]
    }
}

//! Replacements: what comes into which pool, and what was given of it.

use serde::Serialize;

use campaign::{Campaign, Pool, Replacement};
use domain::{Arm, Said, SideId};

use crate::model::BoundView;
use crate::{Cell, Column, Report, Table};

/// The entries of the pools, by bound.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct ReplacementReport(Vec<ReplacementRow>);

/// An entry of a pool.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ReplacementRow {
    /// Its number, by which `unit replacements set` and `remove` name it.
    pub entry: usize,
    /// Whose pool: the id of a formation or of a side.
    pub pool: String,
    /// Its name.
    pub name: String,
    /// Its side.
    pub side: SideId,
    /// For leaves of which arm; none for fighting leaves of any.
    pub arm: Option<Arm>,
    /// When it comes.
    pub comes: BoundView,
    /// Whether it has come.
    pub has_come: bool,
    /// How many SP.
    pub sp: u16,
    /// How many of them have been given.
    pub given: u16,
    /// How many are left.
    pub left: u16,
    /// A note of the organiser's.
    pub note: String,
}

impl ReplacementReport {
    /// The entries of a campaign, of one side only where one is named.
    pub fn new(campaign: &Campaign, side: Option<SideId>) -> Self {
        let mut entries: Vec<(usize, &Replacement)> = (1..).zip(&campaign.replacements).collect();
        entries.sort_by_key(|(_, entry)| entry.bound);
        let rows = entries.into_iter().filter_map(|(number, entry)| ReplacementRow::new(campaign, number, entry));
        Self(rows.filter(|row| side.is_none_or(|side| side == row.side)).collect())
    }
}

impl ReplacementRow {
    /// An entry of a number as a row; none where nobody is there whose pool it could be.
    pub fn new(campaign: &Campaign, number: usize, entry: &Replacement) -> Option<Self> {
        let (name, side) = match &entry.pool {
            Pool::Formation(id) => campaign.formations.get(id).map(|f| (f.name.clone(), f.side))?,
            Pool::Side(id) => campaign.side(*id).map(|side| (side.name.clone(), side.id))?,
        };
        Some(Self {
            entry: number,
            pool: entry.pool.to_string(),
            name,
            side,
            arm: entry.arm,
            comes: BoundView::new(campaign, entry.bound),
            has_come: entry.bound <= campaign.bound,
            sp: entry.sp,
            given: entry.given,
            left: entry.left(),
            note: entry.note.clone(),
        })
    }

    /// What comes, in a sentence.
    pub fn told(&self) -> String {
        let arm = self.arm.map(|arm| format!(" of {arm}")).unwrap_or_default();
        format!("replacements: {} SP{arm} into the pool of {}", self.sp, self.name)
    }
}

/// An entry in words.
pub(crate) fn replacement(entry: Option<&Replacement>) -> String {
    let Some(entry) = entry else { return "none".to_owned() };
    let arm = entry.arm.map(|arm| format!(" of {arm}")).unwrap_or_default();
    let given = if entry.given == 0 { String::new() } else { format!(", {} given", entry.given) };
    let note = if entry.note.is_empty() { String::new() } else { format!(" ({})", entry.note) };
    format!("{} SP{arm} into the pool of {}, {}{given}{note}", entry.sp, entry.pool, entry.bound)
}

impl Report for ReplacementReport {
    fn tables(&self) -> Vec<Table> {
        let columns = vec![
            Column::number("no."),
            Column::text("pool").wrapping().over("id"),
            Column::text("arm"),
            Column::text("comes"),
            Column::number("SP"),
            Column::number("given"),
            Column::number("left"),
            Column::text("note").wrapping(),
        ];
        let mut table = Table::new("", columns);
        for row in &self.0 {
            table.row([
                Cell::new(row.entry),
                Cell::new(format!("{}\n{}", row.name, row.pool)),
                Cell::new(row.arm.map_or("any", |arm| arm.as_str())),
                if row.has_come {
                    Cell::new(&row.comes.label)
                } else {
                    Cell::emphasised(format!("due {}", row.comes.label))
                },
                Cell::new(row.sp),
                Cell::new(row.given),
                Cell::new(row.left),
                Cell::new(&row.note),
            ]);
        }
        let sum = |of: fn(&ReplacementRow) -> u16, come: bool| -> u32 {
            self.0.iter().filter(|row| row.has_come == come).map(|row| u32::from(of(row))).sum()
        };
        if self.0.is_empty() {
            let how = ": list them in `replacements.csv`, or see `railhead unit replacements add --help`";
            table.note(Said::leading("no replacements", how));
        } else {
            let (left, given, due) =
                (sum(|row| row.left, true), sum(|row| row.given, true), sum(|row| row.left, false));
            table.note(format!("{left} SP in the pools, {given} given, {due} due"));
        }
        vec![table]
    }
}

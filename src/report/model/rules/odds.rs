//! The exact chances of a mechanic.

use serde::Serialize;

use rules::mechanic::{Chance, Chances, Mean, What};
use rules::pairs::BattleSide;

use crate::{Cell, Column, Report, Table};

/// The chances of a mechanic.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(transparent)]
pub struct OddsReport {
    /// The chances.
    pub chances: Chances,
}

impl Report for OddsReport {
    fn tables(&self) -> Vec<Table> {
        let chances = &self.chances;
        let mut table = match chances.outcomes.first().map(|chance| &chance.what) {
            Some(What::Both { .. }) => both(chances),
            Some(What::Casualties { .. } | What::SpLost { .. } | What::Margin { .. } | What::Hours { .. }) => {
                figures(chances)
            }
            _ => words(chances),
        };
        table.notes.extend(mean(chances).map(Into::into));
        let mut tables = vec![table];
        let ammo = chances.out_of_ammo.as_deref().unwrap_or_default();
        if ammo.len() > 1 {
            let mut table = Table::new("", vec![Column::number("bases out of ammunition"), Column::number("chance")]);
            for row in ammo {
                table.row([Cell::new(row.count), percent(row.probability)]);
            }
            tables.push(table);
        }
        tables
    }
}

fn percent(p: f64) -> Cell {
    Cell::new(format!("{:.2} %", p * 100.0))
}

fn figures(chances: &Chances) -> Table {
    let name = match chances.outcomes.first().map(|chance| &chance.what) {
        Some(What::Margin { .. }) => "margin",
        Some(What::SpLost { .. }) => "SP lost",
        Some(What::Hours { .. }) => "hours",
        _ => "markers",
    };
    let mut table =
        Table::new("", vec![Column::number(name), Column::number("chance"), Column::number("so much or more")]);
    let mut left = 1.0_f64;
    for chance in &chances.outcomes {
        let figure = match chance.what {
            What::Casualties { casualties } => Cell::new(casualties),
            What::SpLost { sp_lost } => Cell::new(sp_lost),
            What::Margin { margin } => Cell::new(format!("{margin:+}")),
            What::Hours { hours } => Cell::new(hours),
            _ => Cell::default(),
        };
        table.row([figure, percent(chance.probability), percent(left.max(0.0))]);
        left -= chance.probability;
    }
    table
}

fn both(chances: &Chances) -> Table {
    let columns = vec![Column::number("on attacker"), Column::number("on defender"), Column::number("chance")];
    let mut table = Table::new("casualty markers", columns);
    for Chance { what, probability } in &chances.outcomes {
        if let What::Both { casualties } = what {
            table.row([Cell::new(casualties.attacker), Cell::new(casualties.defender), percent(*probability)]);
        }
    }
    table
}

fn words(chances: &Chances) -> Table {
    let mut table = Table::new("", vec![Column::text("outcome").wrapping(), Column::number("chance")]);
    for Chance { what, probability } in &chances.outcomes {
        table.row([Cell::from(word(what)), percent(*probability)]);
    }
    table
}

fn word(what: &What) -> String {
    match what {
        What::Passed { passed } => if *passed { "passed" } else { "failed" }.to_owned(),
        What::Winner { winner } => winner.map_or("a draw", BattleSide::as_str).to_owned(),
        What::Sighting { result, range } => {
            let result = match result {
                rules::nqm_free::Sighting::Seen => "the recce sees first",
                rules::nqm_free::Sighting::Ambush => "ambush",
                rules::nqm_free::Sighting::OpensFire => "fire is opened",
            };
            range.map_or_else(|| result.to_owned(), |range| format!("{result}, {} range", range.as_str()))
        }
        What::Answer(keys) => said(keys),
        _ => String::new(),
    }
}

/// An outcome with keys of its own: `hits 2, stopped yes`; what is inside one without commas.
fn said(keys: &serde_json::Value) -> String {
    let Some(keys) = keys.as_object() else { return keys.to_string() };
    let words = keys.iter().map(|(key, value)| {
        let value = match value {
            serde_json::Value::Object(_) => said(value).replace(',', ""),
            _ => value.as_str().map_or_else(|| value.to_string(), str::to_owned),
        };
        format!("{} {value}", key.replace('_', " "))
    });
    words.collect::<Vec<_>>().join(", ")
}

fn mean(chances: &Chances) -> Option<String> {
    let is_figure = chances.outcomes.first().is_some_and(|chance| {
        !matches!(chance.what, What::Passed { .. } | What::Winner { .. } | What::Sighting { .. })
    });
    match chances.mean {
        Mean::Sides { attacker, defender } => {
            Some(format!("mean: {} on the attacker, {} on the defender", thousandths(attacker), thousandths(defender)))
        }
        Mean::One(mean) if is_figure => Some(format!("mean: {}", thousandths(mean))),
        Mean::One(_) => None,
    }
}

/// A mean to three places; what is summed to a hair below nought is nought.
fn thousandths(mean: f64) -> String {
    let text = format!("{mean:.3}");
    if text == "-0.000" { "0.000".to_owned() } else { text }
}

//! A campaign file that was made, and the built-in campaigns that one can be made from.

use serde::Serialize;

use domain::counted;

use crate::{Column, Report, Table};

/// A campaign file that was made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CreatedReport {
    /// The file.
    pub file: String,
    /// The campaign's short name.
    pub campaign: String,
    /// Its title.
    pub title: String,
    /// How many formations it has.
    pub formations: usize,
}

impl Report for CreatedReport {
    fn tables(&self) -> Vec<Table> {
        let mut table = Table::new(format!("{}: {}", self.file, self.title), Vec::new());
        let formations = counted(self.formations, "formation");
        table.note(match self.formations {
            0 => "no formations yet; `railhead unit new --help` says how one is added".to_owned(),
            _ => format!("{formations}; `railhead orbat --depth 2` shows the first of them"),
        });
        vec![table]
    }
}

/// The built-in campaigns.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct BuiltInList(pub Vec<BuiltInRow>);

/// A built-in campaign.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct BuiltInRow {
    /// Its name.
    pub name: String,
    /// Its title.
    pub title: String,
}

impl Report for BuiltInList {
    fn tables(&self) -> Vec<Table> {
        let mut table = Table::new("", vec![Column::text("name"), Column::text("title").wrapping()]);
        self.0.iter().for_each(|row| table.row([row.name.as_str(), row.title.as_str()]));
        vec![table]
    }
}

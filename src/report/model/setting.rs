//! The list of settings.

use serde::Serialize;

use crate::campaign::{Campaign, Setting};
use crate::report::{Cell, Column, Report, Table};

/// Every setting with its value, then the house parameters that are set.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct SettingList(Vec<SettingRow>);

/// A setting.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SettingRow {
    /// Its name.
    pub key: String,
    /// Its value.
    pub value: String,
    /// Its default.
    pub default: &'static str,
    /// The unit of its value; empty where it has none.
    pub unit: &'static str,
    /// What it does.
    pub meaning: &'static str,
}

impl SettingList {
    /// The settings of a campaign.
    pub fn new(campaign: &Campaign) -> Self {
        let row = |setting: &Setting| {
            let spec = setting.spec();
            let value = campaign.settings.get(*setting).to_owned();
            SettingRow {
                key: setting.to_string(),
                value,
                default: spec.default,
                unit: spec.unit,
                meaning: spec.meaning,
            }
        };
        let house = campaign.house.iter().map(|(name, value)| SettingRow {
            key: name.to_owned(),
            value: value.to_owned(),
            default: "default",
            unit: "",
            meaning: "house parameter of a rule system",
        });
        Self(Setting::ALL.iter().map(row).chain(house).collect())
    }
}

impl Report for SettingList {
    fn tables(&self) -> Vec<Table> {
        let columns = vec![
            Column::text("setting"),
            Column::text("value"),
            Column::text("default"),
            Column::text("unit"),
            Column::text("meaning").wrapping(),
        ];
        let mut table = Table::new("", columns);
        for row in &self.0 {
            let value = if row.value == row.default { Cell::new(&row.value) } else { Cell::emphasised(&row.value) };
            table.row([row.key.as_str().into(), value, row.default.into(), row.unit.into(), Cell::new(row.meaning)]);
        }
        vec![table]
    }
}

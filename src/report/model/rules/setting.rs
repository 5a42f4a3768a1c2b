//! The list of settings.

use domain::Said;
use serde::Serialize;

use campaign::{Campaign, Setting};

use crate::model::BoundView;
use crate::{Cell, Column, Report, Table};

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
    /// Since when it has had this value, where it was changed in the campaign.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub since: Option<BoundView>,
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
            let since = campaign.settings_since.get(setting).map(|bound| BoundView::new(campaign, *bound));
            SettingRow {
                key: setting.to_string(),
                value,
                since,
                default: spec.default,
                unit: spec.unit,
                meaning: spec.meaning,
            }
        };
        let house = campaign.house.iter().map(|(name, value)| SettingRow {
            key: name.to_owned(),
            value: value.to_owned(),
            since: None,
            default: "default",
            unit: "",
            meaning: "house parameter of a rule system",
        });
        Self(Setting::ALL.iter().map(row).chain(house).collect())
    }

    /// Those of them with this in their name or in what they do, letter case ignored.
    #[must_use]
    pub fn about(mut self, word: &str) -> Self {
        let word = word.to_lowercase();
        self.0.retain(|row| [row.key.as_str(), row.meaning].iter().any(|text| text.to_lowercase().contains(&word)));
        self
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
        // What the group has changed is what it looks for.
        let (changed, usual): (Vec<&SettingRow>, Vec<&SettingRow>) =
            self.0.iter().partition(|row| row.value != row.default);
        for row in changed.into_iter().chain(usual) {
            let value = if row.value == row.default { Cell::new(&row.value) } else { Cell::emphasised(&row.value) };
            let meaning = row
                .since
                .as_ref()
                .map_or_else(|| row.meaning.to_owned(), |since| format!("{} (since {})", row.meaning, since.label));
            table.row([row.key.as_str().into(), value, row.default.into(), row.unit.into(), Cell::new(meaning)]);
        }
        if self.0.is_empty() {
            let all = ": `railhead setting list` has them all";
            table.note(Said::leading("no setting has that in its name or meaning", all));
        }
        vec![table]
    }
}

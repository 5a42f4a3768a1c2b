//! `setting set`: a setting is changed by a dated operation.

use serde::{Deserialize, Serialize};

use campaign::{Campaign, Event, HouseParameters, Setting, SettingKind};
use domain::RuleSystemId;

use crate::{Changeset, OpError};

/// A setting, as forms have it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SettingKey {
    /// Its name.
    pub key: &'static str,
    /// What it does, and what values it takes where these are no few words.
    pub meaning: String,
    /// All of its values, where there are few.
    pub choices: &'static [&'static str],
    /// The value that it has unless changed.
    pub default: &'static str,
}

/// Every setting.
pub fn setting_keys() -> impl Iterator<Item = SettingKey> {
    Setting::ALL.iter().map(|setting| {
        let spec = setting.spec();
        let (choices, values): (&[&str], _) = match spec.kind {
            SettingKind::Number(least, most) => (&[], format!("; from {least} to {most} {}", spec.unit)),
            SettingKind::Switch => (&["on", "off"], String::new()),
            SettingKind::Word(words) => (words, String::new()),
        };
        let meaning = format!("{}{}", spec.meaning, values.trim_end());
        SettingKey { key: setting.as_str(), meaning, choices, default: spec.default }
    })
}

/// A setting is changed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SettingSet {
    /// The name of the setting.
    pub key: String,
    /// The value that it is to have.
    pub value: String,
}

impl SettingSet {
    pub(super) fn decide(&self, changes: &mut Changeset) -> Result<(), OpError> {
        if let Some((rules, name)) = HouseParameters::name(&self.key) {
            return self.house(changes, rules, name);
        }
        let setting: Setting = self.key.replace('-', "_").parse()?;
        let after = setting.check(&self.value)?;
        let before = changes.now().settings.get(setting).to_owned();
        if before == after {
            return Ok(());
        }
        if let Some(note) = without_figures(changes.now(), setting).filter(|_| after == "on") {
            changes.note(note);
        }
        changes.happen(Event::SettingChanged { setting, before, after, bound: Some(changes.now().bound) })
    }

    /// A house parameter of a rule system; `default` gives the figure of its page again.
    fn house(&self, changes: &mut Changeset, rules: RuleSystemId, name: String) -> Result<(), OpError> {
        let given = self.value.trim();
        let json = serde_json::from_str::<serde_json::Value>(given).unwrap_or_else(|_| given.into());
        let after = (given != "default").then(|| json.to_string());
        let before = changes.now().house.get(&name).map(str::to_owned);
        if before == after {
            return Ok(());
        }
        let mut house = changes.now().house.clone();
        house.set(&name, after.as_deref());
        if let Some(whole) = house.of(rules) {
            rules::system(rules).check_house(&whole).map_err(|message| OpError::NotNow {
                message,
                at: self.key.clone(),
                hint: "docs/rules/ lists the house parameters of each system".into(),
            })?;
        }
        changes.happen(Event::HouseParameterChanged { name, before, after })
    }
}

/// What should be known of a house rule that is switched on and goes by what the campaign does not give: figures of the
/// ground, or fire units.
fn without_figures(campaign: &Campaign, setting: Setting) -> Option<String> {
    let where_to = "set them under `[ground.NAME]` in `campaign.toml`: `railhead export`, then `railhead new`";
    match setting {
        Setting::GroundLorries if !campaign.names_lorries() => Some(format!(
            "no ground gives `lorries_good`, `lorries_poor` or `lorries_off`: the time that ground adds for troops is \
             added a second time for lorries; for other figures, {where_to}"
        )),
        Setting::GroundTrains if campaign.ground_factors.iter().all(|ground| ground.supply.trains == 100) => {
            Some(format!("no ground gives `trains`, so the rule does nothing yet; for figures, {where_to}"))
        }
        Setting::CalibreAmmunition if !holds_fire_units(campaign) => Some(
            "nobody holds fire units, and no train or aircraft brings any by itself: guns that have fired are not \
             refilled until some are booked; first use `railhead supply receive DUMP N fu_m --from rail` (`fu_h`, \
             `fu_vh`), or rows of `stocks.csv`; `railhead supply plan --only fu` then plans their delivery to the guns"
                .to_owned(),
        ),
        _ => None,
    }
}

/// Whether any account on the map holds fire units of some class.
fn holds_fire_units(campaign: &Campaign) -> bool {
    campaign.stock.balances().any(|(account, commodity, units)| {
        commodity.is_fire() && units > 0 && campaign.account_square(account.as_str()).is_some()
    })
}

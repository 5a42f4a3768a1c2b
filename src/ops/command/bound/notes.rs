//! `bound note` and `bound weather`: what the organiser says of the running bound.

use serde::{Deserialize, Serialize};

use crate::campaign::{Event, Weather};
use crate::domain::nearest;
use crate::ops::command::keys::Keys;
use crate::ops::{OpError, Work};

/// A note of the running bound.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoundNote {
    /// The note.
    pub text: String,
}

impl BoundNote {
    pub(in crate::ops::command) fn decide(&self, work: &mut Work) -> Result<(), OpError> {
        let text = self.text.trim().to_owned();
        if text.is_empty() {
            return Err(OpError::bad_value("TEXT", &self.text, "a note that is not empty"));
        }
        work.happen(Event::BoundNoted { bound: work.now().bound, text })
    }
}

/// The weather of the running bound.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoundWeather {
    /// What is entered: `weather`, `ground`, `flying`, `visibility`, `light`.
    pub keys: Vec<(String, String)>,
}

/// The keys of `bound weather`.
const WEATHER_KEYS: &[&str] = &["weather", "ground", "flying", "visibility", "light"];

impl BoundWeather {
    pub(in crate::ops::command) fn decide(&self, work: &mut Work) -> Result<(), OpError> {
        let keys = Keys::new("bound weather", &self.keys, WEATHER_KEYS)?;
        let campaign = work.now();
        let (date, phase) = (campaign.date(), campaign.bound.phase);
        let of_bound = campaign.weather.iter().find(|w| w.date == date && w.phase == Some(phase)).cloned();
        let mut after = campaign.weather_in(campaign.bound).cloned().unwrap_or_else(|| blank(date));
        after.phase = Some(phase);
        for (key, word) in [
            ("weather", &mut after.weather),
            ("flying", &mut after.flying),
            ("visibility", &mut after.visibility),
            ("light", &mut after.light),
        ] {
            if let Some(value) = keys.get(key) {
                value.trim().clone_into(word);
            }
        }
        if let Some(ground) = keys.get("ground") {
            let names = || campaign.ground_factors.iter().map(|factors| factors.name.as_str());
            let known = names().find(|name| *name == ground);
            let wanted = || names().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
            if names().next().is_none() {
                let hint = "they stand in `campaign.toml` of its folder, as `[ground.NAME]`; leave `ground` out";
                return Err(OpError::not_now("this campaign has no conditions of the ground", hint));
            }
            let found = known.or_else(|| nearest(ground, names()).filter(|name| name.eq_ignore_ascii_case(ground)));
            let found = found.ok_or_else(|| OpError::bad_value("ground", ground, format!("one of {}", wanted())))?;
            found.clone_into(&mut after.ground);
        }
        if of_bound.as_ref() == Some(&after) {
            return Ok(());
        }
        let (before, after) = (of_bound.map(Box::new), Some(Box::new(after)));
        work.happen(Event::WeatherChanged { date, phase, before, after })
    }
}

fn blank(date: chrono::NaiveDate) -> Weather {
    let word = String::new;
    Weather { date, phase: None, weather: word(), ground: word(), flying: word(), visibility: word(), light: word() }
}

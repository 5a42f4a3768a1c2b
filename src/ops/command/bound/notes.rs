//! `bound note` and `bound weather`: what the organiser says of the running bound.

use serde::{Deserialize, Serialize};

use campaign::{Campaign, Event, Weather};
use domain::{meant, nearest};

use crate::command::keys::Keys;
use crate::{Changeset, OpError};

/// A note of the running bound.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoundNote {
    /// The note.
    pub text: String,
}

impl BoundNote {
    pub(crate) fn decide(&self, changes: &mut Changeset) -> Result<(), OpError> {
        let text = self.text.trim().to_owned();
        if text.is_empty() {
            return Err(OpError::bad_value("TEXT", &self.text, "a note that is not empty"));
        }
        changes.happen(Event::BoundNoted { bound: changes.now().bound, text })
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

/// What is entered of the light.
const LIGHT: &str = "first and last light, as `06:44-16:56`";

/// What can be entered of the weather: the key, what it means, and its usual words where there are some.
pub fn weather_keys() -> impl Iterator<Item = (&'static str, &'static str, &'static [&'static str])> {
    WEATHER_KEYS.iter().map(|key| match *key {
        "weather" => (*key, "the sky", &Weather::SKY[..]),
        "flying" => (*key, "how far aircraft can fly", &Weather::FLYING[..]),
        "visibility" => (*key, "how far one sees", &Weather::VISIBILITY[..]),
        "ground" => (*key, "a condition of the ground of this campaign", &[][..]),
        _ => (*key, LIGHT, &[][..]),
    })
}

impl BoundWeather {
    pub(crate) fn decide(&self, changes: &mut Changeset) -> Result<(), OpError> {
        let campaign = changes.now();
        if let Some((_, word)) = self.keys.iter().find(|(key, _)| key.is_empty()) {
            return Err(without_key(campaign, word));
        }
        let keys = Keys::new("bound weather", &self.keys, WEATHER_KEYS)?;
        let (date, phase) = (campaign.date(), campaign.bound.phase);
        let of_bound = campaign.weather.iter().find(|w| w.date == date && w.phase == Some(phase)).cloned();
        let mut after = campaign.weather_in(campaign.bound).cloned().unwrap_or_else(|| blank(date));
        after.phase = Some(phase);
        let used = |word: fn(&Weather) -> &String| campaign.weather.iter().map(word).map(String::as_str).collect();
        let sky = keys.get("weather").map(|word| known("weather", word, &Weather::SKY, used(|w| &w.weather)));
        let flying = keys.get("flying").map(|word| known("flying", word, &Weather::FLYING, used(|w| &w.flying)));
        let sight =
            keys.get("visibility").map(|word| known("visibility", word, &Weather::VISIBILITY, used(|w| &w.visibility)));
        let light = keys.get("light").map(light);
        for (given, word) in [
            (sky, &mut after.weather),
            (flying, &mut after.flying),
            (sight, &mut after.visibility),
            (light, &mut after.light),
        ] {
            if let Some(given) = given {
                *word = given?;
            }
        }
        if let Some(ground) = keys.get("ground") {
            let names = || campaign.ground_factors.iter().map(|factors| factors.name.as_str());
            let known = names().find(|name| *name == ground);
            let wanted = || names().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
            if names().next().is_none() {
                let hint = "`campaign.toml` in its folder defines them, as `[ground.NAME]`; leave `ground` out";
                return Err(OpError::not_now("this campaign has no ground conditions", hint));
            }
            let found = known.or_else(|| nearest(ground, names()).filter(|name| name.eq_ignore_ascii_case(ground)));
            let found = found.ok_or_else(|| OpError::bad_value("ground", ground, format!("one of {}", wanted())))?;
            found.clone_into(&mut after.ground);
        }
        if of_bound.as_ref() == Some(&after) {
            return Ok(());
        }
        let (before, after) = (of_bound.map(Box::new), Some(Box::new(after)));
        changes.happen(Event::WeatherChanged { date, phase, before, after })?;
        let campaign = changes.now();
        let (bound, next) = (campaign.bound, campaign.bound.next());
        let then = campaign.weather_in(next).map(Weather::words).filter(|words| !words.is_empty());
        let then = then.map_or_else(|| "nothing is entered".to_owned(), |words| format!("it is {words}"));
        changes.note(format!("this is the weather of {bound} only; for {next} {then}"));
        Ok(())
    }
}

/// Refuses a word alone, with the keys that take it.
fn without_key(campaign: &Campaign, word: &str) -> OpError {
    let is_it = |known: &str| known.eq_ignore_ascii_case(word.trim());
    let lists: [(&str, &[&str]); 3] =
        [("weather", &Weather::SKY), ("flying", &Weather::FLYING), ("visibility", &Weather::VISIBILITY)];
    let named = lists.into_iter().filter(|(_, list)| list.iter().any(|known| is_it(known))).map(|(key, _)| key);
    let ground = campaign.ground_factors.iter().any(|factors| is_it(&factors.name)).then_some("ground");
    let fits: Vec<String> = named.chain(ground).map(|key| format!("`{key}={}`", word.trim().to_lowercase())).collect();
    let hint = if fits.is_empty() {
        format!("the keys are {}", WEATHER_KEYS.join(", "))
    } else {
        format!("write it as {}", fits.join(" or "))
    };
    OpError::Words { message: format!("`{word}` has no key"), hint: hint.into() }
}

/// A word of a list, or one that the campaign's own weather has; nothing where nothing is to be said.
fn known(key: &str, given: &str, list: &[&str], used: Vec<&str>) -> Result<String, OpError> {
    let mut all: Vec<&str> = list.to_vec();
    all.extend(used.into_iter().filter(|word| !word.is_empty() && !list.contains(word)));
    all.dedup();
    let word = given.trim();
    if word.is_empty() {
        return Ok(String::new());
    }
    if let Some(found) = all.iter().find(|there| there.eq_ignore_ascii_case(word)) {
        return Ok((*found).to_owned());
    }
    let near = meant(word, all.iter().copied()).map(|meant| format!("; did you mean `{meant}`?"));
    let listed: Vec<String> = all.iter().map(|there| format!("`{there}`")).collect();
    Err(OpError::bad_value(key, word, format!("one of {}{}", listed.join(", "), near.unwrap_or_default())))
}

/// From first to last light: `06:44-16:56`.
fn light(given: &str) -> Result<String, OpError> {
    let word = given.trim();
    if word.is_empty() {
        return Ok(String::new());
    }
    Weather::light_of(word).ok_or_else(|| OpError::bad_value("light", word, LIGHT))
}

fn blank(date: chrono::NaiveDate) -> Weather {
    let word = String::new;
    Weather { date, phase: None, weather: word(), ground: word(), flying: word(), visibility: word(), light: word() }
}

//! Weather and light by bound, and what the ground does to marching.

use std::cmp::Ordering;

use chrono::{NaiveDate, NaiveTime};
use serde::{Deserialize, Serialize};

use domain::{Phase, RoadQuality, Terrain, record};

use crate::Campaign;

/// The weather of a date or of one bound of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Weather {
    /// The date.
    pub date: NaiveDate,
    /// The bound; none for the whole day.
    pub phase: Option<Phase>,
    /// The sky, in a word.
    pub weather: String,
    /// The ground, by the name of a table of [`GroundFactors`].
    pub ground: String,
    /// How far aircraft can fly, in a word.
    pub flying: String,
    /// How far one sees, in a word.
    pub visibility: String,
    /// From first to last light, `06:44-16:56`.
    pub light: String,
}

record!(Weather { date, phase, weather, ground, flying, visibility, light });

impl Campaign {
    /// The weather as a side knows it: what is to come is the umpire's, and a side takes it to stay as it is.
    pub(crate) fn weather_as_known(&self) -> Vec<Weather> {
        let (now, today) = (self.weather_in(self.bound), self.bound.date(self.start));
        let comes_today = |weather: &Weather| weather.phase.is_some_and(|phase| phase > self.bound.phase);
        let is_to_come = |weather: &Weather| match weather.date.cmp(&today) {
            Ordering::Less => false,
            Ordering::Equal => comes_today(weather),
            Ordering::Greater => true,
        };
        let known = |weather: &Weather| match now.filter(|_| is_to_come(weather)) {
            Some(now) => Some(Weather { date: weather.date, phase: weather.phase, ..now.clone() }),
            None => (!is_to_come(weather)).then(|| weather.clone()),
        };
        self.weather.iter().filter_map(known).collect()
    }
}

impl Weather {
    /// Words for the sky.
    pub const SKY: [&str; 10] =
        ["clear", "cloud", "overcast", "mist", "fog", "rain", "sleet", "snow", "storm", "blizzard"];
    /// Words for flying: `good` all sorties, `none` none, any other the share of the setting `air_limited`.
    pub const FLYING: [&str; 5] = ["good", "moderate", "limited", "poor", "none"];
    /// Words for how far one sees.
    pub const VISIBILITY: [&str; 4] = ["good", "moderate", "poor", "none"];

    /// First and last light as they are kept, `06:44-16:56`, of how somebody writes them; none of what is neither.
    pub fn light_of(word: &str) -> Option<String> {
        let hour = |text: &str| NaiveTime::parse_from_str(text.trim(), "%H:%M").ok();
        let (first, last) = word.split_once('-')?;
        let (first, last) = (hour(first)?, hour(last)?);
        (first < last).then(|| format!("{}-{}", first.format("%H:%M"), last.format("%H:%M")))
    }

    /// All of it in words: `fog, ground frozen, flying none`; empty where nothing is said.
    pub fn words(&self) -> String {
        let named = [
            ("", &self.weather),
            ("ground ", &self.ground),
            ("flying ", &self.flying),
            ("visibility ", &self.visibility),
            ("light ", &self.light),
        ];
        let words = named.into_iter().filter(|(_, word)| !word.is_empty());
        words.map(|(name, word)| format!("{name}{}", word.replace('_', " "))).collect::<Vec<_>>().join(", ")
    }
}

/// What one condition of the ground does to marching: percent of the usual time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GroundFactors {
    /// The condition: `frozen`, `mud`.
    pub name: String,
    /// On good roads.
    pub good: u32,
    /// On poor roads.
    pub poor: u32,
    /// In open country and through towns without a road.
    pub open: u32,
    /// In close country.
    pub close: u32,
    /// In marsh.
    pub marsh: u32,
    /// Whether it is thaw, in which medium and minor rivers are as major ones.
    pub thaw: bool,
    /// What more it does to supply traffic, by house rules.
    #[serde(default, skip_serializing_if = "SupplyGround::is_plain")]
    pub supply: SupplyGround,
}

record! {
    GroundFactors {
        name, good, poor, open, close, marsh, thaw, supply as "lorries_good" "lorries_poor" "lorries_off" "trains" "wear",
    }
}

/// What a condition of the ground does to supply traffic beyond what it does to marching: percent, by house rules
/// (`ground_lorries`, `ground_trains`, `truck_attrition`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct SupplyGround {
    /// Of the time of lorries on good roads; 0 where they cannot go at all.
    pub lorries_good: u32,
    /// The same on poor roads.
    pub lorries_poor: u32,
    /// The same off the road.
    pub lorries_off: u32,
    /// Of the trains that a line carries in a day.
    pub trains: u32,
    /// Of the wear of vehicles.
    pub wear: u32,
}

record!(SupplyGround { lorries_good, lorries_poor, lorries_off, trains, wear });

impl SupplyGround {
    /// Ground that does nothing more to supply traffic.
    pub const PLAIN: Self = Self { lorries_good: 100, lorries_poor: 100, lorries_off: 100, trains: 100, wear: 100 };

    /// Whether it says anything of lorries.
    pub fn names_lorries(&self) -> bool {
        [self.lorries_good, self.lorries_poor, self.lorries_off] != [100; 3]
    }

    /// Whether it does nothing more to supply traffic.
    pub fn is_plain(&self) -> bool {
        *self == Self::PLAIN
    }
}

impl Default for SupplyGround {
    fn default() -> Self {
        Self::PLAIN
    }
}

impl GroundFactors {
    /// Ground that slows nobody.
    pub fn none() -> Self {
        let supply = SupplyGround::PLAIN;
        Self { name: String::new(), good: 100, poor: 100, open: 100, close: 100, marsh: 100, thaw: false, supply }
    }

    /// The same for lorries under the house rule `ground_lorries`; a percentage of 0 is ground on which they cannot go.
    #[must_use]
    pub fn for_lorries(self) -> Self {
        let of = |own: u32, more: u32| (own * more).div_ceil(100);
        let SupplyGround { lorries_good, lorries_poor, lorries_off, .. } = self.supply;
        Self {
            good: of(self.good, lorries_good),
            poor: of(self.poor, lorries_poor),
            open: of(self.open, lorries_off),
            close: of(self.close, lorries_off),
            marsh: of(self.marsh, lorries_off),
            ..self
        }
    }

    /// The same with figures for lorries where a campaign gives none at all: what the ground adds to the time of troops it
    /// adds once more.
    ///
    /// # Interpretation
    /// So dirt roads in mud, at 250 %, cost lorries 400 %: a quarter of their rate, the planning value that `supply.csv`
    /// of Typhoon gives for trucks in mud off the highways. Off the road it goes by open ground.
    #[must_use]
    pub(crate) fn with_lorries_by_default(self) -> Self {
        let more = |own: u32| if own > 100 { (200 * own - 10_000 + own / 2) / own } else { 100 };
        let (lorries_good, lorries_poor, lorries_off) = (more(self.good), more(self.poor), more(self.open));
        Self { supply: SupplyGround { lorries_good, lorries_poor, lorries_off, ..self.supply }, ..self }
    }

    /// Whether lorries cannot go on some of it under the house rule `ground_lorries`.
    pub fn bars_lorries(&self) -> bool {
        let SupplyGround { lorries_good, lorries_poor, lorries_off, .. } = self.supply;
        [lorries_good, lorries_poor, lorries_off].contains(&0)
    }

    /// Whether lorries take more or less time on some of it under the house rule `ground_lorries`.
    pub(crate) fn slows_lorries(&self) -> bool {
        let SupplyGround { lorries_good, lorries_poor, lorries_off, .. } = self.supply;
        [lorries_good, lorries_poor, lorries_off].iter().any(|percent| ![0, 100].contains(percent))
    }

    /// What it does to lorries under the house rule `ground_lorries`, in words; none where it does nothing.
    pub fn lorries_text(&self) -> Option<String> {
        let SupplyGround { lorries_good, lorries_poor, lorries_off, .. } = self.supply;
        let said = |percent: u32, way: &str| match percent {
            100 => None,
            0 => Some(format!("cannot go {way}")),
            _ => Some(format!("take {percent} % of the time {way}")),
        };
        let ways = [(lorries_good, "on good roads"), (lorries_poor, "on poor roads"), (lorries_off, "off the road")];
        let said: Vec<String> = ways.into_iter().filter_map(|(percent, way)| said(percent, way)).collect();
        (!said.is_empty()).then(|| format!("lorries in `{}`: {}", self.name, said.join(", ")))
    }

    /// The percentage on a road of this quality.
    pub fn on_road(&self, quality: RoadQuality) -> u32 {
        match quality {
            RoadQuality::Good => self.good,
            RoadQuality::Poor => self.poor,
        }
    }

    /// The percentage off the road in this terrain.
    pub(crate) fn off_road(&self, terrain: Terrain) -> u32 {
        match terrain {
            Terrain::Close => self.close,
            Terrain::Marsh => self.marsh,
            Terrain::Open | Terrain::Town | Terrain::City | Terrain::Lake => self.open,
        }
    }
}

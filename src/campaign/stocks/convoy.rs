//! Convoys: supply vehicles on a standing drive, with what they are to load, where from and where to.
//!
//! What it is: what a convoy keeps from bound to bound. The cargo is none of it: that is the account of each vehicle.
//! What it never does: drive, load or unload; that is `bound close` (`ops::command::bound::convoys`).
//! Where to look next: [`super::march::drive`] for the minutes, `supply::Roads` for the way.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use domain::{AccountId, Bound, Commodity, FormationId, Put, Sink, Source, Square, record, words};

words! {
    /// What a convoy is about.
    enum Errand: "errand" {
        /// Driving to where it loads, or waiting there for stock.
        Load = "load",
        /// Driving to where it unloads.
        Deliver = "deliver",
        /// Driving home.
        Home = "home",
    }
}

/// Supply vehicles on a standing drive. They stand on one square and keep together.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Convoy {
    /// The vehicles, by id; the first names the convoy.
    pub vehicles: Vec<FormationId>,
    /// What it is about.
    pub errand: Errand,
    /// What it is to load, and where; none where it drives with what it has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub take: Option<Take>,
    /// Where it is to come.
    pub to: Goal,
    /// Squares by which it is to deliver, those still ahead.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub via: Vec<Square>,
    /// Whether it stays where it comes instead of driving home.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub stays: bool,
    /// Where its vehicles stood when it was sent.
    pub home: Square,
    /// The square of their formation at that time: where that has moved, home is with the formation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<Square>,
    /// The bound in which it sets out.
    pub starts: Bound,
    /// The squares still to be entered on the errand; none where the way has not been sought yet.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub way: Vec<Square>,
    /// What holds it up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub held_up: Option<HeldUp>,
}

record! {
    Convoy {
        errand, take as "source" "load", to as "to_account" "to_formation" "to_square", via, stays, home, seat, starts,
        way, held_up as "held_up" "held_up_why"
        ; vehicles
    }
}

/// What a convoy is to load, and where.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Take {
    /// The dump or railhead.
    pub from: AccountId,
    /// What.
    pub load: Load,
}

record!(Take { from, load });

/// Where a convoy is to come.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Goal {
    /// A dump or railhead: it unloads there.
    Account(AccountId),
    /// A formation: it unloads into its dump or vehicles; its own vehicles bring it what they carry and keep it.
    Formation(FormationId),
    /// A square: it unloads into a dump of its side there, and keeps its load where there is none.
    Square(Square),
}

/// What holds a convoy up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HeldUp {
    /// Since when.
    pub since: Bound,
    /// Why, in words that name no formation of the enemy.
    pub why: String,
}

record!(HeldUp { since, why });

/// Units by commodity, each above zero: `2log`, `1log 1fu_m`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Load(BTreeMap<Commodity, u32>);

/// A text that is not a load.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadLoad {
    /// It is not written as one.
    #[error("`{0}` is not a load: write units and commodity, such as `2log`, `1pol` or `1log 1fu_m`")]
    Words(String),
    /// It is nothing, or more than can be counted.
    #[error("`{0}` is not a load: it is 1 unit or more of a commodity, and no more than the vehicles hold")]
    Units(String),
}

/// Three columns, of which one holds something: an account, a formation or a square.
impl Put for Goal {
    fn put(&self, sink: &mut impl Sink) {
        let (account, formation, square) = match self {
            Self::Account(account) => (Some(account.clone()), None, None),
            Self::Formation(formation) => (None, Some(formation.clone()), None),
            Self::Square(square) => (None, None, Some(*square)),
        };
        (account, formation, square).put(sink);
    }
}

impl domain::Take for Goal {
    const WIDTH: usize = 3;

    fn take<S: Source>(source: &mut S) -> Result<Self, S::Fault> {
        match domain::Take::take(source)? {
            (Some(account), None, None) => Ok(Self::Account(account)),
            (None, Some(formation), None) => Ok(Self::Formation(formation)),
            (None, None, Some(square)) => Ok(Self::Square(square)),
            _ => Err(source.fault()),
        }
    }
}

/// Nothing loaded is an empty text.
impl Put for Load {
    fn put(&self, sink: &mut impl Sink) {
        sink.shown(self);
    }
}

impl domain::Take for Load {
    fn take<S: Source>(source: &mut S) -> Result<Self, S::Fault> {
        source.text_as(|text| if text.is_empty() { Some(Self::default()) } else { text.parse().ok() })
    }
}

impl Convoy {
    /// The vehicle that names it: the first by id.
    pub fn lead(&self) -> Option<&FormationId> {
        self.vehicles.first()
    }

    /// What it has still to load, and where; none where it loads nothing, or has done so.
    pub fn to_load(&self) -> Option<&Take> {
        self.take.as_ref().filter(|_| self.errand == Errand::Load)
    }

    /// Whether it drives with a vehicle.
    pub fn has(&self, vehicle: &str) -> bool {
        self.vehicles.binary_search_by(|there| there.as_str().cmp(vehicle)).is_ok()
    }
}

impl Load {
    /// What is to be loaded, commodity by commodity.
    pub fn iter(&self) -> impl Iterator<Item = (Commodity, u32)> {
        self.0.iter().map(|(commodity, units)| (*commodity, *units))
    }

    /// The units of a commodity.
    pub fn of(&self, commodity: Commodity) -> u32 {
        self.0.get(&commodity).copied().unwrap_or_default()
    }

    /// As it is read aloud, with this between commodities: `2 LOG, 1 FU_M`.
    pub fn said(&self, between: &str) -> String {
        let words: Vec<String> =
            self.iter().map(|(commodity, units)| format!("{units} {}", commodity.name())).collect();
        words.join(between)
    }

    /// All units.
    pub fn units(&self) -> u32 {
        self.0.values().fold(0, |sum, units| sum.saturating_add(*units))
    }

    /// Whether there is nothing in it.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds units of a commodity.
    pub fn add(&mut self, commodity: Commodity, units: u32) {
        if units > 0 {
            let held = self.0.entry(commodity).or_default();
            *held = held.saturating_add(units);
        }
    }
}

impl fmt::Display for Load {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words: Vec<String> = self.iter().map(|(commodity, units)| format!("{units}{commodity}")).collect();
        f.pad(&words.join(" "))
    }
}

impl FromStr for Load {
    type Err = BadLoad;

    fn from_str(text: &str) -> Result<Self, BadLoad> {
        let bad = || BadLoad::Words(text.to_owned());
        let mut load = Self::default();
        for word in text.split([' ', ',']).filter(|word| !word.is_empty()) {
            let digits = word.find(|letter: char| !letter.is_ascii_digit()).ok_or_else(bad)?;
            let (units, commodity) = word.split_at(digits);
            let commodity: Commodity = commodity.replace('-', "_").parse().map_err(|_| bad())?;
            if units.is_empty() {
                return Err(bad());
            }
            let units = units.parse().ok().filter(|units| *units > 0);
            let units = units.ok_or_else(|| BadLoad::Units(text.to_owned()))?;
            if load.of(commodity) > 0 {
                return Err(bad());
            }
            load.add(commodity, units);
        }
        if load.is_empty() { Err(bad()) } else { Ok(load) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_load_is_read_as_it_is_written() {
        for text in ["2log", "1pol", "1log 12fu_vh"] {
            assert_eq!(text.parse::<Load>().unwrap().to_string(), text);
        }
        assert_eq!("1LOG,2fu-m".parse::<Load>().unwrap().to_string(), "1log 2fu_m");
        for text in ["", "log", "0log", "2", "2lg", "-1log", "1log 1log", "99999999999log"] {
            assert!(text.parse::<Load>().is_err(), "{text}");
        }
        for text in ["0log", "99999999999log"] {
            assert_eq!(text.parse::<Load>(), Err(BadLoad::Units(text.to_owned())));
        }
    }
}

//! What a mechanic is told, read from one JSON object by serde; what is wrong with it, key by key.

use std::fmt;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use dice::Dice;
use domain::RuleSystemId;

use crate::mechanic::chances::Chances;
use crate::mechanic::rolled::Rolled;
use crate::mechanic::{Mechanic, MechanicError, MechanicInput, Result};

/// A mechanic with its input read.
pub(super) trait WtjPlay {
    /// What its keys cannot be together.
    fn check(&self) -> Result<(), WtjWrong> {
        Ok(())
    }

    /// Throws it.
    fn roll(&self, dice: &mut Dice<'_>) -> Result<Rolled>;

    /// Its exact chances.
    fn odds(&self) -> Result<Chances>;
}

/// A key that cannot be as it is.
#[derive(Debug)]
pub(super) struct WtjWrong {
    pub(super) key: &'static str,
    pub(super) given: String,
    pub(super) wanted: String,
}

impl WtjWrong {
    pub(super) fn new(key: &'static str, given: impl fmt::Display, wanted: impl Into<String>) -> Self {
        Self { key, given: given.to_string(), wanted: wanted.into() }
    }

    pub(super) fn of(self, mechanic: &'static str) -> MechanicError {
        MechanicError::Bad { mechanic, key: self.key, given: self.given, wanted: self.wanted }
    }

    /// Refuses unless this holds.
    pub(super) fn unless(
        holds: bool,
        key: &'static str,
        given: impl fmt::Display,
        wanted: impl Into<String>,
    ) -> Result<(), Self> {
        if holds { Ok(()) } else { Err(Self::new(key, given, wanted)) }
    }
}

/// Each name at most once.
pub(super) fn once<T: PartialEq>(key: &'static str, names: &[T]) -> Result<(), WtjWrong> {
    let twice = names.iter().enumerate().any(|(place, name)| names[..place].contains(name));
    WtjWrong::unless(!twice, key, "a name given twice", "each name at most once")
}

macro_rules! bounded {
    ($(#[$doc:meta])* $name:ident($inner:ty), $least:literal..=$most:literal) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize)]
        #[serde(try_from = "i64")]
        pub(super) struct $name(pub(super) $inner);

        impl TryFrom<i64> for $name {
            type Error = &'static str;

            fn try_from(value: i64) -> Result<Self, Self::Error> {
                const WANTED: &str = concat!("a whole number from ", $least, " to ", $most);
                if !($least..=$most).contains(&value) {
                    return Err(WANTED);
                }
                <$inner>::try_from(value).map(Self).map_err(|_| WANTED)
            }
        }
    };
}

bounded! {
    /// A count.
    N(u32), 0..=1000
}
bounded! {
    /// A count of what must be there.
    Some1(u32), 1..=1000
}
bounded! {
    /// Yards.
    Yards(u32), 0..=100_000
}
bounded! {
    /// A modifier.
    Z(i32), -1000..=1000
}
bounded! {
    /// The damage on a pool of bases: half a base.
    Damage(u32), 0..=1
}

/// The mechanic of this name with its input.
pub(super) fn find(
    mechanics: &'static [Mechanic],
    name: &str,
    input: &Value,
) -> Result<(&'static Mechanic, Map<String, Value>)> {
    let mechanic = MechanicInput::new(RuleSystemId::WarTimesJournal1943, mechanics, name, input)?.mechanic;
    let map = input.as_object().ok_or(MechanicError::NoObject)?;
    let told = map.iter().filter(|(_, value)| !value.is_null());
    Ok((mechanic, told.map(|(key, value)| (key.clone(), value.clone())).collect()))
}

/// Reads the input of a mechanic and checks it.
pub(super) fn read<T: WtjPlay + DeserializeOwned + 'static>(
    mechanic: &'static Mechanic,
    map: &Map<String, Value>,
) -> Result<Box<dyn WtjPlay>> {
    match T::deserialize(Value::Object(map.clone())) {
        Ok(told) => {
            told.check().map_err(|wrong| wrong.of(mechanic.name))?;
            Ok(Box::new(told))
        }
        Err(error) => Err(fault::<T>(mechanic, map, &error)),
    }
}

/// Which key it is: the one without which the fault is another one. Serde does not say.
fn fault<T: DeserializeOwned>(
    mechanic: &'static Mechanic,
    map: &Map<String, Value>,
    error: &serde_json::Error,
) -> MechanicError {
    let said = error.to_string();
    if let Some(key) =
        mechanic.keys.iter().find(|key| said == format!("missing field `{key}`") && !map.contains_key(**key))
    {
        return MechanicError::Missing { mechanic: mechanic.name, key, wanted: "it has no default" };
    }
    let culprit = mechanic.keys.iter().find(|key| {
        let mut without = map.clone();
        let was_there = without.remove(**key).is_some();
        was_there && T::deserialize(Value::Object(without)).err().is_none_or(|other| other.to_string() != said)
    });
    let key = culprit.copied().unwrap_or_default();
    let given = map.get(key).map_or_else(String::new, |value| match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    });
    MechanicError::Bad { mechanic: mechanic.name, key, given, wanted: said }
}

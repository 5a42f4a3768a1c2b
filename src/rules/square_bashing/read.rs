//! The input of a mechanic, key by key (page, section 10).
//!
//! What it decides: what cannot be: ids twice, more halves than a unit has, figures beyond reason.

use std::collections::BTreeSet;
use std::rc::Rc;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use domain::RuleSystemId;

use super::unit::{Defence, Quality, SbGround, SbKind, SbTerrain, SbUnit};
use crate::mechanic::{MechanicError, MechanicInput, Result};
use crate::square_bashing::mechanics::MECHANICS;
use crate::square_bashing::parameters::{MOST, SbHouse};

/// The most units of a square, and halves of a unit.
const MOST_UNITS: usize = 60;
const MOST_HALVES: u16 = 60;

/// A unit as it is written.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SbWritten {
    id: Rc<str>,
    #[serde(rename = "type")]
    kind: SbKind,
    #[serde(default)]
    quality: Quality,
    halves_full: Option<u16>,
    halves_now: Option<u16>,
    pub(crate) sp: Option<u16>,
    pub(crate) markers: Option<u16>,
}

/// The input of one mechanic.
pub(crate) struct SbRead<'a> {
    pub(crate) mechanic: &'static str,
    input: &'a Value,
    pub(crate) house: SbHouse,
}

impl<'a> SbRead<'a> {
    /// The input of the mechanic of this name, its keys known, its house parameters read.
    pub(crate) fn new(name: &str, input: &'a Value) -> Result<Self> {
        let mechanic = MechanicInput::new(RuleSystemId::SquareBashing, MECHANICS, name, input)?.mechanic.name;
        let mut read = Self { mechanic, input, house: SbHouse::default() };
        read.house = read.or("house", SbHouse::default())?;
        match read.house.fault() {
            Some((given, wanted)) => Err(read.refuse("house", &given, wanted)),
            None => Ok(read),
        }
    }

    /// Why a key cannot be so.
    pub(crate) fn refuse(&self, key: &'static str, given: &str, wanted: impl Into<String>) -> MechanicError {
        let mut short: String = given.chars().take(60).collect();
        if short.len() < given.len() {
            short.push_str("...");
        }
        MechanicError::Bad { mechanic: self.mechanic, key, given: short, wanted: wanted.into() }
    }

    /// A key that may be left out.
    pub(crate) fn maybe<T: DeserializeOwned>(&self, key: &'static str) -> Result<Option<T>> {
        let Some(value) = self.input.get(key).filter(|value| !value.is_null()) else { return Ok(None) };
        let given = || value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        T::deserialize(value).map(Some).map_err(|error| self.refuse(key, &given(), error.to_string()))
    }

    pub(crate) fn or<T: DeserializeOwned>(&self, key: &'static str, default: T) -> Result<T> {
        Ok(self.maybe(key)?.unwrap_or(default))
    }

    pub(crate) fn must<T: DeserializeOwned>(&self, key: &'static str, wanted: &'static str) -> Result<T> {
        self.maybe(key)?.ok_or(MechanicError::Missing { mechanic: self.mechanic, key, wanted })
    }

    /// A figure that is not beyond reason.
    pub(crate) fn sane(&self, key: &'static str, figure: u16) -> Result<u16> {
        if figure > MOST { Err(self.refuse(key, &figure.to_string(), "at most 1000")) } else { Ok(figure) }
    }

    pub(crate) fn count_or(&self, key: &'static str, default: u16) -> Result<u16> {
        self.sane(key, self.or(key, default)?)
    }

    pub(crate) fn count(&self, key: &'static str) -> Result<u16> {
        self.sane(key, self.must(key, "a whole number from 0 to 1000")?)
    }

    pub(crate) fn flag(&self, key: &'static str) -> Result<bool> {
        self.or(key, false)
    }

    pub(crate) fn ground(&self) -> Result<SbGround> {
        Ok(SbGround { terrain: self.or("terrain", SbTerrain::Open)?, defence: self.or("defence", Defence::None)? })
    }

    /// The units of the key `units`, at least one of them with halves left.
    pub(crate) fn units(&self) -> Result<Vec<SbUnit>> {
        let written: Vec<SbWritten> = self.must("units", "a list of units")?;
        self.some("units", &written)
    }

    /// Units of a square that somebody must be in.
    pub(crate) fn some(&self, key: &'static str, written: &[SbWritten]) -> Result<Vec<SbUnit>> {
        let units = self.plain(key, written)?;
        if super::unit::is_empty(&units) {
            return Err(self.refuse(key, "such units", "at least one unit other than `hc` needs halves left"));
        }
        Ok(units)
    }

    /// Units of a mechanic that knows no campaign bases.
    pub(crate) fn plain(&self, key: &'static str, written: &[SbWritten]) -> Result<Vec<SbUnit>> {
        match written.iter().find(|unit| unit.sp.is_some() || unit.markers.is_some()) {
            Some(unit) => Err(self.refuse(key, &unit.id, "only `engage` takes `sp` and `markers` of a unit")),
            None => self.square(key, written),
        }
    }

    /// The units of a square, in list order.
    pub(crate) fn square(&self, key: &'static str, written: &[SbWritten]) -> Result<Vec<SbUnit>> {
        if written.len() > MOST_UNITS {
            return Err(self.refuse(key, "too many", format!("a square holds at most {MOST_UNITS} units here")));
        }
        let mut seen = BTreeSet::new();
        match written.iter().find(|unit| !seen.insert(&unit.id)) {
            Some(unit) => Err(self.refuse(key, &unit.id, "two units of the square have this `id`")),
            None => written.iter().map(|unit| self.unit(key, unit)).collect(),
        }
    }

    /// One unit, what is left out filled in.
    pub(crate) fn unit(&self, key: &'static str, written: &SbWritten) -> Result<SbUnit> {
        let &SbWritten { kind, quality, .. } = written;
        let id = Rc::clone(&written.id);
        if kind == SbKind::Hc {
            return Ok(SbUnit { kind, quality, full: 0, now: 0, id });
        }
        let full = written.halves_full.unwrap_or_else(|| self.full(kind));
        let now = written.halves_now.unwrap_or(full);
        if full == 0 || full > MOST_HALVES {
            return Err(self.refuse(key, &full.to_string(), format!("`halves_full` is from 1 to {MOST_HALVES}")));
        }
        if now > full {
            return Err(self.refuse(key, &id, format!("it has {now} halves of {full}")));
        }
        Ok(SbUnit { kind, quality, full, now, id })
    }

    /// The halves of a full unit of this type.
    fn full(&self, kind: SbKind) -> u16 {
        let per_sp = self.house.infantry_halves_per_sp;
        if kind.is_line() { per_sp * super::tables::FULL_SP } else { kind.figures().full }
    }
}

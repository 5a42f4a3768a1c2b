//! Reading the tables of the campaign at large.

use std::collections::BTreeMap;
use std::str::FromStr;

use rusqlite::Connection;

use campaign::{GroundFactors, HouseParameters, MapFrame, Setting, Settings, Side, SupplyGround, Weather};
use domain::{Bound, LatLon};

use super::reader::{all, each};
use crate::file::storage_error::StorageError;

/// The rows of `campaign`.
pub(super) struct Figures(BTreeMap<String, String>);

impl Figures {
    /// Reads them.
    pub(super) fn read(conn: &Connection) -> Result<Self, StorageError> {
        let rows = all(conn, "SELECT key, value FROM campaign", |row| Ok((row.string(0)?, row.string(1)?)))?;
        Ok(Self(rows.into_iter().collect()))
    }

    /// The text of a figure.
    pub(super) fn text(&self, key: &str) -> Result<&str, StorageError> {
        let missing = || StorageError::Damaged(format!("table `campaign` has no row `{key}`"));
        self.0.get(key).map(String::as_str).ok_or_else(missing)
    }

    /// The value of a figure.
    pub(super) fn parse<T: FromStr>(&self, key: &str) -> Result<T, StorageError> {
        let text = self.text(key)?;
        text.parse().map_err(|_| StorageError::Damaged(format!("table `campaign`, row `{key}` cannot be `{text}`")))
    }

    /// The frame of the map.
    pub(super) fn frame(&self) -> Result<MapFrame, StorageError> {
        let has_origin = self.0.contains_key("origin_latitude_e6");
        let origin = || {
            Ok::<_, StorageError>(LatLon {
                lat: self.parse("origin_latitude_e6")?,
                lon: self.parse("origin_longitude_e6")?,
            })
        };
        Ok(MapFrame {
            origin: has_origin.then(origin).transpose()?,
            metres_per_degree_lat: self.parse("metres_per_degree_lat")?,
            metres_per_degree_lon: self.parse("metres_per_degree_lon")?,
            columns: self.parse("columns")?,
            rows: self.parse("rows")?,
            square_m: self.parse("square_m")?,
        })
    }
}

/// The settings.
pub(super) fn settings(conn: &Connection) -> Result<Settings, StorageError> {
    let mut settings = Settings::default();
    each(conn, "SELECT name, value FROM setting", |row| {
        let setting = Setting::from_word(row.text(0)?).ok_or_else(|| row.fault(0))?;
        settings.set(setting, row.text(1)?);
        Ok(())
    })?;
    Ok(settings)
}

/// Since when settings have had their values.
pub(super) fn settings_since(conn: &Connection) -> Result<BTreeMap<Setting, Bound>, StorageError> {
    let mut since = BTreeMap::new();
    each(conn, "SELECT name, since FROM setting WHERE since IS NOT NULL", |row| {
        let setting = Setting::from_word(row.text(0)?).ok_or_else(|| row.fault(0))?;
        since.insert(setting, row.bound(1)?);
        Ok(())
    })?;
    Ok(since)
}

/// House parameters of rule systems.
pub(super) fn house(conn: &Connection) -> Result<HouseParameters, StorageError> {
    let mut house = HouseParameters::default();
    each(conn, "SELECT name, value FROM house_parameter", |row| {
        house.set(row.text(0)?, Some(row.text(1)?));
        Ok(())
    })?;
    Ok(house)
}

/// The sides, in their order.
pub(super) fn sides(conn: &Connection) -> Result<Vec<Side>, StorageError> {
    all(conn, "SELECT id, name, colour FROM side ORDER BY position", |row| {
        Ok(Side { id: row.word(0)?, name: row.string(1)?, colour: row.string(2)? })
    })
}

/// The papers.
pub(super) fn papers(conn: &Connection) -> Result<BTreeMap<String, String>, StorageError> {
    let rows = all(conn, "SELECT name, text FROM paper ORDER BY name", |row| Ok((row.string(0)?, row.string(1)?)))?;
    Ok(rows.into_iter().collect())
}

/// The weather.
pub(super) fn weather(conn: &Connection) -> Result<Vec<Weather>, StorageError> {
    let sql = "SELECT date, phase, weather, ground, flying, visibility, light FROM weather ORDER BY position";
    all(conn, sql, |row| {
        Ok(Weather {
            date: row.text(0)?.parse().map_err(|_| row.fault(0))?,
            phase: row.maybe_word(1)?,
            weather: row.string(2)?,
            ground: row.string(3)?,
            flying: row.string(4)?,
            visibility: row.string(5)?,
            light: row.string(6)?,
        })
    })
}

/// The conditions of the ground.
pub(super) fn factors(conn: &Connection) -> Result<Vec<GroundFactors>, StorageError> {
    let sql = "SELECT name, good, poor, open, close, marsh, thaw, lorries_good, lorries_poor, lorries_off, trains, wear
        FROM ground_factor ORDER BY position";
    all(conn, sql, |row| {
        Ok(GroundFactors {
            name: row.string(0)?,
            good: row.number(1)?,
            poor: row.number(2)?,
            open: row.number(3)?,
            close: row.number(4)?,
            marsh: row.number(5)?,
            thaw: row.flag(6)?,
            supply: SupplyGround {
                lorries_good: row.number(7)?,
                lorries_poor: row.number(8)?,
                lorries_off: row.number(9)?,
                trains: row.number(10)?,
                wear: row.number(11)?,
            },
        })
    })
}

//! The campaign at large: title, dates, the running bound, the frame of the map.

use std::collections::BTreeMap;
use std::str::FromStr;

use rusqlite::Connection;

use campaign::MapFrame;
use domain::LatLon;

use super::reader::all;
use crate::file::storage_error::{Result, StorageError};
use crate::project::tables;

/// The rows of `campaign`.
pub(super) struct Figures(BTreeMap<String, String>);

impl Figures {
    /// Reads them.
    pub(super) fn read(conn: &Connection) -> Result<Self> {
        Ok(Self(all::<tables::Figures, (String, String)>(conn)?.into_iter().collect()))
    }

    /// The text of a figure.
    pub(super) fn text(&self, key: &str) -> Result<&str> {
        let missing = || StorageError::Damaged(format!("table `campaign` has no row `{key}`"));
        self.0.get(key).map(String::as_str).ok_or_else(missing)
    }

    /// The value of a figure.
    pub(super) fn parse<T: FromStr>(&self, key: &str) -> Result<T> {
        let text = self.text(key)?;
        text.parse().map_err(|_| StorageError::Damaged(format!("table `campaign`, row `{key}` cannot be `{text}`")))
    }

    /// The frame of the map.
    pub(super) fn frame(&self) -> Result<MapFrame> {
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

//! Places on the earth and on the map, in whole micro-degrees and whole metres.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A place by latitude and longitude, in millionths of a degree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct LatLon {
    /// Latitude, north positive.
    pub lat: i32,
    /// Longitude, east positive.
    pub lon: i32,
}

impl LatLon {
    /// Reads `48.691 43.53`: decimal degrees, latitude first.
    pub fn parse(text: &str) -> Option<Self> {
        let mut words = text.split([' ', ',']).filter(|w| !w.is_empty());
        let (lat, lon) = (words.next()?, words.next()?);
        if words.next().is_some() {
            return None;
        }
        Self::from_degrees(lat, lon)
    }

    /// From two texts in decimal degrees, each with at most six places.
    pub fn from_degrees(lat: &str, lon: &str) -> Option<Self> {
        let (lat, lon) = (parse_millionths(lat)?, parse_millionths(lon)?);
        let legal = (-90_000_000..=90_000_000).contains(&lat) && (-180_000_000..=180_000_000).contains(&lon);
        legal.then_some(Self { lat, lon })
    }
}

/// Decimal degrees, at least three places, latitude first.
impl fmt::Display for LatLon {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", Millionths(self.lat), Millionths(self.lon))
    }
}

/// A whole number of millionths, written as a decimal with no more places than it needs and at least three.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Millionths(pub i32);

impl fmt::Display for Millionths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let (whole, part) = (self.0.unsigned_abs() / 1_000_000, self.0.unsigned_abs() % 1_000_000);
        let digits = format!("{part:06}");
        let kept = digits.trim_end_matches('0').len().max(3);
        write!(f, "{sign}{whole}.{}", &digits[..kept])
    }
}

/// Reads a decimal with at most six places as a whole number of millionths.
pub fn parse_millionths(text: &str) -> Option<i32> {
    let text = text.trim();
    let (negative, digits) = text.strip_prefix('-').map_or((false, text), |rest| (true, rest));
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    let all_digits = |s: &str| s.bytes().all(|b| b.is_ascii_digit());
    if whole.is_empty() || part.len() > 6 || !all_digits(whole) || !all_digits(part) {
        return None;
    }
    let whole: i32 = whole.parse().ok()?;
    let part: i32 = format!("{part:0<6}").parse().ok()?;
    let value = whole.checked_mul(1_000_000)?.checked_add(part)?;
    Some(if negative { -value } else { value })
}

/// A point of the map in metres east and south of its north-west corner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Point {
    /// Metres east.
    pub x: i64,
    /// Metres south.
    pub y: i64,
}

impl Point {
    /// The square of the distance to another point, in square metres.
    pub fn distance_squared(self, other: Self) -> i64 {
        let (dx, dy) = (self.x - other.x, self.y - other.y);
        dx * dx + dy * dy
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn degrees_are_read_and_written_without_loss() {
        let kalach = LatLon::parse("48.691 43.53");
        assert_eq!(kalach, Some(LatLon { lat: 48_691_000, lon: 43_530_000 }));
        assert_eq!(kalach.map(|p| p.to_string()), Some("48.691 43.530".to_owned()));
        assert_eq!(LatLon::parse("-0.5, 1").map(|p| p.to_string()), Some("-0.500 1.000".to_owned()));
        for bad in ["48.691", "91 0", "48.691 43.53 1", "48.1234567 43", "x y", "48 4e1"] {
            assert_eq!(LatLon::parse(bad), None, "{bad}");
        }
    }
}

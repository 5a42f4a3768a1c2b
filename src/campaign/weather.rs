//! Weather and light by bound, and what the ground does to marching.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use crate::domain::{Phase, RoadQuality, Terrain};

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
}

impl GroundFactors {
    /// Ground that slows nobody.
    pub fn none() -> Self {
        Self { name: String::new(), good: 100, poor: 100, open: 100, close: 100, marsh: 100, thaw: false }
    }

    /// The percentage on a road of this quality.
    pub fn on_road(&self, quality: RoadQuality) -> u32 {
        match quality {
            RoadQuality::Good => self.good,
            RoadQuality::Poor => self.poor,
        }
    }

    /// The percentage off the road in this terrain.
    pub fn off_road(&self, terrain: Terrain) -> u32 {
        match terrain {
            Terrain::Close => self.close,
            Terrain::Marsh => self.marsh,
            Terrain::Open | Terrain::Town | Terrain::City | Terrain::Lake => self.open,
        }
    }
}

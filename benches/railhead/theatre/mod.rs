//! A seeded theatre of war, of any size: ground, roads, railways, rivers, crossings, two sides and their supply.
//!
//! Benchmarks measure on it, and the tests fight a war on it (`tests/it/a_war/`).
//! What it decides: where everything lies; nothing of it is historical. The same seed and size give the same campaign.
//! What is in it: [`Theatre`]. A corps in eight is in a pocket, an army in ten stands behind rivers all of whose bridges
//! are destroyed, and raiders stand on roads in the rear of both sides.

mod forces;
mod ground;

use std::collections::BTreeSet;

use campaign::{Campaign, MapFrame, Side};
use chrono::NaiveDate;
use domain::{LatLon, SideId, Square};
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;

/// How large a theatre is.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Size {
    /// Squares from west to east.
    pub(crate) columns: u16,
    /// Armies to a side: each holds a sector of [`SECTOR`] rows with five corps.
    pub(crate) armies: u16,
    /// Divisions to a corps, at most four.
    pub(crate) divisions: u16,
    /// How deep the rear is, in percent of that of [`Size::FULL`].
    pub(crate) depth: u16,
    /// Whether roads, railways and rivers are drawn point by point, so that a campaign folder can hold the theatre.
    pub(crate) charted: bool,
}

/// The north-west corner of a theatre that is charted.
const ORIGIN: LatLon = LatLon { lat: 60_000_000, lon: 20_000_000 };

/// Rows of an army's sector.
pub(crate) const SECTOR: u16 = 40;

/// Rows of a corps' sector.
pub(crate) const CORPS: u16 = 8;

impl Size {
    /// The theatre of the figures in `docs/PERFORMANCE.md`: 600 x 400 squares, 400 divisions.
    pub(crate) const FULL: Self = Self { columns: 600, armies: 10, divisions: 4, depth: 100, charted: false };

    fn rows(self) -> u16 {
        self.armies * SECTOR
    }

    /// So many columns of the rear of [`Size::FULL`].
    fn deep(self, columns: u16) -> u16 {
        columns * self.depth / 100
    }
}

/// A theatre while it is made.
pub(crate) struct Theatre {
    pub(crate) size: Size,
    pub(crate) dice: ChaCha8Rng,
    pub(crate) campaign: Campaign,
    /// By row: the first column of the eastern side.
    pub(crate) front: Vec<u16>,
    /// The leaves of the raiders that stand in the enemy's rear are drawn last, on squares nobody stands on.
    pub(crate) taken: BTreeSet<Square>,
}

/// The two sides, the western first.
pub(crate) fn sides() -> [SideId; 2] {
    [SideId::new("WE").expect("a side"), SideId::new("EA").expect("a side")]
}

/// Makes the theatre of a size and seed.
pub(crate) fn theatre(size: Size, seed: u64) -> Campaign {
    let mut theatre = Theatre {
        size,
        dice: ChaCha8Rng::seed_from_u64(seed),
        campaign: blank(size),
        front: Vec::new(),
        taken: BTreeSet::new(),
    };
    theatre.lay_ground();
    theatre.raise_forces();
    theatre.campaign
}

fn blank(size: Size) -> Campaign {
    let frame = MapFrame {
        origin: size.charted.then_some(ORIGIN),
        metres_per_degree_lat: 111_000,
        metres_per_degree_lon: 74_000,
        columns: size.columns,
        rows: size.rows(),
        square_m: 3_000,
    };
    let [west, east] = sides();
    let of = |id, name: &str, colour: &str| Side { id, name: name.to_owned(), colour: colour.to_owned() };
    Campaign {
        name: "theatre".to_owned(),
        title: "A generated theatre".to_owned(),
        start: NaiveDate::from_ymd_opt(1942, 7, 1).expect("a date"),
        days: 100,
        sides: vec![of(west, "West", "grey"), of(east, "East", "red")],
        ..Campaign::blank(frame)
    }
}
